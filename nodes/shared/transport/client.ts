import {
	jsonParse,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type JsonValue,
} from 'n8n-workflow';
import { isObject } from '../json';
import { ServiceProblem } from '../problem';
import { APIS, type ApiName, type ApiRequest } from './api';
import {
	connectionProblem,
	foreignRedirectProblem,
	notJsonProblem,
	statusProblem,
	type RawAnswer,
} from './failure';
import { masking } from './secrets';
import { endpointUrl } from './url';

/** The one credential of this package. */
export const CREDENTIAL = 'agentsGeoApi';

/** How long one request may take, in milliseconds. */
const TIMEOUT = 60_000;

/** Redirects within the same origin that are followed before giving up. */
const MOST_REDIRECTS = 5;

/** What n8n hands a node that may call the service. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions;

/** The service with the key applied. */
export interface Client {
	/** Whether the credential has a base URL for this API. */
	offers(api: ApiName): boolean;
	/**
	 * Sends one request and gives the JSON that came back; `undefined` for an empty answer.
	 *
	 * @throws Problem if there is no usable base URL; ServiceProblem, free of the key, for everything
	 * that is not a 2xx answer in JSON
	 */
	send(request: ApiRequest): Promise<JsonValue | undefined>;
}

/**
 * Reads the credential once and gives a client for both APIs.
 *
 * @throws n8n's own error if the node has no credential
 */
export async function createClient(caller: Caller): Promise<Client> {
	const credential = await caller.getCredentials(CREDENTIAL);
	const baseUrls: Readonly<Record<ApiName, string>> = {
		agents: textIn(credential, APIS.agents.baseUrlField),
		geo: textIn(credential, APIS.geo.baseUrlField),
	};
	const mask = masking(textIn(credential, 'apiKey'));

	return {
		offers: (api) => baseUrls[api].trim() !== '',
		async send(request) {
			const url = endpointUrl(request.api, baseUrls[request.api], request.path);
			const outcome = await exchange(caller, credential, request, url).then(
				// Before anything is cut or quoted: a part of the key would be as bad as all of it.
				(answer) => judge(request.api, { ...answer, text: mask(unescaped(answer.text)) }),
				(error: unknown) => asProblem(error, request.api, url),
			);
			if (outcome instanceof ServiceProblem) throw outcome;
			return outcome.body;
		},
	};
}

function textIn(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value : '';
}

/** Sends the request and follows redirects that stay on the same origin, method and body kept. */
async function exchange(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	request: ApiRequest,
	url: string,
): Promise<RawAnswer> {
	let target = url;
	for (let followed = 0; ; followed++) {
		const answer = await sendOnce(caller, credential, request, target);
		const location = redirectOf(answer, target);
		if (location === undefined || followed === MOST_REDIRECTS) return answer;
		if (new URL(location).origin !== new URL(target).origin) {
			throw foreignRedirectProblem(request.api, target, new URL(location).origin);
		}
		target = location;
	}
}

async function sendOnce(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	request: ApiRequest,
	url: string,
): Promise<RawAnswer> {
	const answer: unknown = await caller.helpers.httpRequestWithAuthentication.call(
		caller,
		CREDENTIAL,
		requestOptions(request, url),
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
	);
	return asRawAnswer(answer);
}

/**
 * The request in n8n's terms. Body and answer travel as text: n8n would leave an empty object
 * out, and would hand over an HTML page as if it were a JSON string.
 */
function requestOptions(request: ApiRequest, url: string): IHttpRequestOptions {
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (request.body !== undefined) headers['Content-Type'] = 'application/json';
	if (request.projectId !== undefined) headers['X-Project-Id'] = request.projectId;
	return {
		method: request.method,
		url,
		headers,
		qs: request.query,
		arrayFormat: 'repeat',
		body: request.body === undefined ? undefined : JSON.stringify(request.body),
		encoding: 'text',
		timeout: TIMEOUT,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
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

function redirectOf(answer: RawAnswer, from: string): string | undefined {
	const { location } = answer.headers;
	const isRedirect = [301, 302, 303, 307, 308].includes(answer.status);
	if (!isRedirect || typeof location !== 'string') return undefined;
	return URL.canParse(location, from) ? new URL(location, from).href : undefined;
}

/** What an answer is worth: its JSON, or the problem with it. */
function judge(api: ApiName, answer: RawAnswer): { body: JsonValue | undefined } | ServiceProblem {
	const body = parse(answer.text);
	if (answer.status < 200 || answer.status > 299) return statusProblem(api, answer, body);
	if (body === undefined && answer.text.trim() !== '') return notJsonProblem(api, answer);
	return { body };
}

function parse(text: string): JsonValue | undefined {
	try {
		return jsonParse<JsonValue>(text);
	} catch {
		return undefined;
	}
}

/** JSON without needless escapes (`\/`, `\u002d`), behind which a mask would not see the key. */
function unescaped(text: string): string {
	if (!/\\(\/|u00[2-7])/i.test(text)) return text;
	const body = parse(text);
	return body === undefined ? text : JSON.stringify(body);
}

function asProblem(error: unknown, api: ApiName, url: string): ServiceProblem {
	return error instanceof ServiceProblem ? error : connectionProblem(api, url, codeOf(error));
}

/** The code of a network error, which n8n wraps into an error of its own. */
function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = codeOf(error.cause);
	return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}
