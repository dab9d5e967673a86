import type { JsonValue } from 'n8n-workflow';
import { parseWithTexts, type ServiceError } from '../base';
import type { ApiRequest } from './apis';
import type { Route } from './failures';
import type { Attempt } from './gate';
import { type Failure, isAnswer, retryAfter } from './retry';
import { codeError, isPage, type RawAnswer, redirectError, statusError } from './serviceErrors';

/** The status of a request that the service still works on; a call may end with it. */
const ACCEPTED = 202;

/** The code of what came with it where an answer is wanted. */
const NOT_READY = 'NOT_READY';

/** Statuses that say where else the request would have to go. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** Statuses that say how many requests the service takes. */
const VERDICTS: Readonly<Record<number, Attempt['verdict']>> = {
	429: 'refused',
	503: 'overloaded',
};

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

/** A request that was sent, and where it went. */
export interface Sent extends Route {
	readonly request: ApiRequest;
}

/**
 * What an answer is worth: its JSON, or the error that it stands for.
 *
 * @param mask takes the key out of a text
 */
export function judge(sent: Sent, raw: RawAnswer, mask: (text: string) => string): Outcome {
	const { status, headers } = raw;
	// Before anything is cut or quoted: a part of the key would be as bad as all of it.
	const text = mask(unescaped(raw.text));
	const body = parse(text);
	const isSuccess = status >= 200 && status <= 299;
	if (!isSuccess) {
		const { location } = headers;
		const isRedirect = REDIRECTS.includes(status) && typeof location === 'string';
		const error =
			isRedirect && URL.canParse(location, sent.url)
				? redirectError(sent, new URL(location, sent.url), status, mask)
				: statusError(sent, { status, headers, text }, body);
		return failed(error, { status }, headers);
	}
	const code = problemOf(sent, status, text, body);
	if (code !== undefined) {
		const quoted = code === NOT_READY ? '' : text;
		return failed(codeError(sent, code, status, quoted), { status, code }, headers);
	}
	const isWord = body === undefined && text.trim() !== '';
	const result = isWord ? { success: true, text } : body;
	return { verdict: 'answered', answer: { body: result, headers, size: text.length } };
}

/** The code of what is wrong with an answer in spite of its status; `undefined` if nothing is. */
function problemOf(
	{ request }: Sent,
	status: number,
	text: string,
	body: JsonValue | undefined,
): string | undefined {
	const isRead = request.effect === 'read';
	if (status === ACCEPTED && isRead && request.mayBePending !== true) return NOT_READY;
	if (body !== undefined || text.trim() === '') return undefined;
	// What has an end would be the same at another try.
	if (/^\s*[{[]/.test(text)) return /[}\]]\s*$/.test(text) ? 'INVALID_JSON' : 'CUT_SHORT';
	if (isPage(text)) return 'WEB_PAGE';
	// A service that has done something may say so in a word.
	return isRead ? 'PLAIN_TEXT' : undefined;
}

/** What a failure means for other requests. */
export function failed(
	error: ServiceError,
	failure: Failure,
	headers: RawAnswer['headers'] = {},
): Outcome {
	const verdict = VERDICTS[failure.status ?? 0] ?? (isAnswer(failure) ? 'answered' : 'failed');
	const wait = verdict === 'answered' ? undefined : retryAfter(headers, Date.now());
	return { verdict, retryAfter: wait, error, failure };
}

/**
 * The JSON in a text; `undefined` if there is none. Numbers that JavaScript cannot hold, such as
 * integers beyond 2^53, are texts with all their digits.
 */
export function parse(text: string): JsonValue | undefined {
	try {
		return parseWithTexts(text);
	} catch {
		return undefined;
	}
}

/** Any escape in JSON, with the code of the character if that is plain ASCII. */
const ESCAPES = /\\(?:u00([2-7][0-9a-f])|[^])/gi;

/**
 * JSON without needless escapes (`\/`, `\u002d`), behind which a mask would not see the key. Nothing
 * else in it changes, not even if it is cut short.
 */
export function unescaped(text: string): string {
	// Quick: most answers have none of them.
	if (!/\\(?:u00|\/)/i.test(text)) return text;
	return text.replace(ESCAPES, (escape: string, code?: string) => {
		if (code === undefined) return escape === '\\/' ? '/' : escape;
		return JSON.stringify(String.fromCharCode(parseInt(code, 16))).slice(1, -1);
	});
}
