import { execFileSync } from 'node:child_process';
import { isJson, json } from '../../dev/json';
import { loadContract, PROJECTS } from '../../sandbox';
import { routeOf } from '../../sandbox/contract';
import { ROOT, WHOAMI, TASKS, PROMPTS, PERFORMANCE, type Call, sandbox, call } from './sandbox-kit';

describe('docs/openapi.yaml', () => {
	it('is a valid OpenAPI 3.1 document', () => {
		// The validator is an ES module, which this version of jest cannot load into a test.
		const script = `
			import { Validator } from '@seriousme/openapi-schema-validator';
			const validator = new Validator();
			const { valid, errors } = await validator.validate('docs/openapi.yaml');
			console.log(JSON.stringify({ valid, errors, version: validator.version }));
		`;
		const args = ['--input-type=module', '--eval', script];
		const answer = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
		expect(JSON.parse(answer)).toEqual({ valid: true, version: '3.1' });
	});

	it('grades every operation, parameter, response and request property', () => {
		const { document } = loadContract();
		const ungraded: string[] = [];
		const demand = (value: unknown, place: string) => {
			const entry = json(value);
			const graded = ['spec', 'public'].includes(String(entry['x-grade']));
			const elsewhere = entry['$ref'] !== undefined && !place.includes('/properties/');
			if (!graded && !elsewhere) ungraded.push(place);
		};
		const walk = (value: unknown, place: string) => {
			if (Array.isArray(value)) {
				value.forEach((entry, index) => {
					walk(entry, `${place}/${index}`);
				});
			}
			if (!isJson(value)) return;
			for (const [name, entry] of Object.entries(value)) {
				const here = `${place}/${name}`;
				if (/\/(responses|parameters|properties)$/.test(place)) demand(entry, here);
				if (/^\/paths\/[^ ]+\/(get|post|requestBody)$/.test(here)) demand(entry, here);
				walk(entry, here);
			}
		};
		walk(document, '');
		expect(ungraded).toEqual([]);
	});

	it('has both Agents endpoints and at least the thirteen GEO endpoints of the first version', () => {
		const paths = loadContract().operations.map(({ method, path }) => `${method} ${path}`);
		expect(paths).toEqual(expect.arrayContaining([`GET ${WHOAMI}`, `POST ${TASKS}`]));
		const geo = paths.filter((path) =>
			/^POST \/v2\/geo\/(business|reports)\/[\w{}/-]+$/.test(path),
		);
		expect(geo.length).toBeGreaterThanOrEqual(13);
		const agents = paths.filter((path) => /^[A-Z]+ \/api\/v1\/business\//.test(path));
		expect(paths.length).toBe(geo.length + agents.length);
	});
});

describe('A documented path', () => {
	it.each([
		['/projects/{projectId}/stats', '/projects/p-1/stats', true],
		['/projects/{projectId}/stats', '/projects//stats', false],
		['/projects/{projectId}/stats', '/projects/a/b/stats', false],
		['/projects/{projectId}/stats', '/projects/p-1/stats/more', false],
		['/projects/{id}', '/projects/p-1', true],
		['/v1.0/projects', '/v1.0/projects', true],
		['/v1.0/projects', '/v1x0/projects', false],
	])('%s is that of %s: %s', (documented, path, isIt) => {
		expect(routeOf(documented).test(path)).toBe(isIt);
	});
});

describe('strict contract', () => {
	const violations = async (path: string, options: Call) => {
		await call(path, options);
		return sandbox.requests.at(-1)?.violations;
	};
	const project_id = PROJECTS.coffee;
	const filters = { topics: { condition: 'AND', items: [{ operator: 'is', value: { any: 1 } }] } };

	it('has nothing against a request that uses everything documented', async () => {
		const body = {
			project_id,
			start_date: '2023-11-07T05:31:56Z',
			end_date: '2023-11-08T05:31:56.000+02:00',
			order_by: [{ field: 'visibility_score', order: 'asc' }],
			pagination: { limit: 10, offset: 0 },
			filters,
		};
		expect(await violations(PROMPTS, { body: { ...body, metrics: ['a'] } })).toEqual([]);
		expect(
			await violations(PERFORMANCE, { body: { ...body, dimensions: ['topic'], measures: ['b'] } }),
		).toEqual([]);
		expect(await violations(WHOAMI, {})).toEqual([]);
	});

	it.each([
		[PROMPTS, { project_id, page: 1 }, ['body.page: not documented']],
		[PROMPTS, { project_id, measures: ['b'] }, ['body.measures: not documented']],
		[
			'/v2/geo/business/citations',
			{ project_id, metrics: ['a'] },
			['body.metrics: not documented'],
		],
		[PROMPTS, { project_id, pagination: { page: 1 } }, ['body.pagination.page: not documented']],
		[PROMPTS, { project_id, filters: { mood: {} } }, ['body.filters.mood: not documented']],
		[
			PROMPTS,
			{ project_id, filters: { topics: { items: [{ not: 1 }] } } },
			['body.filters.topics.items.0.not: not documented'],
		],
		['/v2/geo/business/projects', { project_id }, ['body.project_id: not documented']],
		['/v2/geo/business/nothing', { project_id }, ['undocumented endpoint']],
		[`${PROMPTS}?a=1`, { project_id }, ['query: not documented']],
	])('finds what is not documented: %s %j', async (path, body, expected) => {
		expect(await violations(path, { body })).toEqual(expected);
	});

	it('finds missing and misplaced headers', async () => {
		const headers = { 'X-Project-Id': PROJECTS.coffee };
		expect(await violations(WHOAMI, { headers })).toEqual([
			'header x-project-id: not documented here',
		]);
		expect(await violations(TASKS, { key: null, body: { view: 'list', limit: 1 } })).toEqual([
			'header x-api-key: required',
			'header x-project-id: required',
			'body.limit: not documented',
		]);
		const plain = { headers: { 'Content-Type': 'text/plain' }, body: { project_id } };
		expect(await violations(PROMPTS, plain)).toContain(
			'header content-type: must be application/json',
		);
	});

	it('can be switched off', async () => {
		sandbox.behave({ contract: false });
		expect(await violations('/v2/geo/nothing', {})).toEqual([]);
	});
});
