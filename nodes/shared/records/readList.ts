import { ServiceError } from '../errors';
import { findList } from './findList';
import { type ListResult, PagedList } from './pagedList';
import { type PageRequest, PagePrefetcher } from './pagePrefetcher';

/** Records per page, by default. The GEO API documents 100 as the most for its projects (public). */
export const PAGE_SIZE = 100;

/** What a service may answer to an offset beyond the last page, instead of an empty page. */
const END_STATUSES = [400, 404, 416, 422];

/** How to read a list. */
export interface Paging {
	/** The most pages to request at the same time, once the service has said how many there are. */
	readonly concurrency: number;
	/** Records per page. */
	readonly pageSize: number;
}

/**
 * Reads a list page by page until it has `limit` records or the service has no more.
 *
 * The next offset is the number of records received, so nothing is skipped if the service sends
 * fewer than requested. Reading ends with a short page whose `total` agrees, with an empty page, and
 * with a page that brings nothing new, because the service then ignores the offset.
 *
 * @param request sends the request for one page
 * @param names the names under which an answer may hold the list
 * @param limit the most records wanted, `Infinity` for all
 * @throws ServiceError if an answer after the first holds no list; and whatever `request` throws
 */
export async function readList(
	request: PageRequest,
	names: readonly string[],
	limit: number,
	{ concurrency = 1, pageSize = PAGE_SIZE }: Partial<Paging> = {},
): Promise<ListResult> {
	const prefetcher = new PagePrefetcher(request, concurrency);
	const list = new PagedList(names, limit);
	while (list.missing > 0) {
		const { received, total, missing } = list;
		const requested = Math.min(pageSize, missing);
		if (total !== undefined && list.isRegular) {
			prefetcher.prefetch(pageSize, received, total, received + missing);
		}
		const hasReachedTotal = total !== undefined && received >= total;
		const answer = prefetcher.get(requested, received);
		const body = (await (hasReachedTotal ? answer.catch(asEndOfList) : answer)) ?? null;
		const page = body === null ? undefined : findList(body, names);
		if (page === undefined) {
			if (received === 0) {
				const records = body === null ? [] : [body];
				return { records, pages: records, isNoList: true };
			}
			if (body === null || hasReachedTotal) break;
			throw noListError(received);
		}
		const result = list.add(body, page, requested);
		if (result !== undefined) return result;
	}
	return list.result;
}

/** A refusal is no failure after the last record; any other error is. */
function asEndOfList(error: unknown): null {
	if (error instanceof ServiceError && END_STATUSES.includes(error.status ?? 0)) return null;
	throw error;
}

function noListError(received: number): ServiceError {
	return new ServiceError(
		`The service sent ${received} records and then an answer that is not a list`,
		`Run the workflow again. If this happens again, set 'Limit' to ${received} in the GEO node to get the records before that answer, and contact the support of the service.`,
	);
}
