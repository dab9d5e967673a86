import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../shared/errors';
import type { Parameters } from '../shared/fields';
import {
	byAmount,
	byPercent,
	crossedThreshold,
	type Detector,
	type Direction,
	type Distance,
	movedMetric,
} from '../shared/watch';

/** An entry of the field Condition. */
interface Condition {
	readonly name: string;
	readonly value: string;
	readonly description: string;
	/** Whether it is about a threshold; otherwise it is about how far the number went. */
	readonly isThreshold: boolean;
	readonly directions: readonly Direction[];
}

/** In the order of their names. */
const CONDITIONS: readonly Condition[] = [
	{
		name: 'Crosses the Threshold',
		value: 'crosses',
		description: 'From below the threshold to it or above, or back',
		isThreshold: true,
		directions: ['down', 'up'],
	},
	{
		name: 'Falls Below the Threshold',
		value: 'fallsBelow',
		description: 'It was at the threshold or above, and now is below',
		isThreshold: true,
		directions: ['down'],
	},
	{
		name: 'Falls by at Least',
		value: 'fallsBy',
		description: 'Down by the amount or more',
		isThreshold: false,
		directions: ['down'],
	},
	{
		name: 'Rises by at Least',
		value: 'risesBy',
		description: 'Up by the amount or more',
		isThreshold: false,
		directions: ['up'],
	},
	{
		name: 'Rises or Falls by at Least',
		value: 'changesBy',
		description: 'Up or down by the amount or more',
		isThreshold: false,
		directions: ['down', 'up'],
	},
	{
		name: 'Rises to the Threshold',
		value: 'risesTo',
		description: 'It was below the threshold, and now is at it or above',
		isThreshold: true,
		directions: ['up'],
	},
];

const valuesOf = (isThreshold: boolean): string[] =>
	CONDITIONS.filter((condition) => condition.isThreshold === isThreshold).map(({ value }) => value);

/** The fields of the event Changed Metric. */
export const metricFields: readonly INodeProperties[] = [
	{
		displayName: 'Number to Watch',
		name: 'metric',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description:
			'The field of the records that holds the number. One that the service computes on request is in the list once Metrics or Measures names it.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a number…',
				typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. avg_visibility_score',
				hint: 'The name of the field as it stands in the records; a dot leads into an object',
			},
		],
	},
	{
		displayName: 'Condition',
		name: 'condition',
		type: 'options',
		noDataExpression: true,
		options: CONDITIONS.map(({ name, value, description }) => ({ name, value, description })),
		default: 'fallsBy',
		description:
			'What the number has to do. A fall counts from the highest number since the last event, a rise from the lowest.',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		displayOptions: { show: { condition: valuesOf(false) } },
		typeOptions: { minValue: 0 },
		default: 10,
		description: 'How far the number has to go. Zero means that any change counts.',
	},
	{
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		displayOptions: { show: { condition: valuesOf(false) } },
		options: [
			{
				name: 'Percent',
				value: 'percent',
				description: 'Of what the number was: from 50 to 45 is 10 percent',
			},
			{
				name: 'Points',
				value: 'points',
				description: 'The difference itself: from 50 to 45 is 5 points',
			},
		],
		default: 'percent',
		description: 'What the amount is in',
	},
	{
		displayName: 'Threshold',
		name: 'threshold',
		type: 'number',
		displayOptions: { show: { condition: valuesOf(true) } },
		default: 50,
		description: 'The number that matters, for example 3 for the rank',
	},
];

/** The fields that say what is remembered; the others may change without a new start. */
export const METRIC_SCOPE: readonly string[] = ['metric', 'condition', 'threshold'];

/**
 * What the fields of the event say.
 *
 * @throws DescribedError if one is missing or no number
 */
export function readMetric(parameters: Parameters): Detector {
	const chosen = parameters.text('condition', 'Condition');
	const condition = CONDITIONS.find(({ value }) => value === chosen);
	if (condition === undefined) {
		throw new DescribedError(
			`There is no condition '${chosen}'`,
			"Choose one from the list of 'Condition'.",
		);
	}
	const field = parameters.requiredChoice('metric', 'Number to Watch');
	const { isThreshold, directions } = condition;
	return isThreshold
		? crossedThreshold(field, parameters.number('threshold', 'Threshold'), directions)
		: movedMetric(field, distanceIn(parameters), directions);
}

const UNITS = new Map([
	['percent', byPercent],
	['points', byAmount],
]);

function distanceIn(parameters: Parameters): Distance {
	const amount = parameters.number('amount', 'Amount');
	if (amount < 0) {
		throw new DescribedError(
			"'Amount' is below zero",
			"Enter 0 or more in 'Amount'; 'Condition' says which way the number has to go.",
		);
	}
	const distance = UNITS.get(parameters.text('unit', 'Unit'));
	if (distance !== undefined) return distance(amount);
	throw new DescribedError(
		"'Unit' is neither percent nor points",
		"Choose one from the list of 'Unit'.",
	);
}
