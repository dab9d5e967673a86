import type { Answer, ApiName, ApiRequest } from '../api';
import { asError, ServiceError } from '../base';
import type { ListResult } from './listSoFar';
import { isWrite, type ListQuery } from './paging';
import { readList, type ReadOptions } from './readList';

/** The members of a client that {@link Lists} needs. */
interface Sender {
	send(request: ApiRequest): Promise<Answer>;
	hasBaseUrl(api: ApiName): boolean;
}

/** The next list clears a cache with more records than this. That keeps the memory of a long run small. */
const MAX_CACHED_RECORDS = 100_000;

/** Reads lists, each only once. The cache is for one client, since a client with another key reads other records. */
export class Lists {
	/** Finished and running reads, by the JSON of their query. */
	private readonly cache = new Map<string, Promise<ListResult>>();

	/** Lists that {@link readOwnCopy} has returned. The caller may have changed their records. */
	private readonly returnedForChange = new WeakSet<ListResult>();

	private cachedCount = 0;

	/** @param continuesOnError whether the run goes on with other lists after an error */
	constructor(
		private readonly client: Sender,
		private readonly options: Partial<ReadOptions> = {},
		readonly continuesOnError = false,
	) {}

	hasBaseUrl(api: ApiName): boolean {
		return this.client.hasBaseUrl(api);
	}

	/**
	 * Reads a list, or returns it from the cache. The result includes the error that ended the list. A cached list is
	 * read again only if an error ended it and a later request may succeed. The caller must not change the records.
	 */
	async read(query: ListQuery): Promise<ListResult> {
		const { request, answerKind, listNames, recordsAt, paging, limit } = query;
		if (isWrite(query)) return await this.send(query);
		const key = JSON.stringify([request, answerKind, listNames, recordsAt, paging, limit]);
		const known = this.cache.get(key);
		if (known !== undefined) {
			const list = await known;
			return this.continuesOnError && isTemporary(list.error) ? await this.read(query) : list;
		}
		if (this.cachedCount > MAX_CACHED_RECORDS) {
			this.cache.clear();
			this.cachedCount = 0;
		}
		const sent = this.send(query);
		this.cache.set(key, sent);
		const list = await sent;
		if (isTemporary(list.error)) this.cache.delete(key);
		return list;
	}

	/** Reads a list as {@link read} does, but the caller may change the records. */
	async readOwnCopy(query: ListQuery): Promise<ListResult> {
		const list = await this.read(query);
		const { records, pages } = list;
		if (this.returnedForChange.has(list)) {
			return { ...list, ...structuredClone({ records, pages }) };
		}
		this.returnedForChange.add(list);
		return list;
	}

	private async send(query: ListQuery): Promise<ListResult> {
		try {
			const send = async (page: ApiRequest) => await this.client.send(page);
			const list = await readList(query, send, this.options);
			this.cachedCount += list.records.length;
			return list;
		} catch (error) {
			return { records: [], pages: [], notices: [], error: asError(error) };
		}
	}
}

/** Whether another request may succeed after this error. A refusal (4xx) other than 408 or 429 is final. */
function isTemporary(error?: Error): boolean {
	const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
	const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
	return error !== undefined && !isRefused;
}
