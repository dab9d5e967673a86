import type { JsonObject, JsonValue } from 'n8n-workflow';
import { addBodyProperties } from '../api';
import {
	asError,
	DescribedError,
	findField,
	groupBy,
	hasValue,
	isObject,
	getMissingDataName,
	type Notice,
	addSubjectToNotice,
	withoutField,
} from '../base';
import { hasSharedLimit, type OutputQuery } from '../output';
import type { ListResult, Lists } from '../reading';
import {
	areSameRecords,
	type ComparedPeriods,
	compareRecords,
	daysText,
	type KeyFields,
	EMPTY_TABLE,
	joinTables,
	mayLackTopRecords,
	MAX_SORTED_RECORDS,
	addProjectToNotices,
	otherPeriodText,
	type QueryOptions,
	type Row,
	filterRows,
	mismatchNotices,
	type SortBy,
	sortRows,
	STATUS_FIELD,
	type Table,
	UNSORTED_NOTICE,
	type WhereCondition,
} from '../table';
import type { Fetch, Query } from './query';
import { planFetches, type ProjectFetches, throwOrReturn } from './planFetches';

interface QueryResult {
	readonly table: Table;
	/** The query of the first read. It decides the form of the output. */
	readonly query?: OutputQuery;
}

interface FetchResult {
	readonly read: Fetch;
	readonly table: Table;
	/**
	 * The records that the service sent, to find out if each day or week has the same ones. Empty if 'Split By' is off.
	 */
	readonly records: readonly JsonValue[];
}

/**
 * Sends all requests of a query. They start together, but the client limits how many are in flight.
 *
 * @throws DescribedError if there are no projects
 * @throws DescribedError if there are too many reads
 * @throws the first error, if the run stops at errors. Otherwise, the table contains the errors
 */
export async function fetchQuery(query: Query, lists: Lists, isTool = false): Promise<QueryResult> {
	const plan = await planFetches(query, lists, isTool);
	const results = await Promise.all(plan.reads.map((read) => fetchTable(read, lists)));
	const tableOf = ({ reads, errors, notices }: ProjectFetches) => {
		const own = results.filter(({ read }) => reads.includes(read)).map(({ table }) => table);
		return joinTables([{ ...EMPTY_TABLE, errors, notices }, ...own]);
	};
	const joined = tableOf(plan);
	const first = plan.reads[0]?.query;
	const projectTables = plan.projects.map((own) => ({ project: own.project, table: tableOf(own) }));
	if (first === undefined) return { table: { ...joined, projectTables } };
	const table = dropBeforeOffset(sortAndLimitTogether(joined, first, plan.reads), first);
	const more = [
		...sameRecordsNotices(results),
		...comparisonNotices(results.flatMap(({ table: own }) => own.comparedWith ?? [])),
	];
	return { table: { ...table, projectTables, notices: [...table.notices, ...more] }, query: first };
}

/**
 * Sorts and limits the rows of all reads together if they are one list. In a tool, sorts and limits the weeks of each
 * project together.
 */
function sortAndLimitTogether(table: Table, query: OutputQuery, reads: readonly Fetch[]): Table {
	const { sort = [], limit, offset } = query.selection;
	const isEach = offset !== undefined && sort.length > 0 && reads.some(({ segment }) => segment);
	if (!hasSharedLimit(query) && !isEach) return table;
	const topOf = (own: readonly Row[]) => sortRows(own, sort, true).rows.slice(0, limit);
	const rows = groupRowsByLimit(table, query).flatMap(topOf);
	return { ...table, rows, isCut: table.isCut || rows.length < table.rows.length };
}

/**
 * Drops the first `offset` records, which an AI model has already read. Does this for each project if each has a limit.
 *
 * @throws DescribedError if no record is left
 */
function dropBeforeOffset(table: Table, query: OutputQuery): Table {
	const { offset = 0 } = query.selection;
	if (offset === 0) return table;
	const groups = groupRowsByLimit(table, query);
	const rows = groups.flatMap((own) => own.slice(offset));
	if (rows.length > 0 || table.errors.length > 0) return { ...table, rows };
	const longest = groups.reduce((most, own) => Math.max(most, own.length), 0);
	throw new DescribedError(
		`'Next' ${offset} is beyond the list: there are ${longest} records`,
		"Leave 'Next' out to begin anew. There are no more records.",
	);
}

