import type { Answer } from './answer';
import { wordsOf } from './rows';
import type { Run } from './listService';
import { moreAt, type Case } from './service';

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
 * - a list without pages is cut, and nothing says so;
 * - a page is sent for an offset at which the list has another one, and no record comes twice;
 * - what is said contradicts itself, and a limit is reached before that shows.
 */
export function looksHonest(of: Case, run: Run, got: readonly string[]): boolean {
	if (areHonest(of, inOrder(withoutRepeats(run.answers, 'start')), got)) return true;
	const asAsked = inOrder(withoutRepeats(run.answers, 'offset'));
	return isEachOnce(asAsked) && areHonest(of, asAsked, got);
}

function areHonest(
	{ service, reading }: Case,
	answers: readonly Answer[],
	got: readonly string[],
): boolean {
	const pages = answers.filter(({ rows }) => rows.length > 0);
	const wanted = reading.limit ?? Infinity;
	const sent = pages.flatMap(({ rows }) => rows.map(wordsOf)).slice(0, wanted);
	if (sent.length !== got.length || sent.some((words, n) => words !== got[n])) return false;
	if (!arePagesOfOneList(service, answers)) return false;
	if (got.length === wanted) return true;
	const said = totalIn(answers);
	if (!isFollowed(service, answers, pages)) return false;
	return isNoneFalse(answers, pages, got.length, said) && isEnd(reading.list, answers, pages, said);
}

/** Whether no client could tell that a list will never end: each page is another one. */
export function couldGoOn({ service }: Case, run: Run): boolean {
	const answers = inOrder(run.answers);
	const sent = answers.reduce((sum, { rows }) => sum + rows.length, 0);
	const isOver = answers.some(({ rows, more }) => rows.length === 0 || more === false);
	const total = totalIn(answers);
	return arePagesOfOneList(service, answers) && !isOver && (total ?? sent) >= sent;
}

function inOrder(answers: readonly Answer[]): Answer[] {
	return [...answers].sort((one, other) => one.offset - other.offset);
}

/**
 * The answers without the pages that say nothing new. Each has as its offset where it begins: in the list
 * (`start`), or by the request (`offset`). Such pages come for a request that is repeated to be sure, for one beyond the end, or for a
 * position that an honest service does not go by, such as the offset where pages have cursors.
 */
function withoutRepeats(answers: readonly Answer[], place: 'start' | 'offset'): Answer[] {
	return answers
		.filter((answer, n) => {
			const earlier = answers.slice(0, n);
			const pages = answers.filter(({ kind }) => kind === 'page');
			// An honest service that sends its last page again does so at every offset beyond the end.
			if (place === 'offset') pages.push(...earlier);
			const same = earlier.filter((one) => one[place] === answer[place]);
			return !(answer.kind === 'end' ? pages : same).some((page) => isAgain(answer, page));
		})
		.map((answer) => ({ ...answer, offset: answer[place] }));
}

function isAgain(answer: Answer, earlier: Answer): boolean {
	const { kind, limit, rows } = answer;
	// A request for fewer records brings the first ones of a page, or the last ones of the list.
	const parts = [earlier.rows, earlier.rows.slice(0, limit)];
	if (kind === 'end') parts.push(earlier.rows.slice(-rows.length));
	return (
		rows.length > 0 && parts.some((part) => saysOf(answer) === saysOf({ ...earlier, rows: part }))
	);
}

function saysOf({ rows, total, pages, more }: Answer): string {
	return JSON.stringify([rows.map(wordsOf), total, pages, more]);
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
		(['none', 'repeating', 'alike', 'perDay'].includes(ids) || isEachOnce(pages))
	);
}

/** Each page begins where the one before ended, and none comes after the end. */
function isInOnePiece(answers: readonly Answer[]): boolean {
	let next = 0;
	return answers.every(({ offset, rows, limit }) => {
		const isNext = rows.length === 0 ? offset >= next : offset === next;
		next = offset + rows.length;
		return isNext && (rows.length <= limit || ignoresLimit(answers));
	});
}

/** Whether the pages are as long as the service likes, or the list comes whole, whatever is asked for. */
function ignoresLimit(answers: readonly Answer[]): boolean {
	return answers.some(({ rows, limit }) => rows.length > limit);
}

/** All pages but the last are as long as was asked for, or as the service allows at most. */
function isOfOneSize(pages: readonly Answer[]): boolean {
	const [first] = pages;
	const isFixed = ignoresLimit(pages);
	const short = pages.slice(0, -1).find(({ rows, limit }) => rows.length < limit);
	const most = (isFixed ? first : short)?.rows.length ?? Infinity;
	return pages.every(({ rows, limit }, n) => {
		const full = isFixed ? most : Math.min(most, limit);
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

/**
 * Whether nothing that is said of the list speaks of other records than came. A total that is too low,
 * and a word that no more records follow, are proved wrong by the records that follow; a word that
 * more follow, by an empty page, and so is a number of pages that is too high, where the service says
 * itself that no more follow. They mean nothing then.
 */
function isNoneFalse(
	answers: readonly Answer[],
	pages: readonly Answer[],
	count: number,
	said: number | undefined,
): boolean {
	const lastOffset = pages.at(-1)?.offset ?? 0;
	const isEmptyAfter = answers.some(({ offset, rows }) => rows.length === 0 && offset >= count);
	const isOverruled = isEmptyAfter && answers.some(({ more }) => more === false);
	return answers.every(({ total = said, pages: all = 0, more = false, offset }) => {
		const isTotal = said === undefined || (total === said && said <= count);
		const isNumber = all <= pages.length || isOverruled;
		return isTotal && isNumber && (!more || offset < lastOffset || isEmptyAfter);
	});
}

/** Whether the cursor of the last page was asked for, where an offset leads to nothing by itself. */
function isFollowed(
	service: Case['service'],
	answers: readonly Answer[],
	pages: readonly Answer[],
): boolean {
	const isSaid = pages.at(-1)?.more === true && moreAt(service) === 'next_cursor';
	const isByCursor = service.pagesBy === 'cursorOnly' && isSaid;
	return (
		!isByCursor || answers.some(({ cursor, rows }) => cursor !== undefined && rows.length === 0)
	);
}

/** Whether anything says that no more records follow. */
function isEnd(
	list: Case['reading']['list'],
	answers: readonly Answer[],
	pages: readonly Answer[],
	said: number | undefined,
): boolean {
	const last = pages.at(-1);
	if (list === 'tasks' || last === undefined) return true;
	if (pages.length === 1 && last.rows.length > last.limit) return true;
	const others = pages.slice(0, -1);
	if (last.more === false && others.every(({ more }) => more !== false)) return true;
	const isShorter = others.some(
		({ rows, limit }) => rows.length > last.rows.length && limit >= last.limit,
	);
	const isEmptyAfter = answers.some(
		({ offset, rows }) => rows.length === 0 && offset > last.offset,
	);
	if (isEmptyAfter || isShorter) return true;
	// The total of a first page that is full may be that of the page: one more request tells.
	if (others.length === 0 && last.rows.length === last.limit) return false;
	const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
	return said === count || last.pages === pages.length;
}
