import type { Answer, ApiRequest } from '../api';
import { asError, ServiceError } from '../base';
import { listPaths } from './findList';
import { type ListResult, ListSoFar } from './listSoFar';
import { createPageRequest } from './paging';
import type { ListQuery } from './paging';
import { type AnswerContent, NO_LIST_ERROR, noListNotice, readAnswer } from './readAnswer';
import { hasIdMember, hasMoreThanTexts } from './signs';

/** The maximum page size that the GEO API documents for its projects (public). */
export const DEFAULT_PAGE_SIZE = 100;

/** The statuses of answers with which some services refuse a page after the last one. */
const NO_SUCH_PAGE_STATUSES = [404, 416];

export interface ReadOptions {
	/** The maximum number of pages to request ahead, once the total is known. */
	readonly concurrency: number;
	/** The number of records to request for each page. It stays the same, since a service may count in pages. */
	readonly pageSize: number;
}

/**
 * Reads a list page by page, until it has `limit` records or ends. {@link ListSoFar} decides when it ends:
 *
 * - at an empty page, or a missing one (404 or 416) after the first page;
 * - if all signs of its length say so: the total, the number of pages, `has_more: false`, or no next cursor. If the
 *   total equals a full first page, the node requests one more page to make sure;
 * - at a page that the service has sent before.
 *
 * A short page does not end a list. The next offset is the number of records received, so the node skips no records if
 * pages are shorter than requested.
 *
 * @returns the records, with an error if a later page fails or the list does not end
 * @throws ServiceError if the first page fails
 */
export async function readList(
	query: ListQuery,
	send: (request: ApiRequest) => Promise<Answer>,
	{ concurrency = 1, pageSize = DEFAULT_PAGE_SIZE }: Partial<ReadOptions> = {},
): Promise<ListResult> {
	const { request, paging, limit, maxPageSize = Infinity } = query;
	const size = Math.min(pageSize, limit, maxPageSize);
	const list = new ListSoFar(query, size);
	const pages = new Prefetcher(async (offset) => {
		return await send(createPageRequest(request, paging, size, { ...list.nextPosition, offset }));
	}, concurrency);
	const first = await pages.get(0);
	const content = readAnswer(first.body ?? null, query);
	if (content.records === undefined) return resultWithoutList(content, query);
	list.addPage(content, first.size);
	while (!list.isOver) {
		pages.prefetch(list.nextPosition.offset, list.prefetchEnd, size);
		const { tooLongError } = list;
		if (tooLongError !== undefined) return list.resultWithError(tooLongError);
		try {
			const answer = await pages.get(list.nextPosition.offset);
			const page = readAnswer(answer.body ?? null, query);
			if (page.records === undefined && !page.isBlank) return list.resultWithError(NO_LIST_ERROR);
			list.addPage(page, answer.size);
		} catch (error) {
			if (!isNoSuchPage(error)) return list.resultWithError(asError(error));
			list.addEmptyPage();
		}
	}
	return list.result;
}

function isNoSuchPage(error: unknown): boolean {
	return error instanceof ServiceError && NO_SUCH_PAGE_STATUSES.includes(error.status ?? 0);
}

/** Returns the result for an answer without a list. The answer itself is the only record, unless it is empty. */
function resultWithoutList(
	content: AnswerContent,
	{ answerKind: expected, paging }: ListQuery,
): ListResult {
	const { body, notices: own } = content;
	const isItem = body !== null && (expected !== 'list' || hasMoreThanTexts(body));
	// A request with paging asks for a list.
	const kind = paging === undefined ? expected : 'list';
	const mayHoldList = kind === 'any' && !hasIdMember(body) && listPaths(body).length > 0;
	const isMissed = kind === 'list' || mayHoldList;
	const missed = isMissed && body !== null ? [noListNotice(content, kind, isItem)] : [];
	return {
		records: isItem ? [body] : [],
		pages: body === null ? [] : [body],
		notices: [...own, ...missed],
		hasNoList: true,
	};
}

class Prefetcher {
	private readonly pending = new Map<number, Promise<Answer>>();

	constructor(
		private readonly request: (offset: number) => Promise<Answer>,
		private readonly maxPending: number,
	) {}

	async get(offset: number): Promise<Answer> {
		const page = this.pending.get(offset) ?? this.request(offset);
		this.pending.delete(offset);
		return await page;
	}

	/** Requests the pages from one offset to another, at most `maxPending` at once. */
	prefetch(from: number, end: number, pageSize: number): void {
		for (let at = from; at < end && this.pending.size < this.maxPending; at += pageSize) {
			if (this.pending.has(at)) continue;
			const page = this.request(at);
			// If nobody waits for this page, its unhandled rejection would end the process.
			page.catch(() => undefined);
			this.pending.set(at, page);
		}
	}
}
