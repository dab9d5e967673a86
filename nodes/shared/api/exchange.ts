import { type IHttpRequestOptions, type JsonValue, NodeApiError, UserError } from 'n8n-workflow';
import { attempt, isObject, parseWithTexts, type ServiceError } from '../base';
import { type ApiRequest, urlOf } from './apis';
import { type Caller, CREDENTIAL, type CredentialAccess } from './credential';
import { type Failure, readRetryAfter, type RequestContext, wasAnswered } from './failures';
import type { Attempt } from './gate';
import { cancelledError, codeError, isWebPage, redirectError, statusError } from './serviceErrors';
import type { Settings } from './settings';

/** The status 202 Accepted: the service still works on the request. The node takes it as the success of a call. */
const ACCEPTED = 202;

/** The verdicts on the statuses of a service that gets too many requests, or has too much to do. */
const VERDICTS: Readonly<Record<number, Attempt['verdict']>> = {
	429: 'refused',
	503: 'overloaded',
};

/** The context, settings and credential that all requests of a client share. */
export interface Connection extends CredentialAccess {
	readonly caller: Caller;
	readonly settings: Settings;
}

export interface PreparedRequest extends RequestContext {
	readonly request: ApiRequest;
	readonly headers: Readonly<Record<string, string>>;
}

interface RawAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
}

/** An answer with a status of 2xx. */
export interface Answer {
	/**
	 * The parsed JSON; `undefined` if the answer is empty. Numbers that JavaScript cannot hold become texts. If
	 * the service answers a call with a text such as `OK`, the body is `{ success: true, text }`.
	 */
	readonly body: JsonValue | undefined;
	/** The length of the answer's text, in characters. */
	readonly size: number;
}

/** The outcome of one attempt to send a request: an answer, or an error with its status or code. */
export type Outcome = Attempt &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/** @throws DescribedError if the path of the request leads to another endpoint */
export function prepareRequest(
	request: ApiRequest,
	baseUrl: string,
	{ proxy, timeout }: Pick<Settings, 'proxy' | 'timeout'>,
): PreparedRequest {
	const { api, body, path, projectId } = request;
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (body !== undefined || api === 'geo') headers['Content-Type'] = 'application/json';
	if (projectId !== undefined) headers['X-Project-Id'] = projectId;
	return { request, api, url: urlOf(baseUrl, path), headers, proxy, timeout };
}

/**
 * Sends a request once. n8n follows no redirect, because it would send the key to the new address. This function passes
 * the credential to n8n. Otherwise, n8n would read it for every request.
 *
 * @param signal aborts the request; in an execution, n8n uses the signal of the execution instead
 */
export async function exchange(
	{ caller, credential, settings, mask }: Connection,
	prepared: PreparedRequest,
	signal: AbortSignal,
): Promise<Outcome> {
	let answer: unknown;
	try {
		answer = await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			requestOptions(prepared, settings, signal),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		);
	} catch (error) {
		if (signal.aborted) return failedOutcome(cancelledError(), {});
		const code = errorCodeOf(error);
		const userError = code === undefined ? userErrorIn(error) : undefined;
		if (userError !== undefined) return blockedOutcome(prepared, userError, mask);
		return failedOutcome(codeError(prepared, code ?? 'unknown'), { code: code ?? 'unknown' });
	}
	return interpretAnswer(prepared, asRawAnswer(answer), mask);
}

/** Returns the request for n8n. Bodies are texts: n8n would drop an empty object, and return a web page like JSON. */
function requestOptions(
	{ request, url, headers }: PreparedRequest,
	{ timeout, ignoreSsl, proxy }: Settings,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	return {
		method: request.method,
		url,
		headers: { ...headers },
		qs: request.query,
		arrayFormat: 'repeat',
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		encoding: 'text',
		timeout,
		skipSslCertificateValidation: ignoreSsl,
		proxy,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal,
	};
}

function asRawAnswer(answer: unknown): RawAnswer {
	const { statusCode, headers, body } = isObject(answer) ? answer : {};
	return {
		status: Number(statusCode),
		headers: isObject(headers) ? headers : {},
		text: typeof body === 'string' ? body : '',
	};
}

/** Returns the code of a network error. n8n wraps a network error into one of its own errors. */
export function errorCodeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = errorCodeOf(error.cause);
	if (inner !== undefined) return inner;
	if ('code' in error && typeof error.code === 'string') return error.code;
	// With SSRF protection on, n8n reports an unknown host name only by `httpCode`.
	return error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined;
}

/** Returns the error with which n8n itself refused to send a request. n8n wraps this error into another error. */
function userErrorIn(error: unknown): UserError | undefined {
	if (error instanceof UserError) return error;
	return error instanceof Error ? userErrorIn(error.cause) : undefined;
}

