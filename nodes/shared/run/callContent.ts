import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { DescribedError } from '../base';
import { objectField, type Parameters, readRows, rowsField } from '../form';

/** The ways to enter a body. The first one sends none. */
const WAYS = [
	{ name: 'None', value: 'none', description: 'Send no fields' },
	{ name: 'Using Fields Below', value: 'fields', description: 'Enter a name and a value for each' },
	{ name: 'Using JSON', value: 'json', description: 'Enter JSON, or an expression that gives it' },
] as const;

const WAY: INodeProperties = {
	displayName: 'Body',
	name: 'bodyMode',
	type: 'options',
	noDataExpression: true,
	options: WAYS.map(({ name, value, description }) => ({ name, value, description })),
	default: 'none',
	description: 'How to enter the body of the request',
};

const BODY_FIELDS = rowsField('Body Fields', 'bodyFields', 'Fields of the request body');

const BODY_JSON = objectField('Body (JSON)', 'bodyJson', 'Fields of the request body');

/** The fields for the body of a call. @param methods those that have a body */
export function callBodyFields(methods: string[]): INodeProperties[] {
	const shownFor = (field: INodeProperties, ...ways: string[]): INodeProperties => ({
		...field,
		displayOptions: { show: { method: methods, ...(ways.length > 0 && { [WAY.name]: ways }) } },
	});
	return [shownFor(WAY), shownFor(BODY_FIELDS, 'fields'), shownFor(BODY_JSON, 'json')];
}

/**
 * The body that the user has entered; `undefined` for none.
 *
 * @throws DescribedError if a row or the JSON cannot be sent
 */
export function readCallBody(parameters: Parameters): JsonValue | undefined {
	const way = parameters.choice(WAY, WAYS).value;
	if (way === 'none') return undefined;
	if (way === 'json') return parameters.json(BODY_JSON);
	const body = readRows(parameters, BODY_FIELDS);
	return Object.keys(body).length === 0 ? undefined : body;
}

const ABOUT_QUERY = 'Names and values to add to the URL after the question mark';

const QUERY_FIELDS = rowsField('Query Parameters', 'queryFields', ABOUT_QUERY, 'Add Parameter');

const QUERY_JSON = objectField('Query Parameters (JSON)', 'queryJson', ABOUT_QUERY);

/** The options for what a call adds to the URL. */
export const queryOptions: readonly INodeProperties[] = [QUERY_FIELDS, QUERY_JSON];

/**
 * The query parameters that the user has entered.
 *
 * @throws DescribedError if a row or the JSON cannot be sent, or if both have one of the same name
 */
export function readQuery({ options }: Parameters): JsonObject {
	const rows = readRows(options, QUERY_FIELDS);
	const json = options.object(QUERY_JSON);
	const twice = Object.keys(rows).find((name) => Object.hasOwn(json, name));
	if (twice === undefined) return { ...rows, ...json };
	throw new DescribedError(
		`'${QUERY_FIELDS.displayName}' and '${QUERY_JSON.displayName}' both set ${twice}`,
		'Remove it from one of them.',
	);
}
