import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import { type Client, Clients } from '../api';
import { Parameters, readOptions, type RunOptions } from '../fields';
import { asNodeError } from '../nodeErrors';
import { toSheetRows } from '../records';
import { Batches, Sequence } from './batches';
import { mapConcurrently } from './mapConcurrently';
import { effectOf, PlanRunner } from './planRunner';
import type { Operation, Plan, Resource } from './types';

/** What one input item gave: records, and items that stand for errors. */
interface Output {
	readonly records: JsonObject[];
	readonly failed: readonly INodeExecutionData[];
	readonly itemIndex: number;
}

/**
 * Runs the chosen operation for every input item, several at once, and gives one item per record, in
 * input order, each linked to the item that asked for it.
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
	try {
		const operation = chosenOperation(context, resources);
		const parametersOf = Parameters.ofItems(context);
		const options = readOptions(parametersOf(0));
		const clients = await Clients.open(context, options.settings);
		const planOf = (index: number) => operation.plan(parametersOf(index));
		return [await new Run(context, clients, options, planOf).items(count)];
	} catch (error) {
		// What fails here is the same for all items, or has its item already.
		return [Array.from({ length: count }, (_, index) => failedItem(context, error, index))];
	}
}

/** One run of a node over its input items. */
class Run {
	/** One for each client: what was read with one key is not what another key would read. */
	private readonly runners = new Map<Client, PlanRunner>();

	private readonly batches: Batches;

	/** Calls that may change something keep the order of the items, one at a time. */
	private readonly writes = new Sequence();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly clients: Clients,
		private readonly options: RunOptions,
		private readonly planOf: (itemIndex: number) => Plan,
	) {
		const { size, interval } = options.batch;
		this.batches = new Batches(size, interval, async (ms) => await clients.pause(ms));
	}

	async items(count: number): Promise<INodeExecutionData[]> {
		const { settings, flatten } = this.options;
		try {
			const outputs = await mapConcurrently(count, settings.concurrency.max, async (index) => {
				await this.batches.turnOf(index);
				return await this.outputOf(index);
			});
			return (flatten ? asSheet(outputs) : outputs).flatMap(asItems);
		} finally {
			this.clients.stop();
			const hints = [...this.runners.values()].flatMap((runner) => [...runner.hints]);
			for (const message of new Set([...this.clients.hints, ...hints])) {
				this.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
			}
		}
	}

	/** Reads the fields of an item and runs what they say. */
	private async outputOf(itemIndex: number): Promise<Output> {
		let plan: Plan;
		try {
			plan = this.planOf(itemIndex);
		} catch (error) {
			// Calls of earlier items come first, so that it is certain which of them were made.
			return await this.writes.run(() => this.failed(error, itemIndex));
		}
		const execute = async () => await this.execute(plan, itemIndex);
		return await (effectOf(plan) === 'once' ? this.writes.run(execute) : execute());
	}

	private async execute(plan: Plan, itemIndex: number): Promise<Output> {
		try {
			const runner = this.runnerOf(await this.clients.of(itemIndex));
			const { records, errors } = await runner.run(plan);
			const failed = errors.map((error) => failedItem(this.context, error, itemIndex));
			return { records, failed, itemIndex };
		} catch (error) {
			return this.failed(error, itemIndex);
		}
	}

	private runnerOf(client: Client): PlanRunner {
		const known = this.runners.get(client);
		if (known !== undefined) return known;
		const runner = new PlanRunner(client, this.options, this.context.continueOnFail());
		this.runners.set(client, runner);
		return runner;
	}

	private failed(error: unknown, itemIndex: number): Output {
		return { records: [], failed: [failedItem(this.context, error, itemIndex)], itemIndex };
	}
}

function asItems({ records, failed, itemIndex }: Output): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return [...records.map((json) => ({ json, pairedItem })), ...failed];
}

/** All records of the run as rows of one sheet. */
function asSheet(outputs: Output[]): Output[] {
	const rows = toSheetRows(outputs.flatMap(({ records }) => records));
	let end = 0;
	return outputs.map((output) => {
		const start = end;
		end += output.records.length;
		return { ...output, records: rows.slice(start, end) };
	});
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
	// n8n 1.123 does not take an item with an empty message for a failed one.
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
