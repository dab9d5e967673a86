import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { asError, asNodeError, missingBy, type Notice } from '../base';
import { joinTables, type Table } from '../table';
import { messageOf } from './message';
import { NOTHING_WRITTEN, type WrittenRows, writeRows } from './records';
import { isOneList, type OutputPlan, toSheetRows } from './shape';
import { toolAnswer } from './toolAnswer';

/** The result of an input item. */
export interface ItemResult {
	readonly table: Table;
	/** Missing if the item failed before there was one. */
	readonly plan?: OutputPlan;
	readonly written: WrittenRows;
}

export function resultOf(table: Table, plan?: OutputPlan): ItemResult {
	return { table, plan, written: plan ? writeRows(table.rows, plan) : NOTHING_WRITTEN };
}

/**
 * Returns the item for a model: one answer for the whole run, with the failures beside the records.
 *
 * @param size in characters
 * @throws the first error if there are no records, unless the node is set to continue
 */
export function asAnswer(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	notices: readonly Notice[],
	what: string,
	size: number,
): INodeExecutionData[] {
	const failed = results.flatMap(({ table }, item) =>
		table.errors.map((error) => asNodeError(context.getNode(), error, item)),
	);
	const table = joinTables(results.map((result) => result.table));
	const [first] = failed;
	if (first !== undefined && table.rows.length === 0 && !context.continueOnFail()) throw first;
	const json = toolAnswer(
		{
			what,
			table,
			records: results.flatMap(({ written }) => written.records),
			notices,
			plan: results.find(({ plan }) => plan !== undefined)?.plan,
		},
		size,
	);
	const pairedItem = results.map((_, item) => ({ item }));
	return [{ json, pairedItem }];
}

/**
 * Returns the records or their message, linked to the input item.
 *
 * @param title the default title of a message
 * @throws the first error, unless the node is set to continue
 */
export function asItems(
	context: IExecuteFunctions,
	result: ItemResult,
	title: string,
	itemIndex: number,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	const { records, errors } = withMessage(result, title);
	const failed = errors.map((error) => failedItem(context, error, itemIndex));
	return [...records.map((json) => ({ json, pairedItem })), ...failed];
}

/**
 * Returns the output for a failed item. It has no `error` beside `json` and only these members, so that n8n
 * from 1.123 on sends it to the error output (tried).
 *
 * @throws n8n's error, unless the node is set to continue
 */
export function failedItem(
	context: IExecuteFunctions,
	cause: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = asNodeError(context.getNode(), cause, itemIndex);
	if (!context.continueOnFail()) throw error;
	const advice = error.description ?? '';
	// n8n 1.123 takes an item with an empty message for a success.
	const json: IDataObject = { error: error.message, ...(advice === '' ? {} : { message: advice }) };
	return { json, pairedItem: { item: itemIndex } };
}

/** Gives all records of the run the same flat columns. */
export function asSheet(results: readonly ItemResult[]): ItemResult[] {
	const rows = toSheetRows(results.flatMap(({ written }) => written.records));
	let end = 0;
	return results.map((result) => {
		const start = end;
		end += result.written.records.length;
		return { ...result, written: { ...result.written, records: rows.slice(start, end) } };
	});
}

/** Turns the records into one message, if the user wants that. Without records, errors need no message. */
function withMessage(
	{ table, plan, written }: ItemResult,
	title: string,
): { readonly records: readonly JsonObject[]; readonly errors: readonly Error[] } {
	const { errors } = table;
	const message = plan?.output.message;
	const isFailed = table.rows.length === 0 && errors.length > 0;
	if (plan === undefined || message === undefined || isFailed) {
		return { records: written.records, errors };
	}
	const { title: own, projectName, locale, zone } = message;
	const usual = projectName === undefined ? title : `${title}: ${projectName}`;
	try {
		const text = messageOf(written, {
			...{ title: own || usual, locale, zone },
			period: plan.asked.period,
			comparedWith: table.comparedWith,
			notes: notesOn(table),
			total: table.isCut ? table.total : undefined,
			isTotalMinimum: table.isTotalMinimum,
			isRanking: isOneList(plan),
			useful: plan.output.useful,
			sortedBy: plan.asked.sort?.map(({ field, changed }) => changed?.of ?? field),
		});
		return { records: [{ ...text }], errors };
	} catch (error) {
		return { records: [], errors: [...errors, asError(error)] };
	}
}

/** Returns what the reader of a message needs to know, and no more: it may be a client. */
function notesOn({ errors, notices }: Table): string[] {
	const missing = errors.map(
		(error) => `${missingBy(error)} could not be read, so it is missing here.`,
	);
	return [...new Set([...missing, ...notices.flatMap(({ forReader }) => forReader ?? [])])];
}
