import type { INodeProperties } from 'n8n-workflow';
import { byName } from '../base';
import { type FieldsOfChoice, mergeFields } from './mergeFields';

/** What the Options field of every operation has in common. */
export const OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
};

/** The Options field with its entries in the order of their titles. */
export function optionsOf(
	description: string,
	entries: readonly INodeProperties[],
): INodeProperties {
	return { ...OPTIONS, description, options: sorted(entries) };
}

function sorted(entries: readonly INodeProperties[]): INodeProperties[] {
	return [...entries].sort((one, other) =>
		byName({ name: one.displayName }, { name: other.displayName }),
	);
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
function fromRoot(choice: FieldsOfChoice['choice']): FieldsOfChoice['choice'] {
	return Object.fromEntries(Object.entries(choice).map(([picker, value]) => [`/${picker}`, value]));
}

/** The entries of a collection. */
export function entriesOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((entry) => 'type' in entry);
}
