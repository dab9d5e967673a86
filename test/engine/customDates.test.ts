import type { INodeParameters } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const REPORT = { resource: 'report', operation: 'getPerformance', project: project(PROJECT) };

/** November 2026: its first moment, the midnight that its last day starts with, and its last second. */
const NOVEMBER = [
	['UTC', '2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z', '2026-11-30T23:59:59Z'],
	['Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11-29T23:00:00Z', '2026-11-30T22:59:59Z'],
	['America/New_York', '2026-11-01T04:00:00Z', '2026-11-30T05:00:00Z', '2026-12-01T04:59:59Z'],
	['Asia/Kolkata', '2026-10-31T18:30:00Z', '2026-11-29T18:30:00Z', '2026-11-30T18:29:59Z'],
	['Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-11-29T10:00:00Z', '2026-11-30T09:59:59Z'],
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
	['midnight in another spelling', () => ['2026-11-01 00:00', '20261130T000000.000']],
	['the last second of the day', () => ['2026-11-01', '2026-11-30T23:59:59']],
	['midnight with its zone', (start, end) => [start, end.replace('Z', '.000+00:00')]],
	['milliseconds', (start, end) => [Date.parse(start), String(Date.parse(end))]],
	['milliseconds of expressions', (...edges) => inCode(edges, (at) => String(Date.parse(at)))],
	['dates of JavaScript', (...edges) => inCode(edges, (at) => `new Date("${at}")`)],
	[
		'dates of luxon',
		() => ['={{ DateTime.local(2026, 11, 1) }}', '={{ DateTime.fromISO("2026-11-30") }}'],
	],
	[
		'the end of a day of luxon',
		() => ['={{ DateTime.local(2026, 11) }}', '={{ DateTime.local(2026, 11, 30).endOf("day") }}'],
	],
];

function inCode([start, end]: readonly [string, string], write: (at: string) => string) {
	return [`={{ ${write(start)} }}`, `={{ ${write(end)} }}`] as const;
}

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

/** From when to when the rows say that they are. */
const marksOf = (rows: ReadonlyArray<Record<string, unknown>>) =>
	rows.map((row) =>
		[row.period_start, row.period_end]
			.map((mark) => (typeof mark === 'string' ? mark : 'no text'))
			.join(),
	);

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

	it('may be a single day', async () => {
		const day = '2026-11-30T00:00:00';
		const { sent, words } = await read(zone, { startDate: day, endDate: day });
		expect(sent).toEqual([{ start_date: midnight, end_date: end }]);
		expect(words).toBe('Nov 30, 2026');
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
	it('takes midnight in another zone for the time of the day that it is', async () => {
		const dates = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-30T00:00:00Z' };
		const { sent, words } = await read('Europe/Berlin', dates);
		expect(sent).toEqual([{ start_date: dates.startDate, end_date: dates.endDate }]);
		expect(words).toBe('Nov 1, 2026, 1:00 AM – Nov 30, 2026, 1:00 AM');
	});

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
		],
		[
			'Europe/Berlin',
			'2026-03-25',
			'2026-03-31',
			'2026-03-17T23',
			'2026-03-24T23',
			'2026-03-31T22',
		],
		[
			'America/New_York',
			'2026-11-01',
			'2026-11-07',
			'2026-10-25T04',
			'2026-11-01T04',
			'2026-11-08T05',
		],
	])(
		'in %s from %s to %s is compared with as many whole days before',
		async (zone, startDate, endDate, before, start, next) => {
			const dates = { startDate: `${startDate}T00:00:00`, endDate: `${endDate}T00:00:00` };
			const { sent, words } = await read(zone, dates, { comparePeriods: true });
			const period = (from: string, until: string) => ({
				start_date: `${from}:00:00Z`,
				end_date: new Date(Date.parse(`${until}:00:00Z`) - 1000).toISOString().replace('.000', ''),
			});
			expect(sent).toEqual([period(before, start), period(start, next)]);
			expect(words).toMatch(/^\w+ \d+ – (\w+ )?\d+, 2026, compared with the 7 days before$/);
		},
	);

	it('with a time of the day is compared with a period as long', async () => {
		const dates = { startDate: '2026-11-10', endDate: '2026-11-10T11:59:59' };
		const { sent, words } = await read('UTC', dates, { comparePeriods: true });
		expect(sent).toEqual([
			{ start_date: '2026-11-09T12:00:00Z', end_date: '2026-11-09T23:59:59Z' },
			{ start_date: '2026-11-10T00:00:00Z', end_date: '2026-11-10T11:59:59Z' },
		]);
		expect(words).toMatch(/11:59 AM, compared with the period before$/);
	});

	it('is read day by day to its last one, over a change of the clocks', async () => {
		const dates = { startDate: '2026-10-24T00:00:00', endDate: '2026-10-26T00:00:00' };
		const parameters = { ...REPORT, dateRange: 'custom', ...dates, oneRowPer: 'day' };
		const { rows } = await bench.run('geo', parameters, { timezone: 'Europe/Berlin' });
		expect(datesSent()).toEqual([
			{ start_date: '2026-10-23T22:00:00Z', end_date: '2026-10-24T21:59:59Z' },
			{ start_date: '2026-10-24T22:00:00Z', end_date: '2026-10-25T22:59:59Z' },
			{ start_date: '2026-10-25T23:00:00Z', end_date: '2026-10-26T22:59:59Z' },
		]);
		const days = ['2026-10-24', '2026-10-25', '2026-10-26'];
		const marks = marksOf(rows);
		expect([...new Set(marks)]).toEqual(days.map((day) => `${day},${day}`));
	});

	it('marks the days that it cuts with the times', async () => {
		const dates = { startDate: '2026-11-02T09:30:00', endDate: '2026-11-03T18:00:00' };
		const parameters = { ...REPORT, dateRange: 'custom', ...dates, oneRowPer: 'day' };
		const { rows } = await bench.run('geo', parameters, { timezone: 'Europe/Berlin' });
		const marks = marksOf(rows);
		expect([...new Set(marks)]).toEqual([
			'2026-11-02T09:30:00+01:00,2026-11-02',
			'2026-11-03,2026-11-03T18:00:00+01:00',
		]);
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
