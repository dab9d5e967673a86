import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isJson, json, list } from '../../sandbox/json';
import { resources as agentsResources } from '../../nodes/Agents/operations';
import { resources as geoResources } from '../../nodes/Geo/operations';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { KEYS, loadContract, PROJECTS, type Sandbox, startSandbox } from '../../sandbox';
import { routeOf } from '../../sandbox/contract';
import { HANDLERS } from '../../sandbox/handlers';
import { type List, LISTS as RECORDS } from '../../sandbox/records';
import { isResource } from '../../sandbox/records';
import { startOf } from './parametersOf';

const ROOT = join(__dirname, '..', '..');
const WHOAMI = '/api/v1/business/whoami';
const PROMPTS = '/v2/geo/business/prompts';
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
		const ungradedIn = (value: unknown, place: string): string[] => {
			const members = Array.isArray(value) || isJson(value) ? Object.entries(value) : [];
			return members.flatMap(([name, member]) => {
				const here = `${place}/${name}`;
				const isListed = /\/(responses|parameters|properties)$/.test(place);
				const isToBe = isListed || /^\/paths\/[^ ]+\/(get|post|requestBody)$/.test(here);
				const { 'x-grade': grade, $ref: elsewhere } = json(member);
				const isGraded = ['spec', 'public', 'observed'].includes(String(grade));
				const isElsewhere = elsewhere !== undefined && !here.includes('/properties/');
				return [
					...(isToBe && !isGraded && !isElsewhere ? [here] : []),
					...ungradedIn(member, here),
				];
			});
		};
		expect(ungradedIn(loadContract().document, '')).toEqual([]);
	});

	it.each([
		[
			'/projects/{projectId}/stats',
			['/projects/p-1/stats'],
			['/projects//stats', '/projects/a/b/stats'],
		],
		['/projects/{id}', ['/projects/p-1'], ['/projects/p-1/stats']],
		['/v1.0/projects', ['/v1.0/projects'], ['/v1x0/projects']],
	])('has a path that is that of a request with a value in each place: %s', (path, own, others) => {
		const found = [...own, ...others].filter((sent) => routeOf(path).test(sent));
		expect(found).toEqual(own);
	});
});

describe('The strict contract', () => {
	const project_id = PROJECTS.coffee;
	const is = (value: object) => ({ topics: { condition: 'AND', items: [value] } });
	const everything = {
		...{ project_id, filters: is({ operator: 'is', value: { any: 1 } }), measures: ['b'] },
		...{ start_date: '2023-11-07T05:31:56Z', end_date: '2023-11-08T05:31:56.000+02:00' },
		...{ order_by: [{ field: 'score', order: 'asc' }], pagination: { limit: 10, offset: 0 } },
	};
	const headers = { 'Content-Type': 'text/plain' };
	const PERFORMANCE = '/v2/geo/reports/performance';

	it.each<[string, Call, string[]]>([
		[PERFORMANCE, { body: everything }, []],
		[WHOAMI, {}, []],
		[PROMPTS, { body: everything }, ['body.measures: not documented']],
		[
			PROMPTS,
			{ body: { project_id, filters: is({ not: 1 }) } },
			['body.filters.topics.items.0.not: not documented'],
		],
		['/v2/geo/business/nothing', { body: {} }, ['undocumented endpoint']],
		[`${PROMPTS}?a=1`, { body: { project_id } }, ['query: not documented']],
		[WHOAMI, { headers: { 'X-Project-Id': 'p' } }, ['header x-project-id: not documented here']],
		[WHOAMI, { key: null }, ['header x-api-key: required']],
		[PROMPTS, { headers, body: { project_id } }, ['header content-type: must be application/json']],
	])('finds only what is not documented: %s %j', async (path, options, expected) => {
		await call(path, options);
		expect(sandbox.requests.at(-1)?.violations.slice(0, 1)).toEqual(expected);
	});

	it('can be switched off', async () => {
		sandbox.behave({ contract: false });
		await call('/v2/geo/nothing', { body: {} });
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
	});
});

const documented = loadContract().operations;

describe(DOCUMENT, () => {
	it.each([
		['Agents', agentsResources],
		['GEO', geoResources],
	])('has the path of each operation of the node %s', (_node, resources) => {
		// Of Call, people enter the path; Any Data plans with the others.
		const operations = resources
			.filter(({ value, isOnlyInTools }) => value !== 'endpoint' && !isOnlyInTools)
			.flatMap((resource) => resource.operations.map((operation) => startOf(operation).request));
		const missing = operations.filter(
			({ method, path }) =>
				!documented.some((one) => one.method === method && routeOf(one.path).test(path)),
		);
		expect(operations).not.toHaveLength(0);
		expect(missing).toEqual([]);
	});

	it('has the path of everything that the sandbox has data for', () => {
		const known = new Set(documented.map(({ method, path }) => `${method} ${path}`));
		expect(Object.keys(HANDLERS).filter((path) => !known.has(path))).toEqual([]);
	});
});

it.each(LISTS.map((entry) => [entry.name, entry] as const))(
	'The list %s of the node has data in the sandbox',
	async (_name, entry) => {
		const path = `/v2/geo/business/${entry.path}`;
		if (!isResource(entry.path)) {
			throw new Error(`LISTS of sandbox/records.ts has no entry ${entry.path}`);
		}
		const { idKey }: List = RECORDS[entry.path];
		const { operations = [] } = geoResources.find(({ value }) => value === entry.value) ?? {};
		expect(operations.flatMap((one) => startOf(one).key.fields).flat()).toContain(idKey);
		const metrics = (entry.metrics ?? []).map(({ value }) => value);
		const { total, rows } = await geo(path, { metrics, pagination: { limit: 500 } });
		const ids = new Set(rows.map((row) => String(row[idKey])));
		expect(rows).not.toHaveLength(0);
		expect([rows.length, ids.size]).toEqual([total, total]);
		const numbers = rows.flatMap((row) => metrics.map((name) => row[name]));
		expect(numbers.filter((number) => typeof number !== 'number')).toEqual([]);
	},
);
