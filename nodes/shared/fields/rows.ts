import {
	validateFieldType,
	type FieldType,
	type INodeProperties,
	type JsonValue,
} from 'n8n-workflow';
import { DescribedError } from '../errors';
import { isObject } from '../json';
import { parseJson, plainJson } from './values';

/** The name of the group that holds the rows in the stored parameters. */
export const ROW_GROUP = 'field';

/** A type that the value of a row can have: its words, and n8n's name for it unless it is JSON. */
interface RowType {
	readonly name: string;
	readonly value: string;
	readonly type?: FieldType;
}

const TEXT: RowType = { name: 'Text', value: 'text', type: 'string' };

const ROW_TYPES: readonly RowType[] = [
	TEXT,
	{ name: 'Number', value: 'number', type: 'number' },
	{ name: 'Boolean', value: 'boolean', type: 'boolean' },
	{ name: 'JSON', value: 'json' },
];

/** The fields of one row of names and values. */
export const rowFields: readonly INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. status',
		description: 'Name of the field, as the API documents it',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: ROW_TYPES.map(({ name, value }) => ({ name, value })),
		default: 'text',
		description: 'What the value is sent as: JSON for lists, objects and null',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. open',
		description: 'Value of the field',
	},
];

/**
 * One row of names and values with the type that the user chose for it.
 *
 * @param row as n8n stores it: `{ name, type, value }`
 * @param label the display name of the rows, for the error
 * @throws DescribedError if the row has no name or its value is not of the chosen type
 */
export function typedRow(row: unknown, label: string): [name: string, value: JsonValue] {
	const { name, value, type } = isObject(row) ? row : {};
	const key = typeof name === 'string' ? name.trim() : '';
	if (key === '') {
		throw new DescribedError(`A row of '${label}' has no name`, 'Name the row, or remove it.');
	}
	const chosen = ROW_TYPES.find((known) => known.value === type) ?? TEXT;
	return [key, typedValue(value, chosen, `${label} → ${key}`)];
}

function typedValue(value: unknown, { name, type }: RowType, label: string): JsonValue {
	if (type === undefined) {
		return typeof value === 'string' ? parseJson(value, label) : plainJson(value, label);
	}
	// Dates and other objects that are text as JSON count as that text.
	const plain = value === undefined ? '' : plainJson(value, label);
	const isScalar = plain !== null && typeof plain !== 'object';
	const isBlank = typeof plain === 'string' && plain.trim() === '' && type !== 'string';
	const checked = validateFieldType(label, plain, type, { parseStrings: true });
	if (isScalar && !isBlank && checked.valid) return plainJson(checked.newValue ?? plain, label);
	throw new DescribedError(
		`'${label}' is not of the type ${name}`,
		'Correct the value of the row, or choose another type for it.',
	);
}
