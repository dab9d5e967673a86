import { type IHttpRequestOptions, type JsonValue, NodeApiError, UserError } from 'n8n-workflow';
import { attempt, isObject, parseWithTexts, type ServiceError } from '../base';
import { type ApiRequest, urlOf } from './apis';
import { type Caller, CREDENTIAL, type CredentialAccess } from './credential';
import { type Failure, readRetryAfter, type RequestContext, wasAnswered } from './failures';
import type { Attempt } from './gate';
import { cancelledError, codeError, isWebPage, redirectError, statusError } from './serviceErrors';
import type { Settings } from './settings';

/** 202 Accepted: the service still works on the request. For a call, that is a success. */
const ACCEPTED = 202;

/** Statuses of a service that gets too many requests, or has too much to do. */
const VERDICTS: Readonly<Record<number, Attempt['verdict']>> = {
	429: 'refused',
	503: 'overloaded',
};

/** The context, settings and credential of a client, for all its requests. */
export interface Connection extends CredentialAccess {
	readonly caller: Caller;
	readonly settings: Settings;
}

/** A request with its address and headers, ready to be sent. */
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
	 * The JSON; `undefined` if the answer is empty. Numbers that JavaScript cannot hold are texts. If a
	 * call is answered with text, such as `OK`, this is `{ success: true, text }`.
	 */
	readonly body: JsonValue | undefined;
	/** The length of its text, in characters. */
	readonly size: number;
}

/** The outcome of one attempt: an answer, or an error and the failure behind it. */
export type Outcome = Attempt &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/** @throws DescribedError if the path leads to another endpoint */
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
 * Sends a request once. It follows no redirect, because n8n would take the key along. It passes the
 * credential on, because n8n would read it for every request otherwise.
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

/** Uses text: n8n would drop an empty object as a body, and return a web page like a JSON string. */
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

/** Returns the code of a network error, which n8n wraps into an error of its own. */
export function errorCodeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = errorCodeOf(error.cause);
	if (inner !== undefined) return inner;
	if ('code' in error && typeof error.code === 'string') return error.code;
	// With its SSRF protection, n8n reports an unknown host name only as this code.
	return error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined;
}

/** Returns the error with which n8n refuses to send a request, and which n8n wraps into another one. */
function userErrorIn(error: unknown): UserError | undefined {
	if (error instanceof UserError) return error;
	return error instanceof Error ? userErrorIn(error.cause) : undefined;
}

/** In n8n's words, such as for an internal address. */
function blockedOutcome(
	prepared: PreparedRequest,
	{ message, description }: UserError,
	mask: CredentialAccess['mask'],
): Outcome {
	const code = 'BLOCKED';
	const error = codeError(prepared, code, undefined, mask(message));
	return failedOutcome(error.with(mask(description ?? '')), { code });
}

/** Turns an answer into its JSON, or into an error. */
export function interpretAnswer(
	prepared: PreparedRequest,
	{ status, headers, text: raw }: RawAnswer,
	mask: (text: string) => string,
): Outcome {
	// The key is masked before anything is cut or quoted: the mask would not find a part of it.
	const text = mask(withoutNeedlessEscapes(raw));
	const body = tryParseJson(text);
	const isSuccess = status >= 200 && status <= 299;
	if (!isSuccess) {
		// URLs ignore tabs, so a tab within the key would hide it from the mask.
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

/** Masks the project ID, because it may be the key by mistake. */
function contextOf(
	{ request, ...context }: PreparedRequest,
	mask: (text: string) => string,
): RequestContext {
	const { project_id: inBody } = isObject(request.body) ? request.body : {};
	const project = request.projectId ?? (typeof inBody === 'string' ? inBody : '');
	return { ...context, fields: request.fields, projectId: mask(project) };
}

/** Finds what is wrong with an answer that has a success status; `undefined` if nothing is. */
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
	// For a call, only binary data is a file: a confirmation in text may come with any content type.
	if (contentType !== '' && !isText && (isRead || BINARY.test(text))) return 'FILE';
	// A service may confirm a call in a word, such as `OK`.
	return isRead ? 'PLAIN_TEXT' : undefined;
}

/** A PDF or ZIP file, a control character other than line breaks and tabs, or bytes that are not UTF-8. */
const BINARY = /^(%PDF|PK)|(?![\n\r\t])\p{Cc}|\ufffd/u;

/** An escape in JSON. It captures the code of an ASCII character that needs none, or only a short one. */
const ESCAPES = /\\(?:u00([2-7][0-9a-f])|[^])/gi;

/**
 * Removes needless escapes from JSON, because they would hide the key from the mask: `\/` → `/`, `\u002d` →
 * `-`. It also works if the JSON is cut short.
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

/** Returns `undefined` for no JSON. Numbers that JavaScript cannot hold become texts with all digits. */
export function tryParseJson(text: string): JsonValue | undefined {
	return attempt(() => parseWithTexts(text));
}
