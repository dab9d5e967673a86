import fc from 'fast-check';
import { type IDataObject, tryToParseDateTime } from 'n8n-workflow';
import { datesIn, readPeriod, readReportPeriod } from '../../nodes/shared/form/dateRange';
import {
	edgeText,
	type Moment,
	momentOf,
	ordered,
	type Period,
	periodBefore,
	periodBody,
	periodLastYear,
	type PeriodUnit,
	type Preset,
	PRESETS,
	splitPeriod,
} from '../../nodes/shared/form/period';
import { samples } from '../samples';
import { DAY, dayOf, isWhole, MONTHS, monthsBefore, type Range, rangeOf, unitOf } from './calendar';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

/** A moment on the clocks of a time zone. */
function at(text: unknown, zone = 'UTC', edge: 'end' | 'start' = 'start'): Moment {
	const moment = momentOf(text, zone, edge, 'Start');
	if (moment === undefined) throw new Error('There is no moment');
	return moment;
}

const sent = (period: Period) => [periodBody(period).start_date, periodBody(period).end_date];

const saidBy = (act: () => unknown) => {
	const { message, description } = problemOf(act);
	return `${message}. ${description}`;
};

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

	it('is each of the presets in the time zone of the workflow', () => {
		const zone = 'Asia/Kathmandu';
		for (const preset of PRESETS) {
			const expected = periodBody(preset.period(at(Date.now(), zone)));
			expect(sentFor({ dateRange: preset.value }, zone)).toEqual(expected);
		}
	});

	it('is from Start to End, of which one may be open', () => {
		const [startDate, endDate] = ['2026-11-01', '2026-11-30'];
		const custom = (dates: IDataObject) => sentFor({ dateRange: 'custom', ...dates });
		expect(custom({ startDate, endDate })).toEqual(NOVEMBER);
		expect(custom({ startDate, endDate: '' })).toEqual({ start_date: NOVEMBER.start_date });
		expect(custom({ startDate: null, endDate })).toEqual({ end_date: NOVEMBER.end_date });
		expect(saidBy(() => sentForText('custom'))).toMatch(/^'Date Range' is custom, but there /i);
		const turned = [
			() => custom({ startDate: endDate, endDate: startDate }),
			() => sentForText('2026-11-30 to 2026-11-01'),
		];
		for (const act of turned) {
			expect(saidBy(act)).toMatch(
				/^'Date Range' starts after it ends\..* it goes from 2026-11-30 to 2026-11-01\.$/,
			);
		}
	});

	it.each([
		'2026-11-01  TO  2026-11-30',
		' 2026-11-01/2026-11-30 ',
		'2026-11-01T00:00 to 2026-11-30T23:59:59',
		'2026-11-01T00:00:00Z / 2026-11-30T00:00:00Z',
	])('is from one date to another: %j', (text) => {
		expect(sentForText(text)).toEqual(NOVEMBER);
	});

	it.each([
		...['next week', '2026-11-01 2026-11-30', '2026-11-01 until 2026-11-30', 'from 2026-11-01'],
		...['2026-11-01x/2026-11-30', '2026-11-01 to 2026-11-30 to 2026-12-01', '2026-11-01 to soon'],
	])('is not %j, and the error says what it can be', (text) => {
		expect(saidBy(() => sentForText(text))).toMatch(
			/^'Date Range' (has no entry|is not a date).*2026-11-01 to 2026-11-30/,
		);
	});

	it('is a day where it is one date', () => {
		expect(sentForText('2026-11-01')).toEqual({
			...{ start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-01T23:59:59Z' },
		});
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

describe('A date', () => {
	it.each([
		['2026-11-01', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		[' 20261101 ', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2024-02-29', '2024-02-28T18:30:00Z', '2024-02-29T18:29:59Z'],
		['2026-11-01 09:30', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z'],
		['2026-11-01T00:00:00', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-10-31T18:30:00.000Z', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T23:59:59', '2026-11-01T18:29:59Z', '2026-11-01T18:29:59Z'],
		[Date.UTC(2026, 9, 31, 18, 30), '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T09:30:00.750-11:00', '2026-11-01T20:30:00Z', '2026-11-01T20:30:00Z'],
		['1700000000000', '2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z'],
		['2026-11-01 09:30:00 +02:00', '2026-11-01T07:30:00Z', '2026-11-01T07:30:00Z'],
		['0050-11-01', '0050-10-31T18:06:32Z', '0050-11-01T18:06:31Z'],
		[new Date(0), '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
		[at('2026-11-01T09:30', 'Europe/Berlin'), '2026-11-01T08:30:00Z', '2026-11-01T08:30:00Z'],
	])('%s is read as %s, and as an end as %s', (value, start, end) => {
		const zone = 'Asia/Kolkata';
		expect(sent({ start: at(value, zone), end: at(value, zone, 'end') })).toEqual([start, end]);
	});

	it('is none where there is nothing', () => {
		for (const value of [undefined, null, '']) {
			expect(momentOf(value, 'UTC', 'start', 'Start')).toBeUndefined();
		}
	});

	it.each([
		...['soon', '2026-13-01', '2026-02-30', '2023-02-29', '5', '2026-11-01T25:00', '11/31/2026'],
		...[true, {}, [[]], [[2026, 11, 1]], NaN, Infinity, 9e15, { start: '2026-11-01' }],
		...['2026-11-01T24:00', new Date(NaN), 'Invalid DateTime'],
		// n8n would take these for times in the time zone of the machine.
		...['2026-11-01 9:30', '2026-11-01 09:30 pm', '2026-11-01 09:30 (late)', '2026-11-01 0'],
	])('%j is refused with the name of the field', (value) => {
		expect(saidBy(() => at(value))).toMatch(/^'Start' is not a date: \S.*2026-11-01T09:30:00Z/);
	});

	it.each([
		...['2026', '202611', '1700000000', '170000000000', '202611301200', '20261130120000'],
		...['-1700000000000', '17000000000000', '1700000000000.5', '1.7e12'],
	])('%s is refused, for what it means is not certain', (digits) => {
		for (const value of [digits, Number(digits)]) {
			if (String(value) === '1700000000000') continue;
			expect(saidBy(() => at(value))).toMatch(
				/^'Start' is not a date: \S.*milliseconds since 1970 \(13 digits\)/,
			);
		}
	});
});

describe('What is sent', () => {
	it('is in UTC, to the second, with only the edges that there are', () => {
		expect(periodBody({ start: at('2026-11-01T00:00:00.999', 'Asia/Kolkata') })).toEqual({
			start_date: '2026-10-31T18:30:00Z',
		});
		expect(periodBody({})).toEqual({});
		expect(periodBody({ end: at('2026-11-01', 'UTC', 'end') })).toEqual({
			end_date: '2026-11-01T23:59:59Z',
		});
	});

	it('has its start not after its end', () => {
		const [one, two] = [at('2026-11-01'), at('2026-11-02')];
		expect(ordered({ start: one, end: one }, 'Date Range')).toEqual({ start: one, end: one });
		expect(ordered({ start: two }, 'Date Range')).toEqual({ start: two });
		const wordsFor = (period: Period) => {
			const { message, description } = problemOf(() => ordered(period, 'Date Range'));
			expect(message).toBe("'Date Range' starts after it ends");
			return description.replace(/^Enter the earlier date first in 'Date Range': it goes /, '');
		};
		expect(wordsFor({ start: two, end: one })).toBe('from 2026-11-02 to 2026-11-01T00:00:00Z.');
		const later = { start: two.set({ hour: 8 }), end: one.endOf('day') };
		expect(wordsFor(later)).toBe('from 2026-11-02T08:00:00Z to 2026-11-01.');
		const swapped = { start: one.endOf('day'), end: one };
		expect(wordsFor(swapped)).toBe('from 2026-11-01T23:59:59Z to 2026-11-01T00:00:00Z.');
	});
});

/** The period before, as people mean it. */
function beforeOf(preset: string, range: Range): Range {
	const [first, last] = range;
	const [, unit] = /^this(Week|Month|Quarter|Year)$/.exec(preset) ?? [];
	if (unit === 'Week') return [first - 7, last - 7];
	const own = MONTHS[unit ?? ''];
	const isCounted = /^last\d+Days$/.test(preset);
	const months = own ?? [1, 3, 12].find((count) => !isCounted && isWhole(range, count));
	if (months === undefined) return [first - (last - first + 1), first - 1];
	if (isWhole(range, months)) return unitOf(first - 1, months);
	return [monthsBefore(first, months), monthsBefore(last, months)];
}

function lastYearOf(preset: string, range: Range): Range {
	const isCounted = /^last\d+Days$/.test(preset);
	const months = [1, 3, 12].find((count) => !isCounted && isWhole(range, count));
	const [first, last] = range.map((day) => monthsBefore(day, 12));
	return months === undefined ? [first ?? 0, last ?? 0] : unitOf(first ?? 0, months);
}

const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

const inWords = (range: Range) => range.map(iso).join(' to ');

const asSent = ({ start, end }: Period = {}) =>
	start && end && `${edgeText(start, 'start')} to ${edgeText(end, 'end')}`;

const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
	...['Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'],
];

const FORMATS = new Map(
	ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone })]),
);

/** The day on the calendars of a time zone. */
function todayIn(zone: string, now: number): number {
	const text = FORMATS.get(zone)?.format(now) ?? '';
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	return dayOf(year, month - 1, day);
}

/** Ends of months, quarters, years and leap years, and days on which clocks change. */
const DAYS = [
	...['2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2025-02-28'],
	...['2023-03-01', '2025-03-30', '2025-03-31', '2025-04-30', '2025-05-31', '2026-01-31'],
	...['2026-03-08', '2026-06-30', '2026-10-25', '2026-10-31', '2026-11-01', '2026-11-22'],
	...['2026-12-31', '2027-01-01'],
];
const INSTANTS = DAYS.flatMap((day) => [
	Date.parse(`${day}T00:00:01Z`),
	Date.parse(`${day}T23:30:00Z`),
]);

/** A preset, the period before it and the one last year: as they are found, and as people mean them. */
function periodsAt(preset: Preset, zone: string, instant: number) {
	const period = preset.period(at(new Date(instant), zone));
	const range = rangeOf(preset.value, todayIn(zone, instant));
	const found = [period, periodBefore(period), periodLastYear(period)].map(asSent);
	const meant = [range, beforeOf(preset.value, range), lastYearOf(preset.value, range)].map(
		inWords,
	);
	return { found, meant };
}

function expectPeriods(preset: Preset, zone: string, ...instants: number[]): void {
	const periods = instants.map((instant) => periodsAt(preset, zone, instant));
	expect(periods.map(({ found }) => found)).toEqual(periods.map(({ meant }) => meant));
}

const NUMBERED = PRESETS.map((preset, place) => [preset.name, preset, place] as const);

describe.each(NUMBERED)('%s', (_name, preset, number) => {
	it('is compared with what people mean, at awkward moments', () => {
		// Half of the zones in turn, all of them at night: it takes long to work out what their clocks show.
		const zones = ZONES.filter((_, place) => samples(1) > 1 || (place + number) % 2 === 0);
		for (const zone of zones) expectPeriods(preset, zone, ...INSTANTS);
	});

	it('is so at any moment', () => {
		const moments = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
		fc.assert(
			fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
				expectPeriods(preset, zone, moment);
			}),
			{ numRuns: samples(50) },
		);
	});
});

