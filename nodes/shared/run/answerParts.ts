import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { AnswerChoice } from '../form';
import { columnsOf, condenseRecords, excerpt } from '../shape';

/** The most characters of a single note, and of all notes. */
const LONGEST_NOTE = 600;
const MOST_NOTES = 2000;

/** How short texts become where a record does not fit, one after the other. */
const TEXT_LENGTHS = [300, 100, 30];

/** The characters of a value as n8n hands it to the model. */
export function lengthOf(value: JsonValue): number {
	return JSON.stringify(value).length;
}

/** The characters that the notes of an answer may have. The others are for its records. */
export function roomForNotes(size: number): number {
	return size === Infinity ? Infinity : Math.min(MOST_NOTES, Math.floor(size / 2));
}

type Build = (records: readonly JsonObject[], about: JsonObject) => JsonObject[];

/** The forms of an answer, out of its records and of what is said about them. */
export const FORMS: Readonly<Record<AnswerChoice['form'], Build>> = {
	list: (records, about) => [...records, ...(Object.keys(about).length > 0 ? [about] : [])],
	table(records, about) {
		const table = asTable(records);
		// Few records, or very different ones, are shorter as they are.
		return lengthOf(table) < lengthOf([...records])
			? [{ ...about, ...table }]
			: FORMS.list(records, about);
	},
};

function asTable(records: readonly JsonObject[]): JsonObject {
	const columns = columnsOf(records);
	const rows = records.map((record) =>
		columns.map((name) => (Object.hasOwn(record, name) ? (record[name] ?? null) : null)),
	);
	return { columns, rows };
}

/** As many notes as there is room for. The last one says how many are left out. */
export function fitNotes(notes: readonly string[], room: number): string[] {
	const short = notes.map((note) => cutText(note, LONGEST_NOTE, room / 2));
	if (lengthOf(short) <= room) return short;
	for (let count = short.length - 1; count > 0; count--) {
		const left = short.length - count;
		const some = [
			...short.slice(0, count),
			`${left} more ${left === 1 ? 'note' : 'notes'} did not fit.`,
		];
		if (lengthOf(some) <= room) return some;
	}
	return [];
}

/**
 * A record that is too long for an answer, made short enough: with excerpts of its texts and numbers
 * in place of its lists, or else as the start of its JSON.
 */
export function fitRecord(record: JsonObject, room: number): JsonObject {
	for (const length of TEXT_LENGTHS) {
		const [short = {}] = condenseRecords([record], length);
		if (lengthOf(short) <= room) return short;
	}
	return fitText(record, room);
}

/** The start of a record or response as text, as much as there is room for. */
export function fitText(record: JsonObject, room: number): JsonObject {
	const text = JSON.stringify(record);
	return { text: cutText(text, text.length, room - lengthOf({ text: '' })) };
}

/** The start of a text. How long that is as JSON depends on what is in it. */
function cutText(text: string, longest: number, room: number): string {
	const start = (length: number) => excerpt(text, length);
	const most = Math.min(text.length, longest);
	return start(largest(most, (length) => lengthOf(start(length)) <= room));
}

/** The largest number up to a maximum that passes, if all smaller ones do. */
export function largest(maximum: number, passes: (number: number) => boolean): number {
	let [low, high] = [0, maximum];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (passes(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}
