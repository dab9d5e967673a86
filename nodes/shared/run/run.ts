import { ExecutionBaseError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { type Client, Clients } from '../api';
import {
	asError,
	asNodeError,
	tryOrUndefined,
	capitalize,
	DescribedError,
	fieldNamesText,
	getOrCreate,
	type Notice,
	Notices,
	noticeText,
} from '../base';
import { Parameters, readToolArguments, readRunOptions, type RunOptions } from '../form';
import {
	toToolItem,
	toItems,
	flattenResults,
	toErrorItem,
	missingProjectNotices,
	limitNotices,
	findSheetCellProblems,
	noMatchNotices,
	unitNotices,
	type ItemResult,
	createItemResult,
} from '../output';
import { Lists } from '../reading';
import { EMPTY_TABLE } from '../table';
import { checkNamedFields } from './namedFields';
import type { Operation, Query, Resource } from './query';
import { fetchQuery } from './fetchQuery';

/**
 * Runs the chosen operation for the input items, several at once. Returns one item per record, in the order of the
 * input. A tool of an AI agent returns one answer for all items.
 *
 * @throws NodeApiError or NodeOperationError of the first failed item, if the node stops at errors
 */
export async function runOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	if (count === 0) return [[]];
	try {
		const operation = chosenOperation(context, resources);
		// `Get performance report` → `Performance report`
		const title = capitalize(operation.action.replace(/^(Get many|Get|Query) /, ''));
		const parametersOf = Parameters.createForItems(context);
		// Options such as 'Batching' apply to the whole run. They are read from the first item for which they are valid.
		const items = [...countUpTo(count)];
		const first =
			items.find((item) => tryOrUndefined(() => readRunOptions(parametersOf(item)))) ?? 0;
		const options = readRunOptions(parametersOf(first));
		const clients = await Clients.open(context, options.settings);
		const run = new Run(context, clients, options, first, parametersOf, operation);
		const results = await run.runItems(count);
		const { maxOutputSize } = options;
		if (maxOutputSize !== undefined) {
			const notices = [...unknownArgumentNotices(context), ...run.notices.all];
			return [toToolItem(context, results, notices, title, maxOutputSize)];
		}
		const lacking = context.continueOnFail() ? [] : missingProjectNotices(results);
		const about = [...unitNotices(results), ...limitNotices(results), ...noMatchNotices(results)];
		showHints(context, [...lacking, ...about]);
		return [results.flatMap((result, item) => toItems(context, result, title, item))];
	} catch (error) {
		// The whole run failed, so each input item gets the same error.
		return [Array.from({ length: count }, (_, index) => toErrorItem(context, error, index))];
	}
}

function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === name);
	if (operation === undefined) {
		throw new DescribedError(
			`This version of the node has no operation '${name}' for '${resource}'`,
			"Choose another 'Operation', or update the package.",
		);
	}
	return operation;
}

function showHints(context: IExecuteFunctions, notices: readonly Notice[]): void {
	for (const notice of notices) {
		const type = notice.kind === 'info' ? 'info' : 'warning';
		context.addExecutionHints({ message: noticeText(notice), type, location: 'outputPane' });
	}
}

function unknownArgumentNotices(context: IExecuteFunctions): Notice[] {
	const { known, unknown } = readToolArguments(context);
	if (unknown.length === 0) return [];
	const text = `The tool ignored what is none of its arguments: ${fieldNamesText(unknown)}. They are ${known.join(', ')}.`;
	return [{ kind: 'note', text }];
}

class Run {
	private readonly lists = new Map<Client, Lists>();

	/** Resolves when the latest batch starts. */
	private batchStart: Promise<void> = Promise.resolve();
	/** Resolves when the next batch may start. */
	private nextBatchStart: Promise<void> = Promise.resolve();

	readonly notices = new Notices();

	/** Resolves when all earlier calls that may change data are done. */
	private earlierCalls: Promise<unknown> = Promise.resolve();

	private madeCalls = 0;

