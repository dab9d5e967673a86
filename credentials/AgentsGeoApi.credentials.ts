import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { APIS, DEPENDS_ON_ITEM } from '../nodes/shared/api';
import { testRequest } from './credentialTest';

/**
 * When a notice about the start of an address is not needed. Plain comparisons, here and below: n8n
 * looks at these at every request, and gives a regular expression up on a busy machine.
 */
const NO_COMPLAINT = [
	'',
	...['http://', 'https://', 'HTTPS://', '='].map((start) => ({ _cnd: { startsWith: start } })),
];

/** The notice about an address that does not start like one. */
function startNotice(field: string, label: string, example: string): INodeProperties {
	return {
		displayName: `The ${label} has to start with <b>https://</b>, as in ${example}.`,
		name: `${field}StartNotice`,
		type: 'notice',
		displayOptions: { hide: { [field]: NO_COMPLAINT } },
		default: '',
	};
}

/** The fields as they are stored: an expression as its text. */
const stored = ['apiKey', APIS.agents.baseUrlField, APIS.geo.baseUrlField]
	.map((field) => `$rawParameter["&${field}"]`)
	.join(', ');

/** What expressions can use that is the same for all input items: external secrets and variables. */
const shared = ['secrets', 'vars', 'env'].map((name) => `"${name}"`).join(', ');

/**
 * Tells the nodes whether an expression in the credential may give something else for another input
 * item, such as the key of a workspace. A node sees only what the expressions gave, and reading the
 * credential for every item takes time. Where n8n cannot tell, the answer is yes.
 */
const dependsOnItem: INodeProperties = {
	displayName: 'Depends on the Item',
	name: DEPENDS_ON_ITEM,
	type: 'hidden',
	description:
		'Says if an expression in the credential can give something else for another input item',
	default:
		'={{ (() => { try { ' +
		`return [${stored}].some((text) => String(text).startsWith("=") && ` +
		`String(text).split("$").slice(1).some((use) => ![${shared}].some((name) => use.startsWith(name)))); ` +
		'} catch (error) { return true; } })() }}',
};

export class AgentsGeoApi implements ICredentialType {
	name = 'agentsGeoApi';

	displayName = 'Agents and GEO API';

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
			description:
				'The address of the GEO API, without /v2/geo/business. The default is the public one; change it only if you were given another.',
		},
		startNotice('geoBaseUrl', 'GEO API Base URL', 'https://api.writesonic.com'),
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
		startNotice('agentsBaseUrl', 'Agents API Base URL', 'https://agents.example.com'),
		{
			displayName: 'Enter the address of <b>at least one API</b>.',
			name: 'noAddressNotice',
			type: 'notice',
			displayOptions: { show: { geoBaseUrl: [''], agentsBaseUrl: [''] } },
			default: '',
		},
		dependsOnItem,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'X-API-Key': '={{ ($credentials.apiKey ?? "").trim() }}' } },
	};

	test: ICredentialTestRequest = testRequest;
}
