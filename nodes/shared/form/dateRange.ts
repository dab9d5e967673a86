import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';
import { type Advice, DescribedError } from '../base';
import {
	filledByModel,
	groupCollection,
	isTool,
	onlyInNode,
	onlyInTools,
	withStartValue,
} from './fields';
import { type ClosedPeriod, readMoment, type Period, createPeriod, PRESETS } from './period';
import type { FieldReader, Parameters } from './reader';
import { findEntryByName, isEmpty } from './values';
import { periodAdviceForModels, parsePeriodWords } from './periodWords';

/** The entries are in the order of the calendar instead of the alphabet. */
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
		{
			name: 'No Dates (Service Decides)',
			value: 'notSet',
			description: 'Send no dates',
		},
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

/** Starts with Sunday, since a user who adds the option wants another day than Monday. */
export const weekStartOption = withStartValue('sunday', WEEK_STARTS_ON);

export function readDaysBeforeMonday({ options }: Parameters): number {
	return options.choice(WEEK_STARTS_ON, WEEK_STARTS).daysBeforeMonday;
}

/**
 * Date Range in a tool: a model writes one text instead of Start and End. It is no pick list, since the editor of
 * n8n 1.123 shows one that a model fills in as a broken expression (tried).
 */
const DATE_RANGE_TEXT: INodeProperties = {
	displayName: DATE_RANGE.displayName,
	name: DATE_RANGE.name,
	type: 'string',
	default: 'notSet',
	placeholder: 'e.g. last28Days',
};

const RANGE_ADVICE = `Enter one of ${PRESETS.map(({ value }) => value).join(', ')} in 'Date Range'; or two dates such as 2026-11-01 to 2026-11-30; or a single date.`;

const RANGE_FOR_MODELS =
	'The period, such as last28Days, lastWeek, 2026-10, Q3 or 2026-11-01 to 2026-11-30.';

const REPORT_DATE_RANGE: INodeProperties = { ...DATE_RANGE, default: 'last7Days' };

const createDateRangeFields = (
	range: INodeProperties,
	whenEmpty: string,
): readonly INodeProperties[] => [
	...filledByModel(range, `${RANGE_FOR_MODELS} ${whenEmpty}`, {
		...DATE_RANGE_TEXT,
		default: range.default,
	}),
	onlyInNode(START_DATE),
	onlyInNode(END_DATE),
];

export const dateRangeFields = createDateRangeFields(DATE_RANGE, 'Default: no dates');

/** The figures of a report are always about a period, so the default is the last 7 days. */
export const reportDateRangeFields = createDateRangeFields(REPORT_DATE_RANGE, 'Default: last7Days');

export const askDateRangeField = onlyInTools(
	{ ...DATE_RANGE_TEXT, default: '' },
	'The period, such as last28Days (any number), lastWeek, thisMonth, 2026-10, Q3, since 2026-11-23 or 2026-11-01 to 2026-11-30. Ranges in days end yesterday. Default: figures last7Days, lists no dates',
);

export const DATE_RANGE_OPTION: INodeProperties = {
	displayName: 'Date Range',
	name: 'period',
	description: 'The period to report on. Without it, no dates are sent: the service decides.',
	...groupCollection('Date Range', 'range', [REPORT_DATE_RANGE, START_DATE, END_DATE]),
};

/**
 * Reads the period that the user chose or a model wrote: `{}` if the service decides.
 *
 * @param isReport whether the last 7 days are the default
 * @throws DescribedError if the text is neither a preset nor a date, or the start is after the end
 */
export function readPeriod(parameters: Parameters, isReport = false): Period {
	const { options, zone, now } = parameters;
	const isOption = options.hasGroup(DATE_RANGE_OPTION);
	const fields = isOption ? options.group(DATE_RANGE_OPTION) : parameters;
	const range = isOption || isReport ? REPORT_DATE_RANGE : DATE_RANGE;
	const entered = fields.text(range);
	const isEmptyInTool = entered === '' && isReport && isTool(parameters);
	const text = isEmptyInTool ? 'last7Days' : entered;
	if (text === 'notSet' || (text === '' && !fields.isEmptyExpression(range))) return {};
	if (text === 'custom' && !isTool(parameters)) return readCustomPeriod(fields, zone);
	const moment = tryToParseDateTime(new Date(now), zone);
	const advice = { forPeople: RANGE_ADVICE, forModel: periodAdviceForModels(moment) };
	const readDates = (dates: string) => periodFromText(dates, zone, DATE_RANGE.displayName, advice);
	const period = readDates(text) ?? parsePeriodWords(text, moment, readDates);
	if (period !== undefined && findEntryByName(PRESETS, text) === undefined) return period;
	const preset = fields.choice(range, PRESETS, advice);
	return preset.period(moment, readDaysBeforeMonday(parameters));
}

/** Matches `2026-11-01`, `2026-11-01 to 2026-11-30` and `2026-11-01/2026-11-30`. */
const ONE_OR_TWO_DATES =
	/^(\d{4}-\d\d-\d\d[^\s/]*)(?:(?:\s+to\s+|\s*\/\s*)(\d{4}-\d\d-\d\d[^\s/]*))?$/i;

/**
 * Returns the period from one date to another. A single date means the whole day.
 *
 * @returns `undefined` if the text does not start with a date
 * @throws DescribedError if a date does not exist, or the first date is after the second
 */
export function periodFromText(
	text: string,
	zone: string,
	label: string,
	advice: Advice,
): ClosedPeriod | undefined {
	const [, first, second] = ONE_OR_TWO_DATES.exec(text) ?? [];
	if (first === undefined) return undefined;
	const start = readMoment(first, zone, 'start', label, advice);
	if (second !== undefined) {
		return createPeriod(start, readMoment(second, zone, 'end', label, advice), label);
	}
	// A single date means the whole day, even if it has a time: there are no figures for one second.
	const day = readMoment(first.slice(0, 10), zone, 'start', label, advice);
	return { start: day, end: day.endOf('day') };
}

/** One of Start and End is required. Without any date, the figures would be those of all time. */
function readCustomPeriod(fields: FieldReader, zone: string): Period {
	const readEdge = (field: INodeProperties, edge: 'end' | 'start') => {
		fields.refuseEmptyExpression(field);
		const value = fields.value(field);
		return isEmpty(value) ? undefined : readMoment(value, zone, edge, field.displayName);
	};
	const [start, end] = [readEdge(START_DATE, 'start'), readEdge(END_DATE, 'end')];
	if (start && end) return createPeriod(start, end, DATE_RANGE.displayName);
	if (start ?? end) return { start, end };
	throw new DescribedError(
		"'Date Range' is Custom, but there is no date",
		"Enter a date in 'Start' or 'End'.",
	);
}
