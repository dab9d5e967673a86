import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { Parameters as Fields } from '../../nodes/shared/form';
import type { Operation, Query } from '../../nodes/shared/run';
import { valueAt } from './valueAt';

const isContext = (value: object): value is IExecuteFunctions => 'getNodeParameter' in value;

/**
 * A node whose stored values n8n resolves to these. `reads` are the fields that n8n was asked for, each with the
 * number of the item.
 */
export function nodeWith(values: IDataObject, { zone = 'UTC', stored = values } = {}) {
	const reads: string[] = [];
	const context = {
		getNode: () => ({ parameters: stored }),
		getTimezone: () => zone,
		getNodeParameter(path: string, itemIndex: number) {
			reads.push(`${path} ${itemIndex}`);
			return valueAt(values, path);
		},
	};
	if (!isContext(context)) throw new Error('Not a context');
	return { parametersOf: Fields.createForItems(context), reads };
}

/** The fields of such a node for its first item. */
export function parametersOf(...node: Parameters<typeof nodeWith>): Fields {
	return nodeWith(...node).parametersOf(0);
}

/** Whether a new node has the field: those that depend on other choices, or are for tools, it has not. */
function isInNew({ displayOptions }: INodeProperties, fields: readonly INodeProperties[]): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values = []]) => {
		if (name === '@tool') return values.includes(false);
		const other = fields.find((field) => field.name === name);
		return other === undefined || values.some((value) => value === other.default);
	});
}

/** What to enter in a new node: the example in each required text that is empty there. */
export function examplesIn(fields: readonly INodeProperties[]): INodeParameters {
	const empty = fields.filter((field) => {
		return field.required === true && field.default === '' && isInNew(field, fields);
	});
	return Object.fromEntries(
		empty.map(({ name, placeholder }) => {
			if (placeholder === undefined) {
				throw new Error(`'${name}' has no placeholder with an example`);
			}
			return [name, placeholder.replace(/^e\.g\. /, '')];
		}),
	);
}

/** What an operation requests in a new node, with examples and a project in it. */
export function startOf(operation: Operation): Query {
	const { fields } = operation;
	const inNew = fields.filter((field) => isInNew(field, fields));
	const values = inNew.map(({ name, type, default: start }): [string, IDataObject[string]] => {
		return [name, type === 'resourceLocator' ? { __rl: true, mode: 'id', value: 'any' } : start];
	});
	return operation.readQuery(
		parametersOf({ ...Object.fromEntries(values), ...examplesIn(fields) }),
	);
}
