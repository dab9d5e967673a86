import type { JsonValue } from 'n8n-workflow';

/** Decimals beyond these come from how computers calculate: 20.400000000000002 is 20.4. */
const MOST_DECIMALS = 12;

/** What a service may write where it has no number. */
const NO_NUMBER = /^\s*(-|–|—|n\/?a|null|none)?\s*$/i;

/** Whether there is something in a field. */
export function hasValue(value: JsonValue | undefined): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** Whether a value says that there is no number. */
export function isNoNumber(value: JsonValue | undefined): boolean {
	return !hasValue(value) || (typeof value === 'string' && NO_NUMBER.test(value));
}

/**
 * A number, also as text or in percent. What starts with more than one zero is a code rather than a
 * number.
 */
export function numberIn(value: JsonValue | undefined): number | undefined {
	const isText =
		typeof value === 'string' &&
		/^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?\s*%?$/i.test(value.trim());
	const number = isText && /\d/.test(value) ? Number(value.replace('%', '')) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

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

/** How many decimals a number has. */
export function decimalsOf(number: number): number {
	const [digits = '', exponent = '0'] = String(number).split('e');
	const [, decimals = ''] = digits.split('.');
	return Math.max(0, decimals.length - Number(exponent));
}
