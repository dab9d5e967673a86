import { execFileSync } from 'node:child_process';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isJson, json, list } from '../../sandbox/json';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { idsOf, LISTS } from '../../nodes/Geo/operations/lists';
import type { Operation, Resource } from '../../nodes/shared/run';
import { loadContract, PROJECTS } from '../../sandbox';
import { routeOf } from '../../sandbox/contract';
import { HANDLERS } from '../../sandbox/handlers';
import { type List, LISTS as RECORDS } from '../../sandbox/records';
import { isResource } from '../../sandbox/resources';
import { parametersOf } from './parametersOf';
import {
	call,
	type Call,
	geo,
	ids,
	PERFORMANCE,
	PROMPTS,
	ROOT,
	rows,
	sandbox,
	TASKS,
	WHOAMI,
} from './sandbox-kit';

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

const DOCUMENT = 'docs/openapi.yaml';

const documented = loadContract().operations;

const isInNode = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.includes(true) !== true;

/** A value that a person may have entered. */
function entered({ default: start, required, type }: INodeProperties): IDataObject[string] {
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'any' };
	return required === true && start === '' ? 'any' : start;
}

/** The request with which an operation starts. */
function requestOf(operation: Operation): { method: string; path: string } {
	const fields = operation.fields.filter(isInNode);
	const values = Object.fromEntries(fields.map((field) => [field.name, entered(field)]));
	const plan = operation.plan(parametersOf(values));
	if (!('request' in plan)) throw new Error(`${operation.action} does not start with a request`);
	return plan.request;
}

/** What a node can do, but for Call, whose paths people enter. */
const operationsOf = (node: string, resources: readonly Resource[]) =>
	resources
		.filter(({ value }) => value !== 'endpoint')
		.flatMap(({ name, operations }) =>
			operations.map((operation) => ({
				title: `${node}: ${name} → ${operation.name}`,
				...requestOf(operation),
			})),
		);

describe(DOCUMENT, () => {
	it.each([
		['Agents', agentsResources],
		['GEO', geoResources],
	])('has the path of each operation of the node %s', (node, resources) => {
		const operations = operationsOf(node, resources);
		const missing = operations.filter(({ method, path }) => {
			return !documented.some((one) => one.method === method && routeOf(one.path).test(path));
		});
		expect(operations).not.toHaveLength(0);
		expect(
			missing.map(({ title, method, path }) => `${DOCUMENT} has no ${method} ${path} for ${title}`),
		).toEqual([]);
	});

	it('has the path of everything that the sandbox has data for', () => {
		const known = new Set(documented.map(({ method, path }) => `${method} ${path}`));
		const missing = Object.keys(HANDLERS).filter((path) => !known.has(path));
		expect(missing.map((path) => `${DOCUMENT} has no ${path}`)).toEqual([]);
	});
});

describe('The lists of the node', () => {
	/** A moment as the records have it. */
	const MOMENT = /^\d{4}-\d\d-\d\dT/;

	const documented = loadContract().operations.map((operation) => operation.path);

	/** How the sandbox makes the records of a list of the node. */
	function recordsOf(path: string): List {
		if (!isResource(path)) throw new Error(`LISTS of sandbox/records.ts has no entry ${path}`);
		if (documented.some((known) => known.endsWith(`/${path}`))) return RECORDS[path];
		throw new Error(`docs/openapi.yaml has no path that ends with /${path}`);
	}

	describe.each(LISTS.map((entry) => [entry.name, entry] as const))(
		'the list %s',
		(_name, entry) => {
			const path = `/v2/geo/business/${entry.path}`;

			it('has each record once, by an ID that the node knows', async () => {
				const { idKey, count } = recordsOf(entry.path);
				expect(idsOf(entry)).toContain(idKey);
				const page = await geo(path, { pagination: { limit: 500 } });
				const different = new Set(ids(list(page['data']).map(json), idKey).map(String));
				expect({ total: page['total'], different: different.size }).toEqual({
					total: count,
					different: count,
				});
			});

			it('has a number for each metric', async () => {
				recordsOf(entry.path);
				const numbers = (await rows(path, { metrics: ['some_count'] })).map(
					(row) => row['some_count'],
				);
				expect(numbers).not.toEqual([]);
				expect(numbers.filter((value) => typeof value !== 'number')).toEqual([]);
			});

			it('has no records in the future, by the date that dateKey in sandbox/records.ts names', async () => {
				const { count } = recordsOf(entry.path);
				const [first = {}] = await rows(path);
				const dates = Object.values(first).filter((value) => MOMENT.test(String(value)));
				const { total } = await geo(path, { start_date: '2100-01-01T00:00:00Z' });
				expect(total).toBe(dates.length > 0 ? 0 : count);
			});
		},
	);
});
