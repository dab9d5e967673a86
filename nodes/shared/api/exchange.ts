import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { isObject } from '../base';
import { projectHeader, urlOf } from './address';
import type { ApiRequest } from './apis';
import { type Caller, CREDENTIAL } from './credential';
import { failed, judge, type Outcome, type Sent } from './outcome';
import { cancelledError, codeError, type RawAnswer } from './serviceErrors';
import type { Settings } from './settings';

/** What all requests of a run travel with. */
export interface Transport {
	readonly caller: Caller;
	/** As n8n decrypted it; handed over, so that it is not read for every request. */
	readonly credential: ICredentialDataDecryptedObject;
	readonly settings: Settings;
	/** Takes the key out of a text. */
	readonly mask: (text: string) => string;
}

/** A request that is ready to be sent. */
export interface Outgoing extends Sent {
	readonly headers: Readonly<Record<string, string>>;
}

/**
 * Makes a request ready.
 *
 * @throws DescribedError if its project cannot be sent or its path leads to another endpoint
 */
export function outgoing(
	request: ApiRequest,
	baseUrl: string,
	{ proxy, timeout }: Pick<Settings, 'proxy' | 'timeout'>,
): Outgoing {
	const { api, body, path, projectId } = request;
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (body !== undefined || api === 'geo') headers['Content-Type'] = 'application/json';
	if (projectId !== undefined) headers['X-Project-Id'] = projectHeader(projectId);
	return { request, api, url: urlOf(baseUrl, path), headers, proxy, timeout };
}

/**
 * Sends a request once. No redirect is followed: n8n would take the key along.
 *
 * @param signal ends the request; in an execution, n8n puts that of the execution in its place
 */
export async function exchange(
	{ caller, credential, settings, mask }: Transport,
	sent: Outgoing,
	signal: AbortSignal,
): Promise<Outcome> {
	let answer: unknown;
	try {
		answer = await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			requestOptions(sent, settings, signal),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		);
	} catch (error) {
		if (signal.aborted) return failed(cancelledError(), {});
		const code = codeOf(error) ?? 'unknown';
		return failed(codeError(sent, code), { code });
	}
	return judge(sent, asRawAnswer(answer), mask);
}

/**
 * The request in n8n's terms. Body and answer travel as text: n8n would leave an empty object
 * out, and would hand over an HTML page as if it were a JSON string.
 */
function requestOptions(
	{ request, url, headers }: Outgoing,
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

/** The code of a network error, which n8n wraps into an error of its own. */
export function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = codeOf(error.cause);
	return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}
