import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	errorTextForModel,
	excerpt,
	fieldNames,
	groupBy,
	hasValue,
	isObject,
	findLargestPassing,
	getMissingDataName,
	mayLackRecords,
	type Notice,
	noticeTextForModel,
	ownField,
} from '../base';
import {
	areSorted,
	countDays,
	type QueryOptions,
	daysText,
	isRankChange,
	otherPeriodText,
	type Row,
	type SortBy,
	type Table,
	withUniqueProjectNames,
	type ProjectTable,
} from '../table';
import { condenseRecords, hasSharedLimit, type OutputQuery } from './records';

interface ToolResult {
	readonly operationTitle: string;
	readonly table: Table;
	readonly records: readonly JsonObject[];
	readonly notices: readonly Notice[];
	/** The query of the first input item that has a query. */
	readonly query?: OutputQuery;
}

const MAX_NOTE_LENGTH = 600;
const MAX_NOTES_LENGTH = 2000;

/** How many characters are reserved for all that comes before the records. */
const MAX_FRONT_LENGTH = 3000;
/** How many characters are reserved for brackets and names of properties. */
const BRACKETS_LENGTH = 150;

/** The share of the answer that a list of names may take. */
const MAX_NAMES_SHARE = 1 / 16;

/** If a record is too long, its texts are cut to the first of these lengths with which it fits. */
const TEXT_LENGTHS = [300, 100, 30];

/** The records of one project. Without `project`, these are all records. */
interface RecordGroup {
	readonly project?: string;
	readonly records: readonly JsonObject[];
}

/**
 * Returns the answer to an AI model: what was asked, what is missing, then the records.
 *
 * - A long answer keeps the same number of records of each project.
 * - A record is shortened only if it is too long by itself.
 *
 * @param size the maximum size of the answer in characters
 */
export function createToolAnswer(given: ToolResult, size: number): JsonObject {
	const result = { ...given, table: withUniqueProjectNames(given.table) };
	const { query, table } = result;
	const room = size - Math.min(MAX_FRONT_LENGTH, size / 2) - BRACKETS_LENGTH;
	const records = result.records.map((record) => shortenRecord(record, room));
	const isGrouped = table.projectTables.length > 1 && !hasSharedLimit(query);
	const groups = isGrouped ? groupByProject(records, table.rows) : [{ records }];
	const shortenedCount = records.filter((record, at) => record !== result.records[at]).length;
	const answer = (depth: number, width = groups.length) => {
		const shown = groups
			.slice(0, width)
			.map((group) => ({ ...group, records: group.records.slice(0, depth) }));
		return {
			...answerIntroduction(result, { groups, shown, depth, shortenedCount, size }),
			...recordsSection(shown, isGrouped),
		};
	};
	const fits = (depth: number, width?: number) => jsonLength(answer(depth, width)) <= size - 2;
	const depth = findFittingCount(Math.max(0, ...groups.map((group) => group.records.length)), fits);
	if (depth > 0 || groups.length < 2) return answer(depth);
	const width = findFittingCount(groups.length, (count) => fits(1, count));
	return answer(1, width);
}

function groupByProject(records: readonly JsonObject[], rows: readonly Row[]): RecordGroup[] {
	const placed = records.map((record, at) => ({ record, project: rows[at]?.project }));
	return [...groupBy(placed, ({ project }) => project?.id).values()].map((own) => ({
		project: own[0]?.project?.name,
		records: own.map(({ record }) => record),
	}));
}

function findFittingCount(count: number, fits: (count: number) => boolean): number {
	return fits(count) ? count : findLargestPassing(count - 1, fits);
}

interface ShownRecords {
	readonly groups: readonly RecordGroup[];
	readonly shown: readonly RecordGroup[];
	readonly depth: number;
	readonly shortenedCount: number;
	readonly size: number;
}

