import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../base';

export const OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
};

export const API_DETAILS: INodeProperties = {
	displayName: 'API Details',
	name: 'apiDetails',
	type: 'collection',
	placeholder: 'Add detail',
	default: {},
	description: 'For an API that differs from its documentation',
};

export const REQUEST_OPTIONS: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
};

export function sortByTitle(entries: readonly INodeProperties[]): INodeProperties[] {
	return [...entries].sort((one, other) =>
		byName({ name: one.displayName }, { name: other.displayName }),
	);
}

/** What the user chose in the pickers: `{ resource: 'prompt', operation: 'getAll' }`. */
type PickerChoice = Readonly<Record<string, string>>;

interface FieldsOfChoice {
	readonly choice: PickerChoice;
	readonly fields: readonly INodeProperties[];
}

/**
 * Merges equal fields of several choices into one property, which n8n shows for all of them. This makes the form
 * several times smaller. The fields of each choice keep their order.
 */
export function mergeFields(offered: readonly FieldsOfChoice[]): INodeProperties[] {
	const merged: Array<{ key: string; field: INodeProperties; choices: PickerChoice[] }> = [];
	for (const { choice, fields } of offered) {
		let position = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			const index = merged.findIndex((entry, at) => at >= position && entry.key === key);
			if (index === -1) merged.splice(position, 0, { key, field, choices: [choice] });
			else merged[index]?.choices.push(choice);
			position = Math.max(position, index) + 1;
		}
	}
	const all = offered.map(({ choice }) => choice);
	return merged.flatMap(({ field, choices }) =>
		showConditionsFor(choices, all).map((show) => addShowCondition(show, field)),
	);
}

function addShowCondition(condition: ShowCondition, field: INodeProperties): INodeProperties {
	const show = { ...condition, ...field.displayOptions?.show };
	if (Object.keys(show).length === 0) return field;
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** The choices for which n8n shows a field: `{ resource: ['prompt', 'tag'] }`. */
type ShowCondition = Record<string, string[]>;

/**
 * Returns the conditions that show a field for the choices in `own`, but hide it for the rest of `all`.
 *
 * One condition with two resources and two operations shows the field for all four combinations. If `own` has only
 * three of these, each choice gets its own condition.
 */
function showConditionsFor(
	own: readonly PickerChoice[],
	all: readonly PickerChoice[],
): ShowCondition[] {
	const pickers = Object.keys(own[0] ?? {});
	for (const names of [[], ...pickers.map((picker) => [picker]), pickers]) {
		const condition = showConditionFor(own, names);
		const shown = all.filter((choice) =>
			names.every((picker) => condition[picker]?.includes(choice[picker] ?? '')),
		);
		if (shown.length === own.length) return [condition];
	}
	return own.map((choice) => showConditionFor([choice], pickers));
}

function showConditionFor(
	choices: readonly PickerChoice[],
	pickers: readonly string[],
): ShowCondition {
	const valuesOf = (picker: string) => choices.flatMap((choice) => choice[picker] ?? []);
	return Object.fromEntries(pickers.map((picker) => [picker, [...new Set(valuesOf(picker))]]));
}
