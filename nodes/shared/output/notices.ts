import { DescribedError, fieldNamesText, missingDataOf, type Notice } from '../base';
import { joinTables } from '../table';
import type { ItemResult } from './items';

/** The maximum of Google Sheets, in characters. */
const MAX_CELL_LENGTH = 50_000;

export function longCellNotices(sheet: readonly ItemResult[]): Notice[] {
	const long = new Set<string>();
	for (const row of sheet.flatMap(({ written }) => written.records)) {
		for (const [name, value] of Object.entries(row)) {
			if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) long.add(name);
		}
	}
	if (long.size === 0) return [];
	const text = `Google Sheets refuses a cell with more than 50,000 characters, as in ${fieldNamesText(long)}. Choose other fields with 'Output'; Simplified shortens texts.`;
	return [{ kind: 'note', text }];
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
	const { plan } = results.find(({ table }) => table.isCut) ?? {};
	const isMany = plan !== undefined && count > plan.selection.limit;
	const hasScope = results.some(({ plan: own }) => own?.selection.isLimitShared === false);
	const each = hasScope
		? " 'Limit' is for each project: 'Limit Applies To' can make it one for all."
		: " 'Limit' is for each read of the run.";
	const text = `${what}${isMany ? each : ''} ${plan?.selection.adviceToGetAll ?? ''}`;
	return [{ kind: 'info', text }];
}

/** Says why a message lacks the data of a project. */
export function missingProjectNotices(results: readonly ItemResult[]): Notice[] {
	const errors = results.flatMap(({ table, plan }) => (plan?.output.message ? table.errors : []));
	return errors.map((error): Notice => {
		const advice = error instanceof DescribedError ? ` ${error.description}` : '';
		const text = `The message lacks ${missingDataOf(error)}: ${error.message}.${advice}`;
		return { kind: 'note', text };
	});
}

/** Returns a notice if filters may be the reason for no records. */
export function noMatchNotices(results: readonly ItemResult[]): Notice[] {
	const isEmpty = results.every(({ table }) => table.rows.length + table.errors.length === 0);
	const filters = results.flatMap(({ plan }) => plan?.selection.filters ?? []);
	// The values of filters in Additional Body Fields are not known.
	if (!isEmpty || filters.every(({ value }) => value === '…')) return [];
	const text =
		"No record matches the filters. A row of 'Filters' is for records that have exactly its value, and a record has to match all rows.";
	return [{ kind: 'note', text }];
}
