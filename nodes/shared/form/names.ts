import type { INodeProperties } from 'n8n-workflow';
import { DescribedError } from '../base';
import type { Parameters } from './reader';
import { asTexts } from './values';

/** A name that the API is known to take (public), and what people call it. */
export interface KnownName {
	readonly name: string;
	readonly value: string;
}

/**
 * A pick list of the names that the API is known to take (public), with an option for others.
 *
 * @param label what is picked, in the plural, such as Dimensions
 * @param known what the list offers
 * @param start the names that a new node has
 * @param description what the names are for
 */
export function namesInput(
	label: string,
	known: readonly KnownName[],
	start: readonly string[],
	description: string,
) {
	const field: INodeProperties = {
		displayName: label,
		name: label.toLowerCase(),
		type: 'multiOptions',
		options: known.map(({ name, value }) => ({ name, value })),
		default: [...start],
		description,
	};
	const other: INodeProperties = {
		displayName: `Other ${label}`,
		name: `other${label}`,
		type: 'string',
		default: '',
		description: `Names that ${label} does not list, as the API spells them, separated by commas. They are sent as they are.`,
	};
	return {
		field,
		/** The option for names that are not in the list. */
		other,
		/** @throws DescribedError if the pick list, or its expression, has a name that is not known */
		read(parameters: Parameters): string[] {
			const given = asTexts(parameters.readerOf(field).value(field), label);
			const names = given.map((name) => valueOf(name, known, label));
			return [...new Set([...names, ...parameters.options.texts(other)])];
		},
	};
}

/** Also by what people call it, which is what an expression or a model may give. */
function valueOf(given: string, known: readonly KnownName[], label: string): string {
	const wanted = given.toLowerCase();
	const found = known.find(({ name, value }) => [value, name.toLowerCase()].includes(wanted));
	if (found !== undefined) return found.value;
	const values = known.map(({ value }) => value).join(', ');
	throw new DescribedError(
		`'${label}' has no entry '${given}'`,
		`Use ${values} in '${label}'. For another name, add the option 'Other ${label}'.`,
	);
}

/** A field for several names, separated by commas; those that are known are shown (public). */
export function namesField(
	displayName: string,
	name: string,
	known: readonly string[],
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${known.join(', ') || 'score'}`,
		hint: known.length === 0 ? undefined : `Known: ${known.join(', ')}`,
		description: `${description}. Enter the names that the API uses, separated by commas.`,
	};
}
