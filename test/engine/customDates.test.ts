import type { INodeParameters } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const REPORT = { resource: 'report', operation: 'getPerformance', project: project(PROJECT) };

/** November 2026: its first moment, the midnight that its last day starts with, and its last second. */
const NOVEMBER = [
	['UTC', '2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z', '2026-11-30T23:59:59Z'],
	['Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11-29T23:00:00Z', '2026-11-30T22:59:59Z'],
] as const;

/** Start and End as the editor stores them, and as expressions give them; all of them mean two days. */
const DAYS: ReadonlyArray<
	[
		what: string,
		datesOf: (start: string, end: string) => readonly [string | number, string | number],
	]
> = [
	['dates', () => ['2026-11-01', '2026-11-30']],
	['dates at midnight', () => ['2026-11-01T00:00:00', '2026-11-30T00:00:00']],
	['a date, and one at midnight', () => ['2026-11-01', '2026-11-30T00:00:00']],
	['a date at midnight, and one without', () => ['2026-11-01T00:00:00', '2026-11-30']],
];

/** A report as a message about a custom range: the dates of its requests, and the period in words. */
async function read(timezone: string, dates: INodeParameters, more: INodeParameters = {}) {
	const parameters = { ...REPORT, output: 'message', dateRange: 'custom', ...dates, ...more };
	const { error, rows } = await bench.run('geo', parameters, { timezone });
	expect(error).toBeUndefined();
	for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	return {
		sent: datesSent(),
		words: JSON.stringify(rows[0]?.period ?? null)
			.slice(1, -1)
			.replace(/\s/g, ' '),
	};
}

/** The first and the last moment of each request, the earliest first. */
const datesSent = () =>
	bench.sandbox.requests
		.map(({ body }) => body)
		.map((body) => (typeof body === 'object' && body !== null ? Object.entries(body) : []))
		.map((members) => members.filter(([name]) => /^(start|end)_date$/.test(name)))
		.map((members) => Object.fromEntries(members))
		.toSorted((one, other) => String(one.start_date).localeCompare(String(other.start_date)));

describe.each(NOVEMBER)('A custom Date Range in %s', (zone, start, midnight, end) => {
	it.each(DAYS)('of %s has all of the last day', async (_what, datesOf) => {
		const [startDate, endDate] = datesOf(start, midnight);
		const { sent, words } = await read(zone, { startDate, endDate });
		expect(sent).toEqual([{ start_date: start, end_date: end }]);
		expect(words).toBe('Nov 1 – 30, 2026');
	});

	it('may have no start, or no end', async () => {
		const until = await read(zone, { startDate: '', endDate: '2026-11-30T00:00:00' });
		expect(until).toEqual({ sent: [{ end_date: end }], words: 'until Nov 30, 2026' });
		bench.sandbox.requests.length = 0;
		const since = await read(zone, { startDate: '2026-11-01T00:00:00', endDate: '' });
		expect(since).toEqual({ sent: [{ start_date: start }], words: 'since Nov 1, 2026' });
	});

	it('ends at a time of the day where it has one, and says so', async () => {
		const at = new Date(Date.parse(midnight) + 18 * 3_600_000).toISOString();
		for (const endDate of ['2026-11-30T18:00:00', `={{ new Date("${at}") }}`]) {
			bench.sandbox.requests.length = 0;
			const { sent, words } = await read(zone, { startDate: '2026-11-01T00:00:00', endDate });
			expect(sent).toEqual([{ start_date: start, end_date: at.replace('.000', '') }]);
			expect(words).toBe('Nov 1, 2026 – Nov 30, 2026, 6:00 PM');
		}
	});

	it('has all of today, where it ends with $today', async () => {
		const dates = { startDate: '={{ $today.minus({ days: 6 }) }}', endDate: '={{ $today }}' };
		const dayAt = (at: number) =>
			new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: zone }).format(at);
		const before = Date.now();
		const { sent, words } = await read(zone, dates);
		const last = Date.parse(String(sent[0]?.end_date));
		expect([dayAt(before), dayAt(Date.now())]).toContain(dayAt(last));
		expect(dayAt(last + 1000)).not.toBe(dayAt(last));
		expect(words).not.toMatch(/:/);
	});
});

