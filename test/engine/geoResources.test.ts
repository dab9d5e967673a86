import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { GEO_READS, project, useBench, WHOLE_READS, type GeoRead } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';

/** What a user fills in, and what that adds to the body. */
interface Case {
	readonly title: string;
	readonly parameters: INodeParameters;
	readonly added: IDataObject;
	/** The page of the first request, where it is not the one of a new node. */
	readonly page?: IDataObject;
}

const is = (value: unknown) => ({ condition: 'AND', items: [{ operator: 'is', value }] });

const condition = (...conditions: INodeParameters[]): INodeParameters => ({
	filters: { condition: conditions },
});

/** Dates are those of the time zone in which all of these run. */
const ZONE = 'Europe/Berlin';

const CASES: readonly Case[] = [
	{ title: 'nothing', parameters: {}, added: {} },
	{
		title: 'Return All',
		parameters: { returnAll: true },
		added: {},
		page: { limit: 100, offset: 0 },
	},
	{
		title: 'a Page Size',
		parameters: { options: { pageSize: 4 } },
		added: {},
		page: { limit: 4, offset: 0 },
	},
	{
		title: 'a custom Date Range',
		parameters: { dateRange: 'custom', startDate: '2026-10-20', endDate: '2026-10-31' },
		added: { start_date: '2026-10-19T22:00:00Z', end_date: '2026-10-31T22:59:59Z' },
	},
	{
		title: 'a Date Range without an end',
		parameters: { dateRange: 'custom', startDate: '2026-10-20T08:00:00.500+05:30' },
		added: { start_date: '2026-10-20T02:30:00Z' },
	},
	{
		title: 'Sort',
		parameters: {
			sort: { by: [{ field: 'visibility_score' }, { field: ' name ', order: 'asc' }] },
		},
		added: {
			order_by: [
				{ field: 'visibility_score', order: 'desc' },
				{ field: 'name', order: 'asc' },
			],
		},
	},
	{
		title: 'Filters',
		parameters: condition(
			{ filter: 'topics', topicValue: project('topic-01', 'list') },
			{ filter: 'branded' },
			{ filter: 'rank', numberValue: 3 },
		),
		added: {
			filters: {
				topics: is('topic-01'),
				branded: is(true),
				rank: { condition: 'AND', items: [{ operator: 'eq', value: 3 }] },
			},
		},
	},
	{
		title: 'Filters (JSON)',
		parameters: {
			...condition({ filter: 'intent', textValue: 'commercial' }),
			options: { filtersJson: '{ "tags": { "condition": "AND", "items": [] } }' },
		},
		added: { filters: { intent: is('commercial'), tags: { condition: 'AND', items: [] } } },
	},
	{
		title: 'Additional Body Fields (JSON)',
		parameters: {
			additionalBodyJson: '{ "start_date": "2026-01-01T00:00:00Z" }',
		},
		added: { start_date: '2026-01-01T00:00:00Z' },
	},
];

/** Names the way people and expressions give them. */
const METRICS: readonly Case[] = [
	{
		title: 'metrics as a list from an expression',
		parameters: { metrics: '={{ ["a", " b "] }}' },
		added: { metrics: ['a', 'b'] },
	},
];

const DIMENSIONS: readonly Case[] = [
	{
		title: 'others beside those of the list, each once',
		parameters: { dimensions: ['topic'], otherDimensions: 'market, topic,,model' },
		added: { dimensions: ['topic', 'market', 'model'] },
	},
	{
		title: 'dimensions by what they are called, as a list from an expression',
		parameters: { dimensions: '={{ ["AI Platform", " topic ", "DATE"] }}' },
		added: { dimensions: ['model', 'topic', 'date'] },
	},
];

const namesCases = (names: readonly string[]): readonly Case[] => [
	...(names.includes('metrics') ? METRICS : []),
	...(names.includes('dimensions') ? DIMENSIONS : []),
];

/** Runs a read and gives the body of each of its requests, after a check of all the rest. */
async function bodiesOf({ where, path }: GeoRead, parameters: INodeParameters) {
	const own = { ...where, project: project(PROJECT), dateRange: 'notSet', ...parameters };
	const run = await bench.run('geo', own, { timezone: ZONE });
	expect(run.error).toBeUndefined();
	expect(bench.sandbox.requests.length).toBeGreaterThan(0);
	for (const request of bench.sandbox.requests) {
		expect(request).toMatchObject({ method: 'POST', path, query: {}, status: 200, violations: [] });
	}
	return bench.sandbox.requests.map(({ body }) => body);
}

