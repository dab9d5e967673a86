import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { DuplicateFilter } from './duplicateFilter';
import { findList, type FoundList } from './findList';
import { type PageRequest, PagePrefetcher } from './pagePrefetcher';

/** Records asked for at once. The service documents 100 as the most for GEO projects (public). */
export const PAGE_SIZE = 100;

/** Where reading stops in any case: a service without an end must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** How to read a list. */
export interface Paging {
	/** The most pages under way side by side, once the service has said how many there are. */
	readonly concurrency: number;
	/** Records asked for at once. */
	readonly pageSize: number;
}

/** What reading a list gave. */
export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	/** What the user should know about how the service pages. */
	readonly hint?: string;
	/** Whether the list changed while it was read, so that records may be missing. */
	readonly hasMoved?: boolean;
	/** Whether there was no list in the answer: its one record, if any, is then the whole answer. */
	readonly isNoList?: boolean;
}

/**
 * Reads a list page by page until `limit` records are there or the service has no more.
 *
 * It ends with any service. The offset advances by what came, so a server that sends fewer records
 * than asked loses none; an empty page ends the list, and so does one without any record that was
 * not there before, which shows that the server ignores the offset. A `total` saves the request
 * for the empty page, but only if it agrees with what came.
 *
 * @param ask sends one request
 * @param names the names under which the list may lie
 * @param limit the most records wanted, `Infinity` for all
 */
export async function readList(
	ask: PageRequest,
	names: readonly string[],
	limit: number,
	{ concurrency = 1, pageSize = PAGE_SIZE }: Partial<Paging> = {},
): Promise<ListResult> {
	const records: JsonValue[] = [];
	const pages: JsonValue[] = [];
	const seen = new DuplicateFilter(names);
	const ahead = new PagePrefetcher(ask, concurrency);
	let received = 0;
	let total: number | undefined;
	let hasMoved = false;
	let isSteady = true;

	while (records.length < limit) {
		const wanted = Math.min(pageSize, limit - records.length);
		if (total !== undefined && isSteady) {
			ahead.expect(pageSize, received, total, received + limit - records.length);
		}
		const mayBeOver = total !== undefined && received >= total;
		const page = ahead.get(wanted, received);
		const body = (await (mayBeOver ? page.catch(nothingLeft) : page)) ?? null;
		const list = body === null ? { records: [] } : findList(body, names);
		if (list === undefined && mayBeOver) break;
		if (list === undefined && received > 0) throw noPageError(received);
		if (list === undefined) return { records: [body], pages: [body], isNoList: true };
		if (body === null && received === 0) return { records: [], pages: [], isNoList: true };

		const count = received + list.records.length;
		const isLast = isEnd(count, list, wanted) || records.length + list.records.length >= limit;
		const isOnly = received === 0 && isLast;
		const { kept, isNews, hasSameIds } = isOnly
			? { kept: list.records, isNews: true, hasSameIds: false }
			: seen.add(list.records, wanted);
		if (body !== null && (received === 0 || isNews)) pages.push(body);
		if (list.records.length === 0) break;
		const saysMore = (list.total ?? 0) > received;
		if (!isNews || (hasSameIds && !saysMore))
			return { records, pages, hint: repeatedHint(records.length, list.total) };

		received = count;
		isSteady &&= list.records.length === wanted && kept.length === wanted;
		for (const record of kept.slice(0, limit - records.length)) records.push(record);
		if (list.total !== undefined && list.total >= received) {
			hasMoved ||= total !== undefined && total !== list.total;
			total = list.total;
		}
		if (isEnd(received, list, wanted)) break;
		if (received >= MAX_RECORDS) return { records, pages, hint: endlessHint(received) };
	}
	return { records, pages, ...(hasMoved ? { hint: MOVED_HINT, hasMoved } : {}) };
}

/**
 * A short page whose `total` agrees is the last one; anything less certain is asked again. On the
 * first page the `total` may be that of the page alone, and the page short because the server has
 * a maximum of its own, which is a multiple of 5.
 */
function isEnd(received: number, { records, total }: FoundList, wanted: number): boolean {
	const mayBeMaximum = received === records.length && records.length % 5 === 0;
	return total === received && records.length < wanted && !mayBeMaximum;
}

/** Beyond the last page a service may refuse instead of sending an empty page. */
function nothingLeft(error: unknown): null {
	const isRefusal =
		error instanceof ServiceError && [400, 404, 416, 422].includes(error.status ?? 0);
	if (isRefusal) return null;
	throw error;
}

function noPageError(received: number): ServiceError {
	return new ServiceError(
		`The service sent ${received} records and then an answer that is no list`,
		"Run the workflow again. If it lasts, see what the service sends with 'Output' → 'Raw Response' " +
			`and a 'Limit' of ${received} in the GEO node, or ask its support.`,
	);
}

const MOVED_HINT =
	'The list changed while it was read page by page. ' +
	'Records that were added or removed meanwhile may be missing; run the node again to be sure.';

function endlessHint(count: number): string {
	return (
		`Reading stopped after ${count} records, because the service kept sending more. ` +
		'Narrow the request down, or set a limit.'
	);
}

function repeatedHint(count: number, total: number | undefined): string | undefined {
	if (total === count) return undefined;
	return (
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it gave are here; nothing was doubled.`
	);
}
