import fc from 'fast-check';
import { type ApiName, APIS, endpointPath, parseProxy } from '../../nodes/shared/api';
import { parseBaseUrl, joinUrl } from '../../nodes/shared/api/apis';
import { DescribedError } from '../../nodes/shared/base';
import { anyText, samples } from '../samples';
import { problemOf } from './thrown';

const HOST = 'https://host.example';

describe('A base URL', () => {
	it.each<[ApiName, string, string]>([
		['agents', `${HOST}///`, HOST],
		['agents', `  ${HOST} / \n`, HOST],
		['agents', `${HOST}/a/b/`, `${HOST}/a/b`],
		['agents', 'http://[::1]:5678/', 'http://[::1]:5678'],
		['agents', 'HTTPS://Agents.Example.com', 'HTTPS://Agents.Example.com'],
		['agents', `${HOST}/API/v1/Business`, HOST],
		['agents', `${HOST}/prefix/api/v1/business// `, `${HOST}/prefix`],
		['agents', `${HOST}/v2/geo`, `${HOST}/v2/geo`],
		['geo', `${HOST}/v2/geo`, HOST],
		['geo', `${HOST}/v2/Geo/Business/`, HOST],
		['geo', `${HOST}/v2/geo/reports`, HOST],
		['geo', `${HOST}/api/v1/business`, `${HOST}/api/v1/business`],
	])('of the %s API in %j is %j', (api, entered, url) => {
		expect(parseBaseUrl(api, entered)).toBe(url);
	});

	it.each<[ApiName, string, string]>([
		['agents', '  \n', 'Agents API'],
		['agents', ' / ', 'Agents API'],
		['geo', '', 'GEO API'],
	])('of the %s API, names the field that %j leaves empty', (api, baseUrl, title) => {
		const { message, description } = problemOf(() => parseBaseUrl(api, baseUrl));
		expect(message).toBe(`The credential has no base URL for the ${title}`);
		expect(description).toContain(`fill in '${title} Base URL'`);
	});

	it.each([
		...['agents.example.com', 'localhost:5678', 'https://', `ftp:${HOST}`, `${HOST}?x=1`],
		...[`${HOST}?`, `${HOST}/#`, 'https://user@host.example', 'https://user:secret@host.example'],
		...['https://:secret@host.example', `${HOST}/a b`, `${HOST}:99999`],
	])('is not %j, and the error names the field', (baseUrl) => {
		const { message, description } = problemOf(() => parseBaseUrl('agents', baseUrl));
		expect(message).toBe('The base URL of the Agents API is not an address');
		expect(description).toContain("'Agents API Base URL'");
		expect(`${message} ${description}`).not.toContain('secret');
	});
});

const around = (step: string) => [`/v2/tasks/${step}/a`, `/v2/tasks/${step}`];

