import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	parsePeriod,
	readPeriod,
	type ClosedPeriod,
	periodDaysOf,
	type Moment,
	parsePeriodEdge,
	type Period,
	previousPeriod,
	toPeriodBody,
	createPeriod,
	samePeriodLastYear,
	PRESETS,
	splitPeriod,
} from '../../nodes/shared/form';
import { samples } from '../samples';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

/** A moment on the clocks of a time zone. */
function at(text: unknown, zone = 'UTC', edge: 'end' | 'start' = 'start'): Moment {
	return parsePeriodEdge(text, zone, edge, 'Start');
}

const sent = (period: Period) => [toPeriodBody(period).start_date, toPeriodBody(period).end_date];

/** What is sent for a day or a time, as a start and as an end. */
const sentAt = (text: unknown, zone: string) =>
	sent({ start: at(text, zone), end: at(text, zone, 'end') });

const saidBy = (act: () => unknown) => {
	const { message, description } = problemOf(act);
	return `${message}. ${description}`;
};

/** Reads a text in Date Range on 26 November 2026. */
const readText = (text: string, zone = 'UTC') => {
	const now = Date.parse('2026-11-26T15:00:00Z');
	return parsePeriod(text, { now, zone }, 'Date Range', '');
};

describe('A period in words', () => {
	const read = (text: string) => {
		const period = readText(text);
		return period && Object.values(periodDaysOf(period)).join(' to ');
	};

	it.each<[text: string, days: string | undefined]>([
		['last30Days', '2026-10-27 to 2026-11-25'],
		['last 7 days', '2026-11-19 to 2026-11-25'],
		['LAST_7-days', '2026-11-19 to 2026-11-25'],
		['2026-10', '2026-10-01 to 2026-10-31'],
		['2026-11', '2026-11-01 to 2026-11-26'],
		['2026-Q3', '2026-07-01 to 2026-09-30'],
		['2026 q4', '2026-10-01 to 2026-11-26'],
		['2025q4', '2025-10-01 to 2025-12-31'],
		['2025', '2025-01-01 to 2025-12-31'],
		['2026', '2026-01-01 to 2026-11-26'],
		['2026-11-23', '2026-11-23 to 2026-11-23'],
		['2026-09-01 to 2026-11-10', '2026-09-01 to 2026-11-10'],
		['since 2026-11-23', '2026-11-23 to 2026-11-26'],
		['Since 2026-11-26', '2026-11-26 to 2026-11-26'],
		...[
			...['since 2026-11-27', 'since 2026-10', 'since last Monday', 'past 14 days', 'past week'],
			...['the last 7 days', 'last0Days', 'Q3', 'Q2 2025', 'October 2025', 'ytd', '2027-01'],
			...['2026-11-01 - 2026-11-10', '2026-09 to 2026-10', '2025-13', '2025-00'],
		].map((text): [string, undefined] => [text, undefined]),
	])('%j is %s', (text, days) => {
		expect(read(text)).toBe(days);
	});
});

