import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { isNaming, type Path, valueIn } from './rowFields';

/** The rows of two periods. */
export type Periods = readonly [now: readonly JsonObject[], before: readonly JsonObject[]];

/** A text for each row, the same for rows about the same thing. */
type Texts = readonly [now: readonly string[], before: readonly string[]];

/** Fields that together say what a row is about. */
interface Key {
	readonly names: readonly string[];
	readonly texts: Texts;
}

/** What says what rows are about. */
export interface KeyFields {
	/** The names that were asked for, with the fields that may hold each. */
	readonly fields: ReadonlyMap<string, readonly Path[]>;
	/** Whether these are IDs: what has none is not the same as anything else that has none. */
	readonly areIds: boolean;
	/** What to say where the periods have no row in common. */
	readonly nothingShared: string;
}

/** How the rows of two periods are told apart. */
export interface RowKeys {
	readonly texts: Texts;
	/** What the user should know, if the dimensions alone do not do it. */
	readonly hint?: string;
}

/**
 * Finds what tells the rows of each period apart and joins them with those of the other one: the
 * dimensions, or where these are not in the rows or not enough, what most rows of both periods share.
 *
 * @param keys what the rows should be told apart by
 * @param others the names of further fields that say what a row is about
 */
export function rowKeys(
	periods: Periods,
	{ fields: dimensions, areIds, nothingShared }: KeyFields,
	others: readonly string[],
): RowKeys {
	const whole = textsOf(periods, (row) => JSON.stringify(row));
	const rows = sharing({ names: [], texts: whole }).distinct;
	const none: Key = { names: [], texts: textsOf(periods, () => '') };
	const missing = [...dimensions].filter(([, fields]) => fields.length === 0).map(([name]) => name);
	const found = [...dimensions.values()].reduce((key, fields) => {
		const best = bestOf(fields, periods);
		return best === undefined ? key : joined(key, best);
	}, none);
	const own = areIds ? withNames(found, periods, others) : found;
	const standIns = [...dimensions.values()].flat().concat(
		others.filter((name) => isNaming(name)).map((name): Path => [name]),
		others.filter((name) => !isNaming(name)).map((name): Path => [name]),
	);
	const extended = extend(own, periods, standIns, rows);
	// Rows without any of the dimensions must not pass for the same only because each is the only one.
	const isBlind = missing.length > 0 && extended.names.length === 0;
	const named = isBlind ? standIns.filter(([name]) => isNaming(name)) : [];
	const key = named.reduce((sum, path) => joined(sum, keyOf(periods, path)), extended);
	const isEmpty = periods.some(({ length }) => length === 0);
	return {
		texts: key.texts,
		hint: isEmpty
			? undefined
			: hintOf({ missing, own, key, isApart: isApart(key, rows), nothingShared }),
	};
}

/**
 * Adds the fields that split rows with the same key and keep them in common with the other period.
 *
 * @param rows how many rows there are, without those that are the same in everything
 */
function extend(key: Key, periods: Periods, fields: readonly Path[], rows: number): Key {
	if (isApart(key, rows)) return key;
	const { common, distinct } = sharing(key);
	const best = ranked(fields.map((path) => joined(key, keyOf(periods, path)))).find((candidate) => {
		const now = sharing(candidate);
		return now.distinct > distinct && now.common >= common;
	});
	return best === undefined ? key : extend(best, periods, fields, rows);
}

/** Rows without an ID are told apart by their names. */
function withNames(
	{ names, texts: [now, before] }: Key,
	periods: Periods,
	others: readonly string[],
) {
	const naming = others.filter((name) => isNaming(name));
	const nameOf = (row: JsonObject | undefined) => naming.map((name) => textOf(row?.[name])).join();
	const named = (text: string, row: JsonObject | undefined) =>
		['null', '""'].includes(text.trim()) ? `null ${nameOf(row)}` : text;
	const texts: Texts = [
		now.map((text, place) => named(text, periods[0][place])),
		before.map((text, place) => named(text, periods[1][place])),
	];
	return { names, texts };
}

function isApart(key: Key, rows: number): boolean {
	return sharing(key).distinct === rows;
}

/** Of the fields that may hold a dimension, the one in both periods that tells most rows apart. */
function bestOf(fields: readonly Path[], periods: Periods): Key | undefined {
	const everywhere = fields.filter((path) =>
		periods.every((rows) => rows.some((row) => valueIn(row, path) !== undefined)),
	);
	const keys = (everywhere.length > 0 ? everywhere : fields).map((path) => keyOf(periods, path));
	const most = Math.max(...keys.map((key) => sharing(key).distinct));
	return keys.find((key) => sharing(key).distinct === most);
}

/** The best first: those that have the most in common, and of these the ones that tell most apart. */
function ranked(keys: readonly Key[]): Key[] {
	return keys
		.map((key) => ({ key, ...sharing(key) }))
		.sort((one, other) => other.common - one.common || other.distinct - one.distinct)
		.map(({ key }) => key);
}

/** How many things are in both periods, and how many in each, added up. */
function sharing({ texts: [now, before] }: Key): { common: number; distinct: number } {
	const [inNow, inBefore] = [new Set(now), new Set(before)];
	const common = [...inNow].filter((text) => inBefore.has(text)).length;
	return { common, distinct: inNow.size + inBefore.size };
}

function keyOf(periods: Periods, path: Path): Key {
	return {
		names: [path.join('.')],
		texts: textsOf(periods, (row) => textOf(valueIn(row, path))),
	};
}

function joined({ names, texts: [now, before] }: Key, other: Key): Key {
	const [otherNow, otherBefore] = other.texts;
	return {
		names: [...names, ...other.names],
		texts: [
			now.map((text, place) => `${text} ${otherNow[place] ?? ''}`),
			before.map((text, place) => `${text} ${otherBefore[place] ?? ''}`),
		],
	};
}

function textsOf([now, before]: Periods, textIn: (row: JsonObject) => string): Texts {
	return [now.map(textIn), before.map(textIn)];
}

/** A value as text: 5 is the same as "5", a missing one the same as `null`. */
function textOf(value: JsonValue | undefined): string {
	if (value === undefined || value === null) return 'null';
	return JSON.stringify(typeof value === 'object' ? inOrder(value) : String(value));
}

function inOrder(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(inOrder);
	if (!isObject(value)) return value;
	const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

interface Found {
	readonly missing: readonly string[];
	readonly own: Key;
	readonly key: Key;
	readonly isApart: boolean;
	readonly nothingShared: string;
}

/** What the user should know about how rows were compared; nothing if the dimensions were enough. */
function hintOf({
	missing,
	own,
	key,
	isApart: isEnough,
	nothingShared,
}: Found): string | undefined {
	const isExtended = key.names.length > own.names.length;
	const by = key.names.join(', ');
	const isOwn = !isExtended && missing.length === 0;
	const hints = [
		missing.length > 0 ? `The rows have no field for ${missing.join(', ')}.` : '',
		isExtended && own.names.length > 0 ? `Several have the same ${own.names.join(', ')}.` : '',
		isOwn || by === '' ? '' : `They were compared by ${by}.`,
		isEnough && (isOwn || by !== '') ? '' : IN_ORDER,
		sharing(key).common > 0 ? '' : nothingShared,
	].filter((text) => text !== '');
	return hints.length === 0 ? undefined : `Compare with Previous Period: ${hints.join(' ')}`;
}

const IN_ORDER =
	'Rows that nothing tells apart were compared in the order in which they came, which may be wrong.';