function answerIntroduction(result: ToolResult, extent: ShownRecords): JsonObject {
	const { table, query, notices } = result;
	const { groups, shown, depth, size } = extent;
	const { sort = [], offset } = query?.selection ?? {};
	const count = shown.reduce((sum, { records }) => sum + records.length, 0);
	const isShort = count < table.rows.length || table.isCut;
	// If the records are sorted, the first ones are all that an AI model asked for, even if there are more.
	const isTop = areSorted(table.rows, sort[0], table.isUnsorted);
	const isLacking = notices.some(mayLackRecords);
	const names = (texts: readonly string[]) => fitTexts(texts, size * MAX_NAMES_SHARE, 'more');
	const isInParts = table.rows[0]?.segment !== undefined && !hasSharedLimit(query);
	const goesOn = isInParts ? count < table.rows.length : isShort;
	const isWide = shown.length === groups.length && count > 0;
	const hasNext = goesOn && isWide && offset !== undefined;
	const projects = groupBy(table.projectTables, ({ project }) => project.name);
	const maxNotes = size === Infinity ? size : Math.min(MAX_NOTES_LENGTH, size / 4);
	const isDone =
		(!isShort || (isTop && count === table.rows.length)) && !isLacking && table.errors.length === 0;
	return withoutEmptyMembers({
		about: aboutSection(result, names),
		complete: isDone && (offset ?? 0) === 0 ? undefined : isDone,
		count: withoutEmptyMembers({
			shown: count,
			of: totalText(table, count),
			by_project: projects.size > 1 ? countsByProject(projects, size) : undefined,
		}),
		missing: withoutEmptyMembers({
			projects_failed: failuresForModel(table, size),
			projects_without_records: names(
				[...projects].flatMap(([name, own]) =>
					own.every(({ table: { total, errors } }) => total + errors.length === 0) ? [name] : [],
				),
			),
			projects_not_shown: names(groups.slice(shown.length).flatMap(({ project }) => project ?? [])),
			fields_left_out: query?.output.mode === 'simplified' ? names(fieldsLeftOut(result)) : [],
			next: hasNext ? String(offset + depth) : undefined,
		}),
		notes: fitTexts(notesForModel(result, extent), maxNotes, 'more notes'),
	});
}

/**
 * Counts the records of each project. Leaves out projects without records. If the counts are too long, leaves out the
 * last ones.
 */
function countsByProject(
	projects: ReadonlyMap<string, readonly ProjectTable[]>,
	size: number,
): JsonObject {
	const totals = [...projects].flatMap(([name, own]) => {
		const total = own.reduce((sum, one) => sum + one.table.total, 0);
		const isMinimum = own.some(({ table }) => mayHaveMoreRecords(table));
		if (total === 0 && !isMinimum) return [];
		return [[name, isMinimum ? `at least ${total}` : total] as const];
	});
	const counts = (length: number) => Object.fromEntries(totals.slice(0, length));
	const room = size * MAX_NAMES_SHARE;
	return counts(findFittingCount(totals.length, (length) => jsonLength(counts(length)) <= room));
}

function mayHaveMoreRecords({ isTotalMinimum, isCut, total, rows }: Table): boolean {
	return isTotalMinimum || (isCut && total <= rows.length);
}

function totalText({ total, isCut, isTotalMinimum }: Table, count: number): JsonValue {
	if (isCut && total <= count) return `unknown, perhaps more than ${count}`;
	return isTotalMinimum ? `at least ${total}` : total;
}

function aboutSection(
	{ operationTitle, query, table }: ToolResult,
	names: (texts: readonly string[]) => string[],
): JsonObject {
	const { selection } = query ?? {};
	const own = selection?.project === undefined ? [] : [selection.project];
	const projects = table.projectTables.map(({ project: { name, enteredName } }) =>
		enteredName === undefined ? name : `${enteredName} → ${name}`,
	);
	return withoutEmptyMembers({
		what: selection?.dataName ?? operationTitle,
		projects: names(projects.length > 0 ? projects : own),
		period: periodDescription(selection?.period),
		compared_with:
			table.rows[0]?.segment?.comparedWith === undefined
				? table.comparedWith && otherPeriodText(table.comparedWith)
				: 'each with its own, see compared_start and compared_end',
		includes_today: selection?.includesToday
			? `yes: today is not over, so its numbers are not final${table.comparedWith ? ', but are compared with whole days' : ''}`
			: undefined,
		by: [...(selection?.dimensions ?? []), table.rows[0]?.segment?.label ?? []].flat(),
		where: names(selection?.conditionTexts ?? []),
		measures: names(selection?.measures ?? []),
		days: comparedDays(table),
		order: orderDescription(table, selection?.sort?.[0]),
		a_record_is: table.projectTables.length > 1 ? OF_ONE_PROJECT_TEXT : undefined,
		unit: selection?.measures && 'of shares and scores: not documented',
	});
}

