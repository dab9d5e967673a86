import { tryToParseDateTime } from 'n8n-workflow';
import { DescribedError } from '../base';
import { isEmpty, nameOf } from './values';

/** A moment in a time zone, as n8n's date library (luxon) has it. */
export type Moment = ReturnType<typeof tryToParseDateTime>;

/** What a period can be split into. */
export type PeriodUnit = 'day' | 'month' | 'week';

/** From one moment to another; either may be open. */
export interface Period {
	readonly start?: Moment;
	readonly end?: Moment;
}

/** A period that people choose by its name. */
export interface Preset {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** @param now the present moment in the time zone of the workflow */
	period(now: Moment): Required<Period>;
}

/** Whole days, the last one `ago` days before today. */
const days = (count: number, ago = 1): Preset['period'] => {
	return (now) => ({
		start: now
			.startOf('day')
			.minus({ days: ago + count - 1 })
			.startOf('day'),
		end: now.startOf('day').minus({ days: ago }).endOf('day'),
	});
};

const lastDays = (count: number): Preset[] => [
	{
		name: `Last ${count} Days`,
		value: `last${count}Days`,
		description: `The ${count} full days up to yesterday`,
		period: days(count),
	},
	{
		name: `Previous ${count} Days`,
		value: `previous${count}Days`,
		description: `The ${count} days before the last ${count} days`,
		period: days(count, count + 1),
	},
];

/** The presets. Days are those of the workflow's time zone. */
export const PRESETS: readonly Preset[] = [
	{
		name: 'Yesterday',
		value: 'yesterday',
		description: 'The full day before today',
		period: days(1),
	},
	...[7, 28, 90].flatMap(lastDays),
	{
		name: 'This Month',
		value: 'thisMonth',
		description: 'From the first of this month to the end of today',
		period: (now) => ({ start: now.startOf('month'), end: now.startOf('day').endOf('day') }),
	},
	{
		name: 'Last Month',
		value: 'lastMonth',
		description: 'The calendar month before this one',
		period(now) {
			const last = now.startOf('month').minus({ months: 1 });
			return { start: last.startOf('month'), end: last.endOf('month') };
		},
	},
];

/**
 * A moment from what people enter or expressions give: an ISO date with or without time and zone, a
 * date of n8n (`$now`), milliseconds since 1970 in 13 digits. An end is a day where its clock shows
 * midnight, which is how n8n writes days, or the last second: then it is the end of that day.
 *
 * @param value what was entered
 * @param zone the time zone of the workflow, which holds where the value has none
 * @param edge whether a period starts or ends with it
 * @param label the display name of the field, for the error
 * @param advice what to enter in it, for the error
 * @throws DescribedError if it is no date
 */
export function momentOf(
	value: unknown,
	zone: string,
	edge: 'end' | 'start',
	label: string,
	advice = `Enter '${label}' as an ISO date, such as 2026-11-01 or 2026-11-01T09:30:00Z, or as milliseconds since 1970 (13 digits).`,
): Moment | undefined {
	if (isEmpty(value)) return undefined;
	const moment = parsed(readable(value), zone)?.setZone(zone);
	if (moment?.isValid !== true) {
		throw new DescribedError(`'${label}' is not a date: ${nameOf(value)}`, advice);
	}
	const end = moment.endOf('day');
	const isDay = +moment === +moment.startOf('day') || +moment >= +end.startOf('second');
	return edge === 'end' && isDay ? end : moment;
}

/** A day, then maybe a time, then maybe its zone. 24:00 would be the midnight of the next day. */
const ISO =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](?!24)\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Milliseconds since 1970, from 2001 to 2286. Other numbers of digits can mean something else. */
const MILLIS = /^\d{13}$/;

/**
 * What n8n can read without a guess: days that exist, written the ISO way, and what n8n itself gives.
 * n8n would take other texts, too, with the time zone of the machine.
 */
function readable(value: unknown): unknown {
	if (typeof value === 'object') return Array.isArray(value) ? undefined : value;
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value).trim();
	if (MILLIS.test(text)) return new Date(Number(text));
	if (typeof value === 'number') return undefined;
	const [, year, month, day] = ISO.exec(text) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	const exists = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
	return exists ? text.replace(' ', 'T').replace(' ', '') : undefined;
}

function parsed(value: unknown, zone: string): Moment | undefined {
	try {
		return value === undefined ? undefined : tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}

/** @throws DescribedError if a period ends before it starts */
export function ordered(period: Period): Period {
	const { start, end } = period;
	if (start === undefined || end === undefined || start <= end) return period;
	throw new DescribedError(
		"'Date Range' starts after it ends",
		`Enter the earlier date first in 'Date Range': it goes from ${edgeText(start, 'start')} to ${edgeText(end, 'end')}.`,
	);
}

/**
 * The start or the end of a period as ISO text: only the day, such as 2026-11-02, or the moment within
 * it, such as 2026-11-02T09:30:00+01:00.
 */
export function edgeText(moment: Moment, edge: 'end' | 'start'): string {
	const isDay = +moment === +(edge === 'start' ? moment.startOf('day') : moment.endOf('day'));
	const second = moment.startOf('second');
	return (isDay ? moment.toISODate() : second.toISO({ suppressMilliseconds: true })) ?? '';
}

/** A period as ISO text: `2026-11-02 to 2026-11-08`, or only the day. */
export function periodText({ start, end }: Required<Period>): string {
	const [first, last] = [edgeText(start, 'start'), edgeText(end, 'end')];
	return first === last ? first : `${first} to ${last}`;
}

/** How many days a period touches. */
function daysIn({ start, end }: Required<Period>): number {
	return Math.round(end.endOf('day').diff(start.startOf('day'), 'days').days);
}

/**
 * The days, weeks or months of a period, in the time zone of its start. Weeks start on Monday. The first
 * and the last one are cut where the period starts and ends, so that together they are the period.
 */
export function splitPeriod(whole: Required<Period>, unit: PeriodUnit): Required<Period>[] {
	const parts: Required<Period>[] = [];
	for (let { start } = whole; start <= whole.end;) {
		const end = start.endOf(unit);
		parts.push({ start, end: end < whole.end ? end : whole.end });
		start = end.plus(1);
	}
	return parts;
}

/**
 * The period of the same length that ends where this one starts, if it has a start and an end. Whole
 * days stay whole days.
 */
export function periodBefore({ start, end }: Period): Required<Period> | undefined {
	if (start === undefined || end === undefined) return undefined;
	if (+start === +start.startOf('day') && +end === +end.endOf('day')) {
		return {
			start: start.minus({ days: daysIn({ start, end }) }).startOf('day'),
			end: start.minus({ days: 1 }).endOf('day'),
		};
	}
	const from = start.startOf('second');
	const length = +end.startOf('second') - +from;
	return { start: from.minus(length + 1000), end: from.minus(1000) };
}

/** The members of the body that carry a period (public: `start_date`, `end_date`). */
export function periodBody({ start, end }: Period): Record<string, string> {
	return {
		...(start === undefined ? {} : { start_date: isoOf(start) }),
		...(end === undefined ? {} : { end_date: isoOf(end) }),
	};
}

/** A moment as the service wants it: ISO 8601 in UTC, to the second (public). */
function isoOf(moment: Moment): string {
	return moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';
}