/** Returns the outcome of a request that n8n itself refused, such as one to an internal address, with n8n's text. */
function blockedOutcome(
	prepared: PreparedRequest,
	{ message, description }: UserError,
	mask: CredentialAccess['mask'],
): Outcome {
	const code = 'BLOCKED';
	const error = codeError(prepared, code, undefined, mask(message));
	return failedOutcome(error.with(mask(description ?? '')), { code });
}

/** Returns the outcome of an answer: its JSON, or an error. */
export function interpretAnswer(
	prepared: PreparedRequest,
	{ status, headers, text: raw }: RawAnswer,
	mask: (text: string) => string,
): Outcome {
	// Masks the key before any text is cut or quoted, since the mask finds only a whole key.
	const text = mask(withoutNeedlessEscapes(raw));
	const body = tryParseJson(text);
	const isSuccess = status >= 200 && status <= 299;
	if (!isSuccess) {
		// Removes tabs, which URLs ignore. A tab within the key would hide the key from the mask.
		const { location: to } = headers;
		const location = typeof to === 'string' ? mask(to.replace(/\t/g, '')) : '';
		const error =
			location !== '' && status < 400 && URL.canParse(location, prepared.url)
				? redirectError(prepared, new URL(location, prepared.url), status)
				: statusError(contextOf(prepared, mask), status, text, body);
		return failedOutcome(error, { status }, headers);
	}
	const { 'content-type': sentType } = headers;
	const contentType = typeof sentType === 'string' ? mask(sentType) : '';
	const code = problemCodeOf(prepared, status, contentType, text, body);
	if (code !== undefined) {
		const quoted = code === 'FILE' ? contentType : text;
		return failedOutcome(codeError(prepared, code, status, quoted), { status, code }, headers);
	}
	const isPlainText = body === undefined && text.trim() !== '';
	const result = isPlainText ? { success: true, text } : body;
	return { verdict: 'answered', answer: { body: result, size: text.length } };
}

/** Returns the facts about a request for an error. Masks the project ID, which may be the key by mistake. */
function contextOf(
	{ request, ...context }: PreparedRequest,
	mask: (text: string) => string,
): RequestContext {
	const { project_id: inBody } = isObject(request.body) ? request.body : {};
	const project = request.projectId ?? (typeof inBody === 'string' ? inBody : '');
	return { ...context, fields: request.fields, projectId: mask(project) };
}

/** Returns the code of a problem with a 2xx answer, such as `WEB_PAGE`. Returns `undefined` if there is no problem. */
function problemCodeOf(
	{ request }: PreparedRequest,
	status: number,
	contentType: string,
	text: string,
	body: JsonValue | undefined,
): string | undefined {
	const isRead = request.effect === 'read';
	if (status === ACCEPTED && isRead && request.mayBePending !== true) return 'NOT_READY';
	if (body !== undefined || text.trim() === '') return undefined;
	if (/^\s*[{[]/.test(text)) return 'BROKEN_JSON';
	if (isWebPage(text)) return 'WEB_PAGE';
	const isText = (isRead ? /^text\/(plain|html)|json/i : /^text\/|json/i).test(contentType);
	// The confirmation of a call may have any content type. So for a call, only binary data counts as a file.
	if (contentType !== '' && !isText && (isRead || BINARY.test(text))) return 'FILE';
	// Instead of JSON, a service may confirm a call with a word such as `OK`.
	return isRead ? 'PLAIN_TEXT' : undefined;
}

/** Matches a PDF or ZIP file, a control character other than line breaks and tabs, or bytes that are not UTF-8. */
const BINARY = /^(%PDF|PK)|(?![\n\r\t])\p{Cc}|\ufffd/u;

/** Matches an escape in JSON. The group has the hexadecimal code of an ASCII character, which needs no `\u` escape. */
const ESCAPES = /\\(?:u00([2-7][0-9a-f])|[^])/gi;

/**
 * Removes needless escapes from JSON, which may be cut short: `\/` → `/`, `\u002d` → `-`. They would hide the key from
 * the mask.
 */
function withoutNeedlessEscapes(text: string): string {
	if (!/\\(?:u00|\/)/i.test(text)) return text;
	return text.replace(ESCAPES, (escape: string, code?: string) => {
		if (code === undefined) return escape === '\\/' ? '/' : escape;
		return JSON.stringify(String.fromCharCode(parseInt(code, 16))).slice(1, -1);
	});
}

function failedOutcome(
	error: ServiceError,
	failure: Failure,
	headers: RawAnswer['headers'] = {},
): Outcome {
	const verdict = VERDICTS[failure.status ?? 0] ?? (wasAnswered(failure) ? 'answered' : 'failed');
	const retryAfter = verdict === 'answered' ? undefined : readRetryAfter(headers, Date.now());
	error.retryAfter = retryAfter;
	return { verdict, retryAfter, error, failure };
}

/** Parses JSON. Returns `undefined` if the text is not JSON. Numbers that JavaScript cannot hold become texts. */
export function tryParseJson(text: string): JsonValue | undefined {
	return attempt(() => parseWithTexts(text));
}
