import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { excerpt, fieldNames, largest, type Notice, noticeText, ownField } from '../base';
import type { Row, Table } from '../table';
import { condenseRecords } from './shape';

export interface ToolResult {
	readonly table: Table;
	/** One for each row. */
	readonly records: readonly JsonObject[];
	readonly notices: readonly Notice[];
	readonly isRaw: boolean;
	readonly errors: readonly string[];
	readonly period?: string;
	readonly fields: readonly INodeProperties[];
}

/** Fields with which a model can narrow down a list. */
const NARROWING = ['search', 'dateRange', 'filterBy'];

/** In characters: one note, and all notes. */
const LONGEST_NOTE = 600;
const MAX_NOTES = 2000;

/** In characters, for the members around the records. */
const MARGIN = 100;

/** Lengths of texts to try until the record fits. */
const TEXT_LENGTHS = [300, 100, 30];

/**
 * Returns the `json` of items for the model: the records, or a shorter table of them, and notes. It omits
 * whole records, and shortens a record only if that is too long by itself.
 *
 * @param size the most characters of the answer
 */
export function toolAnswer(result: ToolResult, size: number): JsonObject[] {
	const { isRaw, period, table } = result;
	const { total } = table;
	const notesRoom = size === Infinity ? size : Math.min(MAX_NOTES, Math.floor(size / 2));
	const room = size === Infinity ? size : size - notesRoom - MARGIN;
	const records = result.records.map((record) => shortened(record, room, isRaw));
	const long = records.filter((record, at) => record !== result.records[at]).length;
	const answer = (count: number) => {
		const notes = fitNotes(notesOn(result, { count, long, size }), notesRoom);
		return shortest(records.slice(0, count), {
			...(period !== undefined && { period }),
			...(!isRaw && total > count && { returned: count, total }),
			...(notes.length > 0 && { notes }),
		});
	};
	return answer(fittingCount(records.length, (count) => lengthOf(answer(count)) <= size));
}

function fittingCount(count: number, fits: (count: number) => boolean): number {
	return fits(count) ? count : largest(count - 1, fits);
}

/** `count` records are shown; `long` records were shortened. */
interface Shown {
	readonly count: number;
	readonly long: number;
	readonly size: number;
}

function notesOn(result: ToolResult, { count, long, size }: Shown): string[] {
	const { table, records, isRaw, errors, notices, fields } = result;
	const { total, isCut, isTotalMinimum } = table;
	const todo = todoWith(fields);
	const isLacking = notices.some(({ kind }) => kind === 'gap');
	const isShort = count < records.length;
	const of = `of ${isTotalMinimum ? 'at least ' : ''}${total} records`;
	const perhaps = `There may be more than these ${count} records`;
	const found = total > count ? `Returned ${count} ${of}` : perhaps;
	const maximum = `'Max Output Size' (${size} characters)`;
	const [shown, all] = [table.rows.slice(0, count), table.rows].map(projectsIn);
	const cases: Array<readonly [isSo: boolean, what: string, todo?: string]> = [
		[
			records.length + errors.length === 0 && !isLacking,
			'No records match: the service returned none.',
			todo.check,
		],
		[
			!isRaw && isShort,
			`Returned ${count} ${of}; more do not fit into ${maximum}.`,
			todo.narrow && `To get others, ${todo.narrow}.`,
		],
		[
			isShort && shown !== all,
			`Only ${shown} of ${all} projects are in this answer.`,
			'Request one project at a time.',
		],
		[
			!isRaw && !isShort && isCut,
			`${found}, as many as 'Limit' allows.`,
			`To get others, ${todo.getMore}.`,
		],
		[
			isRaw && (isShort || long > 0),
			`The response is too long for ${maximum}, so only a part of it is here.`,
			"Another 'Output' can only be chosen in n8n.",
		],
		[
			!isRaw && long > 0,
			`Records shortened because they are too long for ${maximum}: ${long}. Their texts end with an ellipsis, and lists are replaced by their number of entries.`,
		],
		...errors.map((error) => [true, `Failed: ${error}`] as const),
		[isLacking, 'Tell the user that the answer may not be complete; the reason is below.'],
		...notices.map((notice) => [true, noticeText(notice)] as const),
	];
	return cases
		.filter(([isSo]) => isSo)
		.map(([, what, advice = '']) => (advice === '' ? what : `${what} ${advice}`));
}

function projectsIn(rows: readonly Row[]): number {
	return new Set(rows.flatMap(({ project }) => project?.id ?? [])).size;
}

/** Writes advice with the fields of the operation. A model cannot choose the output. */
function todoWith(fields: readonly INodeProperties[]) {
	const hasLimit = fields.some(({ name }) => name === 'limit');
	const shown = fields.filter(({ name }) => NARROWING.includes(name));
	const names = [...new Set(shown.map(({ displayName }) => `'${displayName}'`))].join(' or ');
	const narrow = names && `narrow them down with ${names}`;
	const ways = [hasLimit ? "raise 'Limit'" : '', narrow].filter((way) => way !== '');
	return {
		check: names && `If you expected some, check ${names}.`,
		narrow,
		getMore: ways.join(', or ') || "let a person raise 'Limit' in n8n",
	};
}

/** Returns a table, which has each field name once, or the records if these are shorter. */
function shortest(records: readonly JsonObject[], about: JsonObject): JsonObject[] {
	const columns = fieldNames(records);
	const rows = records.map((record) => columns.map((name) => ownField(record, name) ?? null));
	const table = { columns, rows };
	if (lengthOf(table) < lengthOf([...records])) return [{ ...about, ...table }];
	return [...records, ...(Object.keys(about).length > 0 ? [about] : [])];
}

/** Returns as many notes as fit, and the number of the others. */
export function fitNotes(notes: readonly string[], room: number): string[] {
	const longest = Math.min(LONGEST_NOTE, Math.floor(room / 2));
	const short = notes.map((note) => startOf(note, longest));
	const first = (count: number) => {
		const left = short.length - count;
		const rest = `${left} more ${left === 1 ? 'note' : 'notes'} did not fit.`;
		return [...short.slice(0, count), ...(left === 0 ? [] : [rest])];
	};
	return first(fittingCount(short.length, (count) => lengthOf(first(count)) <= room));
}

/** Shortens texts and counts lists; if that is not enough, or for a raw response, cuts the JSON. */
function shortened(record: JsonObject, room: number, isRaw: boolean): JsonObject {
	if (lengthOf(record) <= room) return record;
	for (const length of isRaw ? [] : TEXT_LENGTHS) {
		const [short = {}] = condenseRecords([record], length);
		if (lengthOf(short) <= room) return short;
	}
	return { text: startOf(JSON.stringify(record), room - lengthOf({ text: '' })) };
}

/** Returns as much of a text as fits: escapes make its JSON longer. */
function startOf(text: string, room: number): string {
	const start = (length: number) => excerpt(text, length);
	return start(largest(Math.min(text.length, room), (length) => lengthOf(start(length)) <= room));
}

/** Counts characters as n8n writes the value for the model. */
export function lengthOf(value: JsonValue): number {
	return JSON.stringify(value).length;
}
