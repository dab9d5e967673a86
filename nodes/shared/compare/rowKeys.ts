import type { JsonObject } from 'n8n-workflow';
import { hasValue } from '../base';
import { isDateName } from './figures';
import type { Comparison } from './types';

/** The rows of two periods, with what is in objects as fields of their own. */
export type Periods = readonly [now: readonly JsonObject[], before: readonly JsonObject[]];

/** Finds the text that says which row it is; `undefined` if nothing does. */
type KeyOf = (row: JsonObject) => string | undefined;

/** What the API may add to the name of a dimension, the likeliest first. */
const ENDS = ['id', '', 'name', 'code', 'key'];

/**
 * The fields that say what a row is about: of a record its ID, else the field that the list is named
 * after; of a row of a report one for each dimension.
 *
 * @returns the fields that may be it, the likeliest first; for each dimension, if there are some. Those
 * that both periods have, or else the first one that there is
 */
export function keyFields(periods: Periods, { dimensions, names }: Comparison): string[][] {
	const all = new Map(namesIn(periods.flat()).map((name) => [plain(name), name]));
	const isShared = (name: string) =>
		periods.every((rows) => rows.some((row) => hasValue(row[name])));
	const wanted = names === undefined ? dimensions.map(inAllForms) : [names];
	return wanted.map((forms) => {
		const fields = forms.map((form) => all.get(plain(form))).filter((name) => name !== undefined);
		return fields.some(isShared) ? fields.filter(isShared) : fields.slice(0, 1);
	});
}

/**
 * What the rows of two periods are joined by: their key fields, and all their texts where a row does
 * not have these, or several rows have the same.
 *
 * @param keys the key fields
 * @param texts the fields that are no numbers
 * @returns the text that only one row of each period has, and what the user should know about it
 */
export function rowKeys(
	periods: Periods,
	keys: readonly string[][],
	texts: readonly string[],
	{ dimensions, names }: Comparison,
): { readonly keyOf: KeyOf; readonly hints: readonly string[] } {
	const fieldsOf = (row: JsonObject) => {
		// A row may be about no topic; a record without a name is not the same as another without one.
		const inGroup = (group: string[]) =>
			group.find((name) => hasValue(row[name])) ?? (names === undefined ? group[0] : undefined);
		const fields = keys.map(inGroup).filter((name) => name !== undefined);
		return fields.length === keys.length ? fields : undefined;
	};
	const named = texts.filter((name) => !isDateName(name));
	const ownKey: KeyOf = (row) => {
		const hasTexts = named.some((name) => hasValue(row[name]));
		const fields = fieldsOf(row) ?? (hasTexts ? named : undefined);
		return fields && textOf(row, fields);
	};
	const shared = repeated(periods, ownKey);
	const wholeKey: KeyOf = (row) => {
		const key = ownKey(row);
		return shared.has(key) ? `${key} ${textOf(row, named)}` : key;
	};
	const unclear = repeated(periods, wholeKey);
	const keyOf: KeyOf = (row) => {
		const key = wholeKey(row);
		return unclear.has(key) ? undefined : key;
	};

	const rows = periods.flat();
	const noun = names === undefined ? 'rows' : 'records';
	const wanted = names ?? dimensions.filter((_name, place) => keys[place]?.length === 0);
	const doubled = rows.filter((row) => shared.has(ownKey(row))).map(fieldsOf);
	const found = doubled.filter((fields) => fields !== undefined);
	const same = [...new Set(found.flat())].join(', ') || 'dimensions';
	const hints = [
		rows.some((row) => fieldsOf(row) === undefined) &&
			`The ${noun} without ${wanted.join(', ')} were compared by all their texts.`,
		found.length > 0 &&
			`Several ${noun} have the same ${same}, so their other texts were compared, too.`,
		rows.some((row) => keyOf(row) === undefined) &&
			`Nothing tells some of the ${noun} apart, so these are new or gone.`,
	];
	return { keyOf, hints: hints.filter((hint) => hint !== false) };
}

/** The names of all fields, in the order in which they first appear. */
export function namesIn(rows: readonly JsonObject[]): string[] {
	const names = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) names.add(name);
	return [...names];
}

/** The keys that several rows of one period have. */
function repeated(periods: Periods, keyOf: KeyOf): ReadonlySet<string | undefined> {
	const found = new Set<string | undefined>();
	for (const rows of periods) {
		const seen = new Set<string | undefined>();
		for (const key of rows.map(keyOf)) {
			if (key !== undefined && seen.has(key)) found.add(key);
			seen.add(key);
		}
	}
	return found;
}

/** The values of a row as text: 5 is the same as "5", and what is empty the same as nothing. */
function textOf(row: JsonObject, names: readonly string[]): string {
	const values = names.map((name) => {
		const value = row[name] ?? null;
		return [name, hasValue(value) && typeof value !== 'object' ? String(value) : value];
	});
	return JSON.stringify(values);
}

/** The names that the API may give to a dimension. */
function inAllForms(dimension: string): string[] {
	return ENDS.map((end) => dimension + end);
}

/** A name without capitals and signs: `topicId` and `topic_id` are the same. */
function plain(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
