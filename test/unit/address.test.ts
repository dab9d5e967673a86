import fc from 'fast-check';
import { baseUrlOf, endpointPath, projectHeader, urlOf } from '../../nodes/shared/api/address';
import { type ApiName, APIS } from '../../nodes/shared/api/apis';
import { proxyOf } from '../../nodes/shared/api/settings';
import { DescribedError } from '../../nodes/shared/base/errors';
import { samples } from '../samples';
import { problemOf } from './thrown';

const HOST = 'https://host.example';

describe('A base URL', () => {
	it.each([
		['https://agents.example.com', 'https://agents.example.com'],
		['https://agents.example.com///', 'https://agents.example.com'],
		['  https://agents.example.com / ', 'https://agents.example.com'],
		['https://agents.example.com\n', 'https://agents.example.com'],
		['https://gateway.example/a/b/', 'https://gateway.example/a/b'],
		['http://[::1]:5678/', 'http://[::1]:5678'],
		['HTTPS://Agents.Example.com', 'HTTPS://Agents.Example.com'],
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
		['agents', 'https://host.example/API/V1/Business', 'https://host.example'],
		['agents', 'https://host.example/prefix/api/v1/business// ', 'https://host.example/prefix'],
		['geo', 'https://host.example/v2/geo', 'https://host.example'],
		['geo', 'https://host.example/v2/Geo/Business/', 'https://host.example'],
		['geo', 'https://host.example/v2/geo/reports', 'https://host.example'],
	] as const)('of the %s API, takes the path of the API off %j', (api, entered, url) => {
		expect(baseUrlOf(api, entered)).toBe(url);
	});

	it.each([
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
		['ftp before https', 'ftp:https://agents.example.com'],
		['a query', 'https://agents.example.com?x=1'],
		['an empty query', 'https://agents.example.com?'],
		['an empty hash', 'https://agents.example.com/#'],
		['a user', 'https://user@agents.example.com'],
		['a user and password', 'https://user:secret@agents.example.com'],
		['a password only', 'https://:secret@agents.example.com'],
		['a blank inside', 'https://agents.example.com/a b'],
		['a broken port', 'https://agents.example.com:99999'],
	])('refuses %s and names the field', (_what, baseUrl) => {
		const { message, description } = problemOf(() => baseUrlOf('agents', baseUrl));
		expect(message).toBe('The base URL of the Agents API is not an address');
		expect(description).toContain("'Agents API Base URL'");
		expect(`${message} ${description}`).not.toContain('secret');
	});
});

describe('The steps of a URL', () => {
	it.each(['.', '..', '%2e', '%2E%2e', '.%2e', '%2e.'])(
		'are refused with %j, which is named',
		(step) => {
			for (const path of [`/v2/tasks/${step}/a`, `/v2/tasks/${step}`, `/v2\\${step}\\tasks`]) {
				expect(new URL(HOST + path).pathname).not.toContain(step);
				const { message, description } = problemOf(() => urlOf(HOST, path));
				expect(message).toBe(`The value '${step}' cannot be sent as a part of the URL`);
				expect(description).toContain(`Enter an ID instead of '${step}'.`);
			}
		},
	);

	it.each(['...', '..a', 'a..', 'v1.2', '.well-known', '%252e%252e', '..%2F..', 'a'])(
		'may have %j, as it is',
		(step) => {
			for (const path of [`/v2/tasks/${step}/archive`, `/v2/tasks/${step}`]) {
				expect(urlOf(HOST, path)).toBe(HOST + path);
				expect(new URL(HOST + path).pathname).toBe(path);
			}
		},
	);
});

const PIECES = [
	...['..', '.', '/', '//', '\\', '?', '#', ':', ';', '@', '%', '%zz', 'https:', 'https://x'],
	...['%2e', '%2E', '%252e', '%2f', '%2F', '%252f', '%5c', '%20', '%0a', '%00', '%c0%ae', '%3f'],
	...['\n', '\t', '\0', ' ', '\u00a0', '\u2028', '\ufeff', '．', '\ud800', '\udc00', '%ed%a0%80'],
	...['tasks', 'prompts', 'a b', 'é', '日本', '😀', '%C3%A9', 'api/v1/business/', 'v2/geo/'],
];

const apiNames = fc.constantFrom<ApiName>('agents', 'geo');
const typedPaths = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: 'binary' }),
	fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 8 }),
);

/** What is requested, or `undefined` where the path is refused. */
function requested(api: ApiName, typed: string): string | undefined {
	try {
		return endpointPath(api, typed);
	} catch (error) {
		if (error instanceof DescribedError) return undefined;
		throw error;
	}
}