/** Groups the rows by limit: one group if all projects share a limit, else a group for each project. */
function groupRowsByLimit({ rows }: Table, query: OutputQuery): Row[][] {
	const isOne = hasSharedLimit(query);
	return [...groupBy(rows, ({ project }) => (isOne ? undefined : project?.id)).values()];
}

/** @throws the error of the read, with its project and its day or week, if the run stops at errors */
async function fetchTable(read: Fetch, lists: Lists): Promise<FetchResult> {
	const { compare, request } = read;
	const limit = countRecordsToRead(read);
	const ownList = fetchList(read, lists, limit);
	const other = compare && { ...read, request: addBodyProperties(request, compare.body) };
	const otherList = other && fetchList(other, lists, limit);
	const now = await fetchMissingTopRecords(await ownList, read, limit, lists);
	const missing = now.records.length > 0 && now.error ? getMissingDataName(now.error) : undefined;
	// If this throws, the node does not wait for the other period.
	const ownError = now.error && throwOrReturn(now.error, read, lists, missing);
	const previous = await otherList;
	const otherError =
		previous?.error &&
		compare &&
		throwOrReturn(previous.error, read, lists, 'The comparison period', otherPeriodText(compare));
	const error = ownError ?? otherError;
	const isCompared = error === undefined && (previous?.records.length ?? 0) > 0;
	const total = { ...read, compare: isCompared ? compare : undefined };
	const overall = now.records.length > 0 ? await fetchTotalRow(total, lists) : undefined;
	try {
		const result = buildTable(read, now, previous, error);
		const notices = [...result.table.notices, ...(overall?.notices ?? [])];
		return { ...result, table: { ...result.table, overall: overall?.row, notices } };
	} catch (cause) {
		// 'Where' throws if no record has its field. This is an error of one project, because others may have the field.
		const errors = [throwOrReturn(asError(cause), read, lists)];
		return { read, table: { ...EMPTY_TABLE, errors }, records: [] };
	}
}

/** Reads a report again without dimensions, for the total in a message. If this fails, a notice says so. */
async function fetchTotalRow(
	read: Fetch,
	lists: Lists,
): Promise<{ readonly row?: Row; readonly notices: readonly Notice[] }> {
	const { query, request, segment, compare } = read;
	const { dimensions = [] } = query.selection;
	const { body } = request;
	const isWanted = query.output.message !== undefined && dimensions.length > 0;
	if (!isWanted || segment !== undefined || !isObject(body)) return { notices: [] };
	const whole = ['dimensions', 'order_by'].reduce(withoutField, body);
	const key: KeyFields = { fields: [], hasId: false };
	const own: Fetch = { ...read, query: { ...query, answerKind: 'record', key } };
	const readOne = async (members: JsonObject) => {
		const again = { ...request, body: { ...whole, ...members } };
		return await fetchList({ ...own, request: again }, lists, Infinity);
	};
	const [now, before] = await Promise.all([readOne({}), compare && readOne(compare.body)]);
	const error = now.error ?? before?.error;
	if (error !== undefined) {
		return { notices: [{ kind: 'note', text: `The message has no total: ${error.message}.` }] };
	}
	const isCompared = before !== undefined && before.records.length > 0;
	const { rows } = buildRows({ ...own, compare: isCompared ? compare : undefined }, now, before);
	return { row: now.records.length === 1 ? rows[0] : undefined, notices: [] };
}

/** Returns how many records to read: more than the limit if the node compares, filters or sorts them. */
function countRecordsToRead({ query, compare }: Fetch): number {
	const { limit, conditions = [] } = query.selection;
	if (compare !== undefined) return Infinity;
	if (conditions.length > 0) return Math.max(limit, MAX_SORTED_RECORDS);
	return sortFieldsOf(query).length > 0 ? Math.max(limit, MIN_RECORDS_FOR_ORDER) : limit;
}

