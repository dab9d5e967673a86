import fc from 'fast-check';
import {
	edgeText,
	momentOf,
	periodBefore,
	periodLastYear,
	type Period,
	type Preset,
	PRESETS,
	splitPeriod,
} from '../../nodes/shared/form/period';
import { samples } from '../samples';
import { DAY, dayOf, isWhole, MONTHS, monthsBefore, type Range, rangeOf, unitOf } from './calendar';

/** The period before, as people mean it. */
function beforeOf(preset: string, range: Range): Range {
	const [first, last] = range;
	const [, unit] = /^this(Week|Month|Quarter|Year)$/.exec(preset) ?? [];
	if (unit === 'Week') return [first - 7, last - 7];
	const own = MONTHS[unit ?? ''];
	const months = own ?? [1, 3, 12].find((count) => isWhole(range, count));
	if (months === undefined) return [first - (last - first + 1), first - 1];
	if (isWhole(range, months)) return unitOf(first - 1, months);
	return [monthsBefore(first, months), monthsBefore(last, months)];
}

function lastYearOf(range: Range): Range {
	const months = [1, 3, 12].find((count) => isWhole(range, count));
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
	const now = momentOf(new Date(instant), zone, 'start', 'Now');
	if (now === undefined) throw new Error('No moment');
	const period = preset.period(now);
	const range = rangeOf(preset.value, todayIn(zone, instant));
	const found = [period, periodBefore(period), periodLastYear(period)].map(asSent);
	const meant = [range, beforeOf(preset.value, range), lastYearOf(range)].map(inWords);
	return { found, meant };
}

function expectPeriods(preset: Preset, zone: string, ...instants: number[]): void {
	const periods = instants.map((instant) => periodsAt(preset, zone, instant));
	expect(periods.map(({ found }) => found)).toEqual(periods.map(({ meant }) => meant));
}

function periodOf(range: Range, zone: string) {
	const [start, end] = range.map((day, edge) =>
		momentOf(iso(day), zone, edge === 0 ? 'start' : 'end', 'Day'),
	);
	if (start === undefined || end === undefined) throw new Error('No period');
	return { start, end };
}

describe.each(PRESETS.map((preset) => [preset.name, preset] as const))('%s', (_name, preset) => {
	it.each(ZONES)('is compared with what people mean, at awkward moments in %s', (zone) => {
		expectPeriods(preset, zone, ...INSTANTS);
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
				const parts = splitPeriod(periodOf([first, first + length - 1], zone), unit);
				let day = first;
				const meant = parts.map(({ end }) => {
					const range = [day, todayIn(zone, Number(end))] as const;
					const isFirst = rangeOf(preset, day)[0] === day;
					day = range[1] + 1;
					return [beforeOf(isFirst ? preset : '', range), lastYearOf(range)].map(inWords);
				});
				const found = parts.map((part) => [periodBefore(part), periodLastYear(part)].map(asSent));
				expect(found).toEqual(meant);
				expect(day).toBe(first + length);
			}),
			{ numRuns: samples(50) },
		);
	});
});
