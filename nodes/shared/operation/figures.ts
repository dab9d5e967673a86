import type { JsonObject, JsonValue } from 'n8n-workflow';
import { changeBetween, percentBetween } from '../change';
import { isHeld } from '../exactNumbers';
import { freeName } from '../freeName';
import { isIdName } from '../isIdName';
import { isNaming, type Path } from './rowFields';

/** A figure and the names of the fields that are added for it. */
export interface Figure {
	readonly name: string;
	readonly previous: string;
	readonly change: string;
	readonly percent: string;
}

/** What a comparison adds to the name of a figure. */
export const ADDED = ['_previous', '_change', '_change_percent'] as const;

/** Names of dates, which may be numbers: `created_at`, `createdAt`, `end_date`, `timestamp`. */
const DATE =
	/(^|[^a-z])(at|date|datetime|timestamp)$|(^|_)(created|updated)(_on)?$|[a-z\d](At|Date|Timestamp)$|^(day|week|month|year)$/;

/**
 * Which fields hold figures: those that the user has named, and whatever holds numbers, is no date and
 * does not say what a row is about.
 *
 * @param paths the fields that say what a row is about
 * @param measures the names that the user has entered
 */
export function figureTest(
	rows: readonly JsonObject[],
	paths: readonly Path[],
	measures: readonly string[],
): (name: string) => boolean {
	const keys = new Set(paths.map(([name]) => name));
	const valuesOf = (name: string) => rows.map((row) => row[name] ?? null);
	const isNumeric = (name: string) => {
		const values = valuesOf(name).filter((value) => value !== null);
		return values.length > 0 && values.every((value) => numberIn(value) !== undefined);
	};
	const figures = new Set(
		[...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => {
			if (measures.includes(name)) return true;
			if (keys.has(name) || isIdOrDate(name)) return false;
			if (valuesOf(name).some((value) => typeof value === 'number')) return true;
			return isNumeric(name) && !isNaming(name);
		}),
	);
	return (name) => figures.has(name);
}

/** Whether a field holds an ID, which may be a number, several IDs, or a date. */
function isIdOrDate(name: string): boolean {
	if (isIdName(name.replace(/s$/i, ''))) return true;
	return [name, name.toLowerCase()].some((form) => DATE.test(form));
}

/** The added fields of a figure, under names that the rows do not have themselves. */
export function figureOf(name: string, taken: readonly string[]): Figure {
	const free = (wanted: string) => freeName(wanted, (found) => taken.includes(found));
	const [previous, change, percent] = ADDED;
	return {
		name,
		previous: free(name + previous),
		change: free(name + change),
		percent: free(name + percent),
	};
}

/**
 * The values of the added fields; `null` where one of the periods has no number. One that JavaScript
 * cannot hold stays the text that it is, and has no change.
 *
 * @param now the figure in the period
 * @param before the figure in the period before
 */
export function changeOf(
	{ previous, change, percent }: Figure,
	now: JsonValue | undefined,
	before: JsonValue | undefined,
): Array<[name: string, value: JsonValue]> {
	const [after, from] = [numberIn(now), numberIn(before)];
	const [exactNow, exactBefore] = [unheldIn(now), unheldIn(before)];
	const isExact = exactNow === undefined && exactBefore === undefined;
	const isBoth = isExact && after !== undefined && from !== undefined;
	return [
		[previous, exactBefore ?? from ?? null],
		[change, isBoth ? changeBetween(from, after) : null],
		[percent, isBoth ? percentBetween(from, after) : null],
	];
}

/** A number as text that loses digits as a number; `undefined` for anything else. */
function unheldIn(value: JsonValue | undefined): string | undefined {
	if (typeof value !== 'string' || numberIn(value) === undefined) return undefined;
	const text = value.replace(/^\s*[+]|%/g, '').trim();
	return isHeld(text) ? undefined : value;
}

/**
 * A number, also as text or in percent. What starts with more than one zero is a code rather than a
 * number.
 */
export function numberIn(value: JsonValue | undefined): number | undefined {
	const isText =
		typeof value === 'string' &&
		/^[+-]?(0|[1-9]\d*)?(\.\d+)?(e[+-]?\d+)?\s*%?$/i.test(value.trim());
	const number = isText && /\d/.test(value) ? Number(value.replace('%', '')) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
