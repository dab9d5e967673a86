import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeBetween, percentBetween } from '../change';
import { isObject } from '../json';
import { fieldsOf, NAMING, type Path, rowKeys } from './rowKeys';
import type { Comparison } from './types';

/** A report joined with the one of the period before. */
export interface Compared {
	readonly rows: JsonValue[];
	/** What the user should know about how rows were told apart. */
	readonly hint?: string;
}

/** A figure and the names of the fields that are added for it. */
interface Figure {
	readonly name: string;
	readonly previous: string;
	readonly change: string;
	readonly percent: string;
}

/**
 * Joins a report with the one of the period before: every row gets, for each number in it,
 * `_previous`, `_change` and `_change_percent`. A row that one of the periods does not have has
 * `null` there. Numbers may come as text.
 *
 * @param current the rows of the period
 * @param previous the rows of the period before
 */
export function compareReports(
	current: readonly JsonValue[],
	previous: readonly JsonValue[],
	{ dimensions, measures }: Comparison,
): Compared {
	const [now, before] = [current.filter(isRow), previous.filter(isRow)];
	const rows = [...now, ...before];
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const fields = new Map(dimensions.map((name) => [name, fieldsOf(name, rows, measures)]));
	const isFigure = figureTest(rows, [...fields.values()].flat(), measures);
	const others = names.filter((name) => !isFigure(name));
	const { texts, hint } = rowKeys([now, before], fields, others);
	const figures = names.filter(isFigure).map((name) => figureOf(name, names));

	const [inNow, inBefore] = [byKey(now, texts[0]), byKey(before, texts[1])];
	const keys = [...inNow.keys(), ...[...inBefore.keys()].filter((key) => !inNow.has(key))];
	const hints = [
		hint,
		previous.length === before.length ? undefined : NO_ROWS,
		noNumberHint(rows, measures, figures),
	].filter((text) => text !== undefined);
	return {
		rows: [
			...current.filter((row) => !isRow(row)),
			...keys.map((key) => joined(inNow.get(key), inBefore.get(key), figures)),
		],
		hint: hints.length === 0 ? undefined : hints.join(' '),
	};
}

/** Which fields hold figures: the measures, and whatever holds numbers and says not what a row is about. */
function figureTest(
	rows: readonly JsonObject[],
	paths: readonly Path[],
	measures: readonly string[],
): (name: string) => boolean {
	const dimensions = new Set(paths.map(([name]) => name));
	const valuesOf = (name: string) => rows.map((row) => row[name] ?? null);
	const isNumeric = (name: string) => {
		const values = valuesOf(name).filter((value) => value !== null);
		return values.length > 0 && values.every((value) => numberIn(value) !== undefined);
	};
	const figures = new Set(
		[...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => {
			if (measures.includes(name)) return true;
			if (dimensions.has(name) || /(^|_)id$/i.test(name)) return false;
			if (valuesOf(name).some((value) => typeof value === 'number')) return true;
			return isNumeric(name) && !NAMING.test(name);
		}),
	);
	return (name) => figures.has(name);
}

/** The added fields of a figure, under names that the rows do not have themselves. */
function figureOf(name: string, taken: readonly string[]): Figure {
	const free = (wanted: string) => {
		let found = wanted;
		for (let number = 2; taken.includes(found); number++) found = `${wanted}_${number}`;
		return found;
	};
	return {
		name,
		previous: free(`${name}_previous`),
		change: free(`${name}_change`),
		percent: free(`${name}_change_percent`),
	};
}

/** Rows by what they are about. Rows about the same thing are told apart by their place. */
function byKey(rows: readonly JsonObject[], texts: readonly string[]): Map<string, JsonObject> {
	const found = new Map<string, JsonObject>();
	const counts = new Map<string, number>();
	for (const [place, row] of rows.entries()) {
		const text = texts[place] ?? '';
		const count = (counts.get(text) ?? 0) + 1;
		counts.set(text, count);
		found.set(`${text} ${count}`, row);
	}
	return found;
}

function joined(
	now: JsonObject | undefined,
	before: JsonObject | undefined,
	figures: readonly Figure[],
): JsonObject {
	const isBlank = (name: string) => figures.some((figure) => figure.name === name);
	const own: JsonObject =
		now ??
		Object.fromEntries(
			Object.entries(before ?? {}).map(([name, value]) => [name, isBlank(name) ? null : value]),
		);
	return Object.fromEntries([
		...Object.entries(own),
		...figures.flatMap((figure) => changeOf(figure, now?.[figure.name], before?.[figure.name])),
	]);
}

function changeOf(
	{ previous, change, percent }: Figure,
	now: JsonValue | undefined,
	before: JsonValue | undefined,
): Array<[name: string, value: JsonValue]> {
	const [after, from] = [numberIn(now), numberIn(before)];
	const isBoth = after !== undefined && from !== undefined;
	return [
		[previous, from ?? null],
		[change, isBoth ? changeBetween(from, after) : null],
		[percent, isBoth ? percentBetween(from, after) : null],
	];
}

/**
 * A number, also as text or in percent. What starts with more than one zero is a code rather than a
 * number.
 */
function numberIn(value: JsonValue | undefined): number | undefined {
	const isText =
		typeof value === 'string' && /^\s*[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?\s*%?\s*$/i.test(value);
	const number = isText && /\d/.test(value) ? Number(value.replace('%', '')) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function isRow(value: JsonValue): value is JsonObject {
	return isObject(value);
}

/** What to say where there is no number in a measure of the rows, or in any field. */
function noNumberHint(
	rows: readonly JsonObject[],
	measures: readonly string[],
	figures: readonly Figure[],
): string | undefined {
	const hasNumber = (name: string) => rows.some((row) => numberIn(row[name]) !== undefined);
	const isWanted = (name: string) => rows.some((row) => (row[name] ?? null) !== null);
	const named = figures.some(({ name }) => hasNumber(name)) ? measures.filter(isWanted) : measures;
	const missing = named.filter(
		(name) => !hasNumber(name) && !rows.every((row) => row[name] === null),
	);
	if (rows.length === 0 || missing.length === 0) return undefined;
	return `Compare with Previous Period: No row has a number in ${missing.join(', ')}, so there is no change to show.`;
}

const NO_ROWS =
	'Compare with Previous Period: The response for the previous period has entries that are no rows; they were left out.';
