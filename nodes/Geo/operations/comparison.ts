import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import {
	createAskField,
	type ClosedPeriod,
	type DescribedEntry,
	periodDaysOf,
	groupCollection,
	isClosedPeriod,
	type Parameters,
	type Period,
	previousPeriod,
	toPeriodBody,
	parsePeriod,
	periodAdvice,
	type PickListEntry,
	samePeriodLastYear,
} from '../../shared/form';
import type { Comparison } from '../../shared/run';

export interface PeriodComparison {
	readonly otherPeriodName: string;
	/** Whether the period to compare with has fixed dates, such as 2026-Q2. Otherwise, it depends on 'Date Range'. */
	readonly isFixed?: boolean;
	/** Whether it is an error if the periods share a day. Dates that a person enters may share days. */
	readonly mustNotOverlap?: boolean;
	/** @throws DescribedError if the entered dates are missing or wrong */
	readonly otherPeriodOf: (period: ClosedPeriod) => ClosedPeriod;
}

const CUSTOM_DATES: DescribedEntry = {
	name: 'Custom Dates',
	value: 'customDates',
	description: 'From one date to another',
};

/** The entries of 'Compare With'. `otherPeriodOf` calculates the period to compare with from 'Date Range'. */
const COMPARE_ENTRIES: ReadonlyArray<DescribedEntry | (DescribedEntry & PeriodComparison)> = [
	CUSTOM_DATES,
	{ name: 'Nothing', value: 'nothing', description: 'Read only the Date Range' },
	{
		name: 'Previous Period',
		value: 'previousPeriod',
		description:
			'The month, quarter or year before, the same days of it for This Month, else as many days',
		otherPeriodName: 'the period before',
		otherPeriodOf: previousPeriod,
	},
	{
		name: 'Same Period Last Year',
		value: 'samePeriodLastYear',
		description: 'The same dates one year before',
		otherPeriodName: 'the same period last year',
		otherPeriodOf: samePeriodLastYear,
	},
];

/**
 * Compares with the whole period before, such as all of October. AI models and expressions may use it, but the form
 * does not show it.
 */
const WHOLE_PREVIOUS: PeriodComparison & PickListEntry = {
	name: 'Whole Previous',
	value: 'wholePrevious',
	otherPeriodName: 'the whole period before',
	otherPeriodOf(period) {
		const { start, unit } = period;
		if (unit === undefined) return previousPeriod(period);
		return { start: start.minus({ [unit]: 1 }), end: start.minus(1), unit };
	},
};

const COMPARE_WITH: INodeProperties = {
	displayName: 'Compare With',
	name: 'compareWith',
	type: 'options',
	options: COMPARE_ENTRIES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'nothing',
	description:
		'Adds _previous, _change and _change_percent to each number, and _status (kept, new or gone) to each record. Needs a Date Range with both ends.',
};

const COMPARISON_DATES: INodeProperties = {
	displayName: 'Comparison Dates',
	name: 'compareWithDates',
	type: 'string',
	displayOptions: { show: { [COMPARE_WITH.name]: [CUSTOM_DATES.value] } },
	default: '',
	placeholder: 'e.g. 2025-11-01 to 2025-11-30',
	description: 'The first and the last day',
};

/**
 * The field 'Compare With' of the operation Ask. An AI model writes one text: `previousPeriod`, or dates such as
 * `2026-Q2`.
 */
export const askCompareField = createAskField(
	COMPARE_WITH.displayName,
	COMPARE_WITH.name,
	'previousPeriod',
	'What to compare with, one of previousPeriod (the same days of the week or month before), wholePrevious (all of it), samePeriodLastYear, or a period, such as 2026-Q2 or 2026-09-01 to 2026-09-30. Default: nothing',
	'nothing',
);

export const COMPARE_OPTION: INodeProperties = {
	displayName: COMPARE_WITH.displayName,
	name: 'comparison',
	...groupCollection('Comparison', 'with', [
		{ ...COMPARE_WITH, default: 'previousPeriod' },
		COMPARISON_DATES,
	]),
};

const enterDatesAdvice = (label: string) =>
	`Enter two dates such as 2025-11-01 to 2025-11-30, or a single date, in '${label}'.`;

const CHOSEN_DATES = { otherPeriodName: 'the chosen dates', isFixed: true };

/** @throws DescribedError if the value is neither a period nor an entry of the list */
export function readCompareWith(parameters: Parameters): PeriodComparison | undefined {
	const { options } = parameters;
	// In most operations, 'Compare With' is an option that the user adds. In the operation Ask, it is always there.
	const isAdded = options.hasGroup(COMPARE_OPTION);
	if (!isAdded && parameters.findFieldReader(COMPARE_WITH) === options) return undefined;
	const reader = isAdded ? options.group(COMPARE_OPTION) : parameters;
	const advice = periodAdvice(
		'nothing, previousPeriod, wholePrevious, samePeriodLastYear',
		parameters,
	);
	const text = reader.text(COMPARE_WITH);
	const period = parsePeriod(text, parameters, COMPARE_WITH.displayName, advice);
	if (period !== undefined) {
		return { ...CHOSEN_DATES, mustNotOverlap: true, otherPeriodOf: () => period };
	}
	const entries = COMPARE_ENTRIES.filter((entry) => isAdded || entry !== CUSTOM_DATES);
	const chosen = reader.choice(COMPARE_WITH, [...entries, WHOLE_PREVIOUS], advice);
	if (chosen === CUSTOM_DATES) {
		const dates = reader.text(COMPARISON_DATES);
		return { ...CHOSEN_DATES, otherPeriodOf: () => parseComparisonDates(dates, parameters) };
	}
	return 'otherPeriodOf' in chosen ? chosen : undefined;
}

function parseComparisonDates(text: string, parameters: Parameters): ClosedPeriod {
	const label = COMPARISON_DATES.displayName;
	const advice = enterDatesAdvice(label);
	const dates = parsePeriod(text, parameters, label, advice);
	if (dates !== undefined) return dates;
	const what = text === '' ? 'is empty' : `is not a period: ${text}`;
	throw new DescribedError(`'${label}' ${what}`, advice);
}

/**
 * @throws DescribedError if the period has no start or no end
 * @throws DescribedError if the dates to compare with are missing
 * @throws DescribedError if both periods are the same
 * @throws DescribedError if the periods share a day, and `mustNotOverlap` is set
 */
export function comparisonOfPeriod(
	period: Period,
	{ otherPeriodName, otherPeriodOf, mustNotOverlap }: PeriodComparison,
): Comparison {
	if (!isClosedPeriod(period)) {
		throw new DescribedError(
			'There is no period to compare with',
			"Choose a 'Date Range' with a start and an end, such as Last 28 Days (last28Days), or set 'Compare With' to nothing.",
		);
	}
	const other = otherPeriodOf(period);
	const isSame = +other.start === +period.start && +other.end === +period.end;
	const overlaps = other.start <= period.end && other.end >= period.start;
	if (isSame || (mustNotOverlap === true && overlaps)) {
		const what = isSame ? 'itself' : 'days that are in it, too';
		throw new DescribedError(
			`The 'Date Range' would be compared with ${what}`,
			enterDatesAdvice(COMPARE_WITH.displayName),
		);
	}
	return {
		otherPeriodName,
		days: periodDaysOf(period),
		otherDays: periodDaysOf(other),
		body: toPeriodBody(other),
	};
}