describe('A custom Date Range', () => {
	it('has all of a day that starts at one, since the clocks skip its midnight', async () => {
		const dates = { startDate: '2026-04-23T00:00:00', endDate: '2026-04-24T00:00:00' };
		const { sent, words } = await read('Africa/Cairo', dates);
		expect(sent).toEqual([
			{ start_date: '2026-04-22T22:00:00Z', end_date: '2026-04-24T20:59:59Z' },
		]);
		expect(words).toBe('Apr 23 – 24, 2026');
	});

	it.each([
		[
			'Europe/Berlin',
			'2026-10-22',
			'2026-10-28',
			'2026-10-14T22',
			'2026-10-21T22',
			'2026-10-28T23',
			['Oct 22 – 28, 2026', 'Oct 15 – 21, 2026'],
		],
		[
			'America/New_York',
			'2026-11-01',
			'2026-11-07',
			'2026-10-25T04',
			'2026-11-01T04',
			'2026-11-08T05',
			['Nov 1 – 7, 2026', 'Oct 25 – 31, 2026'],
		],
	])(
		'in %s from %s to %s is compared with as many whole days before',
		async (zone, startDate, endDate, before, start, next, [days, otherDays]) => {
			const dates = { startDate: `${startDate}T00:00:00`, endDate: `${endDate}T00:00:00` };
			const { sent, words } = await read(zone, dates, { compareWith: 'previousPeriod' });
			const period = (from: string, until: string) => ({
				start_date: `${from}:00:00Z`,
				end_date: new Date(Date.parse(`${until}:00:00Z`) - 1000).toISOString().replace('.000', ''),
			});
			expect(sent).toEqual([period(before, start), period(start, next)]);
			expect(words).toBe(`${days}, compared with ${otherDays}`);
		},
	);

	it('with a time of the day is compared with a period as long', async () => {
		const dates = { startDate: '2026-11-10', endDate: '2026-11-10T11:59:59' };
		const { sent, words } = await read('UTC', dates, { compareWith: 'previousPeriod' });
		expect(sent).toEqual([
			{ start_date: '2026-11-09T12:00:00Z', end_date: '2026-11-09T23:59:59Z' },
			{ start_date: '2026-11-10T00:00:00Z', end_date: '2026-11-10T11:59:59Z' },
		]);
		expect(words).toMatch(/11:59 AM, compared with Nov 9, 2026, 12:00 – 11:59 PM$/);
	});

	it.each([
		[{ compareWith: 'samePeriodLastYear' }, 'Nov 1 – 30, 2025'],
		[
			{ compareWith: 'customDates', compareWithDates: '2025-12-24 to 2026-01-06' },
			'Dec 24, 2025 – Jan 6, 2026',
		],
		[{ compareWith: '2026-10-05' }, 'Oct 5, 2026'],
	])('is compared as %j says, and the message has the days', async (compare, days) => {
		const dates = { startDate: '2026-11-01', endDate: '2026-11-30' };
		const { words } = await read('Europe/Berlin', dates, compare);
		expect(words).toBe(`Nov 1 – 30, 2026, compared with ${days}`);
	});

	it.each([
		['', "'Comparison Dates' is empty"],
		['Christmas', "'Comparison Dates' is not a period: Christmas"],
		['2025-12-24 to 2025-12-32', "'Comparison Dates' is not a date: 2025-12-32"],
	])('is not compared with the dates %j', async (compareWithDates, message) => {
		const { error } = await bench.run('geo', {
			...{ ...REPORT, compareWith: 'customDates', compareWithDates },
		});
		expect(error).toMatchObject({
			message,
			description: expect.stringMatching(
				/^Enter two dates such as .* 'Comparison Dates' of 'Options'/,
			),
		});
		expect(bench.sandbox.requests).toEqual([]);
	});

	it.each([
		['2026-11-30T00:00:00', '2026-11-29T00:00:00', 'from 2026-11-30 to 2026-11-29.'],
		[
			...['2026-11-30T09:30:00', '2026-11-30T09:00:00'],
			'from 2026-11-30T09:30:00+01:00 to 2026-11-30T09:00:00+01:00.',
		],
	])('from %s to %s is refused, and the error says what was read', async (...given) => {
		const [startDate, endDate, words] = given;
		const parameters = { ...REPORT, dateRange: 'custom', startDate, endDate };
		const { error } = await bench.run('geo', parameters, { timezone: 'Europe/Berlin' });
		expect(error?.message).toBe("'Date Range' starts after it ends");
		expect(error?.description).toContain(words);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('has all of its last day in a trigger, too', async () => {
		const dates = { startDate: '2026-11-01T00:00:00', endDate: '2026-11-30T00:00:00' };
		const trigger = bench.trigger('geoTrigger', {
			...{ event: 'newRecord', recordType: 'prompt', project: project(PROJECT) },
			options: { period: { range: { dateRange: 'custom', ...dates } } },
		});
		await trigger.activate();
		// The time zone of n8n, where the workflow has none.
		expect(datesSent()[0]).toEqual({
			start_date: '2026-11-01T04:00:00Z',
			end_date: '2026-12-01T04:59:59Z',
		});
	});
});
