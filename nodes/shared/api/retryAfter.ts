/**
 * How long the service asks to wait, in milliseconds, from the header `Retry-After`: seconds, or an
 * HTTP date. A date counts from the service's own clock where it says what that shows.
 *
 * @param headers of the answer, names in lower case
 * @param now this machine's clock, in milliseconds since 1970
 * @returns `undefined` if the service does not say, or says what cannot be understood
 */
export function retryAfter(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const wait = SECONDS.test(value)
		? Math.ceil(Number(value) * 1000)
		: (dateOf(value) ?? NaN) - (dateOf(headers.date) ?? now);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const SECONDS = /^\s*\d+(\.\d+)?\s*$/;

/** The three forms of an HTTP date; `Date.parse` alone would take `in 5` for one. */
const DATES = [
	/^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i,
	/^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d GMT$/i,
	/^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i,
];

function dateOf(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!DATES.some((form) => form.test(text))) return undefined;
	const time = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
	return Number.isNaN(time) ? undefined : time;
}
