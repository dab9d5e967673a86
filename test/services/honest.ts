import type { Answer } from './answer';
import { wordsOf } from './rows';
import type { Run } from './run';
import type { Case } from './service';

/**
 * Whether no client could tell that anything is wrong: the records that came out are those that the
 * service sent, and all that it sent and said is, answer by answer, what an honest service with just
 * these records would have sent. Nothing else excuses a silent run. It happens where
 * - a record is deleted while the list is read, and no total falls with it;
 * - a total, or what is said of more records, lies so that it agrees with the records sent, and the
 *   last page is not full;
 * - rows that have no ID, and nothing else that is different in each, come again in other pages: as
 *   long as no whole page comes twice, a list can have equal rows;
 * - rows without an ID have a time that is different in every answer, and so are different rows;
 * - a list without pages is cut, and nothing says so.
 */
export function looksHonest({ service, reading }: Case, run: Run, got: readonly string[]): boolean {
	const answers = inOrder(run);
	const pages = answers.filter(({ rows }) => rows.length > 0);
	const wanted = reading.limit ?? Infinity;
	const sent = pages.flatMap(({ rows }) => rows.map(wordsOf)).slice(0, wanted);
	if (sent.length !== got.length || sent.some((words, n) => words !== got[n])) return false;
	if (!arePagesOfOneList(service, answers)) return false;
	if (got.length === wanted) return true;
	const total = totalIn(answers);
	return isAllTrue(answers, pages, got.length, total) && isEnd(reading.list, answers, pages, total);
}

/** Whether no client could tell that a list will never end: each page is another one. */
export function couldGoOn({ service }: Case, run: Run): boolean {
	const answers = inOrder(run);
	const sent = answers.reduce((sum, { rows }) => sum + rows.length, 0);
	const isOver = answers.some(({ rows, more }) => rows.length === 0 || more === false);
	const total = totalIn(answers);
	return arePagesOfOneList(service, answers) && !isOver && (total ?? sent) >= sent;
}

function inOrder({ answers }: Run): Answer[] {
	return [...answers].sort((one, other) => one.offset - other.offset);
}

/** Whether the pages fit together, one after the other, with records that are all different. */
function arePagesOfOneList(
	{ ids, volatile }: Case['service'],
	answers: readonly Answer[],
): boolean {
	const pages = answers.filter(({ rows }) => rows.length > 0);
	return (
		answers.every(({ kind }) => kind === 'page' || kind === 'end') &&
		isInOnePiece(answers) &&
		isOfOneSize(pages) &&
		!hasPageTwice(pages, volatile === 'record') &&
		(['none', 'repeating', 'perDay'].includes(ids) || isEachOnce(pages))
	);
}

/** Each page begins where the one before ended, and none comes after the end. */
function isInOnePiece(answers: readonly Answer[]): boolean {
	let next = 0;
	return answers.every(({ offset, rows, limit }) => {
		const isNext = rows.length === 0 ? offset >= next : offset === next;
		next = offset + rows.length;
		return isNext && rows.length <= limit;
	});
}

/** All pages but the last are as long as was asked for, or as the service allows at most. */
function isOfOneSize(pages: readonly Answer[]): boolean {
	const short = pages.slice(0, -1).find(({ rows, limit }) => rows.length < limit);
	const most = short?.rows.length ?? Infinity;
	return pages.every(({ rows, limit }, n) => {
		const full = Math.min(most, limit);
		return n === pages.length - 1 ? rows.length <= full : rows.length === full;
	});
}

/** Whether all of a page came before. */
function hasPageTwice(pages: readonly Answer[], isVolatile: boolean): boolean {
	const seen = new Set<string>();
	return pages.some(({ rows, turn }) => {
		const page = rows.map((row) => wordsOf(row) + (isVolatile ? String(turn) : '')).join();
		const isTwice = seen.has(page);
		seen.add(page);
		return isTwice;
	});
}

/** Whether no record comes twice, where each has an ID of its own. */
function isEachOnce(pages: readonly Answer[]): boolean {
	const places = pages.flatMap((page) => page.places);
	return new Set(places).size === places.length;
}

/** The total, unless it is that of the page in each of several answers. */
function totalIn(answers: readonly Answer[]): number | undefined {
	const isOfPage = answers.every(({ total, rows }) => total === undefined || total === rows.length);
	const [first, second] = answers;
	return isOfPage && second !== undefined ? undefined : first?.total;
}

/** Whether all that is said of the list is true of the records that came. */
function isAllTrue(
	answers: readonly Answer[],
	pages: readonly Answer[],
	count: number,
	listTotal: number | undefined,
): boolean {
	const lastOffset = pages.at(-1)?.offset ?? 0;
	const isEmptyAfter = answers.some(({ offset, rows }) => rows.length === 0 && offset >= count);
	return answers.every(({ total = listTotal, pages: all, more, offset }) => {
		// A sign of more that is always there is proved wrong by asking for more.
		const isMore = more === undefined || more === offset < lastOffset || (more && isEmptyAfter);
		const isTotal = listTotal === undefined || (total === count && listTotal === count);
		return isTotal && isMore && (all ?? pages.length) === pages.length;
	});
}

/** Whether anything says that no more records follow. */
function isEnd(
	list: Case['reading']['list'],
	answers: readonly Answer[],
	pages: readonly Answer[],
	total: number | undefined,
): boolean {
	const last = pages.at(-1);
	if (list === 'tasks' || last === undefined || last.more === false) return true;
	const isEmptyAfter = answers.some(
		({ offset, rows }) => rows.length === 0 && offset > last.offset,
	);
	const isShorter = pages.some(
		({ rows, limit }) => rows.length > last.rows.length && limit >= last.limit,
	);
	if (isEmptyAfter || isShorter) return true;
	// The total of a first page that is full may be that of the page: one more request tells.
	const isFull = pages.length === 1 && last.rows.length === last.limit;
	return (total !== undefined || last.pages !== undefined) && !isFull;
}
