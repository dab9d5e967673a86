import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonObject } from 'n8n-workflow';
import {
	asError,
	asNodeError,
	mayLackRecords,
	getMissingDataName,
	type Notice,
	ServiceError,
} from '../base';
import { joinTables, type ProjectTable, type Table, withUniqueProjectNames } from '../table';
import { writeMessage } from './message';
import {
	hasSharedLimit,
	type MessageChoice,
	NO_WRITTEN_ROWS,
	type OutputQuery,
	toSheetRows,
	type WrittenRows,
	writeRows,
} from './records';
import { createToolAnswer } from './toolAnswer';

export interface ItemResult {
	readonly table: Table;
	/** `undefined` if the item failed, or if nothing was read. */
	readonly query?: OutputQuery;
	readonly written: WrittenRows;
}

export function createItemResult(table: Table, query?: OutputQuery): ItemResult {
	return { table, query, written: query ? writeRows(table.rows, query) : NO_WRITTEN_ROWS };
}

/**
 * Returns one answer to the AI model for the whole run. It has the failures beside the records.
 *
 * @param size the maximum size of the answer in characters
 * @throws the first error if no project was read. A node that is set to continue returns it in the answer
 */
export function toToolItem(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	notices: readonly Notice[],
	operationTitle: string,
	size: number,
): INodeExecutionData[] {
	const failed = results.flatMap(({ table }, item) =>
		table.errors.map((error) => asNodeError(context.getNode(), error, item)),
	);
	const table = joinTables(results.map((result) => result.table));
	const [first] = failed;
	if (first !== undefined && !isRead(table) && !context.continueOnFail()) throw first;
	const records = results.flatMap(({ written }) => written.records);
	const { query } = results.find((result) => result.query !== undefined) ?? {};
	const json = createToolAnswer({ operationTitle, table, records, notices, query }, size);
	const pairedItem = results.map((_, item) => ({ item }));
	return [{ json, pairedItem }];
}

/**
 * Returns the records or messages of an input item, and its errors as items.
 *
 * @throws the first error. A node that is set to continue returns items for the errors
 */
export function toItems(
	context: IExecuteFunctions,
	result: ItemResult,
	operationTitle: string,
	itemIndex: number,
): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	const { records, errors } = toMessages(result, operationTitle, context.continueOnFail());
	const failed = errors.map((error) => toErrorItem(context, error, itemIndex));
	return [...records.map((json) => ({ json, pairedItem })), ...failed];
}

/**
 * Returns an item that has the error in `json`. Its only properties are `json` and `pairedItem`: from 1.123 on, n8n
 * sends such an item to the error output (tried).
 *
 * @throws n8n's error. A node that is set to continue returns the item
 */
export function toErrorItem(
	context: IExecuteFunctions,
	cause: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = asNodeError(context.getNode(), cause, itemIndex);
	if (!context.continueOnFail()) throw error;
	const advice = error.description ?? '';
	// n8n 1.123 recognizes an error item only if its `message` is not empty.
	const json: IDataObject = { error: error.message, ...(advice === '' ? {} : { message: advice }) };
	return { json, pairedItem: { item: itemIndex } };
}

/** Flattens the records. All records of the run then have the same columns. */
export function flattenResults(results: readonly ItemResult[]): ItemResult[] {
	const rows = toSheetRows(results.flatMap(({ written }) => written.records));
	let end = 0;
	return results.map((result) => {
		const start = end;
		end += result.written.records.length;
		return { ...result, written: { ...result.written, records: rows.slice(start, end) } };
	});
}

/**
 * Returns messages in place of records if 'Output' is 'Message'. If all projects failed, returns only the errors.
 *
 * @param continues whether to return the errors of some projects beside the messages, which always say what is missing
 */
function toMessages(result: ItemResult, operationTitle: string, continues: boolean) {
	const { table, query, written } = result;
	const { errors, projectTables } = table;
	const message = query?.output.message;
	if (query === undefined || message === undefined) return { records: written.records, errors };
	const isEach = message.isForEachProject && projectTables.length > 0;
	const results = isEach ? projectTables.map((own) => filterByProject(result, own)) : [result];
	const read = results.filter(({ table: own }) => isRead(own));
	const told = continues || read.length === 0 ? read : results;
	try {
		const records = told.map((own) => createMessageRecord(own, query, message, operationTitle));
		return { records, errors: records.length > 0 && !continues ? [] : errors };
	} catch (error) {
		return { records: [], errors: [...errors, asError(error)] };
	}
}

/** Whether there are rows, or a project without rows was read. `false` if the user has to correct 'Where'. */
function isRead({ rows, errors, projectTables }: Table): boolean {
	const all = [errors, ...projectTables.map(({ table }) => table.errors)];
	const isRefused = errors.some((error) => !(error instanceof ServiceError));
	return rows.length > 0 || (!isRefused && all.some((own) => own.length === 0));
}

function filterByProject(result: ItemResult, { project, table }: ProjectTable): ItemResult {
	const { rows, records } = result.written;
	const isOwn = rows.map(({ project: { id } = project }) => id === project.id);
	return {
		...result,
		table: { ...table, projectTables: [{ project, table }] },
		written: {
			...result.written,
			rows: rows.filter((_, at) => isOwn[at]).map((row) => ({ ...row, project: undefined })),
			records: records.filter((_, at) => isOwn[at]),
		},
	};
}

function createMessageRecord(
	{ table, written }: ItemResult,
	query: OutputQuery,
	message: MessageChoice,
	operationTitle: string,
): JsonObject {
	const { selection, key } = query;
	const { projectTables } = withUniqueProjectNames(table);
	const { project } = (projectTables.length === 1 ? projectTables[0] : undefined) ?? {};
	const { missing, notes } = notesForReader(table);
	const { rows, subject, title, text, period, ...forms } = writeMessage(written, {
		...{ ...table, ...message, operationTitle, selection, key, missing, notes },
		projectName: project?.name,
		projectTables,
		total: table.isCut ? table.total : undefined,
		isRanking: hasSharedLimit(query) && project === undefined,
		usefulFields: query.output.usefulFields,
	});
	return {
		subject,
		text,
		title,
		period,
		project_id: project?.id ?? null,
		project_name: project?.name ?? null,
		period_start: selection.period?.start ?? null,
		period_end: selection.period?.end ?? null,
		complete: missing.length === 0 && table.hasRecords === true,
		missing,
		...forms,
		rows,
	};
}

/** Returns what a message says of missing data. Its reader may be a client, so advice and error texts are left out. */
function notesForReader({ errors, notices }: Table) {
	const failed = errors.map(
		(error) => `${getMissingDataName(error)} could not be read, so it is missing here.`,
	);
	const said = (all: readonly Notice[]) => all.flatMap(({ forReader }) => forReader ?? []);
	return {
		missing: [...new Set([...failed, ...said(notices.filter(mayLackRecords))])],
		notes: [...new Set(said(notices.filter((notice) => !mayLackRecords(notice))))],
	};
}