describe.each([
	['day', ''],
	['week', 'thisWeek'],
	['month', 'thisMonth'],
] as const)('Each %s of a period', (unit, preset) => {
	it('is compared as a period of its own, one that is cut at its end as that up to today', () => {
		const days = fc.integer({ min: dayOf(2023, 0, 1), max: dayOf(2027, 0, 1) });
		const lengths = fc.integer({ min: 1, max: 100 });
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
				const found = parts.map((part) => [periodBefore(part), periodLastYear(part)].map(asSent));
				expect(found).toEqual(meant);
				expect(day).toBe(first + length);
			}),
			{ numRuns: samples(50) },
		);
	});
});

it('A single date is a day, also with a time', () => {
	const period = datesIn('2026-11-01T00:00:00Z', 'Europe/Berlin', 'Date Range', '') ?? {};
	expect(asSent(period)).toBe('2026-11-01 to 2026-11-01');
});

describe('The period before', () => {
	const before = (period: Period) => sent(periodBefore(period) ?? {});

	it('of a time of the day is as long as what is sent', () => {
		const start = at('2026-11-01T09:30:00');
		expect(before({ start, end: at('2026-11-01T10:29:59') })).toEqual([
			...['2026-11-01T08:30:00Z', '2026-11-01T09:29:59Z'],
		]);
		expect(before({ start, end: at('2026-11-01', 'UTC', 'end') })).toEqual([
			...['2026-10-31T19:00:00Z', '2026-11-01T09:29:59Z'],
		]);
	});

	it('is none where the start or the end is open', () => {
		const [start, end] = [at('2026-11-01'), at('2026-11-01')];
		for (const period of [{ start }, { end }, {}]) expect(periodBefore(period)).toBeUndefined();
	});

	it('ends one second before the start and is as long, for any whole seconds', () => {
		const second = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2030, 0) / 1000 });
		const check = (one: number, other: number, zone: string) => {
			const [start, end] = [Math.min(one, other), Math.max(one, other)].map((s) => s * 1000);
			const found = periodBefore({ start: at(start, zone), end: at(end, zone) });
			expect(Number(found?.end)).toBe((start ?? 0) - 1000);
			expect(Number(found?.end) - Number(found?.start)).toBe((end ?? 0) - (start ?? 0));
		};
		fc.assert(fc.property(second, second, fc.constantFrom(...ZONES), check));
	});
});

