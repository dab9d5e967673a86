import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { fieldNames, largest } from '../base';
import { condenseRecords, excerpt } from '../shape';
import type { Outcome } from './types';

/** What a run of a tool gave. */
export interface ToolResult extends Omit<Outcome<JsonObject>, 'errors' | 'notices'> {
	/** Whether the records are whole answers. */
	readonly isRaw: boolean;
	/** What may be missing, by what the service says; the notices say why. */
	readonly missing?: 'projects' | 'records';
	/** What failed, each in a sentence or two. */
	readonly errors: readonly string[];
	/** What a person sees above the output, in words for a model. */
	readonly notices: readonly string[];
	/** The days that were asked for, if any were. */
	readonly period?: string;
	/** The fields of the operation. */
	readonly fields: readonly INodeProperties[];
}

/** The fields with which a model makes a list shorter, if the operation has them. */
const NARROWING = ['search', 'dateRange', 'filterBy'];

/**
 * What the model gets of a run, as the `json` of items: the records, as a table where that is shorter,
 * and notes on what is missing. It is cut between records, and says how many there are; only a record
 * that is too long on its own is shortened.
 *
 * @param size the most characters of the answer; `Infinity` for any number
 */
export function toolAnswer(result: ToolResult, size: number): JsonObject[] {
	const { records, long } = withoutLong(result, size);
	const answer = (count: number) =>
		shortest(records.slice(0, count), aboutRecords(result, count, long, size));
	const fits = (count: number) => lengthOf(answer(count)) <= size;
	const all = records.length;
	return answer(fits(all) ? all : largest(Math.min(all, size), fits));
}

/** The records, those that fit into no answer shortened. */
function withoutLong({ records, isRaw }: ToolResult, size: number) {
	const room = size - roomForNotes(size) - MARGIN;
	const fit = isRaw ? fitText : fitRecord;
	let long = 0;
	const fitting = records.map((record) => {
		if (size === Infinity || lengthOf(record) <= room) return record;
		long += 1;
		return fit(record, room);
	});
	return { records: fitting, long };
}

/** For what stands between the parts of an answer. */
const MARGIN = 100;

/** What is said of the records: how many there are, if some are missing, and notes. */
function aboutRecords(result: ToolResult, count: number, long: number, size: number): JsonObject {
	const { total, isRaw, errors, notices } = result;
	const isMissing = !isRaw && total > count;
	const notes = [
		...emptyNotes(result),
		...cutNotes(result, count, size),
		...(long === 0 ? [] : [longNote(long, result, size)]),
		...errors.map((error) => `Failed: ${error}`),
		...incompleteNotes(result),
		...notices,
	];
	const fitting = fitNotes(notes, roomForNotes(size));
	return {
		...(result.period === undefined ? {} : { period: result.period }),
		...(isMissing ? { returned: count, total } : {}),
		...(fitting.length === 0 ? {} : { notes: fitting }),
	};
}

function emptyNotes({ records, errors, fields, missing }: ToolResult): string[] {
	if (records.length > 0 || errors.length > 0 || missing !== undefined) return [];
	const names = narrowing(fields);
	const advice = names === '' ? '' : ` If you expected some, check ${names}.`;
	return [`No records match: the service returned none.${advice}`];
}

/**
 * What a model can do where the service keeps something back; if nothing helps, the user has to know.
 * A list that changed while it was read is no such thing: its notice has all that is to be said.
 */
function incompleteNotes({ missing, records, fields }: ToolResult): string[] {
	if (missing === undefined) return [];
	// Fewer at once help neither where there are none nor where projects are missing.
	const names = missing === 'records' && records.length > 0 ? narrowing(fields) : '';
	const todo =
		names === ''
			? 'Tell the user that the answer may not be complete.'
			: `Request fewer at once with ${names}. If that does not help, tell the user that the answer may not be complete.`;
	const what = missing === 'records' ? 'Records' : 'Projects';
	return [`${what} may be missing; the reason is below. ${todo}`];
}

