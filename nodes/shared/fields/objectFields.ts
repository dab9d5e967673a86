import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import type { Parameters } from './parameters';
import { ROW_GROUP, rowFields } from './rows';

/** Names and values that people may enter as rows or as JSON. */
export interface ObjectInput {
	readonly fields: readonly INodeProperties[];
	/** @throws DescribedError if a row or the JSON cannot be sent */
	read(parameters: Parameters): JsonObject;
}

/**
 * The three fields for names and values, the way n8n's HTTP Request node has them: how to enter
 * them, rows with a type each, or JSON as text or from an expression.
 *
 * @param key prefix of the parameter names
 * @param label display name of the fields
 * @param description what the values are for; the JSON field adds its form to it
 * @param show further fields and the values with which these three are shown
 */
export function objectInput(
	key: string,
	label: string,
	description: string,
	show: Readonly<Record<string, string[]>> = {},
): ObjectInput {
	const [mode, rows, json] = [`${key}Mode`, `${key}Fields`, `${key}Json`];
	return {
		fields: [
			{
				displayName: `Specify ${label}`,
				name: mode,
				type: 'options',
				noDataExpression: true,
				displayOptions: { show },
				options: [
					{ name: 'Using Fields Below', value: 'fields' },
					{ name: 'Using JSON', value: 'json' },
				],
				default: 'fields',
				description: `How to enter the ${label.toLowerCase()}`,
			},
			{
				displayName: label,
				name: rows,
				type: 'fixedCollection',
				typeOptions: { multipleValues: true, sortable: true },
				placeholder: 'Add Field',
				displayOptions: { show: { ...show, [mode]: ['fields'] } },
				default: {},
				description,
				options: [{ displayName: 'Field', name: ROW_GROUP, values: [...rowFields] }],
			},
			{
				displayName: `${label} (JSON)`,
				name: json,
				type: 'json',
				displayOptions: { show: { ...show, [mode]: ['json'] } },
				default: '{}',
				description: `${description}, as a JSON object, for example { "name": "value" }`,
			},
		],
		read: (parameters) =>
			parameters.value(mode) === 'json'
				? parameters.jsonObject(json, `${label} (JSON)`)
				: parameters.rows(rows, label),
	};
}

const additional = objectInput(
	'additionalBody',
	'Additional Body Fields',
	'Further members of the request body, sent as they are',
);

/** The fields for members of the body that the node has no field of its own for. */
export const additionalBodyFields = additional.fields;

/**
 * A body out of the node's own members and what the user added.
 *
 * @param own the members that have fields of their own
 * @param reserved further names that the node sets itself
 * @throws DescribedError if the user's members would replace one of the node's
 */
export function bodyWith(
	parameters: Parameters,
	own: JsonObject,
	reserved: readonly string[] = [],
): JsonObject {
	const added = additional.read(parameters);
	const taken = [...Object.keys(own), ...reserved].find((name) => Object.hasOwn(added, name));
	if (taken !== undefined) {
		throw new DescribedError(
			`'Additional Body Fields' sets ${taken}, which the node sets itself`,
			`Remove ${taken} from 'Additional Body Fields' and use the field of the node.`,
		);
	}
	return { ...own, ...added };
}
