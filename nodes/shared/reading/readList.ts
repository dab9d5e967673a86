import type { Answer, ApiRequest } from '../api';
import { asError, ServiceError } from '../base';
import { listPaths } from './findList';
import { type ListResult, ListSoFar } from './listSoFar';
import { pageRequest } from './paging';
import type { ListQuery } from './query';
import { type AnswerContent, NO_LIST_ERROR, noListNotice, readAnswer } from './readAnswer';
import { hasId, hasMoreThanWords } from './signs';

/** The GEO API documents 100 records per page as the most for its projects (public). */
export const PAGE_SIZE = 100;

/** A service may answer so to a page beyond the last one, instead of with an empty page. */
const NO_SUCH_PAGE = [404, 416];

export interface ReadOptions {
	/** The most pages to request ahead, once the service has stated a total. */
	readonly concurrency: number;
	/** Records per page. All pages have this size, as services count pages by it. */
	readonly pageSize: number;
}

/**
 * Reads a list page by page, until it has `limit` records or is over. It is over when
 *
 * - a page is empty, or a page after the first is not there (404 or 416);
 * - all signs say so: the total, the number of pages, `has_more: false`, or no next cursor. If the first
 *   page is full and the total is just its size, one more request makes sure;
 * - a page came before.
 *
 * A page that is shorter than requested ends nothing by itself. If signs disagree, an empty page decides,
 * and a notice says so; `ListSoFar` has the rules.
 *
 * The next offset is the number of records received, so the node skips nothing if the service sends fewer
 * than requested.
 *
 * @param send sends a request, and again if that may help; throws unless the answer is a success
 * @returns the records; with an error if the service failed after the first page, or the list does not
 * end
 * @throws ServiceError if the request for the first page fails or is refused
 */
export async function readList(
	query: ListQuery,
	send: (request: ApiRequest) => Promise<Answer>,
	{ concurrency = 1, pageSize = PAGE_SIZE }: Partial<ReadOptions> = {},
): Promise<ListResult> {
	const { request, paging, limit, maxPageSize = Infinity } = query;
	const size = Math.min(pageSize, limit, maxPageSize);
	const list = new ListSoFar(query, size);
	const pages = new Prefetcher(async (offset) => {
		return await send(pageRequest(request, paging, size, { ...list.next, offset }));
	}, concurrency);
	const first = await pages.get(0);
	const content = readAnswer(first.body ?? null, query);
	if (content.records === undefined) return noList(content, query);
	list.take(content, first.size);
	while (!list.isOver) {
		pages.prefetch(list.next.offset, list.foreseen, size);
		const { excess } = list;
		if (excess !== undefined) return list.brokenOff(excess);
		try {
			const answer = await pages.get(list.next.offset);
			const page = readAnswer(answer.body ?? null, query);
			if (page.records === undefined && !page.isBlank) return list.brokenOff(NO_LIST_ERROR);
			list.take(page, answer.size);
		} catch (error) {
			if (!isNoSuchPage(error)) return list.brokenOff(asError(error));
			list.takeEmpty();
		}
	}
	return list.result;
}

function isNoSuchPage(error: unknown): boolean {
	return error instanceof ServiceError && NO_SUCH_PAGE.includes(error.status ?? 0);
}

/** Makes one record of a first answer without a list, or none if there is nothing in it. */
function noList(content: AnswerContent, { answerKind: expected, paging }: ListQuery): ListResult {
	const { body, notices: own } = content;
	const isItem = body !== null && (expected !== 'list' || hasMoreThanWords(body));
	// Only a list comes in pages.
	const kind = paging === undefined ? expected : 'list';
	const mayHoldList = kind === 'any' && !hasId(body) && listPaths(body).length > 0;
	const isMissed = kind === 'list' || mayHoldList;
	const missed = isMissed && body !== null ? [noListNotice(content, kind, isItem)] : [];
	return {
		records: isItem ? [body] : [],
		pages: body === null ? [] : [body],
		notices: [...own, ...missed],
		isNoList: true,
	};
}

/** Requests pages before they are needed. */
class Prefetcher {
	private readonly pending = new Map<number, Promise<Answer>>();

	/** @param request sends the request for the page at an offset */
	constructor(
		private readonly request: (offset: number) => Promise<Answer>,
		private readonly maxPending: number,
	) {}

	/** Returns the page at this offset, requesting it now if necessary. */
	async get(offset: number): Promise<Answer> {
		const page = this.pending.get(offset) ?? this.request(offset);
		this.pending.delete(offset);
		return await page;
	}

	/** Requests the pages from one offset to before another, up to `maxPending`. */
	prefetch(from: number, end: number, pageSize: number): void {
		for (let at = from; at < end && this.pending.size < this.maxPending; at += pageSize) {
			if (this.pending.has(at)) continue;
			const page = this.request(at);
			// Otherwise a page that fails and is never fetched would end the process.
			page.catch(() => undefined);
			this.pending.set(at, page);
		}
	}
}
