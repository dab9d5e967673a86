import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../byName';
import { DescribedError } from '../errors';
import type { Parameters } from './parameters';
import { isoOf, momentOf, ordered, type Period, PRESETS, previousOf } from './period';

const NOT_SET = 'notSet';
const CUSTOM = 'custom';
const VALUES = [...PRESETS.map(({ value }) => value), CUSTOM, NOT_SET].join(', ');

const DATE_RANGE: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: [
		{ name: 'Custom', value: CUSTOM, description: 'From one date to another' },
		...PRESETS.map(({ name, value, description }) => ({ name, value, description })),
		{ name: 'Not Set', value: NOT_SET, description: 'Send no dates: the service decides' },
	].sort(byName),
	default: NOT_SET,
	description: "The period to report on. Days start and end in the workflow's time zone.",
};

const START: INodeProperties = {
	displayName: 'Start',
	name: 'startDate',
	type: 'dateTime',
	displayOptions: { show: { dateRange: [CUSTOM] } },
	default: '',
	description:
		'Start of the period as an ISO date, for example 2026-11-01 (the start of that day) or 2026-11-01T09:30:00Z. Leave empty for no start.',
};

const END: INodeProperties = {
	displayName: 'End',
	name: 'endDate',
	type: 'dateTime',
	displayOptions: { show: { dateRange: [CUSTOM] } },
	default: '',
	description:
		'End of the period as an ISO date, for example 2026-11-30 (the end of that day) or 2026-11-30T18:00:00Z. Leave empty for no end.',
};

/** Date Range with its presets, and Start and End for a custom one. */
export const dateRangeFields: readonly INodeProperties[] = [DATE_RANGE, START, END];

/**
 * The period that the user chose.
 *
 * @throws DescribedError if a date is none, or the start is after the end
 */
export function readPeriod(parameters: Parameters): Period {
	const chosen = parameters.text(DATE_RANGE);
	const { zone } = parameters;
	if (chosen === CUSTOM) {
		return ordered({
			start: momentOf(parameters.value(START), zone, 'start', START.displayName),
			end: momentOf(parameters.value(END), zone, 'end', END.displayName),
		});
	}
	const preset = PRESETS.find(({ value }) => value === chosen);
	const now = momentOf(Date.now(), zone, 'start', DATE_RANGE.displayName);
	if (preset !== undefined && now !== undefined) return preset.period(now);
	if (['', NOT_SET].includes(chosen)) return {};
	throw new DescribedError(
		`There is no date range '${chosen}'`,
		`Choose one from the list of 'Date Range', or let its expression give one of ${VALUES}.`,
	);
}

/** The members of the body that carry a period (public: `start_date`, `end_date`). */
export function periodBody({ start, end }: Period): Record<string, string> {
	return {
		...(start === undefined ? {} : { start_date: isoOf(start) }),
		...(end === undefined ? {} : { end_date: isoOf(end) }),
	};
}

/** The period before, if this one has a start and an end. */
export function periodBefore({ start, end }: Period): Period | undefined {
	return start === undefined || end === undefined ? undefined : previousOf({ start, end });
}
