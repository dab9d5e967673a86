import { tryToParseDateTime } from 'n8n-workflow';
import { attempt, DescribedError, isObject } from '../base';
import { type DescribedName, describeValue, scalarText } from './values';

/** A moment in a time zone, from n8n's date library (luxon). */
export type Moment = ReturnType<typeof tryToParseDateTime>;

/** A period can be split into these. */
export type PeriodUnit = 'day' | 'month' | 'week';

/** A unit of the calendar, which is compared with the one before it. */
type CalendarUnit = PeriodUnit | 'quarter' | 'year';

/** From one moment to another; either may be open. */
export interface Period {
	readonly start?: Moment;
	readonly end?: Moment;
	/** Set if it is a whole unit, such as Last Month, or its first days; else it is so many days. */
	readonly unit?: CalendarUnit;
	/** Whether it grows from day to day until the next one starts, as This Month does. */
	readonly isGrowing?: true;
}

export interface ClosedPeriod extends Period {
	readonly start: Moment;
	readonly end: Moment;
}

export interface Preset extends DescribedName {
	/** @param now the present moment in the time zone of the workflow */
	period(now: Moment): ClosedPeriod;
}

/** From the first day of a unit to the end of today. */
const unitToToday = (unit: CalendarUnit): Preset['period'] => {
	return (now) => ({
		start: now.startOf(unit),
		end: now.startOf('day').endOf('day'),
		unit,
		isGrowing: true,
	});
};

/** The whole unit before this one. */
const unitBefore = (unit: CalendarUnit): Preset['period'] => {
	return (now) => {
		const start = now
			.startOf(unit)
			.minus({ [unit]: 1 })
			.startOf(unit);
		return { start, end: start.endOf(unit), unit };
	};
};

const preset = (
	name: string,
	value: string,
	description: string,
	period: Preset['period'],
): Preset => ({ name, value, description, period });

const thisAndLast = (name: string, unit: CalendarUnit): Preset[] => {
	const toToday = `From the first day of this ${unit} to the end of today`;
	const whole = `The whole ${unit} before this one`;
	return [
		preset(`This ${name}`, `this${name}`, toToday, unitToToday(unit)),
		preset(`Last ${name}`, `last${name}`, whole, unitBefore(unit)),
	];
};

const lastDays = (count: number): Preset => {
	const about = `The ${count} full days up to yesterday`;
	return preset(`Last ${count} Days`, `last${count}Days`, about, (now) => daysBefore(now, count));
};

/** In the order of a calendar. Days are those of the workflow's time zone; weeks start on Monday. */
export const PRESETS: readonly Preset[] = [
	preset('Today', 'today', 'The day that is not over yet', unitToToday('day')),
	preset('Yesterday', 'yesterday', 'The full day before today', unitBefore('day')),
	...thisAndLast('Week', 'week'),
	...[7, 28, 90].map(lastDays),
	...thisAndLast('Month', 'month'),
	...thisAndLast('Quarter', 'quarter'),
	...thisAndLast('Year', 'year'),
];

/**
 * Reads a moment from user input or an expression: an ISO date with or without time and zone, a date of
 * n8n (`$now`), milliseconds since 1970 in 13 digits. An end at midnight, which is how n8n writes days, or
 * in the last second is the end of that day.
 *
 * @param zone the time zone of the workflow, for values without one
 * @param edge whether a period starts or ends with it
 * @param label the display name of the field, and `advice` what to enter in it, for the error
 * @throws DescribedError if it is no date, also if it is empty
 */
export function momentOf(
	value: unknown,
	zone: string,
	edge: 'end' | 'start',
	label: string,
	advice = `Enter '${label}' as an ISO date, such as 2026-11-01 or 2026-11-01T09:30:00Z, or as milliseconds since 1970 (13 digits).`,
): Moment {
	const moment = parseMoment(value, zone);
	if (moment === undefined) {
		throw new DescribedError(`'${label}' is not a date: ${describeValue(value)}`, advice);
	}
	const end = moment.endOf('day');
	const isDay = +moment === +moment.startOf('day') || +moment >= +end.startOf('second');
	return edge === 'end' && isDay ? end : moment;
}

/** A day, then maybe a time, then maybe its zone. 24:00 would be the midnight of the next day. */
const ISO_DATE =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](?!24)\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Milliseconds since 1970, from 2001 to 2286. Other numbers of digits can mean something else. */
const MILLISECONDS = /^\d{13}$/;

/**
 * Reads existing days in the ISO form, and dates of n8n. n8n would read other texts, too, with the time
 * zone of the machine.
 */
function parseMoment(value: unknown, zone: string): Moment | undefined {
	const date = isObject(value) ? value : parseDate(scalarText(value) ?? '');
	const moment = attempt(() => tryToParseDateTime(date, zone).setZone(zone));
	return moment?.isValid === true ? moment : undefined;
}

/** Reads a date in one of the forms above. n8n would take 30 February for 2 March. */
function parseDate(text: string): Date | string | undefined {
	if (MILLISECONDS.test(text)) return new Date(Number(text));
	const [, year = '', month = '', day = ''] = ISO_DATE.exec(text) ?? [];
	const exists = new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day);
	return exists ? text.replace(' ', 'T').replace(' ', '') : undefined;
}