describe('Date Range', () => {
	/** The period that the fields say, as it is sent. */
	const sentFor = (values: IDataObject, zone = 'UTC') =>
		toPeriodBody(readPeriod(parametersOf(values, { zone })));
	const [startDate, endDate] = ['2026-11-01', '2026-11-30'];
	const [start_date, end_date] = ['2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z'];
	const custom = (dates: IDataObject) => ({ dateRange: 'custom', ...dates });

	it.each<[IDataObject, object]>([
		...[null, '', ' ', 'notSet'].map((dateRange): [IDataObject, object] => [{ dateRange }, {}]),
		[custom({ startDate, endDate }), { start_date, end_date }],
		[custom({ startDate, endDate: '' }), { start_date }],
		[custom({ startDate: null, endDate }), { end_date }],
		[{ dateRange: '2026-11-01  TO  2026-11-30' }, { start_date, end_date }],
		[{ dateRange: '2026-11-01T00:00 to 2026-11-30T23:59:59' }, { start_date, end_date }],
		[{ dateRange: '2026-11-30' }, { start_date: '2026-11-30T00:00:00Z', end_date }],
	])('of %j is sent as %j', (values, dates) => {
		expect(sentFor(values)).toEqual(dates);
	});

	it('is each of the presets in the time zone of the workflow', () => {
		const zone = 'Asia/Kathmandu';
		for (const preset of PRESETS) {
			const expected = toPeriodBody(preset.period(at(Date.now(), zone)));
			expect(sentFor({ dateRange: preset.value }, zone)).toEqual(expected);
		}
	});

	it.each([
		...['next week', '2026-11-01 2026-11-30', 'past week', 'from 2026-11-01'],
		...['2026-11-01,2026-11-30', 'since 2099-01-01', '2026-11-01x', '2026-11-01/2026-11-30'],
		...['2026-11-01 to 2026-11-30 to 2026-12-01', '2026-11-01 to soon'],
	])('is not %j, and the error says what it can be', (dateRange) => {
		expect(saidBy(() => sentFor({ dateRange }))).toMatch(
			/^'Date Range' (has no entry|is not a date).*2026-11-01 to 2026-11-30/,
		);
	});

	it('has dates where it is custom, the earlier one first', () => {
		expect(saidBy(() => sentFor(custom({})))).toMatch(/^'Date Range' is custom, but there /i);
		const turned = custom({ startDate: endDate, endDate: startDate });
		for (const values of [turned, { dateRange: '2026-11-30 to 2026-11-01' }]) {
			expect(saidBy(() => sentFor(values))).toMatch(
				/^'Date Range' starts after it ends\..* it goes from 2026-11-30 to 2026-11-01\.$/,
			);
		}
	});

	it('counts as an option, too, where it was added', () => {
		const period = { range: custom({ startDate, endDate }) };
		const added = { dateRange: 'yesterday', options: { period } };
		expect(sentFor(added)).toEqual({ start_date, end_date });
		expect(toPeriodBody(readPeriod(parametersOf(added), true))).toEqual({ start_date, end_date });
	});

	it('takes a preset also as people write it', () => {
		const written = ['lastMonth', 'Last Month', ' last-month ', 'LAST_MONTH'];
		const all = written.map((dateRange) => sentFor({ dateRange }));
		expect(new Set(all.map((sent) => JSON.stringify(sent))).size).toBe(1);
		expect(all[0]).toHaveProperty('start_date');
	});

	it('has presets in the order of a calendar', () => {
		expect(PRESETS.map(({ name }) => name)).toEqual([
			...['Today', 'Yesterday', 'This Week', 'Last Week'],
			...['Last 7 Days', 'Last 28 Days', 'Last 90 Days', 'This Month', 'Last Month'],
			...['This Quarter', 'Last Quarter', 'This Year', 'Last Year'],
		]);
	});
});

