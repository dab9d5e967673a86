import type {
	IAuthenticateGeneric,
	IAuthenticateRuleBase,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import {
	type ApiName,
	APIS,
	DEPENDS_ON_ITEM_FIELD,
	IGNORE_SSL_FIELD,
	OUTAGE_STATUSES,
	CHARACTERS_REMOVED_FROM_KEY,
} from '../nodes/shared/api';

/** Returns the code of an n8n expression that cleans a base URL as `parseBaseUrl` does. */
const baseUrlExpression = (api: ApiName) => {
	const { baseUrlField, baseUrlSuffix } = APIS[api];
	return `($credentials.${baseUrlField} ?? '').trim().replace(${baseUrlSuffix}, '')`;
};

/** Returns an n8n expression. Its value is `agents` if 'Agents API Base URL' is filled in, else `geo`. */
const chooseByApi = (agents: string, geo: string) =>
	`={{ ${baseUrlExpression('agents')} !== '' ? ${agents} : ${geo} }}`;

/**
 * Parts of the test request that are n8n expressions. n8n evaluates them, but its type for the request does not allow
 * them.
 */
const testRequestByField: Record<string, string> = {
	method: chooseByApi("'GET'", "'POST'"),
	url: chooseByApi(
		`${baseUrlExpression('agents')} + '/api/v1/business/whoami'`,
		`${baseUrlExpression('geo')} + '/v2/geo/business/projects'`,
	),
	skipSslCertificateValidation: `={{ $credentials.${IGNORE_SSL_FIELD} === true }}`,
};

const REDIRECT_MESSAGE =
	'The base URL redirects to another address. Enter that address instead, starting with https://.';

const OUTAGE_MESSAGE =
	'The service has a problem of its own right now. Try again later; the credential may be right.';

const STATUS_MESSAGES: ReadonlyArray<readonly [number, string]> = [
	[401, 'The API key is missing or invalid. Copy it again: API Dashboard → Reveal API Key.'],
	[
		403,
		'The API key is valid but has no access. If it is for the GEO API only, leave Agents API Base URL empty.',
	],
	[404, 'There is no API at this base URL. Enter the address that the vendor gave you.'],
	[422, 'The base URL leads to an API that does not take this request. Check the base URL.'],
	[429, 'The API key is valid, but its rate limit is used up. Wait a little, then retry.'],
	...[500, ...OUTAGE_STATUSES].map((status) => [status, OUTAGE_MESSAGE] as const),
	...[301, 302, 303, 307, 308].map((status) => [status, REDIRECT_MESSAGE] as const),
];

const statusRules = STATUS_MESSAGES.map(([value, message]): IAuthenticateRuleResponseCode => ({
	type: 'responseCode',
	properties: { value, message },
}));

/**
 * Returns a rule: the test fails if the property `key` of the body has this value. The property `0` of a text is its
 * first character.
 */
const bodyRule = (
	key: string,
	value: unknown,
	message: string,
): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key, value, message },
});

const TEXT_MESSAGE =
	'This base URL answers with a web page or text. Enter the address of the API, not of the web application.';

const FAILED_MESSAGE =
	'The service answers that the request failed. Check the API key: copy it again from API Dashboard → Reveal API Key.';

/** The first characters of web pages, incomplete JSON and words such as `OK`. */
const FIRST_CHARACTERS_OF_TEXT =
	'<{[\n\r\t \ufeffABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');

/** Rules for a response with a success status. If n8n cannot parse its body as JSON, the body is a text. */
const bodyRules = [
	...FIRST_CHARACTERS_OF_TEXT.map((value) => bodyRule('0', value, TEXT_MESSAGE)),
	bodyRule('length', 0, 'This base URL answers with nothing. Enter the address of the API.'),
	bodyRule('success', false, FAILED_MESSAGE),
	bodyRule('ok', false, FAILED_MESSAGE),
	bodyRule('error', true, FAILED_MESSAGE),
];

/** Adds `bodyRules` to `statusRules`. n8n accepts both kinds in one list, but its type for the list does not. */
const rules: IAuthenticateRuleBase[] = statusRules;
rules.push(...bodyRules);

/**
 * The notice is hidden if the base URL is empty or starts with one of these. An n8n expression starts with `=`. There
 * is no pattern, because n8n gives up on patterns if the machine is busy.
 */