const PARTLY_FILTERED: Notice = {
	kind: 'gap',
	text: "'Where' was applied to the first 5,000 records only. Narrow the list down with a filter or a shorter 'Date Range'.",
};

/** The minimum number of records to read for 'Sort'. Fewer would not show whether the service has sorted them. */
const MIN_RECORDS_FOR_ORDER = 10;

async function fetchList(read: Fetch, lists: Lists, limit: number): Promise<ListResult> {
	const list = await lists.read({ ...read.query, request: read.request, limit });
	return lists.copyIfHandedOut(list);
}

/**
 * Reads the whole list if records that 'Sort' puts first may come later. If the list is too long or fails, returns the
 * first records and a notice.
 */
async function fetchMissingTopRecords(
	list: ListResult,
	read: Fetch,
	limit: number,
	lists: Lists,
): Promise<ListResult> {
	const sort = sortFieldsOf(read.query);
	const isLacking = list.isCut === true && sort.length > 0 && mayLackTopRecords(list.records, sort);
	if (!isLacking) return list;
	const isLong = limit >= MAX_SORTED_RECORDS || (list.total ?? 0) > MAX_SORTED_RECORDS;
	const whole = isLong ? list : await fetchList(read, lists, MAX_SORTED_RECORDS);
	if (whole.isCut !== true && whole.error === undefined) return whole;
	const notices = [...list.notices, UNSORTED_NOTICE];
	if (whole.error === undefined) return { ...list, notices };
	const text = `The node tried to read all records to sort them: ${whole.error.message}`;
	return { ...list, notices: [...notices, { kind: 'note', text }] };
}

/**
 * Builds the table of a read. Compares it only if both periods were read. Otherwise, all rows would seem new or gone.
 */
function buildTable(read: Fetch, now: ListResult, before?: ListResult, error?: Error): FetchResult {
	const { query } = read;
	const { selection } = query;
	const { conditions = [], limit, offset = 0 } = selection;
	const isNothingBefore =
		query.output.message !== undefined &&
		before?.error === undefined &&
		before?.records.length === 0 &&
		now.records.length > 0;
	const compare = error === undefined && !isNothingBefore ? read.compare : undefined;
	const own: Fetch = { ...read, compare };
	const { rows: all, notices: comparisonNotices } = buildRows(own, now, before);
	const isWhole = now.isCut !== true && now.error === undefined;
	// Without the other period, no record fulfils a condition on changes.
	const isUnknown = compare !== read.compare && conditions.some(isAboutChanges);
	const { rows, notices } = filterAndSort(isUnknown ? [] : all, own, isWhole);
	const isMatched = conditions.length > 0;
	const count = isMatched ? rows.length : all.length;
	// The `limit` of a project includes its `offset`: so many rows are dropped later. A single day or week drops none.
	const rowLimit = read.segment && !hasSharedLimit(query) ? limit - offset : limit;
	// Records that were not read may fulfil the conditions, too.
	const isPartly = isMatched && now.isCut === true && count < limit;
	const unread = isPartly ? [PARTLY_FILTERED] : [];
	const table: Table = {
		rows: rows.slice(0, rowLimit),
		total: Math.max(isMatched ? 0 : (now.total ?? 0), count),
		isCut: now.isCut === true || count > rowLimit,
		isTotalMinimum: now.isTotalMinimum === true || (isMatched && now.isCut === true),
		isUnsorted: [...now.notices, ...notices].includes(UNSORTED_NOTICE),
		errors: error === undefined ? [] : [error],
		notices: [
			...addProjectToNotices([...noticesOfBothPeriods(read, now, before), ...unread], read),
			...(selection.isAhead ? [DAYS_AHEAD] : []),
			...comparisonNotices,
			...mismatchNotices(all, selection.filters ?? []),
			...notices,
		],
		comparedWith: compare,
		projectTables: [],
		hasRecords: all.length > 0 && !lacksValues(now, selection),
		emptyPeriod: isNothingBefore && !read.segment ? read.compare?.otherDays : undefined,
	};
	const records = read.segment ? [...now.records, ...(before?.records ?? [])] : [];
	return { read, table, records };
}

