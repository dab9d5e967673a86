import type { Answer, ApiRequest, Client } from '../api';
import { asError, getOrCreate, type Notice, ServiceError } from '../base';
import { type ListResult, PageCollector } from './collector';
import { createPageRequest, isWrite, type ListQuery } from './paging';
import { readPage } from './response';

/** The default page size. It is the maximum for the GEO API's list of projects (public docs). */
export const DEFAULT_PAGE_SIZE = 100;

/** Some services send these statuses if there is no further page. */
const NO_SUCH_PAGE_STATUSES = [404, 416];

/** Limits the memory of a long run. A cache with more records is cleared before the next list is read. */
const MAX_CACHED_RECORDS = 100_000;

interface ReadOptions {
	readonly concurrency?: number;
	/** All pages of a list have this size, because a service may count the offset in pages. */
	readonly pageSize?: number;
}

/** Reads each list only once. Each client has its own cache, because another API key may read other records. */
export class Lists {
	/** Finished and running reads, by the JSON of their query. */
	private readonly cache = new Map<string, Promise<ListResult>>();

	private cachedCount = 0;

	/** The lists that {@link copyIfHandedOut} has already returned. It copies them the next time. */
	private readonly handedOut = new WeakSet<ListResult>();

	/** @param continuesOnError whether the run goes on with the next list after an error */
	constructor(
		private readonly client: Pick<Client, 'hasBaseUrl' | 'send'>,
		private readonly options: ReadOptions = {},
		readonly continuesOnError = false,
	) {}

	hasBaseUrl(api: ApiRequest['api']): boolean {
		return this.client.hasBaseUrl(api);
	}

	/**
	 * Reads a list, or returns it from the cache. Callers must not change the records.
	 *
	 * If reading fails, the result has the error. After a temporary error, the next call reads the list again.
	 *
	 * @param isRepeat whether the caller has waited for a read that failed. It then reads again or waits, but only once
	 */
	async read(query: ListQuery, isRepeat = false): Promise<ListResult> {
		const { request, answerKind, listNames, recordsAt, paging, limit } = query;
		if (isWrite(query)) return await this.readUncached(query);
		const key = JSON.stringify([request, answerKind, listNames, recordsAt, paging, limit]);
		const known = this.cache.get(key);
		if (known !== undefined) {
			const list = await known;
			const isOver = isRepeat || !this.continuesOnError || !isTemporary(list.error);
			return isOver ? list : await this.read(query, true);
		}
		if (this.cachedCount > MAX_CACHED_RECORDS) {
			this.cache.clear();
			this.cachedCount = 0;
		}
		const sent = this.readUncached(query);
		this.cache.set(key, sent);
		const list = await sent;
		if (isTemporary(list.error)) this.cache.delete(key);
		return list;
	}

	/** Returns the list itself at the first call, and then copies. So no two items of n8n share a record. */
	copyIfHandedOut(list: ListResult): ListResult {
		if (this.handedOut.has(list)) return { ...list, records: structuredClone(list.records) };
		this.handedOut.add(list);
		return list;
	}

	private async readUncached(query: ListQuery): Promise<ListResult> {
		try {
			const list = await readList(query, (page) => this.client.send(page), this.options);
			this.cachedCount += list.records.length;
			return list;
		} catch (error) {
			return { records: [], notices: [], error: asError(error) };
		}
	}
}

/** Whether another request may succeed. Of the statuses from 400 to 499, only 408 and 429 are temporary. */
function isTemporary(error?: Error): boolean {
	const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
	const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
	return error !== undefined && !isRefused;
}

/**
 * Reads a list page by page. {@link PageCollector} decides when it ends.
 *
 * @returns the records. If a later page failed, the result also has the error
 * @throws ServiceError if the first page fails
 */
async function readList(
	query: ListQuery,
	send: (request: ApiRequest) => Promise<Answer>,
	{ concurrency = 1, pageSize = DEFAULT_PAGE_SIZE }: ReadOptions,
): Promise<ListResult> {
	const { limit, maxPageSize = Infinity } = query;
	const size = Math.min(pageSize, limit, maxPageSize);
	const list = new PageCollector(query, size);
	const pages = new Prefetcher(
		(offset) => send(createPageRequest(query, size, { ...list.nextPosition, offset })),
		concurrency,
	);
	const addPage = (response: Answer) => {
		const page = readPage(response.body, query);
		const notices = response.isGarbled === true ? [...page.notices, GARBLED] : page.notices;
		list.add({ ...page, notices }, response.size);
	};
	addPage(await pages.get(0));
	while (!list.isOver) {
		pages.prefetch(list.nextPosition.offset, list.prefetchEnd, size);
		const { tooLongError } = list;
		if (tooLongError !== undefined) return list.resultWithError(tooLongError);
		try {
			addPage(await pages.get(list.nextPosition.offset));
		} catch (error) {
			if (!isNoSuchPage(error)) return list.resultWithError(asError(error));
			list.add({ records: [], metadata: {}, notices: [] });
		}
	}
	return list.result;
}

const GARBLED: Notice = {
	kind: 'note',
	text: 'Some characters of the response could not be read, and are shown as �.',
};

function isNoSuchPage(error: unknown): boolean {
	return error instanceof ServiceError && NO_SUCH_PAGE_STATUSES.includes(error.status ?? 0);
}

class Prefetcher {
	private readonly pending = new Map<number, Promise<Answer>>();

	constructor(
		private readonly request: (offset: number) => Promise<Answer>,
		private readonly maxPending: number,
	) {}

	get(offset: number): Promise<Answer> {
		const page = this.pending.get(offset) ?? this.request(offset);
		this.pending.delete(offset);
		return page;
	}

	/** Requests the pages from one offset to another, at most `maxPending` at once. */
	prefetch(from: number, end: number, pageSize: number): void {
		for (let at = from; at < end && this.pending.size < this.maxPending; at += pageSize) {
			const page = getOrCreate(this.pending, at, () => this.request(at));
			// If the list ends earlier, nobody handles an error of this page. The error would then end the process.
			page.catch(() => undefined);
		}
	}
}
