import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import { asCount, isAtLeast, largest, smallest } from './counts';
import { hasContent, isRecordItself, plainName, plainNames as names } from './members';

/** Where an answer says that the next page is. */
export interface Next {
	/** - `url`: an address; `cursor`: a text to send along; `page`: a page number */
	readonly kind: 'cursor' | 'page' | 'url';
	readonly value: number | string;
	/** The name under which other services take such a value. */
	readonly parameter: string;
}

/** What an answer says about the length of its list. Each may be wrong. */
export interface Signs {
	/** How many records there are in all; of several numbers the largest. */
	readonly total?: number;
	/** Whether that is only the least that there are: `250+`. */
	readonly isAtLeast?: boolean;
	/** What is called `count`, which may be that of the page. */
	readonly count?: number;
	readonly totalPages?: number;
	/** Whether more records follow. */
	readonly hasMore?: boolean;
	/** The most records of a page, as the service has understood the request. */
	readonly limit?: number;
	/** The same as the answer names it for its own page; never the number of its records. */
	readonly pageSize?: number;
	readonly next?: Next;
}

/** How an address starts, also one that is only a path or a query. */
const URL_START = /^(https?:\/\/|\/|\?)/i;

/** The headers of an answer, names in lower case. */
type Headers = Readonly<Record<string, unknown>>;

/** Objects beside a list that may say how long it is. */
const NESTED = names('meta metadata pagination paging page page_info links _links cursors');

const TOTALS = names(
	'total total_count total_records total_items total_results total_rows total_hits total_elements ' +
		'num_found num_results record_count result_count records_filtered @odata.count',
);

/** Of all records, where `records_filtered` has those that were asked for (public: DataTables). */
const UNFILTERED = names('records_total');
const FILTERED = names('records_filtered');
const COUNT = names('count');
const TOTAL_PAGES = names('total_pages page_count num_pages last_page pages');
const MORE = names(
	'has_more has_next has_next_page has_more_results has_more_items has_more_records has_more_pages ' +
		'more more_available more_results',
);

/** Flags that say that records are missing; without them there may still be another page. */
const CUT = names('truncated is_truncated incomplete incomplete_results partial is_partial');

/** Members that say the same of a list, unless the object that it lies in is a record itself. */
const WHOLE = names('complete is_complete finished is_finished');
const EXCEEDED = names('exceeded_limit limit_exceeded');
const LAST = names('is_last last is_last_page end_of_list');
const LINKS = names('links _links');
const PAGE_SIZES = names('limit page_size per_page');
const LIMITS = names('limit page_size per_page size');
const NEXT: Readonly<Record<string, string>> = {
	next: 'cursor',
	nexturl: 'cursor',
	nextlink: 'cursor',
	odatanextlink: 'cursor',
	nextpage: 'page',
	nextpageurl: 'page',
	nextcursor: 'cursor',
	nextpagetoken: 'page_token',
	nexttoken: 'next_token',
	continuationtoken: 'continuation_token',
	endcursor: 'after',
};

/** What an answer says beside its list, under a name as names are compared. */
type Member = readonly [name: string, value: JsonValue];

/**
 * Reads what an answer says about the length of its list.
 *
 * @param holders the objects that the list lies in
 * @param count how many records came: a `count` of no more is that of the page
 * @param resources the names of the list, such as `tasks`: `total_tasks` may say how many there are
 */
export function readSigns(
	holders: readonly JsonObject[],
	headers: Headers,
	count: number,
	resources: readonly string[] = [],
): Signs {
	const members = membersOf(holders);
	const own = membersOf(holders.filter((holder) => !isRecordItself(holder)));
	const total = totalIn(members, headers, count) ?? namedTotalIn(members, count, resources);
	const flags = [
		...flagsIn(members, count),
		...under(members, moreNamesOf(resources)).map(([, value]) => asMore(value)),
		...flagsOfListIn(own),
	];
	const nexts = nextsIn(members, headers);
	return {
		total,
		isAtLeast:
			under(members, TOTALS).some(([, value]) => isAtLeast(value) && asCount(value) === total) ||
			undefined,
		count: smallest(numbersIn(members, COUNT).filter((value) => value >= count)),
		totalPages: largest(numbersIn(members, TOTAL_PAGES)),
		limit: smallest(numbersIn(members, LIMITS)),
		pageSize: smallest(numbersIn(members, PAGE_SIZES)),
		// Some services send a cursor even when they say that no more records follow.
		hasMore: anyOf(flags) ?? anyOf(nexts.map(([, value]) => pointsOn(value))),
		next: nexts.map(asNext).find((known) => known !== undefined),
	};
}

/** How many records there are in all, of several numbers the largest. */
function totalIn(members: readonly Member[], headers: Headers, count: number): number | undefined {
	const isFiltered = under(members, FILTERED).length > 0;
	return largest([
		...numbersIn(members, TOTALS),
		...(isFiltered ? [] : numbersIn(members, UNFILTERED)),
		...numbersIn(members, COUNT).filter((value) => value > count),
		...totalsIn(headers),
	]);
}

/** A total under the name of the list. It may count more than the list, such as all tasks of the project. */
function namedTotalIn(
	members: readonly Member[],
	count: number,
	resources: readonly string[],
): number | undefined {
	const numbers = numbersIn(members, totalNamesOf(resources));
	return largest(numbers.filter((value) => value > count));
}

/** Whether more records follow, by each member that says so or the contrary. */
function flagsIn(members: readonly Member[], count: number): Array<boolean | undefined> {
	const isOpen = ([, value]: Member) => isAtLeast(value) && (asCount(value) ?? 0) <= count;
	return [
		under(members, TOTALS).some(isOpen) || undefined,
		...under(members, MORE).map(([, value]) => asMore(value)),
		...under(members, CUT).map(([, value]) => asFlag(value) || undefined),
		...under(members, LAST).map(([, value]) => invert(asFlag(value))),
	];
}

