import { tryToParseDateTime } from 'n8n-workflow';
import { DescribedError } from '../errors';

/** A moment in a time zone, as n8n's date library (luxon) has it. */
export type Moment = ReturnType<typeof tryToParseDateTime>;

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

/** Counted from noon: where the clocks change at midnight, a day does not start at 0:00. */
const dayBefore = (now: Moment, ago: number): Moment => now.set({ hour: 12 }).minus({ days: ago });

/** Whole days, the last one `ago` days before today. */
const days = (count: number, ago = 1): Preset['period'] => {
	return (now) => ({
		start: dayBefore(now, count + ago - 1).startOf('day'),
		end: dayBefore(now, ago - 1)
			.startOf('day')
			.minus(1),
	});
};

const month = (ago: number): Preset['period'] => {
	return (now) => {
		const start = now.startOf('month').minus({ months: ago });
		return { start, end: ago === 0 ? now.endOf('day') : start.endOf('month') };
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
 * date of n8n (`$now`), milliseconds since 1970. A date without a time means the start or the end of
 * that day.
 *
 * @param value what was entered
 * @param zone the time zone of the workflow, which holds where the value has none
 * @param edge which end of the day a date without a time means
 * @param label the display name of the field, for the error
 * @throws DescribedError if it is no date
 */
export function momentOf(
	value: unknown,
	zone: string,
	edge: 'start' | 'end',
	label: string,
): Moment | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const moment = isReadable(value) ? parsed(value, zone)?.setZone(zone) : undefined;
	if (moment?.isValid !== true) {
		throw new DescribedError(
			`'${label}' is not a date`,
			`Enter '${label}' as an ISO date, such as 2026-11-01 or 2026-11-01T09:30:00Z.`,
		);
	}
	const isWholeDay = typeof value === 'string' && /^\d{4}-?\d\d-?\d\d$/.test(value.trim());
	if (!isWholeDay) return moment;
	return edge === 'start' ? moment.startOf('day') : moment.endOf('day');
}

/** Milliseconds since 1970, as text. */
const MILLIS = /^\s*\d{12,14}\s*$/;

/** Days that exist, written the ISO way, and what n8n itself gives; no guesses about other forms. */
function isReadable(value: unknown): boolean {
	if (typeof value === 'number') return MILLIS.test(String(value));
	if (typeof value === 'string' && MILLIS.test(value.trim())) return true;
	if (typeof value !== 'string') return typeof value === 'object' && !Array.isArray(value);
	const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ].+)?$/.exec(value.trim()) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

function parsed(value: unknown, zone: string): Moment | undefined {
	try {
		const isMillis = MILLIS.test(String(value));
		return tryToParseDateTime(isMillis ? new Date(Number(value)).toISOString() : value, zone);
	} catch {
		return undefined;
	}
}

/** Refuses a period that ends before it starts. */
export function ordered(period: Period): Period {
	const { start, end } = period;
	if (start === undefined || end === undefined || start.toMillis() <= end.toMillis()) return period;
	throw new DescribedError(
		"'Start' is after 'End'",
		`Correct 'Start' (${isoOf(start)}) or 'End' (${isoOf(end)}) of the 'Date Range'.`,
	);
}

/** The period of the same length that ends where this one starts. Whole days stay whole days. */
export function previousOf({ start, end }: Required<Period>): Required<Period> {
	const isWholeDays = +start === +start.startOf('day') && +end === +end.endOf('day');
	if (isWholeDays) {
		const count = Math.round(end.plus(1).diff(start, 'days').days);
		return {
			start: dayBefore(start, count).startOf('day'),
			end: start.minus(1),
		};
	}
	const first = start.startOf('second');
	const length = end.startOf('second').toMillis() - first.toMillis();
	return { start: first.minus(length + 1000), end: first.minus(1000) };
}

/** A moment as the service wants it: ISO 8601 in UTC, to the second (public). */
export function isoOf(moment: Moment): string {
	return moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';
}