/** Whether a report has measures, but no value in any row: `{ share_of_voice: null }`. */
function lacksValues(list: ListResult, { dimensions, measures = [] }: QueryOptions): boolean {
	const values = list.records.flatMap((record) => measures.map((name) => findField(record, name)));
	return dimensions !== undefined && values.includes(null) && !values.some(hasValue);
}

const isAboutChanges = ({ field, changed }: WhereCondition) =>
	changed !== undefined || field === STATUS_FIELD;

function filterAndSort(all: readonly Row[], { query, compare }: Fetch, isWhole: boolean) {
	const matching = filterRows(all, query.selection.conditions ?? []);
	const sort = sortFieldsOf(query).filter(({ changed }) => compare !== undefined || !changed);
	const { rows, notices } = sortRows(matching.rows, sort, isWhole);
	return { rows, notices: [...matching.notices, ...notices] };
}

function buildRows(
	{ query, project, segment, compare }: Fetch,
	now: ListResult,
	before?: ListResult,
): { readonly rows: readonly Row[]; readonly notices: readonly Notice[] } {
	if (compare === undefined) {
		return { rows: now.records.map((record): Row => ({ record, project, segment })), notices: [] };
	}
	const { measures = [], conditions = [] } = query.selection;
	// If 'Where' or 'Sort' names `score_change`, the field `score` is compared as a number.
	const named = [...sortFieldsOf(query), ...conditions];
	const numbers = [...measures, ...named.flatMap(({ changed }) => changed?.numberField ?? [])];
	const { key } = query;
	const compared = compareRecords(now.records, before?.records ?? [], key, numbers);
	const place = { project, segment: segment && { ...segment, comparedWith: compare.otherDays } };
	return { ...compared, rows: compared.rows.map((row): Row => ({ ...row, ...place })) };
}

/**
 * Returns the notices of both periods. Leaves out a notice of the other period if a note of the current one has its
 * text.
 */
function noticesOfBothPeriods({ compare }: Fetch, now: ListResult, before?: ListResult) {
	if (compare === undefined || before === undefined) return now.notices;
	const said = now.notices.filter(({ kind }) => kind === 'note').map(({ text }) => text);
	const others = before.notices.filter(({ text }) => !said.includes(text));
	const other = otherPeriodText(compare);
	return [...now.notices, ...others.map((notice) => addSubjectToNotice(notice, other))];
}

function sortFieldsOf(query: OutputQuery): readonly SortBy[] {
	return query.selection.sort ?? [];
}

const DAYS_AHEAD: Notice = {
	kind: 'note',
	forReader: 'The period has days that are still to come, so its numbers are not final.',
	text: "'Date Range' includes these days.",
};

/** Says which periods were compared. If there are many, names only the first and the last. */
function comparisonNotices(comparisons: readonly ComparedPeriods[]): Notice[] {
	const texts = comparisons.map(
		({ days, otherDays }) => `${daysText(days)} with ${daysText(otherDays)}`,
	);
	const [first, ...others] = new Set(texts);
	const last = others.at(-1);
	if (first === undefined) return [];
	const upTo = last === undefined ? '' : `, and so on up to ${last}`;
	return [{ kind: 'info', text: `Compared ${first}${upTo}.` }];
}

/** Returns a notice if all days or weeks of a project have the same records. The service may have ignored the dates. */
function sameRecordsNotices(results: readonly FetchResult[]): Notice[] {
	const label = results[0]?.read.segment?.label;
	if (label === undefined) return [];
	const areSame = [...groupBy(results, ({ read }) => read.project).values()].some((parts) => {
		const [first = [], ...others] = parts.map(({ records }) => records);
		const areAlike = others.every((other) => areSameRecords(first, other));
		return first.length > 0 && others.length > 0 && areAlike;
	});
	if (!areSame) return [];
	const forReader = `The records are the same for each ${label}.`;
	const text = 'The service may not be able to return them separately.';
	return [{ kind: 'note', forReader, text }];
}
