/** `after - before`, to 12 digits: 0.3 - 0.1 is 0.2, and not 0.19999999999999998. */
export function changeBetween(before: number, after: number): number {
	return Number((after - before).toPrecision(12));
}

/** The change in percent of `before`, to two decimals; `null` if `before` is 0. */
export function percentBetween(before: number, after: number): number | null {
	if (before === 0) return null;
	return Number(((changeBetween(before, after) / Math.abs(before)) * 100).toFixed(2));
}
