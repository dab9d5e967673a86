import type { Answer, ApiName, ApiRequest } from '../api';
import { asError, ServiceError } from '../base';
import type { ListResult } from './listSoFar';
import { isWrite, type ListQuery } from './paging';
import { readList, type ReadOptions } from './readList';

/** The part of a client that {@link Lists} needs. */
interface Sender {
	send(request: ApiRequest): Promise<Answer>;
	offers(api: ApiName): boolean;
}

/** With more cached records, the next list clears the cache: a long run must not keep them all. */
const MAX_KEPT = 100_000;

/** Reads lists, equal ones only once. Each client has its own cache, since another key reads other records. */
export class Lists {
	/** Finished and running reads, by the text of the query. */
	private readonly known = new Map<string, Promise<ListResult>>();

	/** Lists whose records a caller of {@link readOwn} may have changed. */
	private readonly handedOut = new WeakSet<ListResult>();

	private kept = 0;

	/** @param continuesOnError whether an error of one read stops no other */
	constructor(
		private readonly client: Sender,
		private readonly options: Partial<ReadOptions> = {},
		readonly continuesOnError = false,
	) {}

	offers(api: ApiName): boolean {
		return this.client.offers(api);
	}

	/**
	 * Returns a list, with the error that ended it. An equal read is sent again only if the first one failed
	 * with an error that may pass. Callers must not change the records.
	 */
	async read(query: ListQuery): Promise<ListResult> {
		const { request, answerKind, listNames, recordsAt, paging, limit } = query;
		if (isWrite(query)) return await this.send(query);
		const key = JSON.stringify([request, answerKind, listNames, recordsAt, paging, limit]);
		const known = this.known.get(key);
		if (known !== undefined) {
			const list = await known;
			return this.continuesOnError && mayPass(list.error) ? await this.read(query) : list;
		}
		if (this.kept > MAX_KEPT) {
			this.known.clear();
			this.kept = 0;
		}
		const sent = this.send(query);
		this.known.set(key, sent);
		const list = await sent;
		if (mayPass(list.error)) this.known.delete(key);
		return list;
	}

	/** Like {@link read}, but the caller may change the records. */
	async readOwn(query: ListQuery): Promise<ListResult> {
		const list = await this.read(query);
		const { records, pages } = list;
		if (this.handedOut.has(list)) return { ...list, ...structuredClone({ records, pages }) };
		this.handedOut.add(list);
		return list;
	}

	private async send(query: ListQuery): Promise<ListResult> {
		try {
			const send = async (page: ApiRequest) => await this.client.send(page);
			const list = await readList(query, send, this.options);
			this.kept += list.records.length;
			return list;
		} catch (error) {
			return { records: [], pages: [], notices: [], error: asError(error) };
		}
	}
}

/** Whether a later request may succeed. A refusal is final. */
function mayPass(error?: Error): boolean {
	const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
	const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
	return error !== undefined && !isRefused;
}
