import type {
	IAuthenticateRuleBase,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
} from 'n8n-workflow';
import { APIS, OUTAGES, type ApiName } from '../nodes/shared/api';

/** A base URL as the nodes read it (`baseUrlOf`), as an expression. */
const base = (api: ApiName) => {
	const { baseUrlField, baseUrlEnd } = APIS[api];
	return `($credentials.${baseUrlField} ?? '').trim().replace(${baseUrlEnd}, '')`;
};

/** An expression that gives one thing where there is an Agents API, and another where not. */
const byApi = (agents: string, geo: string) =>
	`={{ ${base('agents')} !== '' ? ${agents} : ${geo} }}`;

/** n8n resolves expressions in every member of the request; its type knows only resolved ones. */
const resolvedByN8n: Record<string, string> = {
	method: byApi("'GET'", "'POST'"),
	url: byApi(
		`${base('agents')} + '/api/v1/business/whoami'`,
		`${base('geo')} + '/v2/geo/business/projects'`,
	),
};

const REDIRECT =
	'The base URL redirects to another address. Enter that address instead, starting with https://.';

const OUTAGE =
	'The service has a problem of its own right now. Try again later; the credential may be right.';

/** What the test says about a status, and so what to change. */
const STATUS_MESSAGES: ReadonlyArray<readonly [number, string]> = [
	[401, 'The API key is missing or invalid. Copy it again: API Dashboard → Reveal API Key.'],
	[
		403,
		'The API key is valid but has no access. If it is for the GEO API only, leave Agents API Base URL empty.',
	],
	[404, 'There is no API at this base URL. Enter the address that the vendor gave you.'],
	[422, 'The base URL leads to an API that does not take this request. Check the base URL.'],
	[429, 'The API key is valid, but its rate limit is used up. Wait a little, then retry.'],
	...[500, ...OUTAGES].map((status) => [status, OUTAGE] as const),
	...[301, 302, 303, 307, 308].map((status) => [status, REDIRECT] as const),
];

const statusRules = STATUS_MESSAGES.map(([value, message]): IAuthenticateRuleResponseCode => ({
	type: 'responseCode',
	properties: { value, message },
}));

/** A rule about a member of the body; n8n finds it by its path, that of a letter in a text, too. */
const bodyRule = (
	key: string,
	value: unknown,
	message: string,
): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key, value, message },
});

const EMPTY = 'This base URL answers with nothing. Enter the address of the API.';

const TEXT =
	'This base URL answers with a web page or text. Enter the address of the API, not of the web application.';

const FAILED =
	'The service answers that the request failed. Check the API key: copy it again from API Dashboard → Reveal API Key.';

/** Printable ASCII, blanks and the mark that some files begin with. */
const FIRST_CHARACTERS = ['\n', '\r', '\t', '\ufeff'].concat(
	Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
);

/**
 * What is no JSON arrives as a text, which the rules can only recognise by its first character or,
 * if it is empty, by its length. Services also say with a success status that a request failed.
 */
const bodyRules = [
	...FIRST_CHARACTERS.map((value) => bodyRule('0', value, TEXT)),
	bodyRule('length', 0, EMPTY),
	bodyRule('success', false, FAILED),
	bodyRule('ok', false, FAILED),
	bodyRule('error', true, FAILED),
];

/** n8n takes the rules one by one, of either kind; only its type wants them to be of one. */
const rules: IAuthenticateRuleBase[] = statusRules;
rules.push(...bodyRules);

/**
 * The test behind the credential dialog: whoami where there is a base URL for the Agents API (spec),
 * else one GEO project (public). It fails after an error with a success status, too. n8n sends
 * one request only, so the other base URL is not tested.
 * A redirect is not followed, since it would carry the key to wherever it leads.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		...resolvedByN8n,
		headers: { Accept: 'application/json' },
		body: { limit: 1 },
		disableFollowRedirect: true,
	},
	rules: statusRules,
};
