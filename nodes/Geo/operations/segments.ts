import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import {
	periodDaysOf,
	isClosedPeriod,
	isTool,
	type Parameters,
	type Period,
	toPeriodBody,
	readWeekStartOffset,
	splitPeriod,
} from '../../shared/form';
import { refuseManyReads, type Segment } from '../../shared/run';
import { daysText } from '../../shared/table';
import { comparisonOfPeriod, type PeriodComparison } from './comparison';

const SPLIT_UNITS = [
	{ name: 'Day', value: 'day', description: 'Each day of the Date Range' },
	{ name: 'Month', value: 'month', description: 'Each month of the Date Range' },
	{ name: 'Nothing', value: 'nothing', description: 'Read everything at once' },
	{ name: 'Week', value: 'week', description: 'Each week of the Date Range' },
] as const;

const SPLIT_BY: INodeProperties = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	options: SPLIT_UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Reads each of these with its own Limit, Sort and Compare With. Adds period_start and period_end.',
};

export const splitByOption: INodeProperties = { ...SPLIT_BY, default: 'day' };

interface WholePeriod {
	readonly period: Period;
	readonly splitBy?: string;
	readonly dimensions: readonly string[];
}

/**
 * @throws DescribedError if the period cannot be split or compared
 * @throws DescribedError if there would be too many days, weeks or months
 * @throws DescribedError if a report with a row for each date is compared
 */
export function readSegments(
	parameters: Parameters,
	{ period, splitBy, dimensions }: WholePeriod,
	compareWith?: PeriodComparison,
): Segment[] {
	const chosen = parameters.options.choice(SPLIT_BY, SPLIT_UNITS);
	const { name: label, value: unit } = SPLIT_UNITS.find(({ value }) => value === splitBy) ?? chosen;
	const segmentOf = (own: Period): Segment => ({
		body: toPeriodBody(own),
		compare: compareWith && comparisonOfPeriod(own, compareWith),
	});
	const whole = segmentOf(period);
	if (compareWith && dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with another period: no date is in both',
			"Leave the dimension date out, or set 'Compare With' to nothing.",
		);
	}
	if (unit === 'nothing') return [whole];
	if (!isClosedPeriod(period)) {
		throw new DescribedError(
			`There is no period to split by ${label}`,
			"Choose a 'Date Range' with a start and an end, or do not split it.",
		);
	}
	const count = Math.ceil(period.end.diff(period.start, unit).as(unit));
	refuseManyReads({ parts: count, periods: compareWith ? 2 : 1 }, isTool(parameters));
	if (compareWith?.isFixed === true) {
		throw new DescribedError(
			'Each day, week or month cannot be compared with the same custom dates',
			"Choose another period in 'Compare With', or do not split the 'Date Range'.",
		);
	}
	return splitPeriod(period, unit, readWeekStartOffset(parameters)).map((own) => {
		const days = periodDaysOf(own);
		const about = { label, name: daysText(days), period: days, isShort: own.isShort };
		return { ...segmentOf(own), segment: about };
	});
}
