import type { IDataObject } from 'n8n-workflow';
import { readPeriod, readReportPeriod } from '../../nodes/shared/form/dateRange';
import { momentOf, periodBody, PRESETS } from '../../nodes/shared/form/period';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

const NOVEMBER = { start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-30T23:59:59Z' };

/** The period that the fields say, as it is sent. */
const sentFor = (values: IDataObject, zone = 'UTC') =>
	periodBody(readPeriod(parametersOf(values, { zone })));

/** The same for a field that has one text, as in tools. */
const sentForText = (dateRange: string) => sentFor({ dateRange });

describe('Date Range', () => {
	it('sends no dates where it is empty, or the service decides', () => {
		for (const dateRange of [null, '', ' ', 'notSet']) expect(sentFor({ dateRange })).toEqual({});
	});

	it.each(PRESETS.map(({ value }) => value))('is %s in the time zone of the workflow', (value) => {
		const zone = 'Asia/Kathmandu';
		const preset = PRESETS.find((known) => known.value === value);
		const now = momentOf(Date.now(), zone, 'start', 'Now');
		if (preset === undefined || now === undefined) throw new Error('There is no such preset');
		expect(sentFor({ dateRange: value }, zone)).toEqual(periodBody(preset.period(now)));
	});

	it.each<[IDataObject, object]>([
		[{ startDate: '2026-11-01', endDate: '2026-11-30' }, NOVEMBER],
		[{ startDate: '2026-11-01', endDate: '' }, { start_date: NOVEMBER.start_date }],
		[{ startDate: null, endDate: '2026-11-30' }, { end_date: NOVEMBER.end_date }],
	])('is from Start to End: %j', (dates, sent) => {
		expect(sentFor({ dateRange: 'custom', ...dates })).toEqual(sent);
	});

	it('is not custom where there is no Start and no End, as in tools', () => {
		const problem = problemOf(() => sentForText('custom'));
		expect(problem.message).toMatch(/^'Date Range' is custom, but there /i);
	});

	it('does not end before it starts', () => {
		const dates = { startDate: '2026-11-30', endDate: '2026-11-01' };
		const problem = problemOf(() => sentFor({ dateRange: 'custom', ...dates }));
		const inText = problemOf(() => sentForText('2026-11-30 to 2026-11-01'));
		for (const { message, description } of [problem, inText]) {
			expect(message).toBe("'Date Range' starts after it ends");
			expect(description).toMatch(/'Date Range': it goes from 2026-11-30 to 2026-11-01\.$/);
		}
	});

	it.each([
		'2026-11-01 to 2026-11-30',
		'2026-11-01  TO  2026-11-30',
		' 2026-11-01/2026-11-30 ',
		'2026-11-01 / 2026-11-30',
		'2026-11-01  /  2026-11-30',
		'2026-11-01T00:00 to 2026-11-30T23:59:59',
		'2026-11-01T00:00:00 to 2026-11-30T00:00:00',
		'2026-11-01T00:00:00Z/2026-11-30T23:59:59Z',
		'2026-11-01T00:00:00Z/2026-11-30T00:00:00Z',
	])('is from one date to another: %j', (text) => {
		expect(sentForText(text)).toEqual(NOVEMBER);
	});

	it('is a day where it is one date', () => {
		expect(sentForText('2026-11-01')).toEqual({
			...{ start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-01T23:59:59Z' },
		});
	});

	it.each([
		'next week',
		'2026-11-01 2026-11-30',
		'2026-11-01 until 2026-11-30',
		'from 2026-11-01',
		'2026-11-01x/2026-11-30',
		'2026-11-01 to 2026-11-30 to 2026-12-01',
		'2026-11-01 to soon',
		'2026-13-01',
	])('is not %j, and the error says what it can be', (text) => {
		const problem = problemOf(() => sentForText(text));
		expect(problem.message).toMatch(/^'Date Range' (has no entry|is not a date)/);
		expect(problem.description).toContain('2026-11-01 to 2026-11-30');
	});

	it('counts as an option, too, where it was added', () => {
		const range = { dateRange: 'custom', startDate: '2026-11-01', endDate: '2026-11-30' };
		const added = { dateRange: 'yesterday', options: { period: { range } } };
		expect(sentFor(added)).toEqual(NOVEMBER);
		expect(periodBody(readReportPeriod(parametersOf(added)))).toEqual(NOVEMBER);
	});

	it('has presets in the order of a calendar', () => {
		expect(PRESETS.map(({ name }) => name)).toEqual([
			...['Today', 'Yesterday', 'This Week', 'Last Week'],
			...['Last 7 Days', 'Last 28 Days', 'Last 90 Days', 'This Month', 'Last Month'],
			...['This Quarter', 'Last Quarter', 'This Year', 'Last Year'],
		]);
	});
});
