import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { testRequest } from './credentialTest';
import { dependsOnItem } from './dependsOnItem';

/**
 * When a notice about the start of an address is not needed. Plain comparisons, here and below: n8n
 * looks at these at every request, and gives a regular expression up on a busy machine.
 */
const NO_COMPLAINT = [
	'',
	...['http://', 'https://', 'HTTPS://', '='].map((start) => ({ _cnd: { startsWith: start } })),
];

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
			hint: 'In the web application: profile picture → API Dashboard → Reveal API Key',
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
		{
			displayName:
				'The GEO API Base URL has to start with <b>https://</b>, as in https://api.writesonic.com.',
			name: 'geoBaseUrlStartNotice',
			type: 'notice',
			displayOptions: { hide: { geoBaseUrl: NO_COMPLAINT } },
			default: '',
		},
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
		{
			displayName:
				'The Agents API Base URL has to start with <b>https://</b>, as in https://agents.example.com.',
			name: 'agentsBaseUrlStartNotice',
			type: 'notice',
			displayOptions: { hide: { agentsBaseUrl: NO_COMPLAINT } },
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
