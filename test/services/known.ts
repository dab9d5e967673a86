import type { Answer, Run } from './list';
import { moreAt, type Case, type Service } from './service';

const HONEST_FORMS: ReadonlyArray<Service['envelope']> = [
	...(['array', 'data', 'items', 'results', 'records', 'own'] as const),
	...(['data.items', 'data.own', 'requestId'] as const),
];

const HONEST_ENDS: ReadonlyArray<Service['end']> = ['empty', '404', '416'];

/**
 * Whether a service is honest. Its list has to come complete, in order and without a warning:
 *
 * - The list is the whole response, or under `data`, `items`, `results`, `records` or its own name, also one level below
 *   `data`.
 * - The service obeys `pagination: {limit, offset}`. It may cap `limit`. A list without pages comes in one response.
 * - After the last record comes an empty list, 404 or 416. A list without records is an empty list.
 * - A total, `has_more` and `next` are true or absent.
 * - Nothing fails, the list stays as it is, and its records differ from each other.
 */
export function isHonest({ service, reading }: Case): boolean {
	const { envelope, pagesBy, order, move, trouble, total, more, end, size, cap, ids } = service;
	const isSteady = order === 'stable' && move === null && trouble === null;
	const isTrue = (total?.says ?? 'all') === 'all' && (more?.says ?? 'right') === 'right';
	const isThere = size > 0 || end === 'empty';
	const isDifferent = ids !== 'alike' && ids !== 'repeating';
	const isDocumented = HONEST_FORMS.includes(envelope) && isThere;
	if (!isSteady || !isTrue || !isDifferent || !isDocumented) return false;
	if (reading.list === 'tasks') return cap === null || size <= cap;
	return pagesBy === 'offset' && !service.ignoresLimit && HONEST_ENDS.includes(end);
}

/** Where nodes read how long a list is. What a service says elsewhere, such as in headers, counts as not said. */
const READ_PLACES = [
	...['total', 'meta.total', 'pagination.total'],
	...['has_more', 'pagination.has_more', 'next', 'next_cursor'],
];

/** What the service said last: about the number of records, and about whether more follow. */
function lastWords({ answers }: Run['list']) {
	const total = answers.findLast((answer) => answer.total !== undefined)?.total;
	const pages = answers.filter(({ more }) => more !== undefined);
	const more = pages.sort((one, other) => one.offset - other.offset).at(-1)?.more;
	return { total, more };
}

/**
 * Returns what the service said, so that a node has to pass it on even if all records came.
 *
 * @returns `undefined` if the service said nothing of the kind
 */
export function complaintOf({ service, reading }: Case, { rows, list }: Run): string | undefined {
	if (list.answers.some(({ kind }) => kind === 'beside')) return 'an error beside records is lost';
	const { total = 0 } = lastWords(list);
	const isRead = READ_PLACES.includes(service.total?.at ?? '');
	const isShort = rows.length < Math.min(total, reading.limit ?? Infinity);
	return isRead && isShort ? 'a total is larger than what came' : undefined;
}

/** Whether a client could tell that records are missing or doubled: by a failure, by `has_more`, or by records that come again. */
function isVisible(one: Case, { list, rows }: Run): boolean {
	const { service, reading } = one;
	const isFailed = list.answers.some(({ kind }) => kind === 'failed' || kind === 'refused');
	// A run that has reached its limit need not say that more follow.
	const isCut = rows.length >= (reading.limit ?? Infinity);
	const isMore =
		!isCut && lastWords(list).more === true && READ_PLACES.includes(moreAt(service) ?? '');
	return isFailed || isMore || isRepeatVisible(one, list.answers);
}

/** A record shows that it comes again by its ID. Without one of its own, only the same page once more shows that. */
function isRepeatVisible(
	{ service: { ids, volatile } }: Case,
	answers: readonly Answer[],
): boolean {
	const hasId = ids === 'own' || ids === 'id' || ids === 'number' || ids === 'beyond';
	const isSameText = volatile !== 'record' && (ids === 'none' || ids === 'perDay');
	return repeatsOf(answers).some(({ again, isSamePage }) => {
		return (hasId && again > 0) || (isSameText && isSamePage);
	});
}

/** The pages with records of earlier pages, and how many. */
function repeatsOf(answers: readonly Answer[]) {
	const before = new Set<number>();
	return answers.flatMap(({ places }, at) => {
		const again = places.filter((place) => before.has(place)).length;
		const isSamePage = places.join() === answers[at - 1]?.places.join();
		for (const place of places) before.add(place);
		return again > 0 ? [{ again, isSamePage }] : [];
	});
}

/** Whether all that came is one full page, after which the total does not count. */
function isOneFullPage({ answers }: Run['list']): boolean {
	const pages = answers.filter(({ places }) => places.length > 0);
	return pages.length === 1 && pages[0]?.places.length === pages[0]?.limit;
}

type Reason = (one: Case, run: Run) => boolean;

/**
 * Why no client of such a service can tell that something is wrong. They follow from the rule that a service is
 * believed. A run that ends wrong for another reason has to say so.
 */
const REASONS: Readonly<Record<string, Reason>> = {
	// The service says a number, and as many records came.
	'a total that is too low': ({ service }, { rows, list }) => {
		const { total = Infinity, more } = lastWords(list);
		const isLie = service.total?.says === 'page' || service.total?.says === 'tooFew';
		return isLie && total <= rows.length && (more === false || !isOneFullPage(list));
	},
	// The service says that no more records follow.
	'has_more: false, or an empty next, too early': ({ service }, { list }) =>
		service.more?.says === 'never' && lastWords(list).more === false,
	// The service pages in another way. It says nothing of the length, and sends its last page or nothing for an offset.
	'an end too early': ({ service }, { list }) =>
		service.pagesBy !== 'offset' && list.answers.some(({ kind }) => kind === 'end'),
	// Records come and go between two pages, and no ID comes twice.
	'a list that moves while it is read': ({ service }) =>
		service.move !== null || service.order === 'shuffled',
	// A list without pages is read with one request, and the service caps the response.
	'one page that says nothing of the length': ({ service, reading }) =>
		reading.list === 'tasks' && service.cap !== null,
	// The offset is ignored, and the records have no ID and are different each time, or the same anyway.
	'a page that comes again and looks new': (_, { list }) => repeatsOf(list.answers).length > 0,
};

/** Returns why no client could tell what is wrong with a run, or `undefined` if one could. */
export function unknowableReason(one: Case, run: Run): string | undefined {
	if (isVisible(one, run)) return undefined;
	return Object.keys(REASONS).find((reason) => REASONS[reason]?.(one, run));
}
