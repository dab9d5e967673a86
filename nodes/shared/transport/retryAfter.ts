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
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1000);
	const until = dateOf(value);
	return until === undefined ? undefined : Math.max(0, until - (dateOf(headers.date) ?? now));
}

/** An HTTP date has the name of a month in it; `Date` alone would take `-5` for a year, too. */
function dateOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/[a-z]{3}/i.test(value)) return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
}