describe('A period in parts', () => {
	const parts = (start: string, end: string) =>
		splitPeriod({ start: at(start), end: at(end, 'UTC', 'end') }, 'day').map((part) => [
			...[edgeText(part.start, 'start'), edgeText(part.end, 'end')],
			...[part.start, part.end].map((edge) => edge.toJSDate().toISOString().slice(0, 19)),
		]);

	it('keeps its times at both ends, and is marked with them', () => {
		const given = ['2026-11-02T09:30:00Z', '2026-11-03T18:00:00Z'] as const;
		expect(parts(...given)).toEqual([
			['2026-11-02T09:30:00Z', '2026-11-02', '2026-11-02T09:30:00', '2026-11-02T23:59:59'],
			['2026-11-03', '2026-11-03T18:00:00Z', '2026-11-03T00:00:00', '2026-11-03T18:00:00'],
		]);
	});

	it('has all of the last day, if its end is midnight', () => {
		const given = ['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'] as const;
		expect(parts(...given)).toEqual([
			['2026-11-02', '2026-11-02', '2026-11-02T00:00:00', '2026-11-02T23:59:59'],
			['2026-11-03', '2026-11-03', '2026-11-03T00:00:00', '2026-11-03T23:59:59'],
		]);
		const moment = '2026-11-02T00:00:00Z';
		expect(parts(moment, moment)).toHaveLength(1);
	});

	it('is its parts together, without a gap, each in one day, week or month', () => {
		const text = (at: Date) => at.toISOString().slice(0, 10);
		const given = fc.record({
			from: fc.date({
				min: new Date('2024-01-01'),
				max: new Date('2028-01-01'),
				noInvalidDate: true,
			}),
			days: fc.nat(120),
			unit: fc.constantFrom<PeriodUnit>('day', 'week', 'month'),
			zone: fc.constantFrom(...ZONES),
		});
		fc.assert(
			fc.property(given, ({ from, days, unit, zone }) => {
				const end = at(text(new Date(+from + days * DAY)), zone, 'end');
				const whole = { start: at(text(from), zone), end };
				const split = splitPeriod(whole, unit);
				expect(+(split[0]?.start ?? 0)).toBe(+whole.start);
				expect(+(split.at(-1)?.end ?? 0)).toBe(+whole.end);
				for (const [place, { start, end }] of split.entries()) {
					expect(start.hasSame(end, unit)).toBe(true);
					const next = split[place + 1];
					if (next === undefined) continue;
					expect(+next.start).toBe(+end + 1);
					expect(next.start.hasSame(end, unit)).toBe(false);
				}
				if (unit === 'day') expect(split).toHaveLength(days + 1);
			}),
		);
	});
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * DAY;

/** A change of the clocks of a zone: when, and by how far they are ahead of UTC before and after it. */
interface Change {
	readonly zone: string;
	readonly at: number;
	readonly before: number;
	readonly after: number;
}

const momentAt = (at: number, zone: string): Moment => tryToParseDateTime(new Date(at), zone);

/** The offset of a zone in milliseconds, as the platform says it. */
function offsets(zone: string): (at: number) => number {
	const format = new Intl.DateTimeFormat('en-US', {
		...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
	});
	return (at) => {
		const [month = 0, day, year = 0, ...time] = format.format(at).match(/\d+/g)?.map(Number) ?? [];
		return Date.UTC(year, month - 1, day, ...time) - at;
	};
}

/** The changes of a zone between two moments, found by looking once a week. */
function changesOf(zone: string, from: number, to: number): Change[] {
	const offset = offsets(zone);
	const found: Change[] = [];
	for (let start = from, before = offset(from); start < to; start += WEEK) {
		const after = offset(start + WEEK);
		if (after !== before) found.push({ zone, at: firstWith(start, after, offset), before, after });
		before = after;
	}
	return found;
}

function firstWith(from: number, wanted: number, offset: (at: number) => number): number {
	let [before, after] = [from, from + WEEK];
	while (after - before > 1000) {
		const middle = Math.floor((before + after) / 2000) * 1000;
		if (offset(middle) === wanted) after = middle;
		else before = middle;
	}
	return after;
}

/** One change of each kind. */
function different(changes: readonly Change[], kindOf: (change: Change) => unknown[]): Change[] {
	return [...new Map(changes.map((change) => [kindOf(change).join(' '), change])).values()];
}

/** What the clocks show around a change, written as a moment of UTC. */
const clockOf =
	({ at, before, after }: Change) =>
	(moment: number) =>
		moment + (moment < at ? before : after);

/** The first and the last moment of a day, found by looking at every quarter of an hour around it. */
function edgesOf(change: Change, day: number): [start: number, end: number] {
	const clock = clockOf(change);
	const isIn = (at: number) => clock(at) >= day && clock(at) < day + DAY;
	const moments = Array.from({ length: 4 * 78 }, (_, n) => day - 27 * HOUR + n * 15 * MINUTE);
	const inside = moments.filter(isIn);
	const [first = NaN, last = NaN] = [inside[0], inside.at(-1)];
	return [first, last + 15 * MINUTE - 1];
}

const midnightOf = (clock: number) => Math.floor(clock / DAY) * DAY;

const isoTime = (moment: number) => new Date(moment).toISOString();

/** Here an hour before midnight comes again after it, and n8n's date library may take either midnight. */
const MIDNIGHT_TWICE = ['America/Havana', 'Atlantic/Azores'];

const ALL = Intl.supportedValuesOf('timeZone')
	.filter((zone) => !MIDNIGHT_TWICE.includes(zone))
	.flatMap((zone) => changesOf(zone, Date.UTC(2025, 0, 1), Date.UTC(2028, 0, 1)));

/** Most zones change as another one does. */
const CHANGES = different(ALL, ({ at, before, after }) => [at, before, after]);

describe('Wherever the clocks change', () => {
	it('there are many ways in which they do, in three years', () => {
		const zones = new Set(CHANGES.map(({ zone }) => zone));
		expect(CHANGES.length).toBeGreaterThan(100);
		expect(zones.size).toBeGreaterThan(20);
	});

	it('a day starts with its first moment and ends with its last', () => {
		const wrong = CHANGES.flatMap((change) => {
			const today = midnightOf(clockOf(change)(change.at));
			return [today - DAY, today, today + DAY].flatMap((day) => {
				const date = isoTime(day).slice(0, 10);
				const read = (['start', 'end'] as const).map((edge) => Number(at(date, change.zone, edge)));
				const isRight = String(read) === String(edgesOf(change, day));
				return isRight ? [] : [`${date} in ${change.zone}: ${read.map(isoTime).join(' to ')}`];
			});
		});
		expect(wrong).toEqual([]);
	});

	it('the presets go from the first moment of a day to the last one of another', () => {
		const kinds = different(CHANGES, ({ at, before, after }) => [
			...[(at + before) % DAY, after - before],
		]);
		expect(kinds.length).toBeGreaterThan(10);
		// Around the change, and a day before and after it.
		const hours = [-24, 0, 24].flatMap((away) =>
			[-3, -2, -1, 0, 1, 2, 3].map((hour) => (away + hour) * HOUR),
		);
		const wrong = kinds.flatMap((change) =>
			hours.flatMap((hour) => wrongPresets(change, change.at + hour)),
		);
		expect(wrong).toEqual([]);
	});

	/** The presets that take something else for their days: neither the moment before nor the one after is one. */
	function wrongPresets(change: Change, at: number): string[] {
		const today = midnightOf(clockOf(change)(at));
		return PRESETS.flatMap((preset) => {
			const { value } = preset;
			const { start, end } = preset.period(momentAt(at, change.zone));
			const [first = NaN, last = NaN] = rangeOf(value, today / DAY).map((day) => day * DAY);
			const days = [start.minus(1), start, end, end.plus(1)].map((edge) =>
				midnightOf(Number(edge) + edge.offset * MINUTE),
			);
			const isRight = String(days) === String([first - DAY, first, last, last + DAY]);
			const where = `${value} at ${isoTime(at)} in ${change.zone}`;
			return isRight ? [] : [`${where}: ${String(start)} to ${String(end)}`];
		});
	}
});
