import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';
import { type Advice, DescribedError } from '../base';
import { createAskField, groupCollection } from './fields';
import {
	type ClosedPeriod,
	createPeriod,
	clipToToday,
	type Moment,
	type Period,
	PRESETS,
	parsePeriodEdge,
	wholeDaysBefore,
} from './period';
import type { FieldReader, Parameters } from './reader';
import { isEmpty } from './values';

const DATE_RANGE: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: [
		...PRESETS.map(({ name, value, description }) => ({ name, value, description })),
		{
			name: 'Custom',
			value: 'custom',
			description: 'From one date to another, or with a start or an end only',
		},
		{ name: 'No Dates (Service Decides)', value: 'notSet', description: 'Send no dates' },
	],
	default: 'notSet',
	description: "Days in the workflow's time zone",
};

const START_DATE: INodeProperties = {
	displayName: 'Start',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	displayOptions: { show: { dateRange: ['custom'] } },
	default: '',
	description: 'First day, such as 2026-11-01, or time; empty for no start',
};

const END_DATE: INodeProperties = {
	...START_DATE,
	displayName: 'End',
	name: 'endDate',
	description: 'Last day, such as 2026-11-30, or time; empty for no end',
};

const WEEK_STARTS = [
	{ name: 'Monday', value: 'monday', daysBeforeMonday: 0 },
	{ name: 'Sunday', value: 'sunday', daysBeforeMonday: 1 },
] as const;

const WEEK_STARTS_ON: INodeProperties = {
	displayName: 'Week Starts On',
	name: 'weekStartsOn',
	type: 'options',
	options: WEEK_STARTS.map(({ name, value }) => ({ name, value })),
	default: 'monday',
	description: 'The first day of weeks, also in Split By',
};

/** The default is Sunday, because weeks start on Monday without this option. */
export const weekStartOption: INodeProperties = { ...WEEK_STARTS_ON, default: 'sunday' };

export function readWeekStartOffset({ options }: Parameters): number {
	return options.choice(WEEK_STARTS_ON, WEEK_STARTS).daysBeforeMonday;
}

const PERIOD_FORMS =
	'lastNDays (such as last14Days), a date, 2026-11-01 to 2026-11-30, 2026-10, 2026-Q3, 2026 or since 2026-11-23';

const PRESET_VALUES = PRESETS.map(({ value }) => value).join(', ');

const REPORT_DATE_RANGE: INodeProperties = { ...DATE_RANGE, default: 'last7Days' };

export const dateRangeFields: readonly INodeProperties[] = [DATE_RANGE, START_DATE, END_DATE];

/** A report is always about a period, so the default is the last 7 days. */
export const reportDateRangeFields = [REPORT_DATE_RANGE, START_DATE, END_DATE];

/**
 * The field 'Date Range' of the operation Ask, which an AI model fills in. It is a text field, because a pick list that
 * a model fills in looks broken in the editor of n8n 1.123 (tried).
 */
export const askDateRangeField = createAskField(
	DATE_RANGE.displayName,
	DATE_RANGE.name,
	'last28Days',
	`The period, one of ${PRESET_VALUES}, ${PERIOD_FORMS}. Ranges in days end yesterday. Default: figures last7Days, lists no dates`,
);

export const DATE_RANGE_OPTION: INodeProperties = {
	displayName: 'Date Range',
	name: 'period',
	description:
		'The period of the records. Without it, a report is about the last 7 days, and the service decides the days of a list.',
	...groupCollection('Date Range', 'range', reportDateRangeFields),
};

/**
 * Reads the period in 'Date Range'. Returns `{}` if the node sends no dates.
 *
 * @param isReport whether the default is the last 7 days
 * @throws DescribedError if the text is no period
 * @throws DescribedError if 'Date Range' is Custom, but 'Start' and 'End' are empty
 * @throws DescribedError if the start is after the end
 */
export function readPeriod(parameters: Parameters, isReport = false): Period {
	const { options } = parameters;
	const isOption = options.hasGroup(DATE_RANGE_OPTION);
	const fields = isOption ? options.group(DATE_RANGE_OPTION) : parameters;
	const range = isOption || isReport ? REPORT_DATE_RANGE : DATE_RANGE;
	fields.refuseEmptyExpression(range);
	const text = fields.text(range) || (isReport ? 'last7Days' : 'notSet');
	if (text === 'notSet') return {};
	const advice = periodAdvice(PRESET_VALUES, parameters);
	if (text === 'custom') return readCustomPeriod(fields, parameters.zone, advice);
	const period = parsePeriod(text, parameters, range.displayName, advice);
	if (period !== undefined) return period;
	const preset = fields.choice(range, PRESETS, advice);
	return preset.period(currentMoment(parameters), readWeekStartOffset(parameters));
}

