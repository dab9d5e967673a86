import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from './reader';
import type { KnownName } from './values';

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
	const values = known.map(({ value }) => value).join(', ');
	const advice = `Use ${values} in '${label}'. For another name, add the option 'Other ${label}'.`;
	return {
		field,
		/** The option for names that are not in the list. */
		other,
		/** @throws DescribedError if the pick list, or its expression, has a name that is not known */
		read(parameters: Parameters): string[] {
			const names = parameters.readerOf(field).choices(field, known, advice);
			return [...new Set([...names.map(({ value }) => value), ...parameters.options.texts(other)])];
		},
	};
}

/**
 * A field whose value is picked from a list, or entered in its other modes.
 *
 * @param one what is picked, such as `a project`
 * @param searchListMethod the search behind the list, as the nodes call it
 * @param field what else there is of it
 */
export function pickedField(
	one: string,
	searchListMethod: string,
	field: Omit<INodeProperties, 'default' | 'type'>,
): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${one}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...(field.modes ?? []),
		],
	};
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