/** The same by members that may also be those of a record, such as `finished`. */
function flagsOfListIn(members: readonly Member[]): Array<boolean | undefined> {
	const says = (known: ReadonlySet<string>, flag: boolean) =>
		under(members, known).some(([, value]) => asFlag(value) === flag) || undefined;
	return [says(WHOLE, false), says(EXCEEDED, true)];
}

/** Everything that may say where the next page is. */
function nextsIn(members: readonly Member[], headers: Headers): Member[] {
	return [
		...members.filter(([name]) => Object.hasOwn(NEXT, name)),
		...under(members, LINKS).flatMap(([, value]) => nextIn(value)),
		...linksIn(headers),
	];
}

/** The members under one of some names. */
function under(members: readonly Member[], known: ReadonlySet<string>): Member[] {
	return members.filter(([name]) => known.has(name));
}

/** The numbers of records, or of pages, under one of some names. */
function numbersIn(members: readonly Member[], known: ReadonlySet<string>): number[] {
	return under(members, known).flatMap(([, value]) => asCount(value) ?? []);
}

/** What objects and those in them say. */
function membersOf(holders: readonly JsonObject[]): Member[] {
	const members = holders.flatMap(withNested).flatMap((object) => Object.entries(object));
	return members.map(([name, value]): Member => [plainName(name), value]);
}

/** An object, and those in it that may say how long a list is. */
export function withNested(object: JsonObject): JsonObject[] {
	const nested = Object.entries(object).flatMap(([name, value]) =>
		NESTED.has(plainName(name)) && isObject(value) ? withNested(value) : [],
	);
	return [object, ...nested];
}

/** The names of totals that are called after what they count: `total_tasks`, `task_count`. */
function totalNamesOf(resources: readonly string[]): ReadonlySet<string> {
	return names(
		resources
			.filter((name) => name !== '')
			.flatMap((name) => {
				const one = name.replace(/s$/, '');
				return [`total_${name}`, `${name}_total`, `num_${name}`, `${name}_count`, `${one}_count`];
			})
			.join(' '),
	);
}

/** The names of flags that are called after the list: `tasks_has_more`. */
function moreNamesOf(resources: readonly string[]): ReadonlySet<string> {
	return names(resources.map((name) => `${name}_has_more has_more_${name}`).join(' '));
}

/** The next page in a list of links such as `{ rel: 'next', href: '/…' }`. */
function nextIn(links: JsonValue): Member[] {
	if (!Array.isArray(links)) return [];
	const next = links.find((link) => isObject(link) && link.rel === 'next');
	return next === undefined ? [] : [['next', next]];
}

/** `X-Total-Count: 257` and `Content-Range: items 0-99/257`. */
function totalsIn(headers: Headers): number[] {
	const { 'content-range': range, 'x-total-count': totalCount, 'x-total': total } = headers;
	const ofRange = typeof range === 'string' ? range.split('/')[1] : undefined;
	return [totalCount, total, ofRange].flatMap((value) => {
		return typeof value === 'string' ? (asCount(value) ?? []) : [];
	});
}

/** The next page in `Link: <https://…>; rel="next"`; a `Link` without it says that there is none. */
function linksIn({ link }: Headers): Member[] {
	if (typeof link !== 'string' || !/rel="?(next|prev|first|last)/i.test(link)) return [];
	const url = /<([^>]*)>\s*;[^,<]*rel="?next\b/i.exec(link)?.[1];
	return [['next', url ?? null]];
}

function asNext([name, value]: Member): Next | undefined {
	const parameter = NEXT[name] ?? 'cursor';
	const inner = isObject(value) ? (value.href ?? value.url ?? null) : value;
	if (typeof inner === 'number') {
		// `next: 2` is a page; `next_cursor: 200` is not.
		const isCursor = parameter !== 'page' && name !== 'next';
		return isCursor
			? { kind: 'cursor', value: inner, parameter }
			: { kind: 'page', value: inner, parameter: 'page' };
	}
	if (typeof inner !== 'string' || inner.trim() === '') return undefined;
	const isUrl = URL_START.test(inner);
	return { kind: isUrl ? 'url' : 'cursor', value: inner, parameter };
}

/** Whether a member such as `next` leads anywhere; `undefined` if it says neither. */
function pointsOn(value: JsonValue): boolean | undefined {
	if (isObject(value)) {
		const address = value.href ?? value.url;
		return address === undefined ? hasContent(value) : pointsOn(address);
	}
	if (value === false || value === '') return false;
	return typeof value === 'boolean' || ['string', 'number'].includes(typeof value);
}

/** Yes if one says so, no if one says no and none yes. */
function anyOf(flags: ReadonlyArray<boolean | undefined>): boolean | undefined {
	if (flags.includes(true)) return true;
	return flags.includes(false) ? false : undefined;
}

/** Whether more follow: a flag, a number other than 0, or an address in its place. */
function asMore(value: JsonValue): boolean | undefined {
	if (typeof value === 'number') return value !== 0;
	const isUrl = typeof value === 'string' && URL_START.test(value);
	return isUrl ? true : asFlag(value);
}

function asFlag(value: JsonValue): boolean | undefined {
	if (typeof value === 'string') return { true: true, false: false }[value.trim().toLowerCase()];
	return typeof value === 'boolean' ? value : undefined;
}

function invert(flag: boolean | undefined): boolean | undefined {
	return flag === undefined ? undefined : !flag;
}
