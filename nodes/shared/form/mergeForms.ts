import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../base';

/** What the Options field of every operation has in common. */
export const OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
};

/** Entries of Options in the order of their titles. */
export function sorted(entries: readonly INodeProperties[]): INodeProperties[] {
	return [...entries].sort((one, other) =>
		byName({ name: one.displayName }, { name: other.displayName }),
	);
}

/** The entries of a collection. */
export function entriesOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((entry) => 'type' in entry);
}

/** What the pickers above a field say: a value for each picker. */
type Choice = Readonly<Record<string, string>>;

/** The fields of one choice, such as an operation, in the order in which the form shows them. */
export interface FieldsOfChoice {
	readonly choice: Choice;
	readonly fields: readonly INodeProperties[];
}

/**
 * The fields of several choices as one form: first the fields, then one Options field that has the
 * entries of all of them, each shown for the choices that have it.
 *
 * @param offered all choices that the pickers offer, each with its own Options field
 */
export function mergeForms(offered: readonly FieldsOfChoice[]): INodeProperties[] {
	const fields = offered.map(({ choice, fields: own }) => ({
		choice,
		fields: own.filter((field) => !isOptions(field)),
	}));
	const collections = offered.flatMap(({ fields: own }) => own.filter(isOptions));
	const entries = offered.map(({ choice, fields: own }) => ({
		choice: fromRoot(choice),
		fields: own.filter(isOptions).flatMap(entriesOf),
	}));
	const [first = OPTIONS] = collections;
	return [...mergeFields(fields), { ...first, options: sorted(mergeFields(entries)) }];
}

const isOptions = ({ name }: INodeProperties) => name === OPTIONS.name;

/** A choice as the entries of a collection see it. */
function fromRoot(choice: Choice): Choice {
	return Object.fromEntries(Object.entries(choice).map(([picker, value]) => [`/${picker}`, value]));
}

/**
 * The fields of several choices as one list in which equal fields are one property, shown for all
 * of their choices: the editor downloads the list, and copies would make it several times as large.
 * Each choice keeps the order of its own fields.
 *
 * @param offered all choices that the pickers offer, with the same pickers in each
 */
export function mergeFields(offered: readonly FieldsOfChoice[]): INodeProperties[] {
	const merged: Array<{ key: string; field: INodeProperties; choices: Choice[] }> = [];
	for (const { choice, fields } of offered) {
		let place = 0;
		for (const field of fields) {
			const key = JSON.stringify(field);
			const known = merged.findIndex((entry, index) => index >= place && entry.key === key);
			if (known === -1) merged.splice(place, 0, { key, field, choices: [choice] });
			else merged[known]?.choices.push(choice);
			place = Math.max(place, known) + 1;
		}
	}
	const all = offered.map(({ choice }) => choice);
	return merged.flatMap(({ field, choices }) =>
		conditionsFor(choices, all).map((show) => shownWith(show, field)),
	);
}

function shownWith(condition: Condition, field: INodeProperties): INodeProperties {
	const show = { ...condition, ...field.displayOptions?.show };
	if (Object.keys(show).length === 0) return field;
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/** The values of pickers with which a field is shown; empty if it always is. */
type Condition = Record<string, string[]>;

/**
 * The conditions that show a field for its choices and for no other one, with no more pickers than it
 * takes. n8n combines the values of several pickers in every way, so one condition is enough only
 * where that gives no further choice.
 */
function conditionsFor(own: readonly Choice[], all: readonly Choice[]): Condition[] {
	const pickers = Object.keys(own[0] ?? {});
	for (const names of [[], ...pickers.map((picker) => [picker]), pickers]) {
		const condition = conditionFor(own, names);
		const shown = all.filter((choice) =>
			names.every((picker) => condition[picker]?.includes(choice[picker] ?? '')),
		);
		if (shown.length === own.length) return [condition];
	}
	return own.map((choice) => conditionFor([choice], pickers));
}

function conditionFor(choices: readonly Choice[], pickers: readonly string[]): Condition {
	const valuesOf = (picker: string) => choices.flatMap((choice) => choice[picker] ?? []);
	return Object.fromEntries(pickers.map((picker) => [picker, [...new Set(valuesOf(picker))]]));
}