const ACCEPTED_STARTS = [
	'',
	...['http://', 'https://', 'HTTPS://', '='].map((start) => ({ _cnd: { startsWith: start } })),
];

function createHttpsNotice(field: string, label: string, example: string): INodeProperties {
	return {
		displayName: `The ${label} has to start with <b>https://</b>, as in ${example}.`,
		name: `${field}StartNotice`,
		type: 'notice',
		displayOptions: { hide: { [field]: ACCEPTED_STARTS } },
		default: '',
	};
}

/** The code of an n8n expression that reads fields as they are saved: `={{ $vars.key }}` instead of its value. */
const storedFields = ['apiKey', APIS.agents.baseUrlField, APIS.geo.baseUrlField]
	.map((field) => `$rawParameter["&${field}"]`)
	.join(', ');

/** Names of n8n variables that are the same for all items, such as `$secrets`, as code for an n8n expression. */
const sameForAllItems = ['secrets', 'vars', 'env'].map((name) => `"${name}"`).join(', ');

/**
 * Whether the credential may differ between items, for example because each item has an API key. If `false`, the node
 * reads the credential only once. An expression decides this, because the node sees only resolved values.
 */
const dependsOnItemField: INodeProperties = {
	displayName: 'Depends on the Item',
	name: DEPENDS_ON_ITEM_FIELD,
	type: 'hidden',
	default:
		'={{ (() => { try { ' +
		`return [${storedFields}].some((text) => String(text).startsWith("=") && ` +
		`String(text).split("$").slice(1).some((use) => ![${sameForAllItems}].some((name) => use.startsWith(name)))); ` +
		'} catch (error) { return true; } })() }}',
};

export class AgentsGeoApi implements ICredentialType {
	name = 'agentsGeoApi';

	displayName = 'Writesonic Agents and GEO API';

	icon: Icon = { light: 'file:agentsGeo.svg', dark: 'file:agentsGeo.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-agents-geo/n8n-nodes-agents-geo#set-up-the-credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: 'In the web application of Writesonic: profile picture → API Dashboard → Reveal API Key',
			description:
				'Sign in to the web application and open the menu under your profile picture (top right) → API Dashboard → switch the activation toggle on → Reveal API Key → copy',
		},
		{
			displayName: 'GEO API Base URL',
			name: 'geoBaseUrl',
			type: 'string',
			default: 'https://api.writesonic.com',
			placeholder: 'e.g. https://api.writesonic.com',
			hint: 'Not tested if there is an Agents API Base URL',
			description:
				'The address of the GEO API, without /v2/geo/business. The default is the public one; change it only if you were given another.',
		},
		createHttpsNotice('geoBaseUrl', 'GEO API Base URL', 'https://api.writesonic.com'),
		{
			displayName: 'Agents API Base URL',
			name: 'agentsBaseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://agents.example.com',
			hint: 'Optional. Only for the Agents API beta.',
			description:
				'The address that came with your access to the Agents API beta, without /api/v1/business. Leave it empty if you only use the GEO API.',
		},
		createHttpsNotice('agentsBaseUrl', 'Agents API Base URL', 'https://agents.example.com'),
		{
			displayName: 'Enter the address of <b>at least one API</b>.',
			name: 'noAddressNotice',
			type: 'notice',
			displayOptions: { show: { geoBaseUrl: [''], agentsBaseUrl: [''] } },
			default: '',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: IGNORE_SSL_FIELD,
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the certificate of the host cannot be validated. Holds for the test and for all nodes with this credential.',
		},
		dependsOnItemField,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				'X-API-Key': `={{ String($credentials.apiKey ?? '').replace(${CHARACTERS_REMOVED_FROM_KEY}, '') }}`,
			},
		},
	};

	/**
	 * n8n sends only one test request: `whoami` (our spec) if 'Agents API Base URL' is filled in, else the list of
	 * projects of the GEO API (public docs). A redirect is not followed, because it could send the API key to another
	 * address.
	 */
	test: ICredentialTestRequest = {
		request: {
			...testRequestByField,
			headers: { Accept: 'application/json' },
			body: { limit: 1 },
			disableFollowRedirect: true,
		},
		rules: statusRules,
	};
}