describe('The path of an endpoint', () => {
	it('gives a path below the root that no server can read as another, for any text', () => {
		const check = (api: ApiName, typed: string) => {
			const path = requested(api, typed);
			if (path === undefined) return;
			const url = new URL(path, HOST);
			expect(url.href).toBe(HOST + path);
			expect(url.pathname).toBe(path);
			expect(path.startsWith(APIS[api].root)).toBe(true);
			let decoded = path;
			for (let times = 1; times <= 2; times++) {
				decoded = decodeURIComponent(decoded);
				const reached = new URL(decoded, HOST);
				expect(reached.origin).toBe(HOST);
				expect(reached.pathname.slice(0, APIS[api].root.length)).toBe(APIS[api].root);
				expect(`${reached.search}${reached.hash}`).toBe('');
			}
		};
		fc.assert(fc.property(apiNames, typedPaths, check), { numRuns: samples(1000) });
	});

	it('lets plain paths of letters, digits and dashes through unchanged', () => {
		const step = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/);
		const check = (api: ApiName, steps: string[]) => {
			const path = steps.join('/');
			expect(endpointPath(api, path)).toBe(APIS[api].root + path);
		};
		fc.assert(fc.property(apiNames, fc.array(step, { minLength: 1, maxLength: 4 }), check));
	});

	it.each([
		['the part after the root', 'tasks/query'],
		['the whole path', '/api/v1/business/tasks/query'],
		['the whole path in other case', '/API/v1/Business/tasks/query'],
		['blanks around the whole path', '  /api/v1/business/tasks/query  '],
	])('takes %s', (_form, typed) => {
		expect(endpointPath('agents', typed)).toBe('/api/v1/business/tasks/query');
	});

	it.each([
		['business/prompts', '/v2/geo/business/prompts'],
		['v2/geo/business/prompts', '/v2/geo/business/prompts'],
		['/api/v1/business/tasks', '/v2/geo/api/v1/business/tasks'],
	])('puts %s below the root of the GEO API', (typed, path) => {
		expect(endpointPath('geo', typed)).toBe(path);
	});

	it.each([
		['tasks/a b', 'tasks/a%20b'],
		['tasks/a%20b', 'tasks/a%20b'],
		['grids/%C3%A9', 'grids/%C3%A9'],
		['grids/"<>', 'grids/%22%3C%3E'],
		['grids/a&b=c', 'grids/a&b=c'],
		['.well-known', '.well-known'],
		['tasks/v1..;a=1/..b;c', 'tasks/v1..;a=1/..b;c'],
	])('escapes %s once', (typed, path) => {
		expect(endpointPath('agents', typed)).toBe(`/api/v1/business/${path}`);
	});

	it.each([
		['it is empty', ['', '  \n ', '/', '/api/v1/business/', '/api/v1/business']],
		['it is a whole address', ['https://evil.example/tasks', 'HTTPS://evil.example']],
		['it is a whole address', ['https%3A//a.example', '/api/v1/business/https://a.example']],
		['it has two slashes in a row', ['//evil.example/tasks', 'tasks//query']],
		['it has two slashes in a row', ['/api/v1/business//evil.example']],
		['it has a backslash', ['tasks\\query', '\\\\evil.example']],
		['it has a ? or #', ['tasks?view=list', 'tasks#top', 'tasks%3Fview', 'tasks%23top']],
		['it has a line break or control character', ['tasks\nquery', 'tasks%0d%0aquery', 'tasks\0']],
		['it has a line break or control character', ['tasks%00', 'tasks\t/query', 'tasks/\ud800']],
		['it has a . or .. step', ['..', '../admin', 'tasks/../../admin', 'tasks/..', './tasks']],
		['it has a . or .. step', ['tasks/.', '/api/v1/business/../admin', '..;/admin', '..%20']],
		['it has a . or .. step', ['tasks/..;', 'tasks/..;a=1/admin', '.%3Ba=1/tasks']],
		['it has a . or .. step', ['tasks/ ..%20;jsessionid=1;b=2', '/api/v1/business/..%20']],
		['it has an escaped slash, backslash, dot or percent sign', ['%2e%2e/admin', '.%2E/admin']],
		['it has an escaped slash, backslash, dot or percent sign', ['%252e%252e/a', 'tasks%2f..']],
		['it has an escaped slash, backslash, dot or percent sign', ['tasks%5c..', 'tasks%2Fquery']],
		['a broken escape', ['100%', 'tasks/%zz', 'tasks/%c0%ae', 'tasks/%ed%a0%80']],
	])('is refused because %s: %j', (because, paths) => {
		for (const typed of paths) {
			const problem = problemOf(() => endpointPath('agents', typed));
			expect(problem.message).toMatch(/^The path cannot be requested: /);
			expect(problem.message).toContain(because);
			expect(problem.description).toContain("'Path'");
			expect(problem.description).toContain('/api/v1/business/');
		}
	});
});

describe('The ID of a project in a header', () => {
	it.each(['42', 'with a blank', '!~'])('is sent: %j', (id) => {
		expect(projectHeader(id)).toBe(id);
	});

	it.each([...['acme😀', 'café', 'ac\u200bme', 'ac\nme', 'ac\u007fme', ' acme', 'acme ', '']])(
		'is refused: %j',
		(id) => {
			const { message, description } = problemOf(() => projectHeader(id));
			expect(message).toBe(`The project ID '${id}' cannot be sent`);
			expect(description).toMatch(/another project\. Contact the service's support\.$/);
		},
	);
});

describe('A proxy', () => {
	it.each([
		['http://proxy.example', { protocol: 'http', host: 'proxy.example', port: 80 }],
		['https://proxy.example', { protocol: 'https', host: 'proxy.example', port: 443 }],
		['http://proxy.example:3128/', { protocol: 'http', host: 'proxy.example', port: 3128 }],
	])('%s is read as %j', (text, proxy) => {
		expect(proxyOf(text)).toStrictEqual(proxy);
	});

	it.each([
		['ann:secret', 'ann', 'secret'],
		['ann', 'ann', ''],
		['a%40b:p%3Aw%C3%A4', 'a@b', 'p:wä'],
		['100%:50%off', '100%', '50%off'],
		['%zz:%', '%zz', '%'],
		['%ff:a%20%ff', '%ff', 'a%20%ff'],
		['ann:pä ^%', 'ann', 'pä ^%'],
	])('takes user and password from %s', (who, username, password) => {
		expect(proxyOf(`http://${who}@proxy.example`)?.auth).toEqual({ username, password });
	});

	it.each(['proxy.example:3128', 'socks5://proxy.example', '', 'http://'])(
		'is refused if it is %j',
		(text) => {
			const problem = problemOf(() => proxyOf(text));
			expect(problem.message).toBe("'Proxy' is not an address");
			expect(problem.description).toContain("'Proxy'");
		},
	);
});
