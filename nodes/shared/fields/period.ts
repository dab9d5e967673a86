import { tryToParseDateTime } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isEmpty, nameOf } from './values';
import { dayOf, endOfDay, type Moment, startOfDay } from './day';

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
	return (now) => {
		const last = dayOf(now).minus({ days: ago });
		return {
			start: startOfDay(last.minus({ days: count - 1 }), now.zone),
			end: endOfDay(last, now.zone),
		};
	};
};

const month = (ago: number): Preset['period'] => {
	return (now) => {
		const today = dayOf(now);
		const first = today.startOf('month').minus({ months: ago });
		const last = ago === 0 ? today : first.plus({ months: 1 }).minus({ days: 1 });
		return { start: startOfDay(first, now.zone), end: endOfDay(last, now.zone) };
	};
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
		period: month(0),
	},
	{
		name: 'Last Month',
		value: 'lastMonth',
		description: 'The calendar month before this one',
		period: month(1),
	},
];

/**
 * A moment from what people enter or expressions give: an ISO date with or without time and zone, a
 * date of n8n (`$now`), milliseconds since 1970 in 13 digits. A date without a time means the start
 * or the end of that day.
 *
 * @param value what was entered
 * @param zone the time zone of the workflow, which holds where the value has none
 * @param edge which end of the day a date without a time means
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
	if (typeof value !== 'string' || !WHOLE_DAY.test(value.trim())) return moment;
	const day = dayOf(tryToParseDateTime(value.trim(), 'utc'));
	return edge === 'start' ? startOfDay(day, moment.zone) : endOfDay(day, moment.zone);
}

const WHOLE_DAY = /^\d{4}-?\d\d-?\d\d$/;

/** A day, then maybe a time, then maybe its zone. */
const ISO =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

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

/**
 * Refuses a period that ends before it starts.
 *
 * @param problem the error, if the dates are not in the fields Start and End
 */
export function ordered(period: Period, problem?: DescribedError): Period {
	const { start, end } = period;
	if (start === undefined || end === undefined || start.toMillis() <= end.toMillis()) return period;
	if (problem !== undefined) throw problem;
	throw new DescribedError(
		"'Start' is after 'End'",
		`Correct 'Start' (${shown(start, start.startOf('day'))}) or 'End' (${shown(end, end.endOf('day'))}) of the 'Date Range'.`,
	);
}

/**
 * A moment in words: only its day, or the time with its zone.
 *
 * @param edge what the day alone means
 */
function shown(moment: Moment, edge: Moment): string {
	const day = moment.toFormat('yyyy-MM-dd');
	return +moment === +edge ? day : `${day} ${moment.toFormat('HH:mm:ss')} in ${moment.zoneName}`;
}

/** The period of the same length that ends where this one starts. Whole days stay whole days. */
export function previousOf({ start, end }: Required<Period>): Required<Period> {
	const [first, last] = [dayOf(start), dayOf(end)];
	const { zone } = start;
	if (+start === +startOfDay(first, zone) && +end === +endOfDay(last, zone)) {
		const { days: more } = last.diff(first, 'days');
		return {
			start: startOfDay(first.minus({ days: more + 1 }), zone),
			end: endOfDay(first.minus({ days: 1 }), zone),
		};
	}
	const from = start.startOf('second');
	const length = end.startOf('second').toMillis() - from.toMillis();
	return { start: from.minus(length + 1000), end: from.minus(1000) };
}

/** A moment as the service wants it: ISO 8601 in UTC, to the second (public). */
export function isoOf(moment: Moment): string {
	return moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';
}
