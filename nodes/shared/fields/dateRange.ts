import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../byName';
import type { Parameters } from './parameters';
import { isoOf, momentOf, ordered, type Period, type Preset, PRESETS, previousOf } from './period';

/** An entry of the field Date Range. */
interface Range {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	readonly period: (parameters: Parameters) => Period;
}

const CUSTOM: Range = {
	name: 'Custom',
	value: 'custom',
	description: 'From one date to another',
	period: (parameters) =>
		ordered({ start: edgeOf(parameters, START, 'start'), end: edgeOf(parameters, END, 'end') }),
};

const NOT_SET: Range = {
	name: 'Not Set',
	value: 'notSet',
	description: 'Send no dates: the service decides',
	period: () => ({}),
};

const fromPreset = (preset: Preset): Range => ({
	...preset,
	period({ zone }) {
		const now = momentOf(Date.now(), zone, 'start', DATE_RANGE.displayName);
		return now === undefined ? {} : preset.period(now);
	},
});

const RANGES: readonly Range[] = [CUSTOM, NOT_SET, ...PRESETS.map(fromPreset)].sort(byName);

const DATE_RANGE: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: RANGES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'notSet',
	description: "The period to report on. Days start and end in the workflow's time zone.",
};

const START: INodeProperties = {
	displayName: 'Start',
	name: 'startDate',
	type: 'dateTime',
	displayOptions: { show: { dateRange: [CUSTOM.value] } },
	default: '',
	description:
		'Start of the period as an ISO date, for example 2026-11-01 (the start of that day) or 2026-11-01T09:30:00Z. Leave empty for no start.',
};

const END: INodeProperties = {
	displayName: 'End',
	name: 'endDate',
	type: 'dateTime',
	displayOptions: { show: { dateRange: [CUSTOM.value] } },
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
	const isHidden = parameters.text(DATE_RANGE) === '';
	return isHidden ? {} : parameters.choice(DATE_RANGE, RANGES).period(parameters);
}

function edgeOf(parameters: Parameters, field: INodeProperties, edge: 'end' | 'start') {
	return momentOf(parameters.value(field), parameters.zone, edge, field.displayName);
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
