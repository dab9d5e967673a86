/** The headers of an answer, names in lower case. */
type Headers = Readonly<Record<string, unknown>>;

/**
 * How long the service asks to wait, in milliseconds, from the header `Retry-After`: seconds, or an
 * HTTP date. A date counts from the service's own clock where it says what that shows.
 *
 * @param now this machine's clock, in milliseconds since 1970
 * @returns `undefined` if the service does not say, or says what cannot be understood
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const wait = NUMBER.test(value)
		? Math.ceil(Number(value) * 1000)
		: (dateOf(value) ?? NaN) - (dateOf(headers.date) ?? now);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * How long until a rate limit is lifted, in milliseconds: `Retry-After`, or where that is missing
 * one of the headers that other services use for it. Which of them this service sends is unknown.
 *
 * @param now this machine's clock, in milliseconds since 1970
 * @returns `undefined` if the service does not say, or says what cannot be understood
 */
export function rateLimitWait(headers: Headers, now: number): number | undefined {
	const told = retryAfter(headers, now);
	if (told !== undefined) return told;
	const values = [...RESET_HEADERS.map((name) => headers[name]), secondsIn(headers.ratelimit)];
	const reset = values.find((value) => typeof value === 'string' && NUMBER.test(value));
	if (reset === undefined) return undefined;
	const number = Number(reset);
	const unit = EPOCH.find(({ from }) => number >= from);
	const clock = dateOf(headers.date) ?? now;
	return Math.max(0, unit === undefined ? Math.ceil(number * 1000) : number * unit.ms - clock);
}

const NUMBER = /^\s*\d+(\.\d+)?\s*$/;

/** Headers that say when a limit is lifted, in seconds from now or as a moment. */
const RESET_HEADERS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];

/** Numbers too large for a wait are moments: milliseconds or seconds since 1970. */
const EPOCH = [
	{ from: 1e11, ms: 1 },
	{ from: 1e9, ms: 1000 },
];

/** The seconds in `RateLimit: "default";r=0;t=30`, or in the older `limit=10, reset=30`. */
function secondsIn(value: unknown): string | undefined {
	return typeof value === 'string'
		? /(?:^|[;,\s])(?:t|reset)\s*=\s*(\d+)/i.exec(value)?.[1]
		: undefined;
}

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
