import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import { type Client, createClient } from '../api';
import { Parameters, readOptions, type RunOptions } from '../fields';
import { asNodeError } from '../nodeErrors';
import { columnsOf, flattenRecord, withColumns } from '../records';
import { mapConcurrently } from './mapConcurrently';
import { PlanRunner } from './planRunner';
import type { Operation, Resource } from './types';

/** What the items of one run share. */
interface Run {
	readonly client: Client;
	readonly options: RunOptions;
	readonly operation: Operation;
	/** Gives the fields of an input item. */
	readonly parametersOf: (itemIndex: number) => Parameters;
}

/**
 * Runs the chosen operation for every input item, several side by side, and gives one item per
 * record, in input order, each linked to the item that asked for it.
 *
 * @param resources what the node offers
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node is set
 * to continue: then that item's error takes its place
 */
export async function runOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	if (count === 0) return [[]];
	const run = await prepare(context, resources).catch((error: unknown) => {
		const failed = Array.from({ length: count }, (_, index) => failedItem(context, error, index));
		return { failed };
	});
	return ['failed' in run ? run.failed : await runItems(context, run, count)];
}

/** Reads what holds for all items: the operation, the options and the credential. */
async function prepare(context: IExecuteFunctions, resources: readonly Resource[]): Promise<Run> {
	const operation = chosenOperation(context, resources);
	const parametersOf = Parameters.ofItems(context);
	const first = parametersOf(0);
	const options = readOptions(first);
	const mustKeepOrder = operation.mayChange?.(first) === true;
	const settings = mustKeepOrder ? { ...options.settings, atOnce: 1 } : options.settings;
	const client = await createClient(context, settings);
	return { client, options: { ...options, settings }, operation, parametersOf };
}

async function runItems(
	context: IExecuteFunctions,
	{ client, options, operation, parametersOf }: Run,
	count: number,
): Promise<INodeExecutionData[]> {
	const runner = new PlanRunner(client, options);
	let latestStart = Date.now();
	const beforeBatch = async () => {
		await client.pause(latestStart + options.batchInterval - Date.now());
		latestStart = Date.now();
	};
	try {
		const { concurrency } = options.settings;
		const outputs = await mapConcurrently(count, concurrency, beforeBatch, async (itemIndex) => {
			const parameters = parametersOf(itemIndex);
			return await Promise.resolve()
				.then(async () => await runner.run(operation.plan(parameters)))
				.then((records): Output => ({ records, itemIndex }))
				.catch((error: unknown): Output => {
					return { records: [], failed: failedItem(context, error, itemIndex), itemIndex };
				});
		});
		return (options.flatten ? asRows(outputs) : outputs).flatMap(asItems);
	} finally {
		client.stop();
		for (const message of [...client.hints, ...runner.hints]) {
			context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
		}
	}
}

/** What one input item gave: records, or the item that stands for its error. */
interface Output {
	readonly records: JsonObject[];
	readonly failed?: INodeExecutionData;
	readonly itemIndex: number;
}

function asItems({ records, failed, itemIndex }: Output): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return failed === undefined ? records.map((json) => ({ json, pairedItem })) : [failed];
}

/** All records of the run as rows of one sheet; what stands for an error stays as it is. */
function asRows(outputs: Output[]): Output[] {
	const flat = outputs.map((output) => ({ ...output, records: output.records.map(flattenRecord) }));
	const columns = columnsOf(flat.flatMap(({ records }) => records));
	return flat.map((output) => ({
		...output,
		records: output.records.map((row) => withColumns(row, columns)),
	}));
}

/**
 * What stands for an item that failed, if the node is set to continue; else throws. Only these two
 * members, by these names, and no `error` beside `json`: every n8n from 1.123 on then recognises the
 * item as one for the error output and adds the fields of the input (tried).
 */
function failedItem(
	context: IExecuteFunctions,
	cause: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = asNodeError(context.getNode(), cause, itemIndex);
	if (!context.continueOnFail()) throw error;
	const advice = error.description ?? '';
	// An empty message is none to n8n 1.123, and the item then no failed one.
	const json: IDataObject = { error: error.message, ...(advice === '' ? {} : { message: advice }) };
	return { json, pairedItem: { item: itemIndex } };
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
