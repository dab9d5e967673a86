import type { JsonValue } from 'n8n-workflow';
import {
	DescribedError,
	fieldNamesText,
	isMissingNumber,
	isShareField,
	getMissingDataName,
	type Notice,
	parseNumber,
} from '../base';
import { joinTables } from '../table';
import type { ItemResult } from './items';

const FORMULAS =
	"Some texts or columns begin with =, +, - or @, so a sheet may take them for formulas. In the Google Sheets node, set 'Cell Format' to 'Let n8n format' (RAW).";

/** The maximum length of a cell in Google Sheets, in characters. */
const MAX_CELL_LENGTH = 50_000;

/** Whether a sheet would take a text for a formula, such as `=IMPORTXML(…)`. */
function isFormula(value: JsonValue): boolean {
	const isText = typeof value === 'string' && /^[=+@-]/.test(value);
	return isText && !isMissingNumber(value) && parseNumber(value) === undefined;
}

export function findSheetCellProblems(sheet: readonly ItemResult[]): Notice[] {
	const long = new Set<string>();
	const texts: string[] = [];
	let hasFormula = false;
	for (const row of sheet.flatMap(({ written }) => written.records)) {
		for (const [name, value] of Object.entries(row)) {
			if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) long.add(name);
			hasFormula ||= isFormula(name) || isFormula(value);
		}
	}
	if (long.size > 0) {
		texts.push(
			`Google Sheets refuses a cell with more than 50,000 characters, as in ${fieldNamesText(long)}. Choose other fields with 'Output'; Simplified shortens texts.`,
		);
	}
	if (hasFormula) texts.push(FORMULAS);
	return texts.map((text) => ({ kind: 'note', text }));
}

/** Returns a notice if the limit has cut off records. */
export function limitNotices(results: readonly ItemResult[]): Notice[] {
	const { rows, total, isCut, isTotalMinimum } = joinTables(results.map(({ table }) => table));
	if (!isCut) return [];
	const count = rows.length;
	const what =
		total > count
			? `${count} of ${isTotalMinimum ? 'at least ' : ''}${total} records.`
			: "There may be more records than 'Limit' allows.";
	const { query } = results.find(({ table }) => table.isCut) ?? {};
	const isMany = query !== undefined && count > query.selection.limit;
	const hasScope = results.some(({ query: own }) => own?.selection.isLimitShared === false);
	const each = hasScope
		? " 'Limit' is for each project: 'Limit Applies To' can make it one for all."
		: " 'Limit' is for each read of the run.";
	const text = `${what}${isMany ? each : ''} ${query?.selection.adviceToGetAll ?? ''}`;
	return [{ kind: 'info', text }];
}

/** Names the shares, such as `share_of_voice`, that a message writes as they are, and recommends 'Number Format'. */
export function unitNotices(results: readonly ItemResult[]): Notice[] {
	const names = results.flatMap(({ query, table }) => {
		const isPlain = query?.output.message?.numberFormat === 'asIs' && table.rows.length > 0;
		return isPlain ? (query.selection.measures ?? []).filter(isShareField) : [];
	});
	const text = `The message writes ${fieldNamesText(new Set(names))} without a unit. If the service's web application shows percent, choose that in 'Number Format'.`;
	return names.length === 0 ? [] : [{ kind: 'info', text }];
}

/** Says why a message lacks the data of a project. */
export function missingProjectNotices(results: readonly ItemResult[]): Notice[] {
	const errors = results.flatMap(({ table, query }) => (query?.output.message ? table.errors : []));
	return errors.map((error): Notice => {
		const advice = error instanceof DescribedError ? ` ${error.description}` : '';
		const text = `The message lacks ${getMissingDataName(error)}: ${error.message}.${advice}`;
		return { kind: 'note', text };
	});
}

/** Returns a notice if filters may be the reason for no records. */
export function noMatchNotices(results: readonly ItemResult[]): Notice[] {
	const isEmpty = results.every(({ table }) => table.rows.length + table.errors.length === 0);
	const filters = results.flatMap(({ query }) => query?.selection.filters ?? []);
	// A filter in 'Additional Body Fields' has the value `…`, because its value is not known.
	if (!isEmpty || filters.every(({ value }) => value === '…')) return [];
	const text =
		"No record matches the filters. A row of 'Filters' is for records that have exactly its value, and a record has to match all rows.";
	return [{ kind: 'note', text }];
}
