import { endpointUrl } from '../../nodes/shared/api/url';
import { problemOf } from './thrown';

const WHOAMI = '/api/v1/business/whoami';

describe('endpointUrl', () => {
	it.each([
		['https://agents.example.com', 'https://agents.example.com/api/v1/business/whoami'],
		['https://agents.example.com/', 'https://agents.example.com/api/v1/business/whoami'],
		['https://agents.example.com///', 'https://agents.example.com/api/v1/business/whoami'],
		['  https://agents.example.com / ', 'https://agents.example.com/api/v1/business/whoami'],
		['https://agents.example.com\n', 'https://agents.example.com/api/v1/business/whoami'],
		['https://gateway.example/agents', 'https://gateway.example/agents/api/v1/business/whoami'],
		['https://gateway.example/a/b/', 'https://gateway.example/a/b/api/v1/business/whoami'],
		['http://localhost:5678', 'http://localhost:5678/api/v1/business/whoami'],
		['http://[::1]:5678/', 'http://[::1]:5678/api/v1/business/whoami'],
		['HTTPS://Agents.Example.com', 'HTTPS://Agents.Example.com/api/v1/business/whoami'],
		['https://api.example/v1/business', 'https://api.example/v1/business/api/v1/business/whoami'],
	])('puts the path behind %j', (baseUrl, url) => {
		expect(endpointUrl('agents', baseUrl, WHOAMI)).toBe(url);
	});

	it('takes the end that belongs to the other API for a prefix', () => {
		expect(endpointUrl('geo', 'https://host.example/api/v1/business', '/v2/geo/x')).toBe(
			'https://host.example/api/v1/business/v2/geo/x',
		);
		expect(endpointUrl('agents', 'https://host.example/v2/geo', WHOAMI)).toBe(
			`https://host.example/v2/geo${WHOAMI}`,
		);
	});

	it.each([
		['agents', 'https://host.example/api/v1/business', '/api/v1/business'],
		['agents', 'https://host.example/api/v1/business/', '/api/v1/business'],
		['agents', 'https://host.example/API/V1/Business', '/api/v1/business'],
		['agents', 'https://host.example/prefix/api/v1/business// ', '/api/v1/business'],
		['geo', 'https://host.example/v2/geo', '/v2/geo'],
		['geo', 'https://host.example/V2/GEO/', '/v2/geo'],
		['geo', 'https://host.example/v2/geo/business', '/v2/geo/business'],
		['geo', 'https://host.example/v2/Geo/Business/', '/v2/geo/business'],
		['geo', 'https://host.example/v2/geo/reports', '/v2/geo/reports'],
	] as const)('of the %s API, says what to remove from %j', (api, baseUrl, suffix) => {
		const { message, description } = problemOf(() => endpointUrl(api, baseUrl, '/x'));
		expect(message).toMatch(new RegExp(`already ends in ${suffix}$`));
		expect(description).toContain(`remove ${suffix} from the end`);
		expect(description).toContain(
			api === 'agents' ? "'Agents API Base URL'" : "'GEO API Base URL'",
		);
	});

	it.each([
		['agents', '', 'Agents API', 'beta access'],
		['agents', '  \n', 'Agents API', 'beta access'],
		['agents', ' / ', 'Agents API', 'beta access'],
		['geo', '', 'GEO API', 'https://api.writesonic.com'],
	] as const)(
		'of the %s API, names the field that %j leaves empty',
		(api, baseUrl, title, from) => {
			const { message, description } = problemOf(() => endpointUrl(api, baseUrl, '/x'));
			expect(message).toBe(`The credential has no base URL for the ${title}`);
			expect(description).toContain(`fill in '${title} Base URL'`);
			expect(description).toContain(from);
		},
	);

	it.each([
		['no scheme', 'agents.example.com'],
		['a host and port without scheme', 'localhost:5678'],
		['only a scheme', 'https://'],
		['ftp', 'ftp://agents.example.com'],
		['a script', 'javascript:alert(1)'],
		['a file', 'file:///etc/passwd'],
		['a query', 'https://agents.example.com?x=1'],
		['an empty query', 'https://agents.example.com?'],
		['a hash', 'https://agents.example.com/#/home'],
		['an empty hash', 'https://agents.example.com/#'],
		['a user', 'https://user@agents.example.com'],
		['a user and password', 'https://user:secret@agents.example.com'],
		['a password only', 'https://:secret@agents.example.com'],
		['a blank inside', 'https://agents.example.com/a b'],
		['a line break inside', 'https://agents.example.com\n/a'],
		['a broken port', 'https://agents.example.com:99999'],
		['words', 'see the e-mail'],
	])('refuses %s and names the field', (_what, baseUrl) => {
		const { message, description } = problemOf(() => endpointUrl('agents', baseUrl, WHOAMI));
		expect(message).toBe('The base URL of the Agents API is not an address');
		expect(description).toContain("'Agents API Base URL'");
		expect(`${message} ${description}`).not.toContain('secret');
	});
});
