import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';
import { asNodeError } from '../nodeError';
import { createClient, type Client } from '../transport';
import { Parameters } from './parameters';
import { runPlan } from './runPlan';
import type { Operation, Resource } from './types';

/**
 * Runs the chosen operation for every input item and gives one item per record, in input order,
 * each linked to the item that asked for it.
 *
 * @param resources what the node offers
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node is set
 * to continue: then that item's error takes its place
 */
export async function runOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, resources);
	const client = await createClient(context);
	const output: INodeExecutionData[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		for (const item of await runItem(context, client, operation, itemIndex)) output.push(item);
	}
	return [output];
}

async function runItem(
	context: IExecuteFunctions,
	client: Client,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: itemIndex };
	try {
		const plan = operation.plan(new Parameters(context, itemIndex));
		const { items, hint } = await runPlan(client, plan);
		if (hint !== undefined) context.addExecutionHints({ message: hint, type: 'warning' });
		return items.map((json) => ({ json, pairedItem }));
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause, itemIndex);
		if (!context.continueOnFail()) throw error;
		return [{ json: errorJson(error), pairedItem }];
	}
}

/**
 * An error as an item. Only these two members, and no `error` beside `json`: n8n then recognises
 * the item as one for the error output and adds the fields of the input (tried).
 */
function errorJson({ message, description }: NodeApiError | NodeOperationError): IDataObject {
	return { error: message, details: description ?? '' };
}

function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === name);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`This version of the node has no operation '${name}' for '${resource}'`,
			{ description: "Choose another 'Operation', or update the package." },
		);
	}
	return operation;
}
