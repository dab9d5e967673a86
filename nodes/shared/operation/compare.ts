import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeBetween, percentBetween } from '../change';
import { isObject } from '../json';
import type { Comparison } from './types';

/**
 * Joins a report with the one of the period before: every row gets, for each number in it,
 * `_previous`, `_change` and `_change_percent`. A row that one of the periods does not have has
 * `null` there.
 *
 * @param current the rows of the period
 * @param previous the rows of the period before
 */
export function compareReports(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	{ dimensions, measures }: Comparison,
): JsonValue[] {
	const rows = [...current, ...previous].filter(isRow);
	const isKey = keyTest(rows, dimensions, measures);
	const numbers = [
		...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isKey(name)))),
	].filter((name) => measures.includes(name) || rows.some((row) => typeof row[name] === 'number'));

	const before = byKey(previous.filter(isRow), isKey);
	const now = byKey(current.filter(isRow), isKey);
	const keys = [...now.keys(), ...[...before.keys()].filter((key) => !now.has(key))];
	const others = current.filter((row) => !isRow(row));
	return [...others, ...keys.map((key) => joined(now.get(key), before.get(key), numbers))];
}

/**
 * Which fields say what a row is about: the dimensions by their names, ids, and whatever is never a
 * number. A dimension may come under another name than it was asked for by.
 */
function keyTest(
	rows: JsonObject[],
	dimensions: readonly string[],
	measures: readonly string[],
): (name: string) => boolean {
	const withNumbers = new Set(
		rows.flatMap((row) => Object.keys(row).filter((name) => typeof row[name] === 'number')),
	);
	return (name) =>
		!measures.includes(name) &&
		(dimensions.includes(name) || /(^|_)id$/i.test(name) || !withNumbers.has(name));
}

/** Rows by what they are about. Rows about the same thing are told apart by their place. */
function byKey(rows: JsonObject[], isKey: (name: string) => boolean): Map<string, JsonObject> {
	const found = new Map<string, JsonObject>();
	const counts = new Map<string, number>();
	for (const row of rows) {
		const parts = Object.entries(row).filter(([name]) => isKey(name));
		const base = JSON.stringify(parts.sort(([one], [other]) => (one < other ? -1 : 1)));
		const count = (counts.get(base) ?? 0) + 1;
		counts.set(base, count);
		found.set(`${base} ${count}`, row);
	}
	return found;
}

function joined(
	now: JsonObject | undefined,
	before: JsonObject | undefined,
	numbers: string[],
): JsonObject {
	const own: JsonObject =
		now ??
		Object.fromEntries(
			Object.entries(before ?? {}).map(([name, value]) => [
				name,
				numbers.includes(name) ? null : value,
			]),
		);
	return numbers.reduce<JsonObject>(
		(row, name) => ({ ...row, ...changeOf(name, now?.[name], before?.[name]) }),
		own,
	);
}

function changeOf(
	name: string,
	now: JsonValue | undefined,
	before: JsonValue | undefined,
): JsonObject {
	const isBoth = typeof now === 'number' && typeof before === 'number';
	return {
		[`${name}_previous`]: typeof before === 'number' ? before : null,
		[`${name}_change`]: isBoth ? changeBetween(before, now) : null,
		[`${name}_change_percent`]: isBoth ? percentBetween(before, now) : null,
	};
}

function isRow(value: JsonValue): value is JsonObject {
	return isObject(value);
}