/** A whole unit of these is compared with a whole one. Seven days are compared with seven days anyway. */
const WHOLE_UNITS = ['month', 'quarter', 'year'] as const;

function isWholeUnit({ start, end }: ClosedPeriod, unit: CalendarUnit): boolean {
	return +start === +start.startOf(unit) && +end === +start.endOf(unit);
}

/**
 * Makes a period, with its unit if it is a whole one.
 *
 * @param label the display name of the field
 * @throws DescribedError if it ends before it starts
 */
export function periodFrom(start: Moment, end: Moment, label: string): ClosedPeriod {
	const period = { start, end };
	if (start <= end) {
		return { ...period, unit: WHOLE_UNITS.find((unit) => isWholeUnit(period, unit)) };
	}
	const texts = edgeTexts(period);
	throw new DescribedError(
		`'${label}' starts after it ends`,
		`Swap its dates: it goes from ${texts.start} to ${texts.end}.`,
	);
}

/** Whether a period has a start and an end. */
export function isClosed(period: Period): period is ClosedPeriod {
	return period.start !== undefined && period.end !== undefined;
}

/** Writes an edge as ISO text: `2026-11-02`, or within the day `2026-11-02T09:30:00+01:00`. */
export function edgeText(moment: Moment, edge: 'end' | 'start'): string {
	const isDay = +moment === +(edge === 'start' ? moment.startOf('day') : moment.endOf('day'));
	const second = moment.startOf('second');
	return (isDay ? moment.toISODate() : second.toISO({ suppressMilliseconds: true })) ?? '';
}

/** Returns the first day of a growing period; `undefined` for any other. */
export function growingSince({ start, isGrowing }: Period): string | undefined {
	return start && isGrowing && edgeText(start, 'start');
}

/** Writes both edges as {@link edgeText} does. */
export function edgeTexts({ start, end }: ClosedPeriod): Record<'end' | 'start', string> {
	return { start: edgeText(start, 'start'), end: edgeText(end, 'end') };
}

/** Writes a period as ISO text: `2026-11-02 to 2026-11-08`, or only the day. */
export function periodText(period: ClosedPeriod): string {
	const { start, end } = edgeTexts(period);
	return start === end ? start : `${start} to ${end}`;
}

/**
 * Splits a period into days, weeks (from Monday) or months, in the time zone of its start. The first and
 * the last part are cut so that together they are the period. A last part that is cut is compared as This
 * Month is.
 */
export function splitPeriod(whole: ClosedPeriod, unit: PeriodUnit): ClosedPeriod[] {
	const parts: ClosedPeriod[] = [];
	for (let { start } = whole; start <= whole.end;) {
		const end = start.endOf(unit);
		const isFromFirst = +start === +start.startOf(unit);
		const last = end < whole.end ? end : whole.end;
		parts.push({ start, end: last, unit: isFromFirst ? unit : undefined });
		start = end.plus(1);
	}
	return parts;
}

/**
 * Returns the period before: of a whole month, quarter or year the one before it, of This Month and the
 * like the same days of the one before, of any other as many days, or as long a time.
 */
export function periodBefore(period: ClosedPeriod): ClosedPeriod {
	const { start, end, unit } = period;
	if (!hasWholeDays(period)) {
		const from = start.startOf('second');
		const length = +end.startOf('second') - +from;
		return { start: from.minus(length + 1000), end: from.minus(1000) };
	}
	if (unit !== undefined) return shiftBack(period, unit);
	return daysBefore(start, Math.round(end.diff(start, 'days').days));
}

/** Returns the period a year before; a whole month, quarter or year stays a whole one. */
export function periodLastYear(period: ClosedPeriod): ClosedPeriod {
	return shiftBack(period, 'year');
}

/** Moves a period one unit back. A day that does not exist there, such as 31 February, becomes the last. */
function shiftBack(period: ClosedPeriod, by: CalendarUnit): ClosedPeriod {
	const { unit } = period;
	const [start, end] = [period.start.minus({ [by]: 1 }), period.end.minus({ [by]: 1 })];
	if (!hasWholeDays(period)) return { start, end };
	// A week from Monday does not start on a Monday a year before.
	const staysWhole = unit !== undefined && unit !== 'week' && isWholeUnit(period, unit);
	return { start: start.startOf('day'), end: staysWhole ? start.endOf(unit) : end.endOf('day') };
}

function hasWholeDays({ start, end }: ClosedPeriod): boolean {
	return +start === +start.startOf('day') && +end === +end.endOf('day');
}

/** Returns so many whole days, up to the day before a moment. */
function daysBefore(moment: Moment, count: number): ClosedPeriod {
	const day = moment.startOf('day');
	return {
		start: day.minus({ days: count }).startOf('day'),
		end: day.minus({ days: 1 }).endOf('day'),
	};
}

/** Returns the members of the body for a period (public: `start_date`, `end_date`). */
export function periodBody({ start, end }: Period): Record<string, string> {
	return {
		...(start && { start_date: utcText(start) }),
		...(end && { end_date: utcText(end) }),
	};
}

/** Writes a moment for the service: ISO 8601 in UTC, to the second (public). */
function utcText(moment: Moment): string {
	return moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';
}
