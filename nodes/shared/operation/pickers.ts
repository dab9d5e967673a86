import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from './types';

/**
 * The properties of a node: the Resource picker, an Operation picker per resource, and the fields
 * of every operation, each shown only for its own.
 *
 * @param resources in the order in which the picker shows them
 * @param first the value of the resource that a new node starts with
 */
export function pickerProperties(resources: readonly Resource[], first: string): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: first,
		},
		...resources.map(operationPicker),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

function operationPicker({ value: resource, operations }: Resource): INodeProperties {
	const { value: firstOperation } = operations[0];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: firstOperation,
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	return operation.fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				resource: [resource.value],
				operation: [operation.value],
				...field.displayOptions?.show,
			},
		},
	}));
}