	/** Whether a call that may have changed something was made, also one that is safe to repeat. */
	private hasWritten = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly clients: Clients,
		private readonly options: RunOptions,
		private readonly firstItem: number,
		private readonly parametersOf: (itemIndex: number) => Parameters,
		private readonly operation: Operation,
	) {}

	/** Runs the items. They start in order, and as many run at once as requests may be in flight. */
	async runItems(count: number): Promise<ItemResult[]> {
		const results: ItemResult[] = [];
		const items = countUpTo(count);
		const work = async (): Promise<void> => {
			for (const item of items) {
				await this.waitForBatch(item);
				results[item] = await this.runItem(item);
			}
		};
		const { settings, flatten } = this.options;
		const workers = Math.min(count, settings.concurrency.max);
		try {
			await Promise.all(Array.from({ length: workers }, work));
			this.notices.addAll(checkNamedFields(results, this.hasWritten));
			if (!flatten) return results;
			const sheet = flattenResults(results);
			this.notices.addAll(findSheetCellProblems(sheet));
			return sheet;
		} finally {
			this.clients.stop();
			this.notices.addAll(this.clients.notices);
			showHints(this.context, this.notices.all);
		}
	}

	/** Waits until the batch of this item may start. Call it for the items in order. */
	private async waitForBatch(itemIndex: number): Promise<void> {
		const { size, interval } = this.options.batch;
		if (interval === 0) return;
		if (itemIndex % size === 0) {
			this.batchStart = this.nextBatchStart;
			this.nextBatchStart = this.batchStart.then(() => this.clients.pause(interval));
		}
		await this.batchStart;
	}

	private runItem(itemIndex: number): Promise<ItemResult> {
		let query: Query;
		try {
			if (itemIndex < this.firstItem) readRunOptions(this.parametersOf(itemIndex));
			query = this.operation.readQuery(this.parametersOf(itemIndex));
		} catch (error) {
			// The error says how many earlier calls were made. So it waits for them.
			return this.runAfterEarlierCalls(() => this.failedResult(error, itemIndex));
		}
		if (query.request.effect !== 'unsafe') return this.execute(query, itemIndex);
		return this.runAfterEarlierCalls(() => this.execute(query, itemIndex));
	}

	private async execute(query: Query, itemIndex: number): Promise<ItemResult> {
		try {
			const client = await this.clients.forItem(itemIndex);
			const isTool = this.options.maxOutputSize !== undefined;
			const { table, query: first } = await fetchQuery(query, this.getLists(client), isTool);
			this.notices.addAll(table.notices);
			const result = createItemResult(table, first);
			this.hasWritten ||= query.request.effect !== 'safe';
			if (query.request.effect !== 'unsafe') return result;
			const [error] = table.errors;
			// A tool keeps the error of a call in its table. Throws this error, so that the tool makes no further call.
			if (error !== undefined && !this.context.continueOnFail()) throw error;
			this.madeCalls += 1;
			return result;
		} catch (error) {
			return this.failedResult(error, itemIndex);
		}
	}

	private getLists(client: Client): Lists {
		const { pageSize, settings, maxOutputSize } = this.options;
		const options = { pageSize, concurrency: settings.concurrency.max };
		// A tool returns errors together with records, so it goes on after an error.
		const continuesOnError = maxOutputSize !== undefined || this.context.continueOnFail();
		return getOrCreate(this.lists, client, () => new Lists(client, options, continuesOnError));
	}

	/** @throws the error of an earlier call. Then the task does not run */
	private runAfterEarlierCalls(task: () => Promise<ItemResult> | ItemResult): Promise<ItemResult> {
		const running = this.earlierCalls.then(task);
		this.earlierCalls = running;
		return running;
	}

	/** @throws an n8n error, if the node stops at errors */
	private failedResult(error: unknown, itemIndex: number): ItemResult {
		if (this.context.continueOnFail()) {
			return createItemResult({ ...EMPTY_TABLE, errors: [asError(error)] });
		}
		const reported =
			this.madeCalls === 0 ? error : describe(error).withAdvice(earlierCallsAdvice(this.madeCalls));
		throw asNodeError(this.context.getNode(), reported, itemIndex);
	}
}

/** Turns an error of n8n, such as that of an expression, into one that can get more advice. */
function describe(error: unknown): DescribedError {
	if (error instanceof DescribedError) return error;
	const description = error instanceof ExecutionBaseError ? error.description : undefined;
	return new DescribedError(asError(error).message, description ?? []);
}

function earlierCallsAdvice(count: number): string {
	const calls = count === 1 ? 'The call of 1 item' : `The calls of ${count} items`;
	return `${calls} before this one succeeded. Running the node again, also with Retry, makes them again: leave these items out.`;
}

/** Counts from 0 for all workers together. If one worker throws, the others get no more items. */
function* countUpTo(count: number): Generator<number> {
	for (let number = 0; number < count; number++) yield number;
}
