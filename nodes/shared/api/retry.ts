import type { Effect } from './apis';

/** How a request failed: with a status, or without an answer and with the code of an error. */
export interface Failure {
	readonly status?: number;
	readonly code?: string;
}

/** The status of a rate limit (spec): the request was not looked at, and may always be repeated. */
export const TOO_MANY_REQUESTS = 429;

/** Outages of the service, of a gateway before it, or of a content delivery network, in order. */
export const OUTAGES = [502, 503, 504, 520, 521, 522, 523, 524];

/** The outages as people read them, runs of them as `502 to 504`. */
export const OUTAGES_IN_WORDS = new Intl.ListFormat('en-GB').format(
	runsOf(OUTAGES).map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)),
);

/** Codes of connections that failed before anything of the request was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of certificates that were not accepted, which is before anything is sent, too. */
const CERTIFICATES = [
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** The code of a request that waited for its turn until the run was over. */
export const NEVER_ADMITTED = 'NEVER_ADMITTED';

/** Codes of answers that are cut short: as JSON, or before they could be unpacked. */
export const CUT_SHORT = 'CUT_SHORT';
const BROKEN_BODY = [CUT_SHORT, 'Z_BUF_ERROR', 'Z_DATA_ERROR', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Codes of connections that failed at any time, timeouts included. */
const CONNECTION = [
	...NEVER_SENT,
	...BROKEN_BODY,
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_BAD_RESPONSE',
];

/** What is worth another try: reads and calls that may be repeated, and calls that may not. */
const RETRYABLE: Readonly<Record<Effect, { statuses: number[]; codes: string[] }>> = {
	read: { statuses: OUTAGES, codes: CONNECTION },
	repeatable: { statuses: OUTAGES, codes: CONNECTION },
	once: { statuses: [], codes: NEVER_SENT },
};

/** Whether another try can help, and is safe. */
export function isRetryable(effect: Effect, { status, code }: Failure): boolean {
	const { statuses, codes } = RETRYABLE[effect];
	return codes.includes(code ?? '') || statuses.includes(status ?? 0);
}

/** Whether a status says that the service, or something before it, failed rather than refused. */
export function isOfService(status: number): boolean {
	return status >= 500 || OUTAGES.includes(status);
}

/** Whether the service dealt with the request, if only to reject what it asks for. */
export function isAnswer({ status, code }: Failure): boolean {
	return status !== undefined && code === undefined && !OUTAGES.includes(status);
}

/** Codes of requests of which the service has seen nothing. */
const UNDONE = [...NEVER_SENT, ...CERTIFICATES, NEVER_ADMITTED];

/**
 * Whether it is certain that the service has not done what the request asks for: a refusal (4xx), a
 * redirect that asks to send the request elsewhere (307, 308), or no connection.
 */
export function isUndone({ status, code }: Failure): boolean {
	if (code !== undefined) return UNDONE.includes(code);
	return status !== undefined && ((status >= 400 && status <= 499) || [307, 308].includes(status));
}

/** The first and the longest wait before another try, in milliseconds. */
const FIRST_WAIT = 500;
const MAX_WAIT = 30_000;

/**
 * How long to wait before another try, in milliseconds: exponential back-off with full jitter.
 *
 * @param tries how many tries there were
 * @param random a number from 0 to 1
 */
export function backOff(tries: number, random: number): number {
	return random * Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (tries - 1));
}

/** The first and the last of numbers that follow one another. */
function runsOf(numbers: readonly number[]): Array<readonly [first: number, last: number]> {
	const isIn = (number: number) => numbers.includes(number);
	const lasts = numbers.filter((number) => !isIn(number + 1));
	return numbers
		.filter((number) => !isIn(number - 1))
		.map((first, index) => [first, lasts[index] ?? first]);
}
