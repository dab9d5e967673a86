import { tryToParseDateTime } from 'n8n-workflow';
import { type Advice, tryOrUndefined, DescribedError, isObject } from '../base';
import type { PeriodDays } from '../table';
import { type DescribedEntry, describeValue, scalarText } from './values';

/** A `DateTime` of luxon, the date library of n8n. It has a time zone. */
export type Moment = ReturnType<typeof tryToParseDateTime>;

/** The units into which the field 'Split By' can split a period. */
type PeriodUnit = 'day' | 'month' | 'week';

type CalendarUnit = PeriodUnit | 'quarter' | 'year';

/** A period without a start or an end is open on that side. */
export interface Period {
	readonly start?: Moment;
	readonly end?: Moment;
	/** The calendar unit: `month` for 'Last Month', 'This Month' and dates of a whole month. */
	readonly unit?: CalendarUnit;
	/** `true` if the unit is not over, as in 'This Month'. Such a period ends today, and grows every day. */
	readonly isGrowing?: true;
}

export interface ClosedPeriod extends Period {
	readonly start: Moment;
	readonly end: Moment;
}

/** One of the days, weeks or months of a period. */
interface PeriodPart extends ClosedPeriod {
	/** Whether the part is shorter than its day, week or month. */
	readonly isShort: boolean;
}

interface Preset extends DescribedEntry {
	/** @param now the current time in the time zone of the workflow */
	period(now: Moment, daysBeforeMonday?: number): ClosedPeriod;
}

function startOfUnit(moment: Moment, unit: CalendarUnit, daysBeforeMonday = 0): Moment {
	if (unit !== 'week') return moment.startOf(unit);
	const days = daysBeforeMonday;
	return moment.plus({ days }).startOf('week').minus({ days }).startOf('day');
}

function endOfUnit(moment: Moment, unit: CalendarUnit, daysBeforeMonday = 0): Moment {
	const next = startOfUnit(moment, unit, daysBeforeMonday).plus({ [unit]: 1 });
	return next.minus({ days: 1 }).endOf('day');
}

/** If a unit is not over, its end becomes the end of today. */
export function clipToToday(unit: ClosedPeriod, now: Moment): ClosedPeriod {
	return unit.end < now ? unit : { ...unit, end: endOfUnit(now, 'day'), isGrowing: true };
}

/** With `month`, returns this month for `unitsBack` 0, and last month for 1. */
const unitPeriod = (unit: CalendarUnit, unitsBack: number): Preset['period'] => {
	return (now, daysBeforeMonday) => {
		const inUnit = startOfUnit(now, unit, daysBeforeMonday).minus({ [unit]: unitsBack });
		const start = startOfUnit(inUnit, unit, daysBeforeMonday);
		return clipToToday({ start, end: endOfUnit(start, unit, daysBeforeMonday), unit }, now);
	};
};

const createPreset = (
	name: string,
	value: string,
	description: string,
	period: Preset['period'],
): Preset => ({ name, value, description, period });

const presetsOfUnit = (name: string, unit: CalendarUnit): Preset[] => {
	const toToday = `From the first day of this ${unit} to the end of today`;
	const whole = `The whole ${unit} before this one`;
	return [
		createPreset(`This ${name}`, `this${name}`, toToday, unitPeriod(unit, 0)),
		createPreset(`Last ${name}`, `last${name}`, whole, unitPeriod(unit, 1)),
	];
};

const lastDaysPreset = (count: number): Preset => {
	const about = `The ${count} full days up to yesterday`;
	const period = (now: Moment) => wholeDaysBefore(now, count);
	return createPreset(`Last ${count} Days`, `last${count}Days`, about, period);
};

/** The presets in the order of the form, from days to years. */
export const PRESETS: readonly Preset[] = [
	createPreset('Today', 'today', 'The day that is not over yet', unitPeriod('day', 0)),
	createPreset('Yesterday', 'yesterday', 'The full day before today', unitPeriod('day', 1)),
	...presetsOfUnit('Week', 'week'),
	...[7, 28, 90].map(lastDaysPreset),
	...presetsOfUnit('Month', 'month'),
	...presetsOfUnit('Quarter', 'quarter'),
	...presetsOfUnit('Year', 'year'),
];

