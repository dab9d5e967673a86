import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../shared/base';
import { BY_NAME, type DescribedEntry, type Parameters, listPickerField } from '../shared/form';
import {
	createMetricDetector,
	crossingRule,
	type ChangeDetector,
	type Direction,
	moveRule,
} from '../shared/watch';
import type { KeyFields } from '../shared/table';

interface MetricCondition extends DescribedEntry {
	readonly directions: readonly Direction[];
}

const THRESHOLD_CONDITIONS: readonly MetricCondition[] = [
	{
		name: 'Crosses the Threshold',
		value: 'crosses',
		description: 'It reaches the threshold from below, or falls below it again',
		directions: ['down', 'up'],
	},
	{
		name: 'Falls Below the Threshold',
		value: 'fallsBelow',
		description: 'It was at or above the threshold, and is now below it',
		directions: ['down'],
	},
	{
		name: 'Rises to the Threshold',
		value: 'risesTo',
		description: 'It was below the threshold, and is now at or above it',
		directions: ['up'],
	},
];

const AMOUNT_CONDITIONS: readonly MetricCondition[] = [
	{
		name: 'Falls by at Least',
		value: 'fallsBy',
		description: 'It goes down by the amount or more',
		directions: ['down'],
	},
	{
		name: 'Rises by at Least',
		value: 'risesBy',
		description: 'It goes up by the amount or more',
		directions: ['up'],
	},
	{
		name: 'Rises or Falls by at Least',
		value: 'changesBy',
		description: 'It goes up or down by the amount or more',
		directions: ['down', 'up'],
	},
];

const CONDITIONS = [...THRESHOLD_CONDITIONS, ...AMOUNT_CONDITIONS].sort(byName);

const showForConditions = (conditions: readonly MetricCondition[]) => ({
	show: { condition: conditions.map(({ value }) => value) },
});

export const METRIC: INodeProperties = listPickerField('a number', 'searchNumbers', {
	displayName: 'Number to Watch',
	name: 'metric',
	required: true,
	description:
		'The field that holds the number. Some numbers are only calculated on request: name them in Other Metrics or Other Measures under Options, and they appear in this list.',
	builderHint: {
		propertyHint:
			'In the mode name: avg_visibility_score, avg_rank or total_mentions of prompt, share_of_voice of performanceReport, num_answers of domain, mentions_count of website, or one of options.otherMetrics. A share may be a fraction or a percentage: the unit percent, relative to before, fits both.',
	},
	modes: [
		{
			...BY_NAME,
			type: 'string',
			placeholder: 'e.g. avg_visibility_score',
			hint: 'The name of the field in the records. Use a dot for a field inside an object.',
		},
	],
});

const CONDITION: INodeProperties = {
	displayName: 'Condition',
	name: 'condition',
	type: 'options',
	noDataExpression: true,
	options: CONDITIONS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'fallsBy',
	description:
		'What the number has to do. A fall is measured from the highest number since the last event, a rise from the lowest. This is about the number itself: that of a rank falls when the rank gets better.',
};

const AMOUNT: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	displayOptions: showForConditions(AMOUNT_CONDITIONS),
	typeOptions: { minValue: 0 },
	default: 10,
	description:
		'How far the number has to rise or fall, as chosen in Condition. Set to 0 to count any change.',
};

const AMOUNT_UNITS = [
	{
		name: 'Percent',
		value: 'percent',
		description: 'Of the earlier number: from 50 to 45 is 10 percent',
	},
	{
		name: 'Points',
		value: 'points',
		description: 'The difference itself: from 50 to 45 is 5 points',
	},
];

const UNIT: INodeProperties = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	displayOptions: showForConditions(AMOUNT_CONDITIONS),
	options: AMOUNT_UNITS,
	default: 'percent',
	description: 'The unit of the amount',
};

const THRESHOLD: INodeProperties = {
	displayName: 'Threshold',
	name: 'threshold',
	type: 'number',
	displayOptions: showForConditions(THRESHOLD_CONDITIONS),
	default: 50,
	description: 'The number to cross, for example 3 for the rank',
};

export const metricFields = [METRIC, CONDITION, AMOUNT, UNIT, THRESHOLD];

/** @throws DescribedError if a field of the form is empty or wrong */
export function readMetricDetector(parameters: Parameters, key: KeyFields): ChangeDetector {
	const condition = parameters.choice(CONDITION, CONDITIONS);
	const { directions } = condition;
	const metric = parameters.requiredText(METRIC);
	if (THRESHOLD_CONDITIONS.includes(condition)) {
		const rule = crossingRule(parameters.number(THRESHOLD), directions);
		return createMetricDetector(metric, key, rule);
	}
	const isPercent = parameters.choice(UNIT, AMOUNT_UNITS).value === 'percent';
	const distance = { amount: parameters.number(AMOUNT), isPercent };
	return createMetricDetector(metric, key, moveRule(distance, directions));
}
