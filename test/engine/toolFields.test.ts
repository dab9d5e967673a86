import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { json } from '../../dev/json';
import { PROJECTS } from '../../sandbox';
import { useBench } from './harness/fixture';
import { ProjectsOf, WHOAMI } from './harness/projects';

const bench = useBench();

const PROMPTS = { resource: 'prompt', operation: 'getAll' };
const PERFORMANCE = { resource: 'report', operation: 'getPerformance' };
const COFFEE = { Project: PROJECTS.coffee };

/** Calls a tool that was just added, with what a model fills in. */
async function call(where: INodeParameters, input: IDataObject, tool: 'agents' | 'geo' = 'geo') {
	const run = await bench.run(`${tool}Tool`, where, { items: [input], timezone: 'UTC' });
	return { ...run, body: json(json(bench.sandbox.requests.at(-1)?.body)) };
}

describe('A tool that was just added', () => {
	it('sends what the model fills in', async () => {
		const { error, rows, body } = await call(PROMPTS, {
			...COFFEE,
			Limit: '3',
			Metrics: 'answers_count',
			Date_Range: '2026-11-01 to 2026-11-03',
			Filter_By: '{"branded": true, "rank": "1", "intent": ["commercial", "other"], "topics": ""}',
			Sort: 'avg_rank asc, avg_visibility_score',
		});
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(1);
		expect(body).toMatchObject({
			project_id: PROJECTS.coffee,
			metrics: ['answers_count'],
			start_date: expect.stringMatching(/^2026-11-01T/),
			end_date: expect.stringMatching(/^2026-11-03T/),
			order_by: [
				{ field: 'avg_rank', order: 'asc' },
				{ field: 'avg_visibility_score', order: 'desc' },
			],
			filters: {
				branded: { condition: 'AND', items: [{ operator: 'is', value: true }] },
				rank: { condition: 'AND', items: [{ operator: 'eq', value: 1 }] },
				intent: { condition: 'AND', items: [{ operator: 'is', value: ['commercial', 'other'] }] },
			},
		});
		expect(body.filters).not.toHaveProperty('topics');
	});

	it.each([
		['nothing but the project', {}],
		['null', { Limit: null, Metrics: null, Date_Range: null, Filter_By: null, Sort: null }],
	])('is as a new node where the model gives %s', async (_, input) => {
		const asItems = { output: 'records', answerFormat: 'list', maxOutputSize: 0 };
		const tool = await call({ ...PROMPTS, ...asItems }, { ...COFFEE, ...input });
		expect(tool.error).toBeUndefined();
		const node = await bench.run('geo', {
			...PROMPTS,
			project: { __rl: true, mode: 'id', value: PROJECTS.coffee },
		});
		expect(tool.rows.filter(({ notes }) => notes === undefined)).toEqual(node.rows);
		expect(tool.body).toEqual(json(json(bench.sandbox.requests.at(-1)?.body)));
		expect(Object.keys(tool.body).sort()).toEqual(['pagination', 'project_id']);
	});

	it.each([['leaves out', {}]])(
		'is the report of a new node where a model %s everything',
		async (_how, input) => {
			const { body } = await call(PERFORMANCE, { ...COFFEE, ...input });
			expect(body).toMatchObject({ dimensions: ['topic'], measures: ['share_of_voice'] });
			const days = Date.parse(String(body.end_date)) - Date.parse(String(body.start_date));
			expect(Math.round(days / 86_400_000)).toBe(28);
		},
	);

	it.each([
		['previousPeriod', '2026-10-01 to 2026-10-31'],
		['samePeriodLastYear', '2025-11-01 to 2025-11-30'],
		['2025-12-24/2026-01-06', '2025-12-24 to 2026-01-06'],
		['2026-11-10', '2026-11-10'],
	])('compares a report with %s, and says with which days', async (period, days) => {
		const { error, rows } = await call(PERFORMANCE, {
			...{ ...COFFEE, Dimensions: 'model' },
			...{ Date_Range: '2026-11-01 to 2026-11-30', Compare_With: period },
		});
		expect(error).toBeUndefined();
		expect(rows[0]?.columns).toContain('share_of_voice_change');
		expect(rows[0]?.notes).toContain(`Compared 2026-11-01 to 2026-11-30 with ${days}.`);
	});

	it('takes a single date as that day', async () => {
		const { body } = await call(PROMPTS, { ...COFFEE, Date_Range: '2026-11-05' });
		expect(body).toMatchObject({
			start_date: expect.stringMatching(/^2026-11-05T/),
			end_date: expect.stringMatching(/^2026-11-05T/),
		});
	});

	it('searches for projects, and for tasks in the documented view', async () => {
		const projects = await call({ resource: 'project', operation: 'getAll' }, { Search: 'coffee' });
		expect(projects.body).toMatchObject({ query: 'coffee' });
		const tasks = await call({ resource: 'task', operation: 'query' }, COFFEE, 'agents');
		expect(tasks.error).toBeUndefined();
		expect(tasks.body).toEqual({ view: 'list' });
	});

	it('lets people choose what the model is not to choose', async () => {
		const { body } = await call(
			{ ...PROMPTS, dateRange: 'lastMonth', sort: 'avg_rank asc', filterBy: '{"branded": false}' },
			{ ...COFFEE, Date_Range: 'yesterday', Sort: 'prompt' },
		);
		expect(body).toMatchObject({
			order_by: [{ field: 'avg_rank', order: 'asc' }],
			filters: { branded: { items: [{ value: false }] } },
		});
		expect(body.start_date).toMatch(/T/);
	});
});

