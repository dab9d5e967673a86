import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { json } from '../../dev/json';
import { GEO_READS, project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const ZONE = 'Europe/Berlin';

/** Over the day on which the clocks go forward: whole days are not 24 hours each. */
const range = { dateRange: 'custom', startDate: '2026-03-25', endDate: '2026-03-31' };
const CURRENT = { start_date: '2026-03-24T23:00:00Z', end_date: '2026-03-31T21:59:59Z' };
const PREVIOUS = { start_date: '2026-03-17T23:00:00Z', end_date: '2026-03-24T22:59:59Z' };

const REPORTS = GEO_READS.filter(({ where }) => where.resource === 'report');

/** All of them are read by the same code. */
const FIRST = REPORTS.slice(0, 1);

const numberOf = (value: unknown) => (typeof value === 'number' ? value : NaN);

it('There are three reports, by topic and with the documented measure at first', () => {
	expect(REPORTS.map(({ path, defaults }) => [path, defaults])).toEqual([
		['/v2/geo/reports/citations', { dimensions: ['topic'], measures: ['count'] }],
		['/v2/geo/reports/performance', { dimensions: ['topic'], measures: ['share_of_voice'] }],
		[
			'/v2/geo/reports/sentiments',
			{ dimensions: ['topic'], measures: ['total_keyword_occurrences'] },
		],
	]);
});

describe.each(FIRST.map((report) => [report.title, report] as const))(
	'%s, compared with the previous period,',
	(_title, { where, path, defaults }) => {
		const report = { ...where, project: project(PROJECT), ...range };
		const compare = { ...report, compareWith: 'previousPeriod' };
		const [measure = ''] = [defaults.measures].flat().map(String);
		const read = async (parameters: INodeParameters) =>
			await bench.run('geo', { ...report, ...parameters }, { timezone: ZONE });

		/** The rows of both periods, as the service has them. */
		async function bothPeriods(parameters: INodeParameters) {
			const before = { startDate: '2026-03-18', endDate: '2026-03-24' };
			const now = await read({ ...parameters, returnAll: true });
			const previous = await read({ ...parameters, returnAll: true, ...before });
			bench.sandbox.requests.length = 0;
			return { now: now.rows, previous: previous.rows };
		}

		function expectJoined(
			rows: IDataObject[],
			now: IDataObject[],
			previous: IDataObject[],
			measure: string,
			dimensions: string[],
		) {
			const keyOf = (row: IDataObject) => JSON.stringify(dimensions.map((name) => row[name]));
			const before = new Map(previous.map((row) => [keyOf(row), row]));
			expect(rows.map((row) => row[measure])).toEqual(now.map((row) => row[measure]));
			expect(rows.map(keyOf)).toEqual(now.map(keyOf));
			for (const row of rows) {
				const was = numberOf(before.get(keyOf(row))?.[measure]);
				const change = numberOf(row[measure]) - was;
				expect(row[`${measure}_previous`]).toBe(was);
				expect(row[`${measure}_change`]).toBeCloseTo(change, 6);
				const percent = numberOf(row[`${measure}_change_percent`]);
				expect(Math.abs(percent - (change / was) * 100)).toBeLessThan(0.0051);
			}
		}

		it('is asked for twice, with the dates of both periods and nothing else changed', async () => {
			const run = await bench.run('geo', { ...compare, returnAll: true }, { timezone: ZONE });
			expect(run.error).toBeUndefined();
			for (const request of bench.sandbox.requests) {
				expect(request).toMatchObject({ method: 'POST', path, violations: [] });
			}
			const pagination = { limit: 100, offset: 0 };
			const body = (dates: IDataObject) => ({
				project_id: PROJECT,
				...dates,
				...defaults,
				pagination,
			});
			const bodies = bench.sandbox.requests.map((request) => request.body);
			expect(bodies).toHaveLength(2);
			expect(bodies).toEqual(expect.arrayContaining([body(CURRENT), body(PREVIOUS)]));
		});

		it.each([
			['topic', ['topic']],
			['AI platform', ['model']],
		])('has the numbers of both periods by %s', async (_names, dimensions) => {
			const { now, previous } = await bothPeriods({ dimensions });
			const run = await read({ ...compare, dimensions });
			expect(run.rows).toHaveLength(now.length);
			expectJoined(run.rows, now, previous, measure, dimensions);
		});

		it.each([
			[
				'Dimensions',
				{ dimensions: '={{ ["topic", "mood"] }}' },
				'mood',
				/^Use topic, market, model/,
			],
		])('refuses an unknown name in %s', async (label, parameters, name, known) => {
			const { error } = await read(parameters);
			expect(error?.message).toBe(`'${label}' has no entry '${name}'`);
			expect(error?.description).toMatch(known);
			expect(error?.description).toMatch(`add the option 'Other ${label}'.`);
			expect(bench.sandbox.requests).toHaveLength(0);
		});

		it('sends other names as they are, and passes on what the service says of them', async () => {
			const { error } = await read({ otherMeasures: 'joy' });
			expect(bench.sandbox.requests).toMatchObject([{ body: { measures: [measure, 'joy'] } }]);
			expect(error?.httpCode).toBe('422');
			expect(error?.message).toContain("Unknown name 'joy'");
		});

		it('is about the last 28 days at first', async () => {
			await bench.run('geo', { ...where, project: project(PROJECT) }, { timezone: 'UTC' });
			const [sent] = bench.sandbox.requests;
			const { start_date: start, end_date: end } = json(sent?.body);
			expect(Date.parse(String(end)) - Date.parse(String(start))).toBe(28 * 86_400_000 - 1000);
		});

		it('is joined rightly with a limit, even if the periods are sorted differently', async () => {
			const sort = { by: [{ field: measure }] };
			const parameters = { dimensions: ['topic', 'model'], sort };
			const { now, previous } = await bothPeriods(parameters);
			const run = await read({ ...compare, ...parameters, limit: 4 });
			expect(run.rows).toHaveLength(4);
			expectJoined(run.rows, now.slice(0, 4), previous, measure, ['topic', 'model']);
		});

		it('is read once for input items that ask for the same', async () => {
			await bench.run('geo', compare, { items: [{}, {}, {}], timezone: ZONE });
			expect(bench.sandbox.requests).toHaveLength(2);
		});

		it('works for All Projects', async () => {
			const parameters = { ...compare, project: project(ALL_PROJECTS), limit: 2 };
			const run = await bench.run('geo', parameters, { timezone: ZONE });
			expect(run.rows).toHaveLength(6);
			for (const row of run.rows) {
				expect(Object.keys(row).slice(0, 3)).toEqual(['project_id', 'project_name', '_status']);
				expect(Object.keys(row).at(-1)).toMatch(/_change_percent$/);
			}
		});

		it('reads only the period itself for Raw Response', async () => {
			const run = await read({ ...compare, output: 'raw', returnAll: true });
			expect(run.rows).toMatchObject([{ total: 12 }]);
			expect(bench.sandbox.requests).toHaveLength(1);
		});

		it('has what was added in Simplified', async () => {
			const run = await read({ ...compare, output: 'simplified', limit: 1 });
			const added = ['', '_previous', '_change', '_change_percent'];
			expect(Object.keys(run.rows[0] ?? {})).toEqual([
				'_status',
				'topic',
				...added.map((end) => `${measure}${end}`),
			]);
		});

		it.each([
			['no Date Range', { dateRange: 'notSet' }, 'There is no period to compare with'],
			['rows by date', { dimensions: ['topic', 'date'] }, 'Rows by date cannot be compared'],
		])('is refused with %s, before anything is sent', async (_what, parameters, message) => {
			const { error } = await bench.run('geo', { ...compare, ...parameters });
			expect(error?.message).toContain(message);
			expect(error?.description).toContain("'Compare With'");
			expect(bench.sandbox.requests).toHaveLength(0);
		});

		it('fails with the error of either period', async () => {
			bench.sandbox.faults.order({ kind: 'respond', status: 422, after: 1 });
			const { error } = await read(compare);
			expect(error?.httpCode).toBe('422');
			expect(bench.sandbox.requests).toHaveLength(2);
		});
	},
);
