import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';
import { type Advice, DescribedError } from '../base';
import { groupCollection, isTool, onlyInTools, withStartValue } from './fields';
import {
	type ClosedPeriod,
	createPeriod,
	type Moment,
	type Period,
	PRESETS,
	readMoment,
	wholeDaysBefore,
} from './period';
import type { FieldReader, Parameters } from './reader';
import { findEntryByName, isEmpty } from './values';

/** The entries go from days to years instead of alphabetically. */
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

/** Weeks start on Monday by default, so a user who adds this option wants Sunday. */
export const weekStartOption = withStartValue('sunday', WEEK_STARTS_ON);

export function readDaysBeforeMonday({ options }: Parameters): number {
	return options.choice(WEEK_STARTS_ON, WEEK_STARTS).daysBeforeMonday;
}

/**
 * Date Range in a tool: a model writes one text instead of Start and End. The field is no pick list, because the editor
 * of n8n 1.123 shows a pick list as a broken expression if a model fills it in (tried).
 */
const DATE_RANGE_TEXT: INodeProperties = {
	displayName: DATE_RANGE.displayName,
	name: DATE_RANGE.name,
	type: 'string',
	default: 'notSet',
	placeholder: 'e.g. last28Days',
};

const RANGE_ADVICE = `Enter one of ${PRESETS.map(({ value }) => value).join(', ')} in 'Date Range'; or two dates such as 2026-11-01 to 2026-11-30; or a single date.`;

const REPORT_DATE_RANGE: INodeProperties = { ...DATE_RANGE, default: 'last7Days' };

export const dateRangeFields: readonly INodeProperties[] = [DATE_RANGE, START_DATE, END_DATE];

/** The figures of a report are always about a period, so the default is the last 7 days. */
export const reportDateRangeFields: readonly INodeProperties[] = [
	REPORT_DATE_RANGE,
	START_DATE,
	END_DATE,
];

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
 * Returns the period that the user chose or a model wrote. Returns `{}` if the node sends no dates.
 *
 * @param isReport whether the last 7 days are the default
 * @throws DescribedError if the text is no period, Custom has no dates, or the start is after the end
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
	const label = range.displayName;
	const readDates = (dates: string) => periodFromText(dates, zone, label, advice);
	const period = readDates(text) ?? parsePeriodWords(text, moment, label, readDates);
	if (period !== undefined && findEntryByName(PRESETS, text) === undefined) return period;
	const preset = fields.choice(range, PRESETS, advice);
	return preset.period(moment, readDaysBeforeMonday(parameters));
}

/** Matches `2026-11-01`, `2026-11-01 to 2026-11-30` and `2026-11-01/2026-11-30`. */
const ONE_OR_TWO_DATES =
	/^(\d{4}-\d\d-\d\d[^\s/]*)(?:(?:\s+to\s+|\s*\/\s*)(\d{4}-\d\d-\d\d[^\s/]*))?$/i;

/**
 * Reads two dates such as `2026-11-01 to 2026-11-30`, or a single date, which means the whole day.
 *
 * @returns `undefined` for a text of another form
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

/** @throws DescribedError if Start and End are both empty: without dates, the service would decide the period */
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

/** Returns `undefined` for an unknown text. */
type ReadPeriod = (text: string) => ClosedPeriod | undefined;

type PeriodPattern = readonly [
	pattern: RegExp,
	period: (
		match: readonly string[],
		now: Moment,
		read: ReadPeriod,
		label: string,
	) => ClosedPeriod | undefined,
];

const MONTHS =
	'january,february,march,april,may,june,july,august,september,october,november,december';

const monthNumber = (name: string) =>
	1 + MONTHS.split(',').findIndex((month) => month.startsWith(name.toLowerCase()));