/**
 * Reads a date or time: `2026-11-01`, `2026-11-01T09:30:00Z`, a date of n8n (`$now`), or milliseconds since 1970.
 *
 * n8n writes a day as its midnight, so an end at midnight means the end of that day. An end at 23:59:59 means it, too.
 *
 * @param zone the time zone of values that name none
 * @param edge whether the moment starts or ends a period
 * @param label the display name of the field
 * @param advice what to enter in the field
 * @throws DescribedError if the value is empty or not a date
 */
export function parsePeriodEdge(
	value: unknown,
	zone: string,
	edge: 'end' | 'start',
	label: string,
	advice: Advice = `Enter '${label}' as an ISO date, such as 2026-11-01 or 2026-11-01T09:30:00Z.`,
): Moment {
	const moment = parseMoment(value, zone);
	if (moment === undefined) {
		throw new DescribedError(`'${label}' is not a date: ${describeValue(value)}`, advice);
	}
	const end = moment.endOf('day');
	const isDay = +moment === +moment.startOf('day') || +moment >= +end.startOf('second');
	return edge === 'end' && isDay ? end : moment;
}

/** Matches `2026-11-01` and `2026-11-01T09:30:00Z`, but not `2026-11-01T24:00`, which is the next day. */
const ISO_DATE =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](?!24)\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Returns `undefined` for a text such as `1 November`, which n8n would read in the time zone of the machine. */
function parseMoment(value: unknown, zone: string): Moment | undefined {
	const date = isObject(value) ? value : parseDate(scalarText(value) ?? '');
	const moment = tryOrUndefined(() => tryToParseDateTime(date, zone).setZone(zone));
	return moment?.isValid === true ? moment : undefined;
}

/** Returns `undefined` for a day that does not exist. n8n would read 30 February as 2 March. */
function parseDate(text: string): Date | string | undefined {
	// 13 digits are milliseconds in the years 2001 to 2286. Fewer or more digits may mean something else.
	if (/^\d{13}$/.test(text)) return new Date(Number(text));
	const [, year = '', month = '', day = ''] = ISO_DATE.exec(text) ?? [];
	const exists = new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day);
	return exists ? text.replace(' ', 'T').replace(' ', '') : undefined;
}

/** The units that custom dates can fill. A week is no such unit: any seven days are compared with the seven before. */
const WHOLE_UNITS = ['month', 'quarter', 'year'] as const;

function isWholeUnit({ start, end }: ClosedPeriod, unit: CalendarUnit): boolean {
	return +start === +start.startOf(unit) && +end === +start.endOf(unit);
}

/**
 * Creates a period. `unit` is set if it is a whole month, quarter or year.
 *
 * @param label the display name of the field
 * @throws DescribedError if the period ends before it starts
 */
export function createPeriod(start: Moment, end: Moment, label: string): ClosedPeriod {
	const period = { start, end };
	if (start <= end) {
		return { ...period, unit: WHOLE_UNITS.find((unit) => isWholeUnit(period, unit)) };
	}
	const texts = periodDaysOf(period);
	throw new DescribedError(
		`'${label}' starts after it ends`,
		`Swap its dates: it goes from ${texts.start} to ${texts.end}.`,
	);
}

export function isClosedPeriod(period: Period): period is ClosedPeriod {
	return period.start !== undefined && period.end !== undefined;
}

/** Writes the start or end of a period: `2026-11-02`, or `2026-11-02T09:30:00+01:00` if it is within a day. */
function formatEdge(moment: Moment, edge: 'end' | 'start'): string {
	const isDay = +moment === +(edge === 'start' ? moment.startOf('day') : moment.endOf('day'));
	const second = moment.startOf('second');
	return (isDay ? moment.toISODate() : second.toISO({ suppressMilliseconds: true })) ?? '';
}