describe('A date', () => {
	it.each([
		['2026-11-01', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		[' 20261101 ', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		[20261101, '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2024-02-29', '2024-02-28T18:30:00Z', '2024-02-29T18:29:59Z'],
		['2026-11-01 09:30', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z'],
		['2026-10-31T18:30:00.000Z', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T23:59:59', '2026-11-01T18:29:59Z', '2026-11-01T18:29:59Z'],
		[Date.UTC(2026, 9, 31, 18, 30), '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T09:30:00.750-11:00', '2026-11-01T20:30:00Z', '2026-11-01T20:30:00Z'],
		['1700000000000', '2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z'],
		['2026-11-01 09:30:00 +02:00', '2026-11-01T07:30:00Z', '2026-11-01T07:30:00Z'],
		['20261101T093000+0530', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z'],
		['0050-11-01', '0050-10-31T18:06:32Z', '0050-11-01T18:06:31Z'],
		[new Date(0), '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
		[at('2026-11-01T09:30', 'Europe/Berlin'), '2026-11-01T08:30:00Z', '2026-11-01T08:30:00Z'],
	])('%s is read as %s, and as an end as %s', (value, start, end) => {
		expect(sentAt(value, 'Asia/Kolkata')).toEqual([start, end]);
	});

	it.each([
		['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
		['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59Z'],
		['2026-04-04', 'America/Santiago', '2026-04-04T03:00:00Z', '2026-04-05T03:59:59Z'],
		['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z', '2026-09-07T02:59:59Z'],
	])('on which the clocks change is a whole day: %s in %s', (day, zone, start, end) => {
		expect(sentAt(day, zone)).toEqual([start, end]);
	});

	it.each([
		...['soon', '2026-13-01', '2026-02-30', '2023-02-29', '5', '2026-11-01T25:00', '11/31/2026'],
		...[true, {}, [[2026, 11, 1]], NaN, 9e15, { start: '2026-11-01' }],
		...['2026-11-01T24:00', new Date(NaN), 'Invalid DateTime'],
		// n8n would take these for times in the time zone of the machine.
		...['2026-11-01 9:30', '2026-11-01 09:30 pm', '2026-11-01 0'],
		// What these mean is not certain.
		...['2026', '202611', '1700000000', 170000000000, '202611301200', '20261130120000'],
		...['-1700000000000', -1700000000000, '17000000000000', '1700000000000.5', '1.7e12'],
	])('%j is refused with the name of the field', (value) => {
		const said = saidBy(() => at(value));
		expect(said).toMatch(/^'Start' is not a date: \S.*2026-11-01T09:30:00Z/);
		expect(said).toContain('2026-11-01T09:30:00Z');
	});
});

describe('What is sent', () => {
	it('is in UTC, to the second, with only the edges that there are', () => {
		const start = at('2026-11-01T00:00:00.999', 'Asia/Kolkata');
		expect(toPeriodBody({ start })).toEqual({ start_date: '2026-10-31T18:30:00Z' });
		const end = at('2026-11-01', 'UTC', 'end');
		expect(toPeriodBody({ end })).toEqual({ end_date: '2026-11-01T23:59:59Z' });
	});

	it('has its start not after its end', () => {
		const [one, two] = [at('2026-11-01'), at('2026-11-02')];
		expect(createPeriod(one, one, 'Date Range')).toEqual({ start: one, end: one });
		const wordsFor = (start: Moment, end: Moment) =>
			saidBy(() => createPeriod(start, end, 'Range')).replace(/^.*: it goes /, '');
		expect(wordsFor(two, one)).toBe('from 2026-11-02 to 2026-11-01T00:00:00Z.');
		const eight = 'from 2026-11-02T08:00:00Z to 2026-11-01.';
		expect(wordsFor(two.set({ hour: 8 }), one.endOf('day'))).toBe(eight);
		const sameDay = 'from 2026-11-01T23:59:59Z to 2026-11-01T00:00:00Z.';
		expect(wordsFor(one.endOf('day'), one)).toBe(sameDay);
	});
});

/*
 * The calendar without a date library: by the days since 1970, and the year, month and day of each.
 */

const DAY = 86_400_000;

/** The first and the last day, as days since 1970. */
type Range = readonly [first: number, last: number];

const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month, day) / DAY;

function partsOf(day: number) {
	const date = new Date(day * DAY);
	return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** The same day so many months before; the last of the month if that has no such day. */
function monthsBefore(day: number, count: number): number {
	const { year, month, day: wanted } = partsOf(day);
	const last = partsOf(dayOf(year, month - count + 1, 0)).day;
	return dayOf(year, month - count, Math.min(wanted, last));
}

/** The month, quarter or year, by its number of months, that a day is in. */
function unitOf(day: number, months: number): Range {
	const { year, month } = partsOf(day);
	const first = month - (month % months);
	return [dayOf(year, first, 1), dayOf(year, first + months, 0)];
}

const MONTHS: Readonly<Record<string, number>> = { Month: 1, Quarter: 3, Year: 12 };

/** What a preset means on a day. */
function rangeOf(preset: string, today: number): Range {
	const weekday = (today + 3) % 7;
	const [, which = '', unit = ''] = /^(this|last)(Week|Month|Quarter|Year)$/.exec(preset) ?? [];
	if (unit === 'Week') {
		return which === 'this' ? [today - weekday, today] : [today - weekday - 7, today - weekday - 1];
	}
	const months = MONTHS[unit];
	if (months !== undefined) {
		const [first] = unitOf(today, months);
		return which === 'this' ? [first, today] : unitOf(first - 1, months);
	}
	const [, count] = /^last(\d+)Days$/.exec(preset) ?? [];
	if (count !== undefined) return [today - Number(count), today - 1];
	return preset === 'today' ? [today, today] : [today - 1, today - 1];
}

/** The number of months that a period is all of, unless it is a number of days. */
function wholeMonths(preset: string, [first, last]: Range): number | undefined {
	if (/^last\d+Days$/.test(preset)) return undefined;
	return [1, 3, 12].find((count) => String(unitOf(first, count)) === String([first, last]));
}

/** The period before, as people mean it. */
function beforeOf(preset: string, range: Range): Range {
	const [first, last] = range;
	const [, unit = ''] = /^this(Week|Month|Quarter|Year)$/.exec(preset) ?? [];
	if (unit === 'Week') return [first - 7, last - 7];
	const whole = wholeMonths(preset, range);
	const months = MONTHS[unit] ?? whole;
	if (months === undefined) return [first - (last - first + 1), first - 1];
	const isWhole = String(unitOf(first, months)) === String(range);
	return isWhole
		? unitOf(first - 1, months)
		: [monthsBefore(first, months), monthsBefore(last, months)];
}

function lastYearOf(preset: string, range: Range): Range {
	const months = wholeMonths(preset, range);
	const [first = 0, last = 0] = range.map((day) => monthsBefore(day, 12));
	return months === undefined ? [first, last] : unitOf(first, months);
}

const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

const inWords = (range: Range) => range.map(iso).join(' to ');

function daysOf(period: ClosedPeriod): [start: string, end: string] {
	const { start, end } = periodDaysOf(period);
	return [start, end];
}

const asSent = ({ start, end }: Period = {}) => start && end && daysOf({ start, end }).join(' to ');

/** In Santiago the clocks change at midnight. */
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
	...['Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'America/Santiago'],
];

const FORMATS = new Map(
	ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone })]),
);

/** The day on the calendars of a time zone. */
const todayIn = (zone: string, now: number) =>
	Date.parse(FORMATS.get(zone)?.format(now) ?? '') / DAY;

/** Ends of months, quarters, years and leap years, and days on which clocks change. */
const INSTANTS = [
	...['2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2025-02-28'],
	...['2023-03-01', '2025-03-30', '2025-03-31', '2025-04-30', '2025-05-31', '2026-01-31'],
	...['2026-03-08', '2026-04-05', '2026-06-30', '2026-09-06', '2026-09-07', '2026-10-25'],
	...['2026-10-31', '2026-11-01', '2026-11-22', '2026-12-31', '2027-01-01'],
].flatMap((day) => [Date.parse(`${day}T00:00:01Z`), Date.parse(`${day}T23:30:00Z`)]);

/** Expects a preset, the period before it and the one last year to be as people mean them. */
function expectPeriods(
	preset: (typeof PRESETS)[number],
	zone: string,
	...instants: number[]
): void {
	const periods = instants.map((instant) => {
		const period = preset.period(at(new Date(instant), zone));
		const range = rangeOf(preset.value, todayIn(zone, instant));
		const meant = [range, beforeOf(preset.value, range), lastYearOf(preset.value, range)];
		const found = [period, previousPeriod(period), samePeriodLastYear(period)];
		return { found: found.map(asSent), meant: meant.map(inWords) };
	});
	expect(periods.map(({ found }) => found)).toEqual(periods.map(({ meant }) => meant));
}

const NUMBERED = PRESETS.map((preset, place) => [preset.name, preset, place] as const);

describe.each(NUMBERED)('%s', (_name, preset, number) => {
	it('is compared with what people mean, at awkward moments', () => {
		// A third of the zones in turn, all of them at night: it takes long to work out what their clocks show.
		const zones = ZONES.filter((_, place) => samples(1) > 1 || (place + number) % 3 === 0);
		for (const zone of zones) expectPeriods(preset, zone, ...INSTANTS);
	});

	it('is so at any moment', () => {
		const moments = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
		fc.assert(
			fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
				expectPeriods(preset, zone, moment);
			}),
			{ numRuns: samples(20) },
		);
	});
});

// In Nuuk the clocks went from 23:00 of 28 March 2026 to midnight.
it.each([
	['yesterday', '2026-03-29T23:30', '2026-03-28T02:00:00Z', '2026-03-29T00:59:59Z'],
	['thisMonth', '2026-03-27T23:30', '2026-03-01T02:00:00Z', '2026-03-28T01:59:59Z'],
])('Days without a last hour: %s at %s is from %s to %s', (name, now, start, end) => {
	const preset = PRESETS.find(({ value }) => value === name);
	expect(sent(preset?.period(at(now, 'America/Nuuk')) ?? {})).toEqual([start, end]);
});

describe.each([
	['day', ''],
	['week', 'thisWeek'],
	['month', 'thisMonth'],
] as const)('Each %s of a period', (unit, preset) => {
	it('is compared as a period of its own, one that is cut at its end as that up to today', () => {
		const days = fc.integer({ min: dayOf(2023, 0, 1), max: dayOf(2027, 0, 1) });
		const lengths = fc.integer({ min: 1, max: 70 });
		fc.assert(
			fc.property(days, lengths, fc.constantFrom(...ZONES), (first, length, zone) => {
				const last = at(iso(first + length - 1), zone, 'end');
				const parts = splitPeriod({ start: at(iso(first), zone), end: last }, unit);
				let day = first;
				const meant = parts.map(({ end }) => {
					const range = [day, todayIn(zone, Number(end))] as const;
					const isFirst = rangeOf(preset, day)[0] === day;
					day = range[1] + 1;
					return [beforeOf(isFirst ? preset : '', range), lastYearOf('', range)].map(inWords);
				});
				const found = parts.map((part) =>
					[previousPeriod(part), samePeriodLastYear(part)].map(asSent),
				);
				expect(found).toEqual(meant);
				expect(day).toBe(first + length);
			}),
			{ numRuns: samples(20) },
		);
	});
});

it('A single date is a day, also with a time', () => {
	expect(asSent(readText('2026-11-01T00:00:00Z', 'Europe/Berlin'))).toBe(
		'2026-11-01 to 2026-11-01',
	);
});

describe('The period before', () => {
	const before = (period: ClosedPeriod) => sent(previousPeriod(period));

	it('of a time of the day is as long as what is sent', () => {
		const start = at('2026-11-01T09:30:00');
		expect(before({ start, end: at('2026-11-01T10:29:59') })).toEqual([
			...['2026-11-01T08:30:00Z', '2026-11-01T09:29:59Z'],
		]);
		expect(before({ start, end: at('2026-11-01', 'UTC', 'end') })).toEqual([
			...['2026-10-31T19:00:00Z', '2026-11-01T09:29:59Z'],
		]);
		const morning = { start: at('2026-11-01'), end: at('2026-11-01T10:29:59') };
		expect(before(morning)).toEqual(['2026-10-31T13:30:00Z', '2026-10-31T23:59:59Z']);
	});

	it.each([
		['2026-11-01 to 2026-11-30', '2026-10-01 to 2026-10-31', '2025-11-01 to 2025-11-30'],
		['2025-02-01 to 2025-02-28', '2025-01-01 to 2025-01-31', '2024-02-01 to 2024-02-29'],
		['2026-07-01 to 2026-09-30', '2026-04-01 to 2026-06-30', '2025-07-01 to 2025-09-30'],
		['2025-01-01 to 2025-12-31', '2024-01-01 to 2024-12-31', '2024-01-01 to 2024-12-31'],
		['2026-11-01 to 2026-11-29', '2026-10-03 to 2026-10-31', '2025-11-01 to 2025-11-29'],
		['2026-11-16 to 2026-11-22', '2026-11-09 to 2026-11-15', '2025-11-16 to 2025-11-22'],
	])('and last year, of dates that were entered: %s', (dates, meantBefore, meantLastYear) => {
		const period = readText(dates, 'Europe/Berlin');
		const found = period && [previousPeriod(period), samePeriodLastYear(period)].map(asSent);
		expect(found).toEqual([meantBefore, meantLastYear]);
	});

	it('ends one second before the start and is as long, for any whole seconds', () => {
		const second = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2030, 0) / 1000 });
		const check = (one: number, other: number, zone: string) => {
			const [start = 0, end = 0] = [Math.min(one, other), Math.max(one, other)].map(
				(s) => s * 1000,
			);
			const found = previousPeriod({ start: at(start, zone), end: at(end, zone) });
			expect(Number(found.end)).toBe(start - 1000);
			expect(Number(found.end) - Number(found.start)).toBe(end - start);
		};
		fc.assert(fc.property(second, second, fc.constantFrom(...ZONES), check));
	});
});