/** @throws DescribedError if 'Start' and 'End' are both empty. The service would then choose the period */
function readCustomPeriod(fields: FieldReader, zone: string, forModel: string): Period {
	const readEdge = (field: INodeProperties, edge: 'end' | 'start') => {
		fields.refuseEmptyExpression(field);
		const value = fields.value(field);
		return isEmpty(value) ? undefined : parsePeriodEdge(value, zone, edge, field.displayName);
	};
	const [start, end] = [readEdge(START_DATE, 'start'), readEdge(END_DATE, 'end')];
	if (start && end) return createPeriod(start, end, DATE_RANGE.displayName);
	if (start ?? end) return { start, end };
	throw new DescribedError("'Date Range' is Custom, but there is no date", {
		forPeople: "Enter a date in 'Start' or 'End'.",
		forModel,
	});
}

type Clock = Pick<Parameters, 'now' | 'zone'>;

function currentMoment({ now, zone }: Clock): Moment {
	return tryToParseDateTime(new Date(now), zone);
}

/**
 * Tells an AI model which texts {@link parsePeriod} reads. Adds today's date, which a model does not know.
 *
 * @param words other texts that the field takes, such as `lastMonth`
 */
export function periodAdvice(words: string, clock: Clock): string {
	return `Write ${words}, ${PERIOD_FORMS}. Today is ${currentMoment(clock).toISODate() ?? ''}.`;
}

const LAST_DAYS = /^last[\s_-]*([1-9]\d{0,3})[\s_-]*days$/i;

/** Matches `2026`, `2026-10` and `2026-Q3`. */
const CALENDAR_UNIT = /^(\d{4})(?:-(0[1-9]|1[0-2])|[\s_-]*q([1-4]))?$/i;

/** Matches `since 2026-11-01`, `2026-11-01` and `2026-11-01 to 2026-11-30`. */
const DATES =
	/^(?:since[\s_-]*(\d{4}-\d\d-\d\d\S*)|(\d{4}-\d\d-\d\d\S*)(?:\s+to\s+(\d{4}-\d\d-\d\d\S*))?)$/i;

/**
 * Reads a period such as `last14Days`, `2026-10`, `2026-Q3`, `2026-11-01 to 2026-11-30` or `since 2026-11-23`. A month,
 * quarter or year that is not over ends today.
 *
 * @param label the display name of the field
 * @returns `undefined` for any other text, and for a future period such as `2999`
 * @throws DescribedError if a date does not exist
 * @throws DescribedError if the first date is after the second
 */
export function parsePeriod(
	text: string,
	clock: Clock,
	label: string,
	advice: Advice,
): ClosedPeriod | undefined {
	const now = currentMoment(clock);
	const [, count] = LAST_DAYS.exec(text) ?? [];
	if (count !== undefined) return wholeDaysBefore(now, Number(count));
	const [, year, month, quarter] = CALENDAR_UNIT.exec(text) ?? [];
	if (year !== undefined) {
		const unit = month === undefined ? (quarter === undefined ? 'year' : 'quarter') : 'month';
		const firstMonth = Number(month ?? 3 * Number(quarter ?? 1) - 2);
		const start = now.set({ year: Number(year), month: firstMonth, day: 1 }).startOf(unit);
		return start > now ? undefined : clipToToday({ start, end: start.endOf(unit), unit }, now);
	}
	const [, since, first = since, last] = DATES.exec(text) ?? [];
	if (first === undefined) return undefined;
	const read = (date: string, edge: 'end' | 'start') =>
		parsePeriodEdge(date, clock.zone, edge, label, advice);
	const start = read(first, 'start');
	if (last !== undefined) return createPeriod(start, read(last, 'end'), label);
	// A single date means its whole day. A time is ignored, because there are no figures for one second.
	const day = read(first.slice(0, 10), 'start');
	if (since === undefined) return { start: day, end: day.endOf('day') };
	return day > now ? undefined : { start: day, end: now.endOf('day') };
}
