import { baseUrlOf, urlOf } from '../../nodes/shared/api/address';
import { problemOf } from './thrown';

describe('baseUrlOf', () => {
	it.each([
		['https://agents.example.com', 'https://agents.example.com'],
		['https://agents.example.com/', 'https://agents.example.com'],
		['https://agents.example.com///', 'https://agents.example.com'],
		['  https://agents.example.com / ', 'https://agents.example.com'],
		['https://agents.example.com\n', 'https://agents.example.com'],
		['https://gateway.example/agents', 'https://gateway.example/agents'],
		['https://gateway.example/a/b/', 'https://gateway.example/a/b'],
		['http://localhost:5678', 'http://localhost:5678'],
		['http://[::1]:5678/', 'http://[::1]:5678'],
		['HTTPS://Agents.Example.com', 'HTTPS://Agents.Example.com'],
		['https://api.example/v1/business', 'https://api.example/v1/business'],
	])('takes %j for %j', (entered, url) => {
		expect(baseUrlOf('agents', entered)).toBe(url);
	});

	it('takes the end that belongs to the other API for a prefix', () => {
		expect(baseUrlOf('geo', 'https://host.example/api/v1/business')).toBe(
			'https://host.example/api/v1/business',
		);
		expect(baseUrlOf('agents', 'https://host.example/v2/geo')).toBe('https://host.example/v2/geo');
	});

	it.each([
		['agents', 'https://host.example/api/v1/business', 'https://host.example'],
		['agents', 'https://host.example/api/v1/business/', 'https://host.example'],
		['agents', 'https://host.example/API/V1/Business', 'https://host.example'],
		['agents', 'https://host.example/prefix/api/v1/business// ', 'https://host.example/prefix'],
		['geo', 'https://host.example/v2/geo', 'https://host.example'],
		['geo', 'https://host.example/V2/GEO/', 'https://host.example'],
		['geo', 'https://host.example/v2/geo/business', 'https://host.example'],
		['geo', 'https://host.example/v2/Geo/Business/', 'https://host.example'],
		['geo', 'https://host.example/v2/geo/reports', 'https://host.example'],
	] as const)('of the %s API, takes the path of the API off %j', (api, entered, url) => {
		expect(baseUrlOf(api, entered)).toBe(url);
	});

	it.each([
		['agents', '', 'Agents API', 'beta access'],
		['agents', '  \n', 'Agents API', 'beta access'],
		['agents', ' / ', 'Agents API', 'beta access'],
		['geo', '', 'GEO API', 'https://api.writesonic.com'],
	] as const)(
		'of the %s API, names the field that %j leaves empty',
		(api, baseUrl, title, from) => {
			const { message, description } = problemOf(() => baseUrlOf(api, baseUrl));
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
		const { message, description } = problemOf(() => baseUrlOf('agents', baseUrl));
		expect(message).toBe('The base URL of the Agents API is not an address');
		expect(description).toContain("'Agents API Base URL'");
		expect(`${message} ${description}`).not.toContain('secret');
	});
});

describe('urlOf', () => {
	const HOST = 'https://host.example';

	it.each(['.', '..', '%2e', '%2E%2e', '.%2e', '%2e.'])(
		'refuses the step %j, and names it',
		(step) => {
			for (const path of [
				`/v2/tasks/${step}/archive`,
				`/v2/tasks/${step}`,
				`/v2\\${step}\\tasks`,
			]) {
				expect(new URL(HOST + path).pathname).not.toContain(step);
				const { message, description } = problemOf(() => urlOf(HOST, path));
				expect(message).toBe(`The value '${step}' cannot be sent as a part of the URL`);
				expect(description).toContain(`Enter an ID instead of '${step}'.`);
			}
		},
	);

	it.each(['...', '..a', 'a..', 'v1.2', '.well-known', '%252e%252e', '..%2F..', 'a'])(
		'takes the step %j as it is',
		(step) => {
			for (const path of [`/v2/tasks/${step}/archive`, `/v2/tasks/${step}`]) {
				expect(urlOf(HOST, path)).toBe(HOST + path);
				expect(new URL(HOST + path).pathname).toBe(path);
			}
		},
	);
});
