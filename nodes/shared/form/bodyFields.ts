import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError, isObject, withoutField } from '../base';
import { rowsCollection } from './fields';
import type { FieldReader, Parameters } from './reader';
import { firstDuplicate, parseJson, toPlainJson, toFlag, toNumber } from './values';

/** The entry 'Text' of the field 'Type'. `parse` returns `undefined` for lists, objects and `null`. */
const TEXT = {
	name: 'Text',
	value: 'text',
	parse: (plain: JsonValue) => (typeof plain === 'object' ? undefined : String(plain)),
} as const;

const VALUE_TYPES = [
	{ name: 'Boolean', value: 'boolean', parse: toFlag },
	{ name: 'JSON', value: 'json', parse: (plain: JsonValue) => plain },
	{ name: 'Number', value: 'number', parse: toNumber },
	TEXT,
] as const;

const ROW_NAME: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. status',
	description: 'The name of the field in the API documentation',
};

const ROW_TYPE: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: VALUE_TYPES.map(({ name, value }) => ({ name, value })),
	default: 'text',
	description: 'The type to send the value as. Use JSON for lists, objects and null.',
};

const ROW_VALUE: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. open',
	description: 'The value of the field',
};

export function nameValueRowsField(
	displayName: string,
	name: string,
	description: string,
	placeholder = 'Add Field',
): INodeProperties {
	return {
		displayName,
		name,
		placeholder,
		description,
		...rowsCollection('Field', 'field', [ROW_NAME, ROW_TYPE, ROW_VALUE]),
	};
}

export function jsonObjectField(displayName: string, name: string, about: string): INodeProperties {
	const description = `${about}, as a JSON object`;
	return { displayName, name, type: 'json', default: '{}', description };
}

/**
 * Reads rows with the fields 'Name', 'Type' and 'Value': `limit`, `Number`, `5` → `{ limit: 5 }`.
 *
 * @throws DescribedError if a name, type or value is invalid
 * @throws DescribedError if two rows have the same name
 */
export function readNameValueRows(reader: FieldReader, field: INodeProperties): JsonObject {
	const label = field.displayName;
	const entries = reader.rows(field).map((row) => {
		const name = row.requiredText(ROW_NAME);
		const type = row.has(ROW_TYPE) ? row.choice(ROW_TYPE, VALUE_TYPES) : TEXT;
		const value = row.value(ROW_VALUE, Infinity);
		// An empty text is a value, and so is null in a JSON row. An expression without a value is an error.
		const isAllowed = value === '' || (value === null && type.value === 'json');
		if (!isAllowed) row.refuseEmptyExpression({ ...ROW_VALUE, displayName: name });
		return [name, convertToType(value, type, `${label} → ${name}`)] as const;
	});
	const twice = firstDuplicate(entries.map(([name]) => name));
	if (twice === undefined) return Object.fromEntries(entries);
	throw new DescribedError(
		`'${label}' has two rows named ${twice}`,
		'Remove one of them, or, to send several values, use one row of the type JSON with a list.',
	);
}

function convertToType(
	entered: unknown,
	type: (typeof VALUE_TYPES)[number],
	label: string,
): JsonValue {
	const value = entered === undefined ? '' : entered;
	// A date fits the type Text, because `toPlainJson` turns it into text.
	const isJsonText = type.value === 'json' && typeof value === 'string';
	const typed = type.parse(isJsonText ? parseJson(value, label) : toPlainJson(value, label));
	if (typed !== undefined) return typed;
	throw new DescribedError(
		`'${label}' is not of the type ${type.name}`,
		'Enter another value, or choose another type for the row.',
	);
}

export const ADDITIONAL_BODY: INodeProperties = jsonObjectField(
	'Additional Body Fields (JSON)',
	'additionalBodyJson',
	'Fields to add to the request body',
);

/**
 * Adds the fields that the user entered in 'Additional Body Fields (JSON)'. Joins the user's filters with those of the
 * body.
 *
 * @param nodeMembers the body without the user's fields
 * @param reserved more names that the user must not add, such as `pagination`
 * @throws DescribedError if the user added a field or a filter that the node sets
 */
export function addUserBodyFields(
	parameters: Parameters,
	nodeMembers: JsonObject,
	reserved: readonly string[] = [],
): JsonObject {
	const userMembers = parameters.apiDetails.object(ADDITIONAL_BODY);
	const [own, added] = [nodeMembers.filters, userMembers.filters];
	if (!isObject(own) || !isObject(added)) return mergeMembers(nodeMembers, userMembers, reserved);
	const filters = mergeMembers(own, added);
	return mergeMembers(withoutField(nodeMembers, 'filters'), { ...userMembers, filters }, reserved);
}

function mergeMembers(own: JsonObject, added: JsonObject, reserved: readonly string[] = []) {
	const conflict = [...Object.keys(own), ...reserved].find((name) => Object.hasOwn(added, name));
	if (conflict === undefined) return { ...own, ...added };
	throw new DescribedError(
		`'${ADDITIONAL_BODY.displayName}' sets ${conflict}, which the node sets itself`,
		`Remove ${conflict} from '${ADDITIONAL_BODY.displayName}', and use the node's own field.`,
	);
}
