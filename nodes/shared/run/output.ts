import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asError, asNodeError, capitalized, missingBy, type Notice } from '../base';
import { figureNameIn } from '../compare';
import { type Parameters, readArguments, readMessage, wayToAll } from '../form';
import { messageOf } from '../message';
import { toSheetRows } from '../shape';
import { isOneList, isRaw, joined } from './steps';
import { toolAnswer } from './toolAnswer';
import type { Operation, Result } from './types';

/**
 * Returns the items for a model: one answer for the whole run, with the failures beside the records.
 *
 * @param size the most characters of the answer
 * @throws the first error if there are no records, unless the node is set to continue
 */
export function asAnswer(
	context: IExecuteFunctions,
	results: readonly Result[],
	notices: readonly Notice[],
	{ fields }: Operation,
	size: number,
): INodeExecutionData[] {
	const all = joined(results);
	const days = new Set(results.flatMap(({ plan }) => (plan === undefined ? [] : [plan.days])));
	const failed = results.flatMap(({ errors }, item) =>
		errors.map((error) => asNodeError(context.getNode(), error, item)),
	);
	const [first] = failed;
	if (first !== undefined && all.records.length === 0 && !context.continueOnFail()) throw first;
	const answer = toolAnswer(
		{
			...all,
			isRaw: results.some(({ plan }) => isRaw(plan)),
			errors: failed.map(({ message }) => message),
			notices,
			period: days.size === 1 ? [...days][0] : undefined,
			fields,
		},
		size,
	);
	const pairedItem = results.map((_, item) => ({ item }));
	return answer.map((json) => ({ json, pairedItem }));
}

/**
 * Links the records to their input item.
 *
 * @throws the first error, unless the node is set to continue
 */
export function asItems(
	context: IExecuteFunctions,
	{ records, errors }: Result,
	itemIndex: number,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	const failed = errors.map((error) => failedItem(context, error, itemIndex));
	return [...records.map((json) => ({ json, pairedItem })), ...failed];
}

/**
 * Returns the output for an item that failed, if the node is set to continue; else throws. It has only
 * these two members, and no `error` beside `json`: every n8n from 1.123 on then recognizes the item as
 * one for the error output and adds the fields of the input (tried).
 */
export function failedItem(
	context: IExecuteFunctions,
	cause: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = asNodeError(context.getNode(), cause, itemIndex);
	if (!context.continueOnFail()) throw error;
	const advice = error.description ?? '';
	// n8n 1.123 does not recognize an item with an empty message as failed.
	const json: IDataObject = { error: error.message, ...(advice === '' ? {} : { message: advice }) };
	return { json, pairedItem: { item: itemIndex } };
}

export function asSheet(results: readonly Result[]): Result[] {
	const rows = toSheetRows(results.flatMap(({ records }) => records));
	let end = 0;
	return results.map((result) => {
		const start = end;
		end += result.records.length;
		return { ...result, records: rows.slice(start, end) };
	});
}

/** Google Sheets takes no longer cells, in characters. */
const LONGEST_CELL = 50_000;

/** Warns of cells that are too long for a sheet. */
export function longCellNotices(sheet: readonly Result[]): Notice[] {
	const long = new Set<string>();
	for (const row of sheet.flatMap(({ records }) => records)) {
		for (const [name, value] of Object.entries(row)) {
			if (typeof value === 'string' && value.length > LONGEST_CELL) long.add(name);
		}
	}
	if (long.size === 0) return [];
	const message = `Google Sheets refuses a cell with more than 50,000 characters, as in ${[...long].join(', ')}. Choose other fields with 'Output'; Simplified shortens texts.`;
	return [{ message }];
}

/**
 * Turns the records of an item into one message, if the user wants that. A result with nothing but errors
 * stays as it is. An unknown language is one more error.
 */
