/** What was added, without the noise that subtracting decimal numbers leaves. */
export function changeBetween(before: number, after: number): number {
	return Number((after - before).toPrecision(12));
}

/** The same in percent of what was there before, to two decimals; `null` from 0. */
export function percentBetween(before: number, after: number): number | null {
	if (before === 0) return null;
	return Number(((changeBetween(before, after) / Math.abs(before)) * 100).toFixed(2));
}
