import fc from 'fast-check';
import { type ApiName, APIS } from '../../nodes/shared/api/apis';
import { endpointPath } from '../../nodes/shared/api/address';
import { DescribedError } from '../../nodes/shared/base/errors';
import { problemOf } from './thrown';

const HOST = 'https://host.example';

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

describe('endpointPath', () => {
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
		fc.assert(fc.property(apiNames, typedPaths, check), { numRuns: 3000 });
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
		['a leading slash', '/tasks/query'],
		['the whole path', '/api/v1/business/tasks/query'],
		['the whole path without its leading slash', 'api/v1/business/tasks/query'],
		['the whole path in other case', '/API/v1/Business/tasks/query'],
		['blanks around it', ' \t tasks/query \n'],
		['blanks around the whole path', '  /api/v1/business/tasks/query  '],
	])('takes %s', (_form, typed) => {
		expect(endpointPath('agents', typed)).toBe('/api/v1/business/tasks/query');
	});

	it.each([
		['business/prompts', '/v2/geo/business/prompts'],
		['/v2/geo/reports/performance', '/v2/geo/reports/performance'],
		['v2/geo/business/prompts', '/v2/geo/business/prompts'],
		['/api/v1/business/tasks', '/v2/geo/api/v1/business/tasks'],
	])('puts %s below the root of the GEO API', (typed, path) => {
		expect(endpointPath('geo', typed)).toBe(path);
	});

	it.each([
		['tasks/a b', 'tasks/a%20b'],
		['tasks/a%20b', 'tasks/a%20b'],
		['grids/é', 'grids/%C3%A9'],
		['grids/%C3%A9', 'grids/%C3%A9'],
		['grids/😀', 'grids/%F0%9F%98%80'],
		['grids/"<>', 'grids/%22%3C%3E'],
		['grids/a&b=c', 'grids/a&b=c'],
		['tasks/', 'tasks/'],
		['tasks/v1.2/...', 'tasks/v1.2/...'],
		['.well-known', '.well-known'],
		['tasks/v1..;a=1/..b;c', 'tasks/v1..;a=1/..b;c'],
	])('escapes %s once', (typed, path) => {
		expect(endpointPath('agents', typed)).toBe(`/api/v1/business/${path}`);
	});

	it.each([
		['', 'it is empty'],
		['  \n ', 'it is empty'],
		['/', 'it is empty'],
		['/api/v1/business/', 'it is empty'],
		['https://evil.example/tasks', 'it is a whole address'],
		['HTTPS://evil.example', 'it is a whole address'],
		['https%3A//evil.example', 'it is a whole address'],
		['/api/v1/business/https://evil.example', 'it is a whole address'],
		['//evil.example/tasks', 'it has two slashes in a row'],
		['tasks//query', 'it has two slashes in a row'],
		['/api/v1/business//evil.example', 'it has two slashes in a row'],
		['tasks\\query', 'it has a backslash'],
		['\\\\evil.example', 'it has a backslash'],
		['tasks?view=list', 'it has a ? or #'],
		['tasks#top', 'it has a ? or #'],
		['tasks%3Fview', 'it has a ? or #'],
		['tasks%23top', 'it has a ? or #'],
		['tasks\nquery', 'it has a line break or control character'],
		['tasks%0d%0aquery', 'it has a line break or control character'],
		['tasks\0', 'it has a line break or control character'],
		['tasks%00', 'it has a line break or control character'],
		['tasks\t/query', 'it has a line break or control character'],
		['tasks/\ud800', 'it has a line break or control character'],
		['..', 'it has a . or .. step'],
		['../admin', 'it has a . or .. step'],
		['tasks/../../admin', 'it has a . or .. step'],
		['tasks/..', 'it has a . or .. step'],
		['./tasks', 'it has a . or .. step'],
		['tasks/.', 'it has a . or .. step'],
		['/api/v1/business/../admin', 'it has a . or .. step'],
		['..;/admin', 'it has a . or .. step'],
		['tasks/..;', 'it has a . or .. step'],
		['tasks/..;a=1/admin', 'it has a . or .. step'],
		['tasks/ ..%20;jsessionid=1;b=2', 'it has a . or .. step'],
		['.%3Ba=1/tasks', 'it has a . or .. step'],
		['%2e%2e/admin', 'it has an escaped slash, backslash, dot or percent sign'],
		['.%2E/admin', 'it has an escaped slash, backslash, dot or percent sign'],
		['%252e%252e/admin', 'it has an escaped slash, backslash, dot or percent sign'],
		['tasks%2f..', 'it has an escaped slash, backslash, dot or percent sign'],
		['tasks%5c..', 'it has an escaped slash, backslash, dot or percent sign'],
		['tasks%2Fquery', 'it has an escaped slash, backslash, dot or percent sign'],
		['100%', 'a broken escape'],
		['tasks/%zz', 'a broken escape'],
		['tasks/%c0%ae', 'a broken escape'],
		['tasks/%ed%a0%80', 'a broken escape'],
	])('refuses %j because %s', (typed, because) => {
		const problem = problemOf(() => endpointPath('agents', typed));
		expect(problem.message).toMatch(/^The path cannot be requested: /);
		expect(problem.message).toContain(because);
		expect(problem.description).toContain("'Path'");
		expect(problem.description).toContain('/api/v1/business/');
	});

	it.each(['..%20', '..%20%20', '/api/v1/business/..%20'])(
		'refuses %s, which a server that decodes and trims reads as a .. step',
		(typed) => {
			expect(problemOf(() => endpointPath('agents', typed)).description).toContain("'Path'");
		},
	);

	it('refuses the bare root without its last slash instead of doubling it', () => {
		expect(problemOf(() => endpointPath('agents', '/api/v1/business')).message).toContain(
			'it is empty',
		);
	});

	it('names the root of the GEO API in its advice', () => {
		expect(problemOf(() => endpointPath('geo', '')).description).toContain('/v2/geo/');
	});
});
