import type { Effect } from './apis';
import { type Stage, stageOfCode } from './failures';

/** How a request failed: with a status, or without an answer and with the code of an error. */
export interface Failure {
	readonly status?: number;
	readonly code?: string;
}

/** Outages of the service, of a gateway before it, or of a content delivery network, in order. */
export const OUTAGES = [502, 503, 504, 520, 521, 522, 523, 524];

/** The outages as people read them. */
export const OUTAGES_IN_WORDS = '502 to 504 and 520 to 524';

/** Refusals (4xx) after which nobody knows whether the request was carried out: time ran out before. */
const UNCLEAR = [408, 499];

/** Redirects that ask to send the same request elsewhere. */
const ELSEWHERE = [307, 308];

/** How far a request came that failed so. */
function stageOf({ status = 0, code }: Failure): Stage | undefined {
	if (code !== undefined) return stageOfCode(code);
	if (OUTAGES.includes(status)) return 'lost';
	const isRefusal = status >= 400 && status <= 499 && !UNCLEAR.includes(status);
	return isRefusal || ELSEWHERE.includes(status) ? 'refused' : 'broken';
}

/** Whether another try can help, and is safe. */
export function isRetryable(effect: Effect, failure: Failure): boolean {
	const stage = stageOf(failure);
	return stage === 'unsent' || (stage === 'lost' && effect !== 'once');
}

/** Whether the service dealt with the request, if only to reject what it asks for. */
export function isAnswer(failure: Failure): boolean {
	return failure.status !== undefined && stageOf(failure) !== 'lost';
}

/** Whether it is certain that the service has not done what the request asks for. */
export function isUndone(failure: Failure): boolean {
	return ['unsent', 'refused'].includes(stageOf(failure) ?? '');
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

/**
 * How long the service asks to wait, in milliseconds, from the header `Retry-After`: seconds, or an
 * HTTP date. A date counts from the service's own clock where it says what that shows.
 *
 * @param now this machine's clock, in milliseconds since 1970
 * @returns `undefined` if the service does not say, or says what cannot be understood
 */
export function retryAfter(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const wait = NUMBER.test(value)
		? Math.ceil(Number(value) * 1000)
		: (dateOf(value) ?? NaN) - (dateOf(headers.date) ?? now);
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const NUMBER = /^\s*\d+(\.\d+)?\s*$/;

/** An HTTP date; `Date.parse` alone would take `in 5` for one. */
const HTTP_DATE = /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i;

function dateOf(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return HTTP_DATE.test(text) ? Date.parse(text) : undefined;
}
