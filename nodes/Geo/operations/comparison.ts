import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../../shared/base';
import { ADDED, type ChangeOrder, type Comparison, STATUS } from '../../shared/compare';
import {
	onlyInNode,
	onlyInTools,
	type Parameters,
	type Period,
	periodBefore,
	periodBody,
	periodText,
} from '../../shared/form';
import type { RequestPlan } from '../../shared/run';

const SWITCH: INodeProperties = {
	displayName: 'Compare with Previous Period',
	name: 'comparePeriods',
	type: 'boolean',
	default: false,
	description:
		'Whether to also read the period of the same length before the Date Range. Adds _previous, _change and _change_percent to every number, and _status to every record: same (in both periods), new (only in this one) or gone (only in the one before). Needs a Date Range with a start and an end. Reads all records of both periods, whatever the Limit. Has no effect on Raw Response.',
};

/** The comparison as a field of tools. */
export const compareInTools: INodeProperties = onlyInTools(
	SWITCH,
	'Whether ("true" or "false") to also read the period before Date Range, of equal length, and give by how much each number has changed, and which records are new or gone (_status). Needs a Date Range such as last28Days, and Dimensions without date. Default: false',
);

const FIGURE: INodeProperties = {
	displayName: 'Number',
	name: 'number',
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_visibility_score',
	description:
		'The name of the number whose change decides the order. Leave empty to keep the order of the service.',
};

const FIRSTS = [
	{
		name: 'Biggest Rise First',
		value: 'rise',
		description:
			'From the number that rose most to the one that fell most. A rank rises when it gets better, from 9 to 2.',
	},
	{
		name: 'Biggest Fall First',
		value: 'fall',
		description:
			'From the number that fell most to the one that rose most. A rank falls when it gets worse, from 2 to 9.',
	},
	{
		name: 'Biggest Move First',
		value: 'move',
		description: 'From the largest change to the smallest, up or down',
	},
] as const;

const FIRST: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: FIRSTS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'rise',
	description: 'Which changes come first',
};

const UNITS = [
	{ name: 'Points', value: 'change', description: 'Sort by _change: from 2 to 3 is 1' },
	{ name: 'Percent', value: 'percent', description: 'Sort by _change_percent: from 2 to 3 is 50' },
] as const;

const UNIT: INodeProperties = {
	displayName: 'Change In',
	name: 'unit',
	type: 'options',
	options: UNITS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'change',
	description: 'How to measure the change. In percent, a rise from 0 counts as no change.',
};

const ORDER: INodeProperties = {
	displayName: 'Sort by Change',
	name: 'sortByChange',
	type: 'fixedCollection',
	placeholder: 'Add Order',
	typeOptions: { multipleValues: false },
	displayOptions: { show: { [SWITCH.name]: [true] } },
	default: { by: {} },
	description:
		'Which records come first, so that Limit keeps those that changed most. Records without a change, such as new and gone ones, come last. With All Projects, this applies to each project separately.',
	options: [{ displayName: 'Sort by Change', name: 'by', values: [FIGURE, FIRST, UNIT] }],
};

/** The options for the comparison, and for the order of what it gives. */
export const compareOptions: readonly INodeProperties[] = [SWITCH, ORDER].map(onlyInNode);

/** What the comparison has to know about the records. */
export interface Compared {
	readonly dimensions?: readonly string[];
	/** The fields that may say which record it is: its ID, or its name. */
	readonly names?: readonly string[];
	/** The figures that the user asks for. */
	readonly measures: readonly string[];
	/** The field in which the user asks for them, if there is one. */
	readonly measuresField?: string;
}

/**
 * A plan with the period before to compare with, if the user wants that.
 *
 * @param plan what is read of the period itself
 * @throws DescribedError if the period has no start or end, or if rows could not be joined
 */
export function withComparison(
	plan: RequestPlan,
	parameters: Parameters,
	period: Period,
	{ dimensions = [], names, measures, measuresField }: Compared,
): RequestPlan {
	const isWanted = parameters.readerOf(SWITCH).flag(SWITCH);
	if (!isWanted || plan.output.mode === 'raw') return plan;
	const before = periodBefore(period);
	if (before === undefined) {
		throw new DescribedError(
			'There is no period to compare with',
			"Use a 'Date Range' with a start and an end, such as last28Days or 2026-11-01 to 2026-11-30, or set 'Compare with Previous Period' to false.",
		);
	}
	if (dimensions.some((name) => name.toLowerCase() === 'date')) {
		throw new DescribedError(
			'Rows by date cannot be compared with the previous period: no date is in both',
			"Leave date out of 'Dimensions', or set 'Compare with Previous Period' to false.",
		);
	}
	const order = readOrder(parameters);
	const useful = [STATUS, ...(order === undefined ? [] : [order.figure]), ...plan.output.useful];
	return {
		...plan,
		output: { ...plan.output, useful, added: ADDED },
		compare: { ...asBefore(before), dimensions, names, measures, measuresField, order },
	};
}

/** A period as the one before, for a comparison. */
export function asBefore(period: Required<Period>): Pick<Comparison, 'body' | 'period'> {
	return { body: periodBody(period), period: `the period before (${periodText(period)})` };
}

function readOrder({ options }: Parameters): ChangeOrder | undefined {
	if (!options.hasGroup(ORDER)) return undefined;
	const order = options.group(ORDER);
	const figure = order.text(FIGURE);
	if (figure === '') return undefined;
	return {
		figure,
		by: order.choice(UNIT, UNITS).value,
		first: order.choice(FIRST, FIRSTS).value,
	};
}
