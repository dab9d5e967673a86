import { type IHttpRequestOptions, type JsonValue, NodeApiError, UserError } from 'n8n-workflow';
import { tryOrUndefined, isObject, parseJsonWithoutLoss, type ServiceError } from '../base';
import { type ApiRequest, joinUrl } from './apis';
import {
	type Caller,
	CREDENTIAL_NAME,
	type CredentialAccess,
	IGNORE_SSL_FIELD,
} from './credential';
import {
	type Failure,
	MAX_RESPONSE_MB,
	TIMEOUTS_PER_RESPONSE,
	readRetryAfter,
	type ErrorContext,
	wasAnswered,
} from './failures';
import type { AttemptResult } from './rateLimiter';
import { cancelledError, errorForCode, isWebPage, errorForStatus } from './serviceErrors';
import type { Settings } from './settings';

/** HTTP 202: the service still works on the request. This is a success for a call, but an error for a read. */
const STATUS_ACCEPTED = 202;

const VERDICT_BY_STATUS: Readonly<Record<number, AttemptResult['verdict']>> = {
	429: 'refused',
	503: 'overloaded',
};

export interface RequestSetup extends CredentialAccess {
	readonly caller: Caller;
	readonly settings: Settings;
}

interface PreparedRequest extends ErrorContext {
	readonly request: ApiRequest;
}

interface HttpAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
	readonly isGarbled?: boolean;
}

/** A response with a 2xx status. */
export interface Answer {
	/** The parsed JSON. It is `undefined` for an empty response, and `{ success: true, text }` for a text such as `OK`. */
	readonly body: JsonValue | undefined;
	/** The length of the response as text, in characters. */
	readonly size: number;
	/** Whether some characters of the response could not be read. They are shown as �. */
	readonly isGarbled?: boolean;
}

type RequestOutcome = AttemptResult &
	(
		| { readonly answer: Answer; readonly error?: undefined }
		| { readonly error: ServiceError; readonly failure: Failure }
	);

/** @throws DescribedError if the path has a `.` or `..` segment */
export function prepareRequest(
	request: ApiRequest,
	baseUrl: string,
	{ timeout }: Pick<Settings, 'timeout'>,
): PreparedRequest {
	return { request, api: request.api, url: joinUrl(baseUrl, request.path), timeout };
}

/** Sends a request once. Passes the credential to n8n, which would otherwise read it from its database again. */
export async function sendOnce(
	setup: RequestSetup,
	prepared: PreparedRequest,
	signal: AbortSignal,
): Promise<RequestOutcome> {
	const { caller, credential, settings, mask } = setup;
	const connection = new AbortController();
	const end = AbortSignal.any([signal, connection.signal]);
	let answer: HttpAnswer;
	try {
		const sent: Promise<unknown> = caller.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(caller, end),
			CREDENTIAL_NAME,
			httpRequestOptions(prepared, setup, end),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_NAME, data: credential } },
		);
		answer = await receiveAnswer(sent, settings, (code) => connection.abort(code));
	} catch (error) {
		if (signal.aborted) return failedRequestOutcome(cancelledError(), {});
		const reason: unknown = connection.signal.reason;
		const cause = typeof reason === 'string' ? reason : networkErrorCode(error);
		const refusal = cause === undefined ? findUserError(error) : undefined;
		const code = refusal ? 'BLOCKED' : (cause ?? 'unknown');
		const failed = errorForCode(prepared, code, undefined, mask(refusal?.message ?? ''));
		const why = mask(refusal?.description ?? '');
		return failedRequestOutcome(why === '' ? failed : failed.withAdvice(why), { code });
	}
	return interpretAnswer(prepared, answer, mask);
}

/**
 * Returns the caller with this cancel signal. n8n uses it in a run, and ignores the signal in the options of a request.
 */
function withCancelSignal(caller: Caller, signal: AbortSignal): Caller {
	return new Proxy(caller, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name),
	});
}

/**
 * Returns the options for n8n. The body is a text, because n8n would drop an empty object. The response is a stream, so
 * that the node can limit its size.
 */
function httpRequestOptions(
	{ request: { api, body, method, projectId, query }, url }: PreparedRequest,
	{ allowedDomains, credential, settings: { timeout, ignoreSsl, proxy } }: RequestSetup,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const hasType = body !== undefined || api === 'geo';
	return {
		method,
		url,
		headers: {
			Accept: 'application/json',
			...(hasType && { 'Content-Type': 'application/json' }),
			...(projectId !== undefined && { 'X-Project-Id': projectId }),
		},
		qs: query,
		arrayFormat: 'repeat',
		body: body === undefined ? undefined : JSON.stringify(body),
		encoding: 'stream',
		timeout,
		skipSslCertificateValidation: ignoreSsl || credential[IGNORE_SSL_FIELD] === true,
		proxy,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// n8n 1.123 ignores `allowedDomains` in requests of nodes other than its own HTTP Request.
		allowedDomains,
		abortSignal,
	};
}

/**
 * Receives a response, and limits the time until all of it is there. n8n limits only the time until the headers arrive,
 * and would wait for ever after status 101.
 *
 * @param giveUp closes the connection. Then this function throws
 */
