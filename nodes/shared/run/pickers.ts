import type { INodeProperties } from 'n8n-workflow';
import {
	type PickListEntry,
	mergeFields,
	nodeRequestOptions,
	SHOWN_IN_TOOLS,
	toolDescriptionField,
} from '../form';
import type { Resource } from './query';

/** @param first the resource that is chosen in a new node */
export function resourceProperties(
	resources: readonly Resource[],
	first: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, operations, isOnlyInTools }) => {
				const [first, ...others] = operations;
				const description = others.length === 0 ? first?.description : undefined;
				const shown = isOnlyInTools === true && { displayOptions: SHOWN_IN_TOOLS };
				return { name, value, description, ...shown };
			}),
			default: first,
		},
		...resources.map(operationPicker),
		...mergeFields(
			resources.flatMap(({ value: resource, operations }) =>
				operations.map(({ value: operation, toolDescription, fields }) => ({
					choice: { resource, operation },
					fields: [toolDescriptionField(toolDescription), ...fields],
				})),
			),
		),
		nodeRequestOptions,
	];
}

/** Returns the n8n expression for the line below a node's name, such as `Query: Task`. */
export function operationSubtitle(resources: readonly Resource[]): string {
	const operations = resources.flatMap(({ operations: all }) => all);
	return createSubtitle({ operation: operations, resource: resources });
}

/** @param fields the entries of each drop-down, by the name of its parameter */
export function createSubtitle(fields: Readonly<Record<string, readonly PickListEntry[]>>): string {
	const parts = Object.entries(fields).map(([field, entries]) => {
		const names = Object.fromEntries(entries.map(({ name, value }) => [value, name]));
		return `(${JSON.stringify(names)})[$parameter["${field}"]]`;
	});
	return `={{ ${parts.join(' + ": " + ')} }}`;
}

function operationPicker({ operations, isOnlyInTools, ...resource }: Resource): INodeProperties {
	const first = operations[0]?.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		// The slash hides the operation from n8n's list of actions, and from AI builders (tried).
		displayOptions: {
			show: { [isOnlyInTools === true ? '/resource' : 'resource']: [resource.value] },
		},
		options: operations.map(({ name, value, action, description }) => {
			return { name, value, action, description };
		}),
		default: first,
	};
}