/** `2026, 7, 'quarter'` → July to September. A unit that is not over ends today. A future one is `undefined`. */
function unitStartingIn(
	now: Moment,
	year: number,
	month: number,
	unit: 'month' | 'quarter' | 'year',
) {
	const start = now.set({ year, month, day: 1 }).startOf(unit);
	const [end, today] = [start.endOf(unit), now.endOf('day')];
	if (start > now) return undefined;
	return end > now ? { start, end: today, unit, isGrowing: true as const } : { start, end, unit };
}

/** Without a year, returns the year in which the month last began: in May 2026, July → 2025. */
const yearOfMonth = (now: Moment, month: number, year = '') =>
	Number(year) || (month > now.month ? now.year - 1 : now.year);

const quarterPeriod = (now: Moment, number: string, year?: string) => {
	const month = 3 * Number(number) - 2;
	return unitStartingIn(now, yearOfMonth(now, month, year), month, 'quarter');
};

/** The words that models write instead of a preset or dates. */
const PERIOD_PATTERNS: readonly PeriodPattern[] = [
	[
		/^(?:the )?(?:last|past) ?([1-9]\d{0,3}) ?days?$/i,
		([, count], now) => wholeDaysBefore(now, Number(count)),
	],
	[
		/^(\d{4})-(0[1-9]|1[0-2])$/,
		([, year, month], now) => unitStartingIn(now, Number(year), Number(month), 'month'),
	],
	[/^(\d{4})[- ]?q([1-4])$/i, ([, year, number = ''], now) => quarterPeriod(now, number, year)],
	[
		/^q([1-4])(?:[- ]?(\d{4}))?$/i,
		([, number = '', year], now) => quarterPeriod(now, number, year),
	],
	[/^(\d{4})$/, ([, year], now) => unitStartingIn(now, Number(year), 1, 'year')],
	[/^(?:ytd|year to date)$/i, (_match, now) => unitStartingIn(now, now.year, 1, 'year')],
	[
		/^([a-z]{3,9})\.?(?: (\d{4}))?$/i,
		([, name = '', year], now) => {
			const month = monthNumber(name);
			if (month < 1) return undefined;
			return unitStartingIn(now, yearOfMonth(now, month, year), month, 'month');
		},
	],
	[
		/^since (.+)$/i,
		([, text = ''], now, read) => {
			const { start } = read(text) ?? {};
			return start && start <= now ? { start, end: now.endOf('day') } : undefined;
		},
	],
	[
		/^(?:from )?((?:(?! to | - |\.\.).)+)(?: to | until | - |\s*\.\.\s*)((?:(?! to | - |\.\.).)+)$/i,
		([, first = '', last = ''], _now, read, label) => {
			const [from, to] = [read(first), read(last)];
			return from && to && createPeriod(from.start, to.end, label);
		},
	],
];

/**
 * Reads a period in words: `last14Days`, `2026-10`, `Q3`, `October 2026`, `since 2026-11-23`, `ytd`. A period that is
 * not over, such as `ytd`, ends today.
 *
 * @param label the display name of the field
 * @param readDates reads one date or two dates; returns `undefined` for another text
 * @throws DescribedError if the period ends before it starts
 */
export function parsePeriodWords(
	text: string,
	now: Moment,
	label: string,
	readDates: ReadPeriod,
): ClosedPeriod | undefined {
	const read: ReadPeriod = (part) =>
		readDates(part) ?? parsePeriodWords(part, now, label, readDates);
	for (const [pattern, period] of PERIOD_PATTERNS) {
		const match = pattern.exec(text.trim());
		const found = match && period(match, now, read, label);
		if (found) return found;
	}
	return undefined;
}

/** A model does not know today's date. */
function periodAdviceForModels(now: Moment): string {
	return `Write today, yesterday, thisWeek, lastWeek, thisMonth, lastMonth, thisQuarter, lastYear, last28Days (any number), a date, 2026-11-01 to 2026-11-30, 2026-10, Q3, October 2026, since 2026-11-23 or ytd. Today is ${now.toISODate() ?? ''}.`;
}