/** Why there are fewer records than there could be, and how to get others. */
function cutNotes(result: ToolResult, count: number, size: number): string[] {
	const { records, total, isCut, isOpen, isRaw, fields } = result;
	const limits = fields.some(({ name }) => name === 'limit') ? ["raise 'Limit'"] : [];
	if (isRaw) {
		const words = `Returned the first ${count} of ${records.length} pages of the response; more do not fit into 'Max Output Size' (${size} characters).`;
		return count < records.length ? [`${words} ${lessRaw(result)}`] : [];
	}
	const isKnown = !isOpen || total > records.length;
	const of = isOpen ? `at least ${total}` : `${total}`;
	const names = narrowing(fields);
	if (count < records.length) {
		const others = names === '' ? '' : ` To get others, narrow them down with ${names}.`;
		return [
			`Returned ${count} of ${of} records; more do not fit into 'Max Output Size' (${size} characters).${others}`,
		];
	}
	if (!isCut) return [];
	const ways = [...limits, ...(names === '' ? [] : [`narrow them down with ${names}`])];
	const others = ways.join(', or ') || "let a person raise 'Limit' in n8n";
	const returned = isKnown ? `${count} of ${of} records` : `${count} records`;
	const maybe = isKnown ? 'To get others' : 'There may be more. To get them';
	return [`Returned ${returned}, as many as 'Limit' allows. ${maybe}, ${others}.`];
}

/** A model has no say in the output, and not always in the limit. */
function lessRaw({ fields }: ToolResult): string {
	const hasLimit = fields.some(({ name }) => name === 'limit');
	return `${hasLimit ? "Set a lower 'Limit'. " : ''}Another 'Output' can only be chosen in n8n.`;
}

function longNote(count: number, result: ToolResult, size: number): string {
	const { isRaw } = result;
	const which = count === 1 ? '1 record is' : `${count} records are`;
	const why = `too long for 'Max Output Size' (${size} characters)`;
	return isRaw
		? `The response is ${why}, so this is only the start of its text. ${lessRaw(result)}`
		: `${which} ${why} and shortened: texts end with an ellipsis, and lists are replaced by their number of entries.`;
}

/** The names of the fields that make a list shorter. */
function narrowing(fields: readonly INodeProperties[]): string {
	const names = fields.filter(({ name }) => NARROWING.includes(name));
	const shown = [...new Set(names.map(({ displayName }) => `'${displayName}'`))];
	return shown.join(' or ');
}

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
function roomForNotes(size: number): number {
	return size === Infinity ? Infinity : Math.min(MOST_NOTES, Math.floor(size / 2));
}

/**
 * Records with what is said about them: the names of the fields once, then the values of each record;
 * or as they are, which few of them, or very different ones, are shorter as.
 */
function shortest(records: readonly JsonObject[], about: JsonObject): JsonObject[] {
	const table = asTable(records);
	if (lengthOf(table) < lengthOf([...records])) return [{ ...about, ...table }];
	return [...records, ...(Object.keys(about).length > 0 ? [about] : [])];
}

function asTable(records: readonly JsonObject[]): JsonObject {
	const columns = fieldNames(records);
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
function fitRecord(record: JsonObject, room: number): JsonObject {
	for (const length of TEXT_LENGTHS) {
		const [short = {}] = condenseRecords([record], length);
		if (lengthOf(short) <= room) return short;
	}
	return fitText(record, room);
}

/** The start of a record or response as text, as much as there is room for. */
function fitText(record: JsonObject, room: number): JsonObject {
	const text = JSON.stringify(record);
	return { text: cutText(text, text.length, room - lengthOf({ text: '' })) };
}

/** The start of a text. How long that is as JSON depends on what is in it. */
function cutText(text: string, longest: number, room: number): string {
	const start = (length: number) => excerpt(text, length);
	const most = Math.min(text.length, longest);
	return start(largest(most, (length) => lengthOf(start(length)) <= room));
}
