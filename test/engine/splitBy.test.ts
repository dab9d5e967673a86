import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import {
	bodiesOf,
	COFFEE,
	EVERYWHERE,
	PERFORMANCE,
	respond,
	useBench,
	WHOLE_READS,
} from './harness/fixture';

/** Some weeks after the days that are read. */
const bench = useBench(Date.UTC(2027, 1, 1));

/** From the week of the new year to that after it. */
const range = { dateRange: 'custom', startDate: '2026-12-30', endDate: '2027-01-05' };
const WEEKS = [
	{ start_date: '2026-12-29T23:00:00Z', end_date: '2027-01-03T22:59:59Z' },
	{ start_date: '2027-01-03T23:00:00Z', end_date: '2027-01-05T22:59:59Z' },
];
const MARKS = [
	{ period_start: '2026-12-30', period_end: '2027-01-03' },
	{ period_start: '2027-01-04', period_end: '2027-01-05' },
];

const read = async (parameters: INodeParameters, setup = {}) =>
	await bench.run(
		'geo',
		{ operation: 'getAll', project: COFFEE, ...range, ...parameters },
		{ timezone: 'Europe/Berlin', ...setup },
	);

const prompts = { resource: 'prompt' };

describe.each(WHOLE_READS.map((one) => [one.title, one] as const))(
	'%s, by week,',
	(_title, one) => {
		it('has what single reads of the weeks have, marked with the week', async () => {
			const expected: IDataObject[] = [];
			for (const mark of MARKS) {
				const dates = { startDate: mark.period_start, endDate: mark.period_end };
				const { rows } = await read({ ...one.where, ...dates, limit: 4 });
				expected.push(...rows.map((row) => ({ ...mark, ...row })));
			}
			bench.sandbox.requests.length = 0;
			const run = await read({ ...one.where, splitBy: 'week', limit: 4 });
			expect(run.error).toBeUndefined();
			expect(run.rows).toStrictEqual(expected);
			const own = { ...one.defaults, pagination: { limit: 4, offset: 0 } };
			expect(bodiesOf(bench)).toStrictEqual(
				WEEKS.map((dates) => ({ project_id: PROJECTS.coffee, ...dates, ...own })),
			);
			for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
		});
	},
);

describe('Split By', () => {
	it('keeps the marks in each output, which overwrite nothing that a record has', async () => {
		const body = { data: [{ prompt_id: 1, period_start: 'spring' }], total: 1, limit: 50 };
		for (const output of ['simplified', 'selected']) {
			const fields = { splitBy: 'week', output, outputFields: 'prompt', limit: 1 };
			expect((await read({ ...prompts, ...fields })).rows).toMatchObject(MARKS);
		}
		respond(bench, { body, times: 2 });
		const run = await read({ ...prompts, splitBy: 'week' });
		expect(run.rows).toEqual(
			MARKS.map((mark) => ({ ...mark, prompt_id: 1, period_start_2: 'spring' })),
		);
	});

	it('says if all slices gave the same, as if the service had not looked at the dates', async () => {
		const past = { startDate: '2025-12-30', endDate: '2026-01-05' };
		const run = await read({ resource: 'tag', splitBy: 'week', ...past });
		expect(run.hints).toEqual([
			'The records are the same for each Week. The service may not be able to return them separately.',
		]);
	});

	it.each([
		[
			{ splitBy: 'week', compareWith: 'previousPeriod' },
			'Compared 2026-12-30 to 2027-01-03 with 2026-12-25 to 2026-12-29, and so on up to 2027-01-04 to 2027-01-05 with 2026-12-28 to 2026-12-29.',
			[
				...WEEKS,
				{ start_date: '2026-12-24T23:00:00Z', end_date: '2026-12-29T22:59:59Z' },
				{ start_date: '2026-12-27T23:00:00Z', end_date: '2026-12-29T22:59:59Z' },
			],
		],
		[
			{
				...{ startDate: '2025-02-01', endDate: '2025-03-30' },
				...{ splitBy: 'month', compareWith: 'samePeriodLastYear' },
			},
			'Compared 2025-02-01 to 2025-02-28 with 2024-02-01 to 2024-02-29, and so on up to 2025-03-01 to 2025-03-30 with 2024-03-01 to 2024-03-30.',
			[{ start_date: '2024-01-31T23:00:00Z', end_date: '2024-02-29T22:59:59Z' }],
		],
	])('compares each slice with its own period: %j', async (fields, hint, dates) => {
		const run = await read({ ...PERFORMANCE, ...fields, limit: 2 });
		expect(run.rows.map((row) => row._status)).toEqual(Array(4).fill('kept'));
		expect(run.hints).toContain(hint);
		const [, from, until] = /with (\S+) to ([\d-]+)/.exec(hint) ?? [];
		expect(run.rows[0]).toMatchObject({ compared_start: from, compared_end: until });
		for (const period of dates) {
			expect(bodiesOf(bench)).toContainEqual(expect.objectContaining(period));
		}
	});

	it('compares no day, week or month with custom dates', async () => {
		const compare = { compareWith: 'customDates', compareWithDates: '2025-12-24 to 2025-12-31' };
		const { error } = await read({
			...PERFORMANCE,
			...compare,
			project: EVERYWHERE,
			splitBy: 'week',
		});
		expect(bench.sandbox.requests).toEqual([]);
		expect(error).toMatchObject({
			message: 'Each day, week or month cannot be compared with the same custom dates',
			description: expect.stringContaining("another period in 'Compare With', or"),
		});
	});

	it('reads a period once that belongs to one slice and comes before another', async () => {
		const days = { startDate: '2026-11-01', endDate: '2026-11-28', splitBy: 'day' };
		const run = await read({ ...PERFORMANCE, ...days, compareWith: 'previousPeriod', limit: 1 });
		expect(run.rows.map((row) => row._status)).toEqual(Array(28).fill('kept'));
		expect(bench.sandbox.requests).toHaveLength(29);
		expect(run.hints).toContain(
			'Compared 2026-11-01 with 2026-10-31, and so on up to 2026-11-28 with 2026-11-27.',
		);
	});

	it('names the slice that failed, and keeps the others unless it is to stop', async () => {
		const words = 'This happened in the week 2026-12-30 to 2027-01-03.';
		respond(bench, { status: 422, match: { body: WEEKS[0]?.start_date }, times: 2 });
		const weeks = { ...prompts, splitBy: 'week', limit: 3 };
		const stopped = await read(weeks);
		expect(stopped.error?.description).toContain(words);
		const run = await read(weeks, { onError: 'continueErrorOutput' });
		expect(run.errorItems).toMatchObject([{ json: { message: expect.stringContaining(words) } }]);
		expect(run.rows).toMatchObject(Array(3).fill(MARKS[1]));
	});

	it.each<[INodeParameters, string]>([
		[{ splitBy: 'day', dateRange: 'notSet' }, 'There is no period'],
		[{ splitBy: 'week', endDate: '' }, 'There is no period to split'],
		[{ splitBy: 'day', startDate: '0206-12-30' }, 'This would take 664749 reads'],
		[
			{ splitBy: 'day', startDate: '2020-01-01', compareWith: 'previousPeriod' },
			'This would take 5124 reads, more than the 5000 of one call: projects 1 × parts 2562 × periods 2',
		],
		[{ splitBy: 'year' }, "'Split By' has no entry 'year'"],
	])('with %j is refused before anything is sent', async (parameters, message) => {
		const { error } = await read({ ...prompts, ...parameters });
		expect(error?.message).toContain(message);
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});