const OF_ONE_PROJECT_TEXT = 'of one project: nothing is added up over projects';

const FIRST_RECORD_WORDS = {
	asc: { number: 'the lowest change', rank: 'the worst change' },
	desc: { number: 'the highest change', rank: 'the best change' },
	move: { number: 'the biggest move', rank: 'the biggest move' },
};

/** Returns `15 against 16` if 15 days are compared with 16. The weeks or months of a period differ. */
function comparedDays({ comparedWith, rows }: Table): string | undefined {
	if (comparedWith === undefined || rows[0]?.segment !== undefined) return undefined;
	const [own, other] = [countDays(comparedWith.days), countDays(comparedWith.otherDays)];
	return own === other ? undefined : `${own} against ${other}`;
}

/** Says which records come first, such as `the lowest of avg_rank first`. */
function orderDescription({ rows, isUnsorted }: Table, sort?: SortBy): string | undefined {
	if (sort === undefined) return rows.length > 1 ? 'of the service, no ranking' : undefined;
	if (!areSorted(rows, sort, isUnsorted)) return undefined;
	const { field, changed, order } = sort;
	const first =
		changed === undefined || changed.changeKind === 'before'
			? `the ${order === 'asc' ? 'lowest' : 'highest'}`
			: FIRST_RECORD_WORDS[order][isRankChange(changed) ? 'rank' : 'number'];
	const name = changed?.changeKind === 'change' ? changed.numberField : field;
	return `${first} of ${excerpt(name, 80)} first`;
}

/** Writes `2026-11-02 to 2026-11-08`. Returns `undefined` if the operation takes no dates. */
function periodDescription(period: QueryOptions['period']): string | undefined {
	if (period === undefined) return undefined;
	const { start, end } = period;
	if (start !== undefined && end !== undefined) return daysText({ start, end });
	if (start !== undefined) return `since ${start}`;
	return end === undefined ? "the service's own choice: no dates were sent" : `until ${end}`;
}

/** Returns the names of failed projects, grouped by error. If there is only one project, returns only its errors. */
function failuresForModel({ errors, projectTables }: Table, size: number): JsonValue {
	const several = projectTables.length > 1 ? projectTables : [];
	const failed = several.flatMap(({ project: { name }, table }) =>
		table.errors.map((error) => {
			// Such as `The comparison period of Acme`. Two projects of one name have their IDs in this answer.
			const missing = getMissingDataName(error);
			return { name: name.startsWith(missing) ? name : missing, error };
		}),
	);
	const room = size * MAX_NAMES_SHARE;
	if (failed.length === 0) return fitTexts(errors.map(errorTextForModel), 2 * room, 'more');
	const byReason = [...groupBy(failed, ({ error }) => error.message)].slice(0, 3);
	const entries = byReason.map(([message, own]) => {
		const names = [...new Set(own.map(({ name }) => name))];
		return [cutToRoom(message, 2 * room), fitTexts(names, room, 'more')] as const;
	});
	return Object.fromEntries(entries);
}

/** Returns the fields that no column shows. The column `topic_name` shows the field `topic`. */
function fieldsLeftOut({ records, table }: ToolResult): string[] {
	const columns = fieldNames(records);
	const isShown = (name: string) =>
		columns.some((column) => column === name || column.startsWith(`${name}_`));
	const all = table.rows.flatMap(({ record }) => (isObject(record) ? [record] : []));
	const withContent = new Set(
		all.flatMap((record) => Object.keys(record).filter((name) => hasValue(record[name]))),
	);
	return fieldNames(all).filter((name) => !isShown(name) && withContent.has(name));
}

const INCOMPLETE_TEXT = 'Tell the user that the answer may not be complete; the reason is below.';

