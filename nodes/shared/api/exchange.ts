import { type IHttpRequestOptions, type JsonValue, NodeApiError, UserError } from 'n8n-workflow';
import { attempt, isObject, parseWithTexts, type ServiceError } from '../base';
import { type ApiRequest, urlOf } from './apis';
import { type Caller, CREDENTIAL, type CredentialAccess } from './credential';
import { type Failure, readRetryAfter, type RequestContext, wasAnswered } from './failures';
import type { Attempt } from './gate';
import { cancelledError, codeError, isWebPage, redirectError, statusError } from './serviceErrors';
import type { Settings } from './settings';

/** The service still works on such a request; a call may end with it. */
const ACCEPTED = 202;

/** These statuses say how many requests the service takes. */
const VERDICTS: Readonly<Record<number, Attempt['verdict']>> = {
	429: 'refused',
	503: 'overloaded',
};

export interface Transport extends CredentialAccess {
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
	 * The JSON, in which numbers that JavaScript cannot hold are texts; `undefined` if the answer is empty.
	 * Text that answers a call which may have changed something is `{ success: true, text }`.
	 */
	readonly body: JsonValue | undefined;
	readonly size: number;
}

export type Outcome = Attempt &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/**
 * Adds headers and the address to a request.
 *
 * @throws DescribedError if the path leads to another endpoint
 */
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
 * Sends a request once. It follows no redirect, because n8n would take the key along. It hands the
 * credential over, so that n8n does not read it for every request.
 *
 * @param signal ends the request; in an execution, n8n replaces it by that of the execution
 */
export async function exchange(
	{ caller, credential, settings, mask }: Transport,
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

/** Body and answer travel as text: n8n would drop an empty object, and parse an HTML page as a string. */
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
	// With its SSRF protection, n8n gives only this code for an unknown host name.
	return error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined;
}

/** Returns n8n's own refusal to send a request, which n8n wraps into another error. */
function userErrorIn(error: unknown): UserError | undefined {
	if (error instanceof UserError) return error;
	return error instanceof Error ? userErrorIn(error.cause) : undefined;
}

/** The outcome of a request that n8n did not send, for example to an internal address, in n8n's words. */
function blockedOutcome(
	prepared: PreparedRequest,
	{ message, description }: UserError,
	mask: CredentialAccess['mask'],
): Outcome {
	const code = 'BLOCKED';
	const error = codeError(prepared, code, undefined, mask(message));
	return failedOutcome(error.with(mask(description ?? '')), { code });
}

/** Turns an answer into its JSON, or into the error that it stands for. */
export function interpretAnswer(
	prepared: PreparedRequest,
	{ status, headers, text: raw }: RawAnswer,
	mask: (text: string) => string,
): Outcome {
	// Masked before anything is cut or quoted: a part of the key would be as bad as all of it.
	const text = mask(withoutNeedlessEscapes(raw));
	const body = tryParseJson(text);
	const isSuccess = status >= 200 && status <= 299;
	if (!isSuccess) {
		// A URL ignores tabs, which would hide the key from the mask.
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

/** Adds the project, which may be the key by mistake, and the fields for the error of a refusal. */
function contextOf(
	{ request, ...context }: PreparedRequest,
	mask: (text: string) => string,
): RequestContext {
	const { project_id: inBody } = isObject(request.body) ? request.body : {};
	const project = request.projectId ?? (typeof inBody === 'string' ? inBody : '');
	return { ...context, fields: request.fields, projectId: mask(project) };
}

/** Returns the code of what is wrong with an answer in spite of its status. */
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
	// The word of a call may come with any type.
	if (contentType !== '' && !isText && (isRead || BINARY.test(text))) return 'FILE';
	// A service may confirm a call in a word.
	return isRead ? 'PLAIN_TEXT' : undefined;
}

const BINARY = /^(%PDF|PK)|(?![\n\r\t])\p{Cc}|\ufffd/u;

const ESCAPES = /\\(?:u00([2-7][0-9a-f])|[^])/gi;

/**
 * Returns JSON without needless escapes (`\/`, `\u002d`), behind which a mask would not see the key, also
 * if it is cut short. Most responses have none.
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

/** Returns the JSON in a text, with numbers that JavaScript cannot hold as texts with all their digits. */
export function tryParseJson(text: string): JsonValue | undefined {
	return attempt(() => parseWithTexts(text));
}