export function withMessage(result: Result, operation: Operation, parameters: Parameters): Result {
	const { records, errors, isCut, isOpen, total, comparison, plan } = result;
	if (records.length === 0 && errors.length > 0) return result;
	try {
		const choice = readMessage(parameters, titleOf(operation));
		if (choice === undefined) return result;
		const message = messageOf(records, {
			...choice,
			notes: notesOn(result),
			comparedWith: comparison && { ...comparison.otherDays, called: comparison.called },
			total: isCut ? total : undefined,
			isTotalExact: !isOpen,
			isRanking: plan && isOneList(plan),
			useful: plan?.output.useful,
			sortedBy: plan?.sort?.map(({ field }) => figureNameIn(field) ?? field),
		});
		return { ...result, records: [{ ...message }] };
	} catch (error) {
		return { ...result, records: [], errors: [...errors, asError(error)] };
	}
}

/** Returns what the reader has to know, each thing once and no more: a client may be the reader. */
function notesOn({ errors, notices }: Result): string[] {
	const missing = errors.map(
		(error) => `${missingBy(error)} could not be read, so it is missing here.`,
	);
	const told = notices.filter(({ audience }) => audience === 'reader');
	return [...new Set([...missing, ...told.map(({ message }) => message)])];
}

/** Turns the action into a title: "Get performance report" → "Performance report". */
function titleOf({ action }: Operation): string {
	return capitalized(action.replace(/^(Get many|Get|Query) /, ''));
}

/** Says that the limit may have cut records off. A tool says so in its notes. */
export function limitNotices(results: readonly Result[], parameters: Parameters): Notice[] {
	const { records, total, isCut, isOpen } = joined(results);
	if (!isCut) return [];
	const count = records.length;
	// The items of a raw response are pages.
	const isKnown = total > count && !results.some(({ plan }) => isRaw(plan));
	const what = isKnown
		? `${count} of ${isOpen ? 'at least ' : ''}${total} records.`
		: "There may be more records than 'Limit' allows.";
	const { plan: cut } = results.find((result) => result.isCut) ?? {};
	const isMany = cut !== undefined && count > cut.limit;
	const hasScope = results.some(({ plan }) => plan?.isLimitOfAll === false && !isRaw(plan));
	const each = hasScope
		? " 'Limit' is for each project: 'Limit Applies To' can make it one for all."
		: " 'Limit' is for each read of the run.";
	return [{ kind: 'info', message: `${what}${isMany ? each : ''} ${wayToAll(parameters)}` }];
}

/** Names arguments that the tool does not have. */
export function argumentNotices(context: IExecuteFunctions): Notice[] {
	const { known, unknown } = readArguments(context);
	if (unknown.length === 0) return [];
	const message = `The tool ignored what is none of its arguments: ${unknown.join(', ')}. They are ${known.join(', ')}.`;
	return [{ message }];
}

/** Says that the filters leave nothing. A tool says so in its notes. */
export function noMatchNotices(results: readonly Result[]): Notice[] {
	const isEmpty = results.every(({ records, errors }) => records.length + errors.length === 0);
	if (!isEmpty || !results.some(({ plan }) => plan?.isFiltered === true)) return [];
	const message =
		"No record matches the filters. A row of 'Filters' is for records that have exactly its value, and a record has to match all rows.";
	return [{ message }];
}

/**
 * Names selected fields that are empty in all records, as a misspelt name is. Expressions may differ
 * between items, so the fields of the first one stand for all.
 */
export function emptyFieldsNotices(results: readonly Result[]): Notice[] {
	const records = results.flatMap((result) => result.records);
	const [first] = results;
	if (first?.errors.length !== 0 || records.length === 0) return [];
	const fields = first.plan?.output.fields ?? [];
	const empty = fields.filter((name) => records.every((record) => (record[name] ?? null) === null));
	if (empty.length === 0) return [];
	const message = `No record has a value in ${empty.map((name) => `'${name}'`).join(', ')}.`;
	const names = new Set(results.flatMap((result) => result.names ?? []));
	const details = `Enter one of these in 'Fields': ${[...names].join(', ')}.`;
	return [{ message, details }];
}
