import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { type Client, Clients } from '../api';
import { asError, asNodeError, type Notice, Notices, textOf } from '../base';
import {
	Parameters,
	readAnswerSize,
	readLimit,
	readOptions,
	readSelectedFields,
	type RunOptions,
	withoutLimit,
} from '../form';
import { toSheetRows } from '../shape';
import { Batches, Sequence } from './batches';
import { effectOf } from './expand';
import { failedItem, failureText } from './failedItem';
import { withMessage } from './messageOutput';
import { isRaw, Reads } from './reads';
import { emptyFieldsNotice, joined, readPlan } from './steps';
import { toolAnswer, type ToolResult } from './toolAnswer';
import type { Operation, Output, Plan, Resource } from './types';

/**
 * Runs the chosen operation for every input item, several at once, and gives one item per record, in
 * input order, each linked to the item that asked for it. As a tool of an AI agent, it gives one
 * answer for all of them.
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
		const size = readAnswerSize(parametersOf(0));
		const run = new Run(context, clients, options, parametersOf, operation);
		const outputs = await run.outputs(count);
		if (size === undefined) {
			show(context, limitNotices(outputs, parametersOf(0)));
			return [
				outputs.flatMap((output) =>
					asItems(context, withMessage(output, operation, parametersOf(output.itemIndex))),
				),
			];
		}
		const days = new Set(outputs.flatMap(({ plan }) => (plan === undefined ? [] : [plan.days])));
		const about = {
			notices: run.notices.all,
			period: days.size === 1 ? [...days][0] : undefined,
		};
		return [asAnswer(context, outputs, about, operation, size)];
	} catch (error) {
		// What fails here is the same for all items, or has its item already.
		return [Array.from({ length: count }, (_, index) => failedItem(context, error, index))];
	}
}

/** One run of a node over its input items. */
class Run {
	/** One for each client: what was read with one key is not what another key would read. */
	private readonly reads = new Map<Client, Reads>();

	private readonly batches: Batches;

	/** What is to be known of how the service answered. */
	readonly notices = new Notices();

	/** Calls that may change something keep the order of the items, one at a time. */
	private readonly writes = new Sequence();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly clients: Clients,
		private readonly options: RunOptions,
		private readonly parametersOf: (itemIndex: number) => Parameters,
		private readonly operation: Operation,
	) {
		const { size, interval } = options.batch;
		this.batches = new Batches(size, interval, async (ms) => await clients.pause(ms));
	}

	/** What the items gave. They start in order, not more at once than requests may be under way. */
	async outputs(count: number): Promise<Output[]> {
		const outputs: Output[] = [];
		const items = upTo(count);
		const work = async (): Promise<void> => {
			for (const item of items) {
				await this.batches.turnOf(item);
				outputs[item] = await this.outputOf(item);
			}
		};
		const { settings, flatten } = this.options;
		const workers = Math.min(count, settings.concurrency.max);
		try {
			await Promise.all(Array.from({ length: workers }, work));
			this.noticeEmptyFields(outputs);
			return flatten ? asSheet(outputs) : outputs;
		} finally {
			this.clients.stop();
			this.notices.addAll(this.clients.hints);
			show(this.context, this.notices.all);
		}
	}

	/** Fields that are expressions may be others for each item, so the first one stands for all. */
	private noticeEmptyFields(outputs: readonly Output[]): void {
		if (outputs[0]?.errors.length !== 0) return;
		const records = outputs.flatMap((output) => output.records);
		const notice = emptyFieldsNotice(records, readSelectedFields(this.parametersOf(0)));
		if (notice !== undefined) this.notices.add(notice);
	}

	/** Reads the fields of an item and runs what they say. */
	private outputOf(itemIndex: number): Promise<Output> {
		let plan: Plan;
		try {
			plan = this.operation.plan(this.parametersOf(itemIndex));
		} catch (error) {
			// Calls of earlier items come first, so that it is certain which of them were made.
			return this.writes.run(() => this.failed(error, itemIndex));
		}
		if (effectOf(plan) !== 'once') return this.execute(plan, itemIndex);
		return this.writes.run(() => this.execute(plan, itemIndex));
	}

	private async execute(plan: Plan, itemIndex: number): Promise<Output> {
		try {
			const reads = this.readsOf(await this.clients.of(itemIndex));
			const result = await readPlan(plan, reads);
			this.notices.addAll(result.notices);
			return { ...result, itemIndex };
		} catch (error) {
			return this.failed(error, itemIndex);
		}
	}

	private readsOf(client: Client): Reads {
		const known = this.reads.get(client);
		if (known !== undefined) return known;
		const reads = new Reads(client, this.options, this.context.continueOnFail());
		this.reads.set(client, reads);
		return reads;
	}

	/** @throws the error as one of n8n, unless the node is set to continue */
	private failed(error: unknown, itemIndex: number): Output {
		if (this.context.continueOnFail()) {
			return { ...joined([]), errors: [asError(error)], itemIndex };
		}
		throw asNodeError(this.context.getNode(), error, itemIndex);
	}
}

/** The numbers below a count. All who take from it share them, and one that throws ends them for all. */
function* upTo(count: number): Generator<number> {
	for (let number = 0; number < count; number++) yield number;
}

/** @throws the first error of the output, unless the node is set to continue */
function asItems(context: IExecuteFunctions, output: Output): INodeExecutionData[] {
	const { records, errors, itemIndex } = output;
	const pairedItem = { item: itemIndex };
	const failed = errors.map((error) => failedItem(context, error, itemIndex));
	return [...records.map((json) => ({ json, pairedItem })), ...failed];
}

/** Shows notices above the output. */
function show(context: IExecuteFunctions, notices: readonly Notice[]): void {
	for (const notice of notices) {
		const type = notice.kind === 'info' ? 'info' : 'warning';
		context.addExecutionHints({ message: textOf(notice), type, location: 'outputPane' });
	}
}

/** What to say if there is a limit and more records than that, or there may be. A tool says it in its notes. */
function limitNotices(outputs: readonly Output[], parameters: Parameters): Notice[] {
	const { records, total, isCut, isOpen } = joined(outputs);
	if (!isCut) return [];
	const count = records.length;
	// The items of a raw response are pages.
	const isKnown = total > count && !outputs.some(({ plan }) => isRaw(plan));
	const isMany = count > readLimit(parameters);
	const each = isMany ? ' for each input item, project and part of One Row Per' : '';
	const what = isKnown
		? `These are ${count} of ${isOpen ? 'at least ' : ''}${total} records, as many as 'Limit' allows${each}.`
		: "There may be more records than 'Limit' allows.";
	return [{ kind: 'info', message: `${what} To get all of them, ${withoutLimit(parameters)}.` }];
}

/** The items that a model gets of the whole run. */
function asAnswer(
	context: IExecuteFunctions,
	outputs: readonly Output[],
	about: Pick<ToolResult, 'notices' | 'period'>,
	{ fields }: Operation,
	size: number,
): INodeExecutionData[] {
	const all = joined(outputs);
	const json = toolAnswer(
		{
			...{ ...all, ...about, fields },
			isRaw: outputs.some(({ plan }) => isRaw(plan)),
			errors: outputs.flatMap(({ errors, itemIndex }) =>
				errors.map((error) => failureText(failedItem(context, error, itemIndex))),
			),
		},
		size,
	);
	const pairedItem = outputs.map(({ itemIndex }) => ({ item: itemIndex }));
	return json.map((record) => ({ json: record, pairedItem }));
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
