import type { Effect } from './apis';

/** How an attempt failed: with a status, or without an answer and with a network code. */
export interface Failure {
	readonly status?: number;
	readonly code?: string;
	/** How long the service asked to wait, in milliseconds. */
	readonly asked?: number;
}

/** Codes of connections that failed before anything of the request was sent. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of connections that failed at any time, timeouts included. */
const CONNECTION = [
	...NEVER_SENT,
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_BAD_RESPONSE',
];

/** What is worth another try: reads and calls that may be repeated, and calls that may not. */
const REPEATED: Readonly<Record<Effect, { statuses: number[]; codes: string[] }>> = {
	read: { statuses: [429, 502, 503, 504], codes: CONNECTION },
	repeatable: { statuses: [429, 502, 503, 504], codes: CONNECTION },
	once: { statuses: [429], codes: NEVER_SENT },
};

/** Whether another try can help, and is safe. */
export function isRetryable(effect: Effect, { status, code }: Failure): boolean {
	const { statuses, codes } = REPEATED[effect];
	return status === undefined ? codes.includes(code ?? '') : statuses.includes(status);
}

/** Whether the service has dealt with the request, if only to refuse what it asks for. */
export function isDecided({ status }: Failure): boolean {
	return status !== undefined && !REPEATED.read.statuses.includes(status);
}

/** Whether all requests should wait: the service told this one to, or has a limit for all. */
export function isForAll({ status, asked }: Failure): boolean {
	return status === 429 || asked !== undefined;
}

/** The first wait where the service does not say how long, in milliseconds; it doubles each time. */
const FIRST_WAIT = 500;

/**
 * How long to wait before the next try, in milliseconds: what the service asked for, else
 * exponential back-off with full jitter.
 *
 * @param tries how many tries there were
 * @param longest the longest wait allowed where the service does not say
 * @param random a number from 0 to 1
 */
export function waitFor(
	{ asked }: Failure,
	tries: number,
	longest: number,
	random: number,
): number {
	const backOff = random * Math.min(longest, FIRST_WAIT * 2 ** (tries - 1));
	// Told twice to wait for no time at all, it waits all the same: tries are few.
	return asked === 0 && tries > 1 ? backOff : (asked ?? backOff);
}