describe('The steps of a URL', () => {
	it.each(['.', '..', '%2e', '%2E%2e', '.%2e', '%2e.'])('are not %j, which is named', (step) => {
		for (const path of [...around(step), `/v2\\${step}\\tasks`]) {
			expect(new URL(HOST + path).pathname).not.toContain(step);
			const { message, description } = problemOf(() => joinUrl(HOST, path));
			expect(message).toBe(`The value '${step}' cannot be sent as a part of the URL`);
			expect(description).toContain(`Enter an ID instead of '${step}'.`);
		}
	});

	it.each(['...', '..a', 'a..', 'v1.2', '.well-known', '%252e%252e', '..%2F..', 'a'])(
		'may be %j, as it is',
		(step) => {
			for (const path of around(step)) {
				expect(joinUrl(HOST, path)).toBe(HOST + path);
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
	anyText(),
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
			expect([url.href, url.pathname]).toEqual([HOST + path, path]);
			expect(path.startsWith(APIS[api].rootPath)).toBe(true);
			let decoded = path;
			for (let times = 1; times <= 2; times++) {
				decoded = decodeURIComponent(decoded);
				const { origin, pathname, search, hash } = new URL(decoded, HOST);
				expect([origin, search + hash]).toEqual([HOST, '']);
				expect(pathname.startsWith(APIS[api].rootPath)).toBe(true);
			}
		};
		fc.assert(fc.property(apiNames, typedPaths, check), { numRuns: samples(300) });
	});

	it('lets plain paths of letters, digits and dashes through unchanged', () => {
		const step = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/);
		const check = (api: ApiName, steps: string[]) => {
			const path = steps.join('/');
			expect(endpointPath(api, path)).toBe(APIS[api].rootPath + path);
		};
		fc.assert(fc.property(apiNames, fc.array(step, { minLength: 1, maxLength: 4 }), check));
	});

	it.each<[ApiName, string, string]>([
		['agents', '/api/v1/business/tasks/query', '/api/v1/business/tasks/query'],
		['agents', '  /API/v1/Business/tasks/query  ', '/api/v1/business/tasks/query'],
		['agents', 'tasks/a b', '/api/v1/business/tasks/a%20b'],
		['agents', 'tasks/a%20b', '/api/v1/business/tasks/a%20b'],
		['agents', 'grids/%C3%A9', '/api/v1/business/grids/%C3%A9'],
		['agents', 'grids/"<>', '/api/v1/business/grids/%22%3C%3E'],
		['agents', 'grids/a&b=c', '/api/v1/business/grids/a&b=c'],
		['agents', '.well-known', '/api/v1/business/.well-known'],
		['agents', 'tasks/v1..;a=1/..b;c', '/api/v1/business/tasks/v1..;a=1/..b;c'],
		['geo', 'v2/geo/business/prompts', '/v2/geo/business/prompts'],
		['geo', '/api/v1/business/tasks', '/v2/geo/api/v1/business/tasks'],
	])('of the %s API, typed as %j, is %j', (api, typed, path) => {
		expect(endpointPath(api, typed)).toBe(path);
	});

	const STEP = 'it has a . or .. step';
	const ESCAPED = 'it has an escaped slash, backslash, dot or percent sign, or a broken escape';
	const ODD = 'it has two slashes in a row, a backslash or a line break';

	it.each([
		['it is empty', ['', '  \n ', '/', '/api/v1/business/', '/api/v1/business']],
		['it is a whole address', ['https://evil.example/tasks', 'HTTPS://evil.example']],
		['it is a whole address', ['https%3A//a.example', '/api/v1/business/https://a.example']],
		[ODD, ['//a.example', 'tasks//query', '/api/v1/business//evil.example']],
		[ODD, ['tasks\\query', '\\\\evil.example']],
		['it has a ? or #', ['tasks?view=list', 'tasks#top', 'tasks%3Fview', 'tasks%23top']],
		[ODD, ['tasks\nquery', 'tasks%0d%0aquery', 'tasks\0', 'tasks%00', 't\t/q', 't/\ud800']],
		[STEP, ['..', '../admin', 'tasks/../../admin', 'tasks/..', './tasks', 'tasks/.', '..%20']],
		[STEP, ['/api/v1/business/../admin', '..;/admin', 'tasks/..;', 'tasks/..;a=1/admin']],
		[STEP, ['.%3Ba=1/tasks', 'tasks/ ..%20;jsessionid=1;b=2', '/api/v1/business/..%20']],
		[ESCAPED, ['%2e%2e/admin', '.%2E/admin', '%252e%252e/a', 'tasks%2f..', 'tasks%5c..']],
		[ESCAPED, ['tasks%2Fquery', '100%', 'tasks/%zz', 'tasks/%c0%ae', 'tasks/%ed%a0%80']],
	])('is refused because %s: %j', (because, paths) => {
		for (const typed of paths) {
			const problem = problemOf(() => endpointPath('agents', typed));
			expect(problem.message).toMatch(/^The path cannot be requested: /);
			expect(problem.message).toContain(because);
			expect(problem.description).toMatch(/'Path'.*\/api\/v1\/business\//);
		}
	});
});

it('The advice on a path names one of the same API', () => {
	const pathsIn = (api: 'agents' | 'geo') => problemOf(() => endpointPath(api, '../x')).description;
	expect(pathsIn('agents')).toContain("/api/v1/business/, for example 'tasks/query'.");
	expect(pathsIn('geo')).toContain("/v2/geo/, for example 'business/prompts'.");
});

describe('A proxy', () => {
	it.each([
		['http://proxy.example', 'http', 80],
		['https://proxy.example', 'https', 443],
		['http://proxy.example:3128/', 'http', 3128],
	])('%s is read as %s at the port %i', (text, protocol, port) => {
		expect(parseProxy(text)).toEqual({ protocol, host: 'proxy.example', port });
	});

	it.each([
		['ann:secret', 'ann', 'secret'],
		['ann', 'ann', ''],
		['a%40b:p%3Aw%C3%A4', 'a@b', 'p:wä'],
		['100%:50%off', '100%', '50%off'],
		['%zz:%', '%zz', '%'],
		['%ff:a%20%ff', '%ff', 'a%20%ff'],
		['ann:p%C3%A4 ^%25', 'ann', 'pä ^%'],
	])('takes user and password from %s', (who, username, password) => {
		expect(parseProxy(`http://${who}@proxy.example`)?.auth).toEqual({ username, password });
	});

	it.each(['proxy.example:3128', 'socks5://proxy.example', '', 'http://'])('is not %j', (text) => {
		const { message, description } = problemOf(() => parseProxy(text));
		expect(message).toBe("'Proxy' is not an address");
		expect(description).toContain("'Proxy'");
	});
});