describe('A week from Sunday', () => {
	// 1 November 2026 is a Sunday.
	it.each([
		['2026-10-31T23:00', ['2026-10-25', '2026-10-31'], ['2026-10-18', '2026-10-24']],
		['2026-11-01T00:00', ['2026-11-01', '2026-11-01'], ['2026-10-25', '2026-10-31']],
		['2026-11-02T12:00', ['2026-11-01', '2026-11-02'], ['2026-10-25', '2026-10-31']],
	])('is the one of This Week and Last Week at %s', (now, current, last) => {
		for (const zone of ZONES) {
			const found = ['thisWeek', 'lastWeek'].map((name) =>
				PRESETS.find(({ value }) => value === name)?.period(at(now, zone), 1),
			);
			expect(found.map((period) => period && daysOf(period))).toEqual([current, last]);
		}
	});

	it('is a part of a period', () => {
		const whole = { start: at('2026-10-24'), end: at('2026-11-01', 'UTC', 'end') };
		const parts = splitPeriod(whole, 'week', 1);
		expect(parts.map(daysOf)).toEqual([
			['2026-10-24', '2026-10-24'],
			['2026-10-25', '2026-10-31'],
			['2026-11-01', '2026-11-01'],
		]);
		expect(parts.map(({ unit }) => unit)).toEqual([undefined, 'week', 'week']);
		expect(parts.map(({ isShort }) => isShort)).toEqual([true, false, true]);
	});

	it('is asked for by an option', () => {
		const dates = { dateRange: 'lastWeek', options: { weekStartsOn: 'sunday' } };
		const { start } = readPeriod(parametersOf(dates));
		expect(start?.weekday).toBe(7);
	});
});