async function receiveAnswer(
	sent: Promise<unknown>,
	settings: Settings,
	giveUp: (code: 'ETIMEDOUT' | 'TOO_LARGE' | 'TOO_SLOW') => void,
): Promise<HttpAnswer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	let receivedAt = performance.now();
	const endAt = receivedAt + TIMEOUTS_PER_RESPONSE * settings.timeout;
	const checkTime = () => {
		const left = Math.min(receivedAt + settings.timeout, endAt) - performance.now();
		if (left > 0) timer = startTimer(left, checkTime);
		else giveUp(performance.now() < endAt ? 'ETIMEDOUT' : 'TOO_SLOW');
	};
	let timer = startTimer(settings.timeout, checkTime);
	try {
		const answer = await sent;
		const { statusCode, headers: sentHeaders, body } = isObject(answer) ? answer : {};
		const headers = isObject(sentHeaders) ? sentHeaders : {};
		receivedAt = performance.now();
		for await (const chunk of isByteStream(body) ? body : []) {
			receivedAt = performance.now();
			size += chunk.length;
			if (size > MAX_RESPONSE_MB * 1024 * 1024) giveUp('TOO_LARGE');
			chunks.push(chunk);
		}
		const bytes = Buffer.concat(chunks);
		const exact = tryOrUndefined(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		const text = exact ?? new TextDecoder().decode(bytes);
		return { status: Number(statusCode), headers, text, isGarbled: exact === undefined };
	} finally {
		timer.removeEventListener('abort', checkTime);
	}
}

/** Runs a task after a time. n8n allows nodes no other timer that they can cancel. */
function startTimer(ms: number, task: () => void): AbortSignal {
	const timer = AbortSignal.timeout(Math.ceil(ms));
	timer.addEventListener('abort', task);
	return timer;
}

function isByteStream(body: unknown): body is AsyncIterable<Uint8Array> {
	return isObject(body) && Symbol.asyncIterator in body;
}

/** Returns the code of a network error, such as `ECONNRESET`. n8n wraps the error, so this also looks in `cause`. */
function networkErrorCode(error: unknown): string | undefined {
	if (!isObject(error) || !('message' in error)) return undefined;
	const inner = networkErrorCode(error.cause);
	if (inner !== undefined) return inner;
	if (typeof error.code === 'string') return error.code;
	// With SSRF protection, n8n reports an unknown host name only in `httpCode`.
	return error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined;
}

/**
 * Finds n8n's error for a request that it refuses to send, for example to an internal address. n8n wraps this error.
 */
function findUserError(error: unknown): UserError | undefined {
	if (error instanceof UserError) return error;
	return error instanceof Error ? findUserError(error.cause) : undefined;
}

function interpretAnswer(
	prepared: PreparedRequest,
	{ status, headers, text: raw, isGarbled }: HttpAnswer,
	mask: (text: string) => string,
): RequestOutcome {
	// The text is masked before anything shortens it, because the mask finds only a whole key.
	const text = mask(raw);
	const body = tryOrUndefined(() => parseJsonWithoutLoss(text));
	const fail = (error: ServiceError, code?: string) =>
		failedRequestOutcome(error, { status, code }, headers);
	if (status >= 300 && status <= 399) {
		const address = mask(redirectAddress(prepared.url, headers.location));
		return fail(errorForCode(prepared, '3xx', status, address));
	}
	if (!(status >= 200 && status <= 299)) return fail(errorForStatus(prepared, status, text, body));
	const { 'content-type': type } = headers;
	const contentType = typeof type === 'string' ? mask(type) : '';
	const code = findResponseProblemCode(prepared, status, contentType, text, body);
	if (code !== undefined) {
		const quoted = { FILE: contentType, NOT_JSON: getJsonSyntaxError(text) }[code] ?? text;
		return fail(errorForCode(prepared, code, status, quoted), code);
	}
	const isPlainText = body === undefined && text.trim() !== '';
	const result = isPlainText ? { success: true, text } : body;
	const answer = { body: result, size: text.length, isGarbled: isGarbled === true };
	return { verdict: 'answered', answer };
}

/** Returns the address in the `Location` header. `URL` removes tabs, which would hide the API key from the mask. */
function redirectAddress(from: string, location: unknown): string {
	const to = tryOrUndefined(() => new URL(String(location), from));
	return to === undefined || location === undefined ? '' : to.origin + to.pathname;
}

/** Returns what is wrong with a 2xx response, such as `WEB_PAGE`. Returns `undefined` if the node can use it. */
function findResponseProblemCode(
	{ request }: PreparedRequest,
	status: number,
	contentType: string,
	text: string,
	body: JsonValue | undefined,
): string | undefined {
	const isRead = request.effect === 'safe';
	if (status === STATUS_ACCEPTED && isRead && request.mayBePending !== true) return 'NOT_READY';
	if (body !== undefined || text.trim() === '') return undefined;
	if (/^\s*[{[]/.test(text)) return 'NOT_JSON';
	if (isWebPage(text)) return 'WEB_PAGE';
	const isText = /^(text\/(plain|html)|$)|json/i.test(contentType);
	if (!isText) return 'FILE';
	// A service may confirm a call with a word such as `OK`. So a text is an error only for a read.
	return isRead ? 'PLAIN_TEXT' : undefined;
}

/** Returns why a text is not JSON: `Unexpected token 'N', ..."score": NaN}" is not valid JSON` */
function getJsonSyntaxError(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		return error instanceof Error ? error.message : '';
	}
}

function failedRequestOutcome(
	error: ServiceError,
	failure: Failure,
	headers: HttpAnswer['headers'] = {},
): RequestOutcome {
	const verdict =
		VERDICT_BY_STATUS[failure.status ?? 0] ?? (wasAnswered(failure) ? 'answered' : 'failed');
	const retryAfter = verdict === 'answered' ? undefined : readRetryAfter(headers, Date.now());
	error.retryAfter = retryAfter;
	return { verdict, retryAfter, error, failure };
}
