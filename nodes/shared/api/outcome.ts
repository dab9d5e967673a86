import type { JsonValue } from 'n8n-workflow';
import type { ServiceError } from '../base';
import type { Trail } from './exchange';
import type { Attempt } from './gate';
import { isCutShort, isLikeJson, isPage, parse, unescaped } from './parse';
import {
	brokenJsonError,
	invalidJsonError,
	notJsonError,
	notReadyError,
	type RawAnswer,
	statusError,
} from './responseErrors';
import { CUT_SHORT, isAnswer, isUndone, TOO_MANY_REQUESTS, type Failure } from './retry';
import { rateLimitWait, retryAfter } from './retryAfter';

/** The status of a request that the service still works on; a call may end with it. */
const ACCEPTED = 202;

/** What the service answered, with a status of 2xx. */
export interface Answer {
	/**
	 * The JSON; `undefined` if the answer is empty. Numbers that JavaScript cannot hold are texts. A
	 * text that answers a call which may have changed something is `{ success: true, text }`.
	 */
	readonly body: JsonValue | undefined;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** The length of the text, in characters. */
	readonly size: number;
}

/** How one try ended: with an answer, or with an error and what it was. */
export type Outcome = Attempt &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/** Whether a request only reads, and so may be made again by hand. */
export function isRead({ request }: Trail): boolean {
	return request.effect === 'read';
}

/**
 * What an answer is worth: its JSON, or the error that it stands for.
 *
 * @param mask takes the key out of a text
 */
export function judge(trail: Trail, raw: RawAnswer, mask: (text: string) => string): Outcome {
	const { status, headers } = raw;
	const { api } = trail.hop.request;
	// Before anything is cut or quoted: a part of the key would be as bad as all of it.
	const text = mask(unescaped(raw.text));
	const answer = { status, headers, text };
	const body = parse(text);
	if (status < 200 || status > 299) {
		return failed(statusError(api, answer, body, isRead(trail)), { status }, headers);
	}
	if (status === ACCEPTED && isRead(trail) && trail.request.mayBePending !== true) {
		return failed(notReadyError(api, status), { status }, headers);
	}
	if (body !== undefined || text.trim() === '') return answered(body, answer);
	if (isCutShort(text)) {
		return failed(
			brokenJsonError(api, answer, isRead(trail)),
			{ status, code: CUT_SHORT },
			headers,
		);
	}
	// It would be the same at another try.
	if (isLikeJson(text)) return failed(invalidJsonError(api, answer), { status }, headers);
	// A service that has done something may say so in a word; a web page is none of its own.
	if (!isRead(trail) && !isPage(text)) return answered({ success: true, text }, answer);
	return failed(notJsonError(api, answer), { status }, headers);
}

function answered(body: JsonValue | undefined, { headers, text }: RawAnswer): Outcome {
	return { verdict: 'answered', answer: { body, headers, size: text.length } };
}

/** What a failure means for other requests. */
export function failed(
	error: ServiceError,
	failure: Failure,
	headers: Readonly<Record<string, unknown>> = {},
): Outcome {
	if (failure.status === TOO_MANY_REQUESTS) {
		const wait = rateLimitWait(headers, Date.now());
		return { verdict: 'refused', retryAfter: wait, error, failure };
	}
	if (isAnswer(failure)) return { verdict: 'answered', error, failure };
	return { verdict: 'failed', retryAfter: retryAfter(headers, Date.now()), error, failure };
}

/** Whether what a request asks for may have been done, although it failed. Reads do nothing. */
export function mayHaveRun(trail: Trail, failure: Failure): boolean {
	return !isRead(trail) && (trail.resultAfter !== undefined || !isUndone(failure));
}