function notesForModel(result: ToolResult, { shortenedCount, size }: ShownRecords): string[] {
	const { table, records, query, notices } = result;
	const hasGap = notices.some(mayLackRecords);
	const isEmpty = records.length + table.errors.length === 0 && !hasGap;
	const isInParts = table.rows[0]?.segment?.comparedWith !== undefined;
	const short = table.rows.flatMap(({ segment }) => (segment?.isShort ? [segment.name] : []));
	const notes: string[] = [];
	if (isEmpty) notes.push(noRecordsText(query?.selection ?? {}));
	if (shortenedCount > 0) {
		notes.push(
			`Records shortened because they are too long for the ${size} characters of this answer: ${shortenedCount}. Their texts end with an ellipsis, and lists are replaced by their number of entries.`,
		);
	}
	if (hasGap) notes.push(INCOMPLETE_TEXT);
	if (short.length > 0) notes.push(`Not whole: ${[...new Set(short)].join(', ')}.`);
	const told = notices.filter(({ kind }) => kind !== 'info' || isInParts);
	const gapsFirst = [...told.filter(mayLackRecords), ...told.filter((one) => !mayLackRecords(one))];
	return [...notes, ...gapsFirst.map(noticeTextForModel)];
}

function noRecordsText({ period, conditions = [], filters = [] }: Partial<QueryOptions>): string {
	const reasons = filters.map(
		({ field, value, isCertain }) =>
			`the filter ${field} = ${value}${isCertain ? ': write the value as records have it' : ''}`,
	);
	const isDated = period?.start !== undefined || period?.end !== undefined;
	if (isDated && conditions.length === 0) {
		const days = periodDescription(period) ?? '';
		reasons.push(`the period (${days}): without dates there may be some`);
	}
	const why = reasons.length === 0 ? '' : ` It was narrowed down by ${reasons.join(', and by ')}.`;
	return `No records match${conditions.length > 0 ? ' the conditions of Where' : ''}.${why}`;
}

/** Returns the records of each project. If they are not grouped, returns a table or a list, whichever is shorter. */
function recordsSection(shown: readonly RecordGroup[], isGrouped: boolean): JsonObject {
	const all = shown.flatMap(({ records }) => records);
	if (all.length === 0) return {};
	const names = fieldNames(all);
	const cellCount = all.reduce((sum, record) => sum + Object.keys(record).length, 0);
	// If records share few columns, a table would be mostly empty, and could fill the memory.
	if (names.length * all.length > 10 * cellCount) return { records: all };
	const columns = isGrouped ? names.filter((name) => !PROJECT_FIELDS.includes(name)) : names;
	const cellsOf = (records: readonly JsonObject[]) =>
		records.map((record) => columns.map((name) => ownField(record, name) ?? null));
	if (isGrouped) {
		const byProject = shown.map((own) => [own.project ?? '', cellsOf(own.records)] as const);
		return { columns, by_project: Object.fromEntries(byProject) };
	}
	const table = { columns, rows: cellsOf(all) };
	return jsonLength(table) < jsonLength({ records: all }) ? table : { records: all };
}

const PROJECT_FIELDS = ['project_id', 'project_name'];

function withoutEmptyMembers(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
	const hasContent = (value: JsonValue | undefined): value is JsonValue =>
		hasValue(value) && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);
	return Object.fromEntries(
		Object.entries(members).flatMap(([name, value]) => (hasContent(value) ? [[name, value]] : [])),
	);
}

/** Returns as many texts as fit. If some are left out, the last text is `and 3 more`. */
function fitTexts(texts: readonly string[], room: number, more: string): string[] {
	const longest = Math.min(MAX_NOTE_LENGTH, Math.floor(room / 2));
	const short = texts.map((text) => cutToRoom(text, longest));
	const first = (count: number) => {
		const left = short.length - count;
		return [...short.slice(0, count), ...(left === 0 ? [] : [`and ${left} ${more}`])];
	};
	return first(findFittingCount(short.length, (count) => jsonLength(first(count)) <= room));
}

/** Shortens the texts of a record. If it is still too long, cuts its JSON. */
function shortenRecord(record: JsonObject, room: number): JsonObject {
	if (jsonLength(record) <= room) return record;
	for (const length of TEXT_LENGTHS) {
		const [short = {}] = condenseRecords([record], length);
		if (jsonLength(short) <= room) return short;
	}
	return { text: cutToRoom(JSON.stringify(record), room - jsonLength({ text: '' })) };
}

/** Cuts a text until its JSON fits. The JSON is longer than the text, because it has escapes such as `\"`. */
function cutToRoom(text: string, room: number): string {
	const fits = (length: number) => jsonLength(excerpt(text, length)) <= room;
	return excerpt(text, findLargestPassing(Math.min(text.length, room), fits));
}

/** Returns the length of the JSON that n8n writes for the model, in characters. */
function jsonLength(value: JsonValue): number {
	return JSON.stringify(value).length;
}
