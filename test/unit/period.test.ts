import fc from 'fast-check';
import {
	type ClosedPeriod,
	type Moment,
	momentOf,
	ordered,
	type Period,
	periodBefore,
	periodBody,
	PRESETS,
} from '../../nodes/shared/form/period';
import { samples } from '../samples';
import { problemOf } from './thrown';

/** A moment on the clocks of a time zone. */
function at(text: string | number, zone = 'UTC', edge: 'end' | 'start' = 'start'): Moment {
	const moment = momentOf(text, zone, edge, 'Start');
	if (moment === undefined) throw new Error(`'${text}' is no moment`);
	return moment;
}

function periodOf(preset: string, now: Moment): ClosedPeriod {
	const found = PRESETS.find(({ value }) => value === preset);
	if (found === undefined) throw new Error(`There is no preset '${preset}'`);
	return found.period(now);
}

function previousOf(period: ClosedPeriod): ClosedPeriod {
	const before = periodBefore(period);
	if (before === undefined) throw new Error('There is no period before');
	return before;
}

const sent = (period: Period) => [periodBody(period).start_date, periodBody(period).end_date];

const local = (moment: Moment) => moment.toFormat('yyyy-MM-dd HH:mm:ss');

const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'America/St_Johns',
];

/** Zones whose clocks go forward at midnight, so that a day of theirs starts at one. */
const MIDNIGHT_ZONES = ['Africa/Cairo', 'America/Santiago', 'Asia/Beirut'];