it('has thirteen endpoints: these and the projects', () => {
	expect(new Set(GEO_READS.map(({ path }) => path)).size).toBe(GEO_READS.length);
	expect(GEO_READS.length).toBeGreaterThanOrEqual(12);
});

describe.each(GEO_READS.map((read) => [read.title, read] as const))('%s', (_title, read) => {
	it('sends what a new node asks for, and reads every record once with Return All', async () => {
		const [body] = await bodiesOf(read, {});
		expect(body).toMatchObject({ project_id: PROJECT, ...read.defaults });
		bench.sandbox.reset();
		const parameters = { ...read.where, project: project(PROJECT), returnAll: true };
		const all = await bench.run('geo', parameters);
		expect(all.rows.length).toBeGreaterThan(0);
		// What LISTS in sandbox/records.ts has no data for, the sandbox answers with a note.
		expect(all.rows[0]).not.toHaveProperty('note');
		const small = await bench.run('geo', { ...parameters, options: { pageSize: 7 } });
		expect(small.rows).toEqual(all.rows);
		expect(new Set(all.rows.map((row) => JSON.stringify(row))).size).toBe(all.rows.length);
	});
});

describe.each(WHOLE_READS.map((read) => [read.title, read] as const))('%s', (_title, read) => {
	/** A report is read whole. */
	const firstPage = { limit: read.where.resource === 'report' ? 100 : 50, offset: 0 };
	const cases = [...CASES, ...namesCases(read.names)];

	it.each(cases.map((one) => [one.title, one] as const))(
		'sends exactly what is asked for with %s',
		async (_case, { parameters, added, page = firstPage }) => {
			const bodies = await bodiesOf(read, parameters);
			const own = { project_id: PROJECT, ...read.defaults, ...added };
			const pagination = { limit: expect.any(Number), offset: expect.any(Number) };
			expect(bodies[0]).toStrictEqual({ ...own, pagination: page });
			for (const body of bodies) expect(body).toStrictEqual({ ...own, pagination });
		},
	);

	it('sends no list of names that was emptied', async () => {
		const emptied = Object.fromEntries(
			read.names.map((name) => [name, name === 'metrics' ? '' : []]),
		);
		const [body] = await bodiesOf(read, emptied);
		expect(body).toStrictEqual({ project_id: PROJECT, pagination: firstPage });
	});

	it('sends the days of a preset in the time zone of the workflow', async () => {
		const day = (ago: number) =>
			new Date(Date.now() + 14 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
		const parameters = { ...read.where, project: project(PROJECT), dateRange: 'last7Days' };
		await bench.run('geo', parameters, { timezone: 'Pacific/Kiritimati' });
		expect(bench.sandbox.requests[0]).toMatchObject({
			body: { start_date: `${day(8)}T10:00:00Z`, end_date: `${day(1)}T09:59:59Z` },
			violations: [],
		});
	});

	it.each([
		[
			'a start after the end',
			{ startDate: '2026-11-02', endDate: '2026-11-01' },
			"'Date Range' starts after it ends",
		],
	])('refuses %s before anything is sent', async (_what, dates, message) => {
		const parameters = { ...read.where, project: project(PROJECT), dateRange: 'custom', ...dates };
		const { error } = await bench.run('geo', parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(/\.$/);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each(['start_date'])('refuses a second %s in Additional Body Fields', async (name) => {
		const { error } = await bench.run('geo', {
			...read.where,
			project: project(PROJECT),
			dateRange: 'yesterday',
			...condition({ filter: 'branded' }),
			sort: { by: [{ field: 'name' }] },
			additionalBodyJson: `{ "${name}": [] }`,
		});
		expect(error?.message).toContain(`sets ${name}, which the node sets itself`);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('sends a body field that nobody has documented only because the user wrote it', async () => {
		const additionalBodyJson = '{ "locale": "en" }';
		const parameters = { ...read.where, project: project(PROJECT), additionalBodyJson };
		await bench.run('geo', parameters);
		const [request] = bench.sandbox.requests;
		expect(request).toMatchObject({ body: { locale: 'en' } });
		expect(request?.violations).toEqual(['body.locale: not documented']);
	});
});
