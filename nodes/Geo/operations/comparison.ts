import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/errors';
import {
	filledByModel,
	notInTools,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
} from '../../shared/fields';
import { ADDED, type ChangeOrder, type ReadPlan, STATUS } from '../../shared/operation';

const SWITCH: INodeProperties = {
	displayName: 'Compare with Previous Period',
	name: 'comparePeriods',
	type: 'boolean',
	default: false,
	description:
		'Whether to also read the period before the Date Range, of equal length. Every number gets _previous, _change and _change_percent, and _status says whether a record is in both periods (same), only in this one (new) or only in the one before (gone). Needs a Date Range and reads both periods whole. Has no effect on Raw Response.',
};

const COMPARE: INodeProperties = filledByModel(
	SWITCH,
	'Whether to also read the period before Date Range, of equal length, and give by how much each number has changed, and which records are new or gone (_status). Needs a Date Range such as last28Days, and Dimensions without date. Default: false',
);

const whenCompared = { [COMPARE.name]: [true] };

const FIGURE: INodeProperties = {
	displayName: 'Sort by Change',
	name: 'changedNumber',
	type: 'string',
	displayOptions: { show: whenCompared },
	default: '',
	placeholder: 'e.g. avg_visibility_score',
	description:
		'The number whose change decides the order, so that Limit keeps those that changed most. Records without a change, such as new and gone ones, come last. With All Projects, each project is sorted and limited by itself. Leave empty to keep the order of the service.',
};

/** A field that matters only where a number is named. */
const whenSorted: INodeProperties['displayOptions'] = {
	show: whenCompared,
	hide: { [FIGURE.name]: [''] },
};

const FIRSTS = [
	{
		name: 'Biggest Rise First',
		value: 'rise',
		description: 'From the number that rose most to the one that fell most',
	},
	{
		name: 'Biggest Fall First',
		value: 'fall',
		description: 'From the number that fell most to the one that rose most',
	},
	{
		name: 'Biggest Move First',
		value: 'move',
		description: 'From the largest change to the smallest, up or down',
	},
] as const;

const FIRST: INodeProperties = {
	displayName: 'Change Order',
	name: 'changeOrder',
	type: 'options',
	displayOptions: whenSorted,
	options: FIRSTS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'rise',
	description: 'Which changes come first',
};

const UNITS = [
	{ name: 'Number', value: 'change', description: 'By _change: from 2 to 3 is 1' },
	{ name: 'Percent', value: 'percent', description: 'By _change_percent: from 2 to 3 is 50' },
] as const;

const UNIT: INodeProperties = {
	displayName: 'Change In',
	name: 'changeUnit',
	type: 'options',
	displayOptions: whenSorted,
	options: UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'change',
	description: 'How to measure the change. In percent, a rise from 0 counts as no change.',
};

/** The switch for the comparison, and the order of what it gives. */
export const compareFields: readonly INodeProperties[] = [
	COMPARE,
	...[FIGURE, FIRST, UNIT].map(notInTools),
];

/** What the comparison has to know about the records. */
export interface Compared {
	readonly dimensions?: readonly string[];
	/** The fields that may hold the ID of a record. */
	readonly ids?: readonly string[];
	/** The figures that the user asks for. */
	readonly measures: readonly string[];
}

/**
 * A plan with the period before to compare with, if the user wants that.
 *
 * @param plan what is read of the period itself
 * @throws DescribedError if the period has no start or end, or if rows could not be joined
 */
export function withComparison(
	plan: ReadPlan,
	parameters: Parameters,
	period: Period,
	{ dimensions = [], ids, measures }: Compared,
): ReadPlan {
	if (!parameters.flag(COMPARE) || plan.output.mode === 'raw') return plan;
	const before = periodBefore(period);
	if (before === undefined) {
		throw new DescribedError(
			'There is no period to compare with',
			"Choose a 'Date Range' with a start and an end, or switch 'Compare with Previous Period' off.",
			"Enter a 'Date Range' such as last28Days or 2026-11-01 to 2026-11-30, or false in 'Compare with Previous Period'.",
		);
	}
	if (dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with the previous period: no date is in both',
			"Remove date from 'Dimensions', or switch 'Compare with Previous Period' off.",
			"Leave date out of 'Dimensions', or enter false in 'Compare with Previous Period'.",
		);
	}
	const order = readOrder(parameters);
	const useful = [...(order === undefined ? [] : [order.figure]), ...plan.output.useful];
	return {
		...plan,
		output: { ...plan.output, useful: [STATUS, ...new Set(useful.flatMap(withAdded))] },
		compare: { body: periodBody(before), dimensions, ids, measures, order },
	};
}

function readOrder(parameters: Parameters): ChangeOrder | undefined {
	const figure = parameters.text(FIGURE);
	if (figure === '') return undefined;
	return {
		figure,
		by: parameters.choice(UNIT, UNITS).value,
		first: parameters.choice(FIRST, FIRSTS).value,
	};
}

function withAdded(name: string): string[] {
	return ['', ...ADDED].map((end) => name + end);
}