const RANGES =
	/Enter one of today, yesterday, .*lastYear in 'Date Range'; or two dates such as 2026-11-01 to 2026-11-30; or a single date\./;

describe('What the model gets wrong is an error whose message says what to do', () => {
	it.each([
		['a range', { Date_Range: 'nextWeek' }, /^'Date Range' has no entry 'nextWeek'\. Enter/],
		['a day', { Date_Range: '2026-02-30' }, /^'Date Range' is not a date: 2026-02-30\. Enter/],
		[
			'the second day',
			{ Date_Range: '2026-02-01 to 2026-02-30' },
			/not a date: 2026-02-30\. Enter/,
		],
	])('%s', async (_, input, message) => {
		const { error } = await call(PERFORMANCE, { ...COFFEE, ...input });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(RANGES);
		expect(error?.message).not.toMatch(/of custom|, custom/);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each([
		[
			'two days',
			{ Date_Range: '2026-11-30 to 2026-11-01' },
			/^'Date Range' starts after it ends\. Enter the earlier date first.* 2026-11-30 to 2026-11-01\.$/,
		],
		[
			'a filter',
			{ Filter_By: '{"country": "DE"}' },
			/named country\. Use one of platform, .*markets/,
		],
		[
			'a number in a filter',
			{ Filter_By: '{"rank": "first"}' },
			/^The filter 'rank' has no valid value\. Enter a number for 'rank' in 'Filter By', such as \{"rank": 1\}/,
		],
		[
			'a text in a filter',
			{ Filter_By: '{"intent": {"is": "x"}}' },
			/'intent'.*such as \{"intent": "a text"\}/,
		],
		['a name in a filter', { Filter_By: '{"tags": []}' }, /'tags'.*such as \{"tags": "a name"\}/],
		[
			'the form of filters',
			{ Filter_By: 'branded=true' },
			/'Filter By' is not valid JSON.*double quotes.* For example: \{ "branded": true, "rank": 1 \}$/,
		],
		[
			'a list of filters',
			{ Filter_By: '["branded"]' },
			/'Filter By' is not a JSON object\. .*\{ "branded": true/,
		],
		[
			'an order',
			{ Sort: 'by rank please' },
			/'Sort' has an entry.*: by rank please\. .*visibility_score desc/,
		],
		[
			'a limit',
			{ Limit: 0 },
			/^'Limit' is not a whole number of 1 or more\. Enter .* in 'Limit', such as 50\.$/,
		],
		['a limit in words', { Limit: 'many' }, /^'Limit' is not a whole number of 1 or more\./],
		[
			'a list of names',
			{ Dimensions: '[topic]' },
			/'Dimensions' is not valid JSON.* \["one", "two"\]/,
		],
		[
			'a name',
			{ Measures: { a: 1 } },
			/^'Measures' is not text, but an object\. Enter text in 'Measures', or /,
		],
		[
			'a range without dates',
			{ Date_Range: 'custom' },
			/^'Date Range' is Custom, .*no date\. Enter .* two dates such as .* in 'Date Range'/,
		],
		[
			'a period to compare with',
			{ Compare_With: 'lastYear' },
			/no entry 'lastYear'\. Enter one of .*samePeriodLastYear.* in 'Compare With'; or two dates/,
		],
		[
			'a period to compare with, without its dates',
			{ Compare_With: 'customDates' },
			/is empty\. Enter two dates such as .* 'Compare With' of a tool\.$/,
		],
		[
			'a day to compare with',
			{ Compare_With: '2025-02-30' },
			/^'Compare With' is not a date: 2025-02-30\. Enter two dates/,
		],
		[
			'days to compare with',
			{ Compare_With: '2025-11-30 to 2025-11-01' },
			/^'Compare With' starts after it ends\. Enter the earlier date first in 'Compare With'/,
		],
		[
			'the same days to compare with',
			{ Date_Range: '2026-11-01 to 2026-11-30', Compare_With: '2026-11-01 to 2026-11-30' },
			/^The 'Date Range' would be compared with itself\. Enter two dates/,
		],
		[
			'a comparison by date',
			{ Dimensions: 'date', Date_Range: 'last28Days', Compare_With: 'samePeriodLastYear' },
			/Leave date out of 'Dimensions', or set 'Compare With' to nothing\.$/,
		],
	])('%s', async (_, input, message) => {
		const { error } = await call(PERFORMANCE, { ...COFFEE, ...input });
		expect(error?.message).toMatch(message);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('a comparison without a range', async () => {
		const { error } = await call(PROMPTS, { ...COFFEE, Compare_With: 'previousPeriod' });
		expect(error?.message).toMatch(
			/no period to compare.*'Date Range' .* such as last28Days.*, or set 'Compare With' to nothing\.$/,
		);
	});

	it('a project that is called like another one', async () => {
		const twins = ['twin-1', 'twin-2'].map((id) => ({ id, name: 'Twin' }));
		new ProjectsOf(bench).geoLists(twins);
		const { error } = await call(PROMPTS, { Project: 'Twin' });
		expect(error?.message).toBe(
			"2 projects match 'Twin'. Enter one of their IDs in 'Project', with 'By ID': twin-1, twin-2.",
		);
	});

	it('a project where the service sends no names', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 403, match: { path: WHOAMI } });
		new ProjectsOf(bench).geoLists([{ id: 'p-1' }]);
		const { error } = await call(PROMPTS, { Project: 'Twin' });
		expect(error?.message).toMatch(
			/without names and URLs\. Choose .* 'Project', or enter its ID\./,
		);
	});

	it('a filter that the tool has already', async () => {
		const row = { filter: 'branded', booleanValue: true };
		const { error } = await call(
			{ ...PROMPTS, filters: { condition: [row] } },
			{ ...COFFEE, Filter_By: '{"branded": false}' },
		);
		expect(error?.message).toMatch(/'Filter By' sets branded.*Leave branded out/);
	});

	it('no project', async () => {
		const { error } = await call(PROMPTS, { Project: '' });
		expect(error?.message).toBe(
			"No project is chosen. Choose one from the list of 'Project', or enter its name or ID, such as Acme Coffee.",
		);
	});

	it('and what the service refuses', async () => {
		const match = { path: '/v2/geo/business/prompts' };
		bench.sandbox.faults.order({ kind: 'respond', status: 403, match });
		const { error } = await call(PROMPTS, COFFEE);
		expect(error?.message).toMatch(
			/^No access .*If a 'Project' is chosen, check that it still exists/s,
		);
	});

	it('a project of another workspace', async () => {
		const { error } = await call(PROMPTS, { Project: PROJECTS.skincare });
		expect(error?.message).toMatch(
			/^No project has the name .*Enter the name or ID of one that there is in 'Project'/,
		);
	});
});