describe('A period in parts', () => {
	const parts = (start: string, end: string) =>
		splitPeriod({ start: at(start), end: at(end, 'UTC', 'end') }, 'day').map((part) => [
			...daysOf(part),
			...sent(part),
		]);

	it('keeps its times at both ends, and is marked with them', () => {
		expect(parts('2026-11-02T09:30:00Z', '2026-11-03T18:00:00Z')).toEqual([
			['2026-11-02T09:30:00Z', '2026-11-02', '2026-11-02T09:30:00Z', '2026-11-02T23:59:59Z'],
			['2026-11-03', '2026-11-03T18:00:00Z', '2026-11-03T00:00:00Z', '2026-11-03T18:00:00Z'],
		]);
	});

	it.each(['2026-11-02T00:00:00Z', '2026-11-02T23:59:59Z'])(
		'has all of the last day, if its end is midnight or the last second: %s',
		(end) => {
			const start = '2026-11-02T00:00:00Z';
			expect(parts(start, end)).toEqual([
				['2026-11-02', '2026-11-02', start, '2026-11-02T23:59:59Z'],
			]);
		},
	);

	it('is its parts together, without a gap, each in one day, week or month', () => {
		const units = ['day', 'week', 'month'] as const;
		const firsts = fc.integer({ min: dayOf(2024, 0, 1), max: dayOf(2028, 0, 1) });
		const check = (from: number, days: number, unit: (typeof units)[number], zone: string) => {
			const whole = { start: at(iso(from), zone), end: at(iso(from + days), zone, 'end') };
			const split = splitPeriod(whole, unit);
			expect([split[0]?.start, split.at(-1)?.end].map(Number)).toEqual([+whole.start, +whole.end]);
			for (const [place, { start, end }] of split.entries()) {
				expect(start.hasSame(end, unit)).toBe(true);
				const next = split[place + 1];
				if (next === undefined) continue;
				expect(+next.start).toBe(+end + 1);
				expect(next.start.hasSame(end, unit)).toBe(false);
			}
			if (unit === 'day') expect(split).toHaveLength(days + 1);
		};
		const [unit, zone] = [fc.constantFrom(...units), fc.constantFrom(...ZONES)];
		fc.assert(fc.property(firsts, fc.nat(70), unit, zone, check), { numRuns: samples(40) });
	});
});
