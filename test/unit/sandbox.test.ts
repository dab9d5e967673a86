import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isJson, json, list } from '../../sandbox/json';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { idsOf, LISTS } from '../../nodes/Geo/operations/lists';
import type { Operation, Resource } from '../../nodes/shared/run';
import { KEYS, loadContract, PROJECTS, type Sandbox, startSandbox } from '../../sandbox';
import { routeOf } from '../../sandbox/contract';
import { HANDLERS } from '../../sandbox/handlers';
import { LISTS as RECORDS } from '../../sandbox/records';
import { isResource } from '../../sandbox/resources';
import { parametersOf } from './parametersOf';

const ROOT = join(__dirname, '..', '..');
const WHOAMI = '/api/v1/business/whoami';
const TASKS = '/api/v1/business/tasks/query';
const PROMPTS = '/v2/geo/business/prompts';
const PERFORMANCE = '/v2/geo/reports/performance';
const DOCUMENT = 'docs/openapi.yaml';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 7 });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** A request; its body goes out as JSON. */
interface Call {
	readonly key?: string | null;
	readonly headers?: Record<string, string>;
	readonly body?: object;
}

async function call(path: string, { key = KEYS.agency, body, headers }: Call = {}) {
	return await fetch(`${sandbox.url}${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: {
			...(key !== null && { 'X-API-Key': key }),
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}

/** What a GEO path answers about the coffee project. */
async function geo(path: string, more: object = {}) {
	const response = await call(path, { body: { project_id: PROJECTS.coffee, ...more } });
	const body = json(await response.json());
	return { total: body['total'], rows: list(body['data']).map(json) };
}

describe(DOCUMENT, () => {
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

it('A documented path is that of a request with a value in each of its places', () => {
	const isOf = (documented: string, path: string) => routeOf(documented).test(path);
	const stats = '/projects/{projectId}/stats';
	expect(isOf(stats, '/projects/p-1/stats')).toBe(true);
	for (const path of ['/projects//stats', '/projects/a/b/stats', '/projects/p-1/stats/more']) {
		expect(isOf(stats, path)).toBe(false);
	}
	expect(isOf('/projects/{id}', '/projects/p-1')).toBe(true);
	expect(['/v1.0/projects', '/v1x0/projects'].map((path) => isOf('/v1.0/projects', path))).toEqual([
		...[true, false],
	]);
});

describe('The strict contract', () => {
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
		[PROMPTS, { page: 1 }, 'body.page: not documented'],
		[PROMPTS, { measures: ['b'] }, 'body.measures: not documented'],
		[PROMPTS, { pagination: { page: 1 } }, 'body.pagination.page: not documented'],
		[PROMPTS, { filters: { mood: {} } }, 'body.filters.mood: not documented'],
		[
			PROMPTS,
			{ filters: { topics: { items: [{ not: 1 }] } } },
			'body.filters.topics.items.0.not: not documented',
		],
		['/v2/geo/business/projects', {}, 'body.project_id: not documented'],
		['/v2/geo/business/nothing', {}, 'undocumented endpoint'],
		[`${PROMPTS}?a=1`, {}, 'query: not documented'],
	])('finds what is not documented: %s %j', async (path, body, expected) => {
		expect(await violations(path, { body: { project_id, ...body } })).toEqual([expected]);
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

	it.each(LISTS.map((entry) => [entry.name, entry] as const))(
		'have data in the sandbox: %s',
		async (_name, entry) => {
			const path = `/v2/geo/business/${entry.path}`;
			if (!isResource(entry.path)) {
				throw new Error(`LISTS of sandbox/records.ts has no entry ${entry.path}`);
			}
			expect(documented.map((known) => known.path)).toContain(path);
			const { idKey, count } = RECORDS[entry.path];
			expect(idsOf(entry)).toContain(idKey);
			const { total, rows } = await geo(path, {
				...{ metrics: ['some_count'], pagination: { limit: 500 } },
			});
			const ids = new Set(rows.map((row) => String(row[idKey])));
			expect({ total, different: ids.size }).toEqual({ total: count, different: count });
			const kinds = new Set(rows.map((row) => typeof row['some_count']));
			expect([...kinds]).toEqual(['number']);
			// None is in the future, by the date that dateKey in sandbox/records.ts names.
			const dates = Object.values(rows[0] ?? {}).filter((value) => MOMENT.test(String(value)));
			const later = await geo(path, { start_date: '2100-01-01T00:00:00Z' });
			expect(later.total).toBe(dates.length > 0 ? 0 : count);
		},
	);
});
