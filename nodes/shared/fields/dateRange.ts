import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../byName';
import { DescribedError } from '../errors';
import type { Parameters } from './parameters';
import { isoOf, momentOf, ordered, type Period, PRESETS, previousOf } from './period';

const NOT_SET = 'notSet';
const CUSTOM = 'custom';
const VALUES = [...PRESETS.map(({ value }) => value), CUSTOM, NOT_SET].join(', ');

/** Date Range with its presets, and Start and End for a custom one. */
export const dateRangeFields: readonly INodeProperties[] = [
	{
		displayName: 'Date Range',
		name: 'dateRange',
		type: 'options',
		options: [
			{
				name: 'Custom',
				value: CUSTOM,
				description: 'From one date to another',
			},
			...PRESETS.map(({ name, value, description }) => ({ name, value, description })),
			{
				name: 'Not Set',
				value: NOT_SET,
				description: 'Send no dates: the service decides',
			},
		].sort(byName),
		default: 'notSet',
		description:
			"The period that the figures are about. Days are those of the workflow's time zone.",
	},
	{
		displayName: 'Start',
		name: 'startDate',
		type: 'dateTime',
		displayOptions: { show: { dateRange: [CUSTOM] } },
		default: '',
		description:
			'First moment of the period as an ISO date, for example 2026-11-01 (the start of that day) or 2026-11-01T09:30:00Z. Empty for no start.',
	},
	{
		displayName: 'End',
		name: 'endDate',
		type: 'dateTime',
		displayOptions: { show: { dateRange: [CUSTOM] } },
		default: '',
		description:
			'Last moment of the period as an ISO date, for example 2026-11-30 (the end of that day) or 2026-11-30T18:00:00Z. Empty for no end.',
	},
];

/**
 * The period that the user chose.
 *
 * @throws DescribedError if a date is none, or the start is after the end
 */
export function readPeriod(parameters: Parameters): Period {
	const chosen = parameters.text('dateRange', 'Date Range');
	const { zone } = parameters;
	if (chosen === CUSTOM) {
		return ordered({
			start: momentOf(parameters.value('startDate'), zone, 'start', 'Start'),
			end: momentOf(parameters.value('endDate'), zone, 'end', 'End'),
		});
	}
	const preset = PRESETS.find(({ value }) => value === chosen);
	const now = momentOf(Date.now(), zone, 'start', 'Date Range');
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