describe('A preset', () => {
	it.each([
		['yesterday', '2026-03-01T10:00', 'UTC', '2026-02-28', '2026-02-28'],
		['yesterday', '2024-03-01T10:00', 'UTC', '2024-02-29', '2024-02-29'],
		['yesterday', '2026-01-01T00:00', 'Europe/Berlin', '2025-12-31', '2025-12-31'],
		['last7Days', '2026-11-20T23:59:59', 'UTC', '2026-11-13', '2026-11-19'],
		['last7Days', '2024-03-05T00:00', 'UTC', '2024-02-27', '2024-03-04'],
		['last28Days', '2023-03-01T10:00', 'UTC', '2023-02-01', '2023-02-28'],
		['last28Days', '2024-02-29T10:00', 'UTC', '2024-02-01', '2024-02-28'],
		['last90Days', '2026-01-01T10:00', 'UTC', '2025-10-03', '2025-12-31'],
		['thisMonth', '2024-02-29T10:00', 'UTC', '2024-02-01', '2024-02-29'],
		['thisMonth', '2026-12-31T23:59:59', 'America/New_York', '2026-12-01', '2026-12-31'],
		['thisMonth', '2026-11-01T00:00', 'UTC', '2026-11-01', '2026-11-01'],
		['lastMonth', '2026-03-31T10:00', 'UTC', '2026-02-01', '2026-02-28'],
		['lastMonth', '2024-03-30T10:00', 'UTC', '2024-02-01', '2024-02-29'],
		['lastMonth', '2023-03-01T00:00', 'UTC', '2023-02-01', '2023-02-28'],
		['lastMonth', '2026-01-31T10:00', 'UTC', '2025-12-01', '2025-12-31'],
		['lastMonth', '2026-04-15T10:00', 'Europe/Berlin', '2026-03-01', '2026-03-31'],
		['lastMonth', '2026-12-01T00:30', 'America/New_York', '2026-11-01', '2026-11-30'],
	])('%s at %s in %s goes from %s to %s', (preset, now, zone, first, last) => {
		const { start, end } = periodOf(preset, at(now, zone));
		expect([local(start), local(end)]).toEqual([`${first} 00:00:00`, `${last} 23:59:59`]);
	});

	it.each([
		['Pacific/Kiritimati', '2026-11-20T09:59:59Z', '2026-11-18T10:00:00Z', '2026-11-19T09:59:59Z'],
		['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-19T10:00:00Z', '2026-11-20T09:59:59Z'],
		['Pacific/Pago_Pago', '2026-11-20T10:59:59Z', '2026-11-18T11:00:00Z', '2026-11-19T10:59:59Z'],
		['Pacific/Pago_Pago', '2026-11-20T11:00:00Z', '2026-11-19T11:00:00Z', '2026-11-20T10:59:59Z'],
		['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-19T18:30:00Z', '2026-11-20T18:29:59Z'],
		['Asia/Kathmandu', '2026-11-20T12:00:00Z', '2026-11-18T18:15:00Z', '2026-11-19T18:14:59Z'],
		['Europe/Berlin', '2026-03-30T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
		['Europe/Berlin', '2026-10-26T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
		['America/New_York', '2026-03-09T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
		['America/New_York', '2026-11-02T12:00:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
		['America/St_Johns', '2026-07-02T12:00:00Z', '2026-07-01T02:30:00Z', '2026-07-02T02:29:59Z'],
	])('yesterday is a day of %s at %s', (zone, now, start, end) => {
		expect(sent(periodOf('yesterday', at(now, zone)))).toEqual([start, end]);
	});

	const anyMoment = fc.integer({
		min: Date.UTC(2015, 0, 1),
		max: Date.UTC(2035, 0, 1),
	});

	it.each(PRESETS.map(({ name, value }) => [name, value] as const))(
		'%s starts and ends with whole days, start first, at any moment',
		(_name, preset) => {
			const check = (millis: number, zone: string) => {
				const { start, end } = periodOf(preset, at(millis, zone));
				expect(start.toMillis()).toBeLessThanOrEqual(end.toMillis());
				expect(local(start)).toMatch(/ 00:00:00$/);
				expect(local(end)).toMatch(/ 23:59:59$/);
			};
			fc.assert(fc.property(anyMoment, fc.constantFrom(...ZONES), check));
		},
	);

	it.each(MIDNIGHT_ZONES)(
		'starts with the day where the clocks of %s change at midnight',
		(zone) => {
			const check = (hours: number, preset: string) => {
				const { start, end } = periodOf(preset, at(Date.UTC(2026, 0, 1) + hours * 3_600_000, zone));
				const previous = previousOf({ start, end });
				for (const moment of [start, previous.start]) expect(+moment).toBe(+moment.startOf('day'));
				for (const moment of [end, previous.end]) expect(+moment).toBe(+moment.endOf('day'));
			};
			const presets = fc.constantFrom(...PRESETS.map(({ value }) => value));
			fc.assert(fc.property(fc.nat(365 * 24), presets, check), { numRuns: samples(300) });
		},
	);
});

describe('The period before', () => {
	it.each([
		['2026-11-02', '2026-11-30', 'UTC', '2026-10-04 00:00:00', '2026-11-01 23:59:59'],
		['2026-11-01', '2026-11-30', 'UTC', '2026-10-01 00:00:00', '2026-10-31 23:59:59'],
		['2026-07-01', '2026-09-30', 'UTC', '2026-04-01 00:00:00', '2026-06-30 23:59:59'],
		['2024-01-01', '2024-12-31', 'UTC', '2023-01-01 00:00:00', '2023-12-31 23:59:59'],
		['2026-03-25', '2026-03-31', 'Europe/Berlin', '2026-03-18 00:00:00', '2026-03-24 23:59:59'],
		['2026-03-30', '2026-04-05', 'Europe/Berlin', '2026-03-23 00:00:00', '2026-03-29 23:59:59'],
		['2026-10-25', '2026-10-25', 'Europe/Berlin', '2026-10-24 00:00:00', '2026-10-24 23:59:59'],
		['2026-11-02', '2026-11-03', 'America/New_York', '2026-10-31 00:00:00', '2026-11-01 23:59:59'],
		['2024-03-01', '2024-03-01', 'Asia/Kolkata', '2024-02-29 00:00:00', '2024-02-29 23:59:59'],
	])('of the whole days %s to %s in %s is whole days', (from, to, zone, start, end) => {
		const before = previousOf({ start: at(from, zone), end: at(to, zone, 'end') });
		expect([local(before.start), local(before.end)]).toEqual([start, end]);
	});

	it('of a time of the day is as long, to the second', () => {
		const period = { start: at('2026-11-01T09:30:00'), end: at('2026-11-01T10:29:59') };
		expect(sent(previousOf(period))).toEqual(['2026-11-01T08:30:00Z', '2026-11-01T09:29:59Z']);
	});

	it('of a time of the day up to the end of a day is as long as what is sent', () => {
		const period = { start: at('2026-11-01T09:30:00'), end: at('2026-11-01', 'UTC', 'end') };
		expect(sent(previousOf(period))).toEqual(['2026-10-31T19:00:00Z', '2026-11-01T09:29:59Z']);
	});

	it('is none where the start or the end is open', () => {
		expect(periodBefore({ start: at('2026-11-01') })).toBeUndefined();
		expect(periodBefore({ end: at('2026-11-01') })).toBeUndefined();
		expect(periodBefore({})).toBeUndefined();
	});

	it('ends one second before the start and is as long, for any whole seconds', () => {
		const second = fc.integer({
			min: Date.UTC(2020, 0, 1) / 1000,
			max: Date.UTC(2030, 0, 1) / 1000,
		});
		const check = (one: number, other: number, zone: string) => {
			const [from, to] = [Math.min(one, other), Math.max(one, other)];
			const period = { start: at(from * 1000, zone), end: at(to * 1000, zone) };
			const before = previousOf(period);
			expect(before.end.toMillis()).toBe(period.start.toMillis() - 1000);
			expect(before.end.toMillis() - before.start.toMillis()).toBe((to - from) * 1000);
		};
		fc.assert(fc.property(second, second, fc.constantFrom(...ZONES), check));
	});
});

describe('A date', () => {
	const read = (value: unknown, edge: 'end' | 'start' = 'start') =>
		momentOf(value, 'Asia/Kolkata', edge, 'Start');

	it.each([
		['2026-11-01', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		[' 20261101 ', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2024-02-29', '2024-02-28T18:30:00Z', '2024-02-29T18:29:59Z'],
		['2026-11-01T09:30:00', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z'],
		['2026-11-01 09:30', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00Z'],
		['2026-11-01T00:00:00', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T00:00+05:30', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-10-31T18:30:00.000Z', '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
		['2026-11-01T23:59:59', '2026-11-01T18:29:59Z', '2026-11-01T18:29:59Z'],
		[Date.UTC(2026, 9, 31, 18, 30), '2026-10-31T18:30:00Z', '2026-11-01T18:29:59Z'],
		['2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z'],
		['2026-11-01T09:30:00.750-11:00', '2026-11-01T20:30:00Z', '2026-11-01T20:30:00Z'],
		[1_700_000_000_000, '2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z'],
		['1700000000000', '2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z'],
		['2026-11-01 09:30:00 +02:00', '2026-11-01T07:30:00Z', '2026-11-01T07:30:00Z'],
		['20261101T093000Z', '2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z'],
		['0050-11-01', '0050-10-31T18:06:32Z', '0050-11-01T18:06:31Z'],
		[new Date(0), '1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
		[at('2026-11-01T09:30', 'Europe/Berlin'), '2026-11-01T08:30:00Z', '2026-11-01T08:30:00Z'],
	])('%s is read as %s, and as an end as %s', (value, start, end) => {
		expect(sent({ start: read(value), end: read(value, 'end') })).toEqual([start, end]);
	});

	it.each([undefined, null, ''])('%j is none', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		...[
			'soon',
			'2026-13-01',
			'2026-02-30',
			'2023-02-29',
			'5',
			'2026-11-01T24:00',
			'2026-11-01T25:00',
			'11/31/2026',
		],
		...[true, {}, [], [1], [2026, 11, 1], NaN, Infinity, 9e15, { start: '2026-11-01' }],
		...[new Date(NaN), 'Invalid Date', 'Invalid DateTime'],
	])('%j is refused with the name of the field', (value) => {
		const problem = problemOf(() => momentOf(value, 'UTC', 'start', 'Start'));
		expect(problem.message).toMatch(/^'Start' is not a date: \S/);
		expect(problem.description).toContain('2026-11-01T09:30:00Z');
	});
});

describe('Digits', () => {
	it.each([
		...['2026', '202611', '1700000000', '170000000000', '202611301200', '20261130120000'],
		...['-1700000000000', '17000000000000', '1700000000000.5', '1.7e12'],
	])('%s are refused as a date, for what they mean is not certain', (digits) => {
		for (const value of [digits, Number(digits)]) {
			if (String(value) === '1700000000000') continue;
			const problem = problemOf(() => momentOf(value, 'UTC', 'start', 'Start'));
			expect(problem.message).toMatch(/^'Start' is not a date: \S/);
			expect(problem.description).toContain('milliseconds since 1970 (13 digits)');
		}
	});
});

describe('A time', () => {
	it.each(['2026-11-01 9:30', '2026-11-01 09:30 pm', '2026-11-01 09:30 (late)', '2026-11-01 0'])(
		'as %s is refused: n8n would take it for one in the time zone of the machine',
		(value) => {
			expect(problemOf(() => at(value)).message).toMatch(/^'Start' is not a date: \S/);
		},
	);
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