/** Returns the first day of a period that grows every day, such as 'This Month'. Other periods give `undefined`. */
export function startOfGrowingPeriod({ start, isGrowing }: Period): string | undefined {
	return start && isGrowing && formatEdge(start, 'start');
}

export function periodDaysOf(period: ClosedPeriod): PeriodDays;
export function periodDaysOf(period: Period): Partial<PeriodDays>;
export function periodDaysOf({ start, end }: Period): Partial<PeriodDays> {
	return { start: start && formatEdge(start, 'start'), end: end && formatEdge(end, 'end') };
}

/**
 * Splits a period into days, weeks or months, in the time zone of its start. The first and the last may be short.
 *
 * {@link previousPeriod} compares a short last month with the same days of the month before: 1–14 November with 1–14
 * October.
 */
export function splitPeriod(
	whole: ClosedPeriod,
	unit: PeriodUnit,
	daysBeforeMonday = 0,
): PeriodPart[] {
	const parts: PeriodPart[] = [];
	for (let { start } = whole; start <= whole.end;) {
		const end = endOfUnit(start, unit, daysBeforeMonday);
		const isFromFirst = +start === +startOfUnit(start, unit, daysBeforeMonday);
		const last = end < whole.end ? end : whole.end;
		const isShort = !isFromFirst || last < end;
		parts.push({ start, end: last, isShort, unit: isFromFirst ? unit : undefined });
		start = end.plus(1);
	}
	return parts;
}

/**
 * Returns the period before, for the comparison 'Previous Period':
 *
 * - a whole unit: the unit before (October → September)
 * - a unit that has only begun: the same days of the unit before (1–14 November → 1–14 October)
 * - other whole days: as many days before (8–10 November → 5–7 November)
 * - a period with times: as much time before
 */
export function previousPeriod(period: ClosedPeriod): ClosedPeriod {
	const { start, end, unit } = period;
	if (!hasWholeDays(period)) {
		const from = start.startOf('second');
		const length = +end.startOf('second') - +from;
		return { start: from.minus(length + 1000), end: from.minus(1000) };
	}
	if (unit !== undefined) return shiftPeriodBack(period, unit);
	return wholeDaysBefore(start, Math.round(end.diff(start, 'days').days));
}

export function samePeriodLastYear(period: ClosedPeriod): ClosedPeriod {
	return shiftPeriodBack(period, 'year');
}

/** Moves a period back by one unit. A whole month stays whole, and day 31 becomes the last day of a shorter month. */
function shiftPeriodBack(period: ClosedPeriod, by: CalendarUnit): ClosedPeriod {
	const { unit } = period;
	const [start, end] = [period.start.minus({ [by]: 1 }), period.end.minus({ [by]: 1 })];
	if (!hasWholeDays(period)) return { start, end };
	// The dates of a week are not a calendar week one year earlier, so `endOf('week')` would be wrong.
	const staysWhole = unit !== undefined && unit !== 'week' && isWholeUnit(period, unit);
	return { start: start.startOf('day'), end: staysWhole ? start.endOf(unit) : end.endOf('day') };
}

function hasWholeDays({ start, end }: ClosedPeriod): boolean {
	return +start === +start.startOf('day') && +end === +end.endOf('day');
}

/** Returns the `count` whole days that end on the day before `moment`. */
export function wholeDaysBefore(moment: Moment, count: number): ClosedPeriod {
	const day = moment.startOf('day');
	const [first, last] = [day.minus({ days: count }), day.minus({ days: 1 })];
	return { start: first.startOf('day'), end: last.endOf('day') };
}

/** Returns the dates for the body of a request: `start_date` and `end_date` (public docs). */
export function toPeriodBody({ start, end }: Period): Record<string, string> {
	return {
		...(start && { start_date: utcText(start) }),
		...(end && { end_date: utcText(end) }),
	};
}

/** Writes a moment for the service: ISO 8601 in UTC, to the second (public docs). */
function utcText(moment: Moment): string {
	return moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';
}
