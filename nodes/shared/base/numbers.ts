/** Decimals beyond these come from how computers calculate: 20.400000000000002 is 20.4. */
const MOST_DECIMALS = 12;

/** `after - before`, exact: 0.3 - 0.1 is 0.2, and not 0.19999999999999998. */
export function changeBetween(before: number, after: number): number {
	const change = after - before;
	const decimals = Math.max(decimalsOf(before), decimalsOf(after));
	return Number(
		decimals > MOST_DECIMALS ? change.toPrecision(MOST_DECIMALS) : change.toFixed(decimals),
	);
}

/** The change in percent of `before`, to two decimals; `null` if that is no number, as from 0. */
export function percentBetween(before: number, after: number): number | null {
	const percent = (changeBetween(before, after) / Math.abs(before)) * 100;
	return Number.isFinite(percent) ? Number(percent.toFixed(2)) : null;
}

function decimalsOf(number: number): number {
	const [digits = '', exponent = '0'] = String(number).split('e');
	const [, decimals = ''] = digits.split('.');
	return Math.max(0, decimals.length - Number(exponent));
}
