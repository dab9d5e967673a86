import type { INodeProperties } from 'n8n-workflow';
import { parseConditions } from '../table';
import { limitToTools } from './fields';
import { FILTERS } from './filters';
import type { Parameters } from './reader';
import { findEntryByName } from './values';

export const WHERE_OPTION: INodeProperties = {
	displayName: 'Where',
	name: 'where',
	type: 'string',
	default: '',
	placeholder: 'e.g. avg_rank > 5, _status = new',
	description:
		'Conditions that all have to hold, separated by commas. A filter with = goes to the service.',
};

/** The option 'Where' of the tasks. The node itself applies all of its conditions. */
export const TASK_WHERE_OPTION: INodeProperties = {
	...WHERE_OPTION,
	placeholder: 'e.g. status = todo',
	description: 'Conditions that all have to hold, separated by commas',
};

export const askWhereField = limitToTools(
	WHERE_OPTION,
	`Conditions that all have to hold, separated by commas, such as platform = ChatGPT, avg_rank > 5. Operators: =, !=, <, <=, >, >=, contains. Fields: any column of the answer; with Compare_With also changes, such as avg_visibility_score_change < 0, avg_rank_change = worse or _status = new. With = also filters, which limit the AI answers that all numbers are about: ${FILTERS.map(({ value }) => value).join(', ')}. Default: no condition`,
);

/** Reads 'Where'. The service applies the `filters`, and the node applies the `conditions`. */
export function readWhere(parameters: Parameters) {
	const reader = parameters.findFieldReader(WHERE_OPTION);
	// If an expression failed, there would be no condition, and the node would return all records.
	reader.refuseEmptyExpression(WHERE_OPTION);
	const conditions = parseConditions(reader.text(WHERE_OPTION), WHERE_OPTION.displayName);
	const found = conditions.map((condition) => {
		const { field, operator } = condition;
		// Reports call the AI platform `model`, but the filter is called `platform`.
		const name = field === 'model' ? 'platform' : field;
		return { condition, filter: operator === '=' ? findEntryByName(FILTERS, name) : undefined };
	});
	return {
		filters: found.flatMap(({ filter, condition }) => (filter ? [{ filter, condition }] : [])),
		conditions: found.flatMap(({ filter, condition }) => (filter ? [] : [condition])),
	};
}

/** Reads 'Where' for a list without filters. The node applies all conditions. */
export function readConditions(parameters: Parameters) {
	const { filters, conditions } = readWhere(parameters);
	const all = [...filters.map(({ condition }) => condition), ...conditions];
	return { conditions: all, conditionTexts: all.map(({ text }) => text) };
}
