import type { Answer, ApiName, ApiRequest } from '../api';
import { asError, ServiceError } from '../base';
import type { ListResult } from './listSoFar';
import { isWrite, type ListQuery } from './query';
import { readList, type ReadOptions } from './readList';

/** The part of a client that lists are read with. */
export interface Sender {
	send(request: ApiRequest): Promise<Answer>;
	offers(api: ApiName): boolean;
}

/**
 * Above so many kept records, the next list makes the node forget all: a run over hundreds of lists must
 * not hold every one until its end.
 */
const MAX_KEPT = 100_000;

/**
 * Reads everything that is a list, equal ones only once: records, projects, names in filters. Each client
 * has its own, since another key reads other records.
 */
export class Lists {
	/** Finished and running reads, by the text of the query. */
	private readonly known = new Map<string, Promise<ListResult>>();

	/** The lists whose records are the own ones of somebody. */
	private readonly handedOut = new WeakSet<ListResult>();

	private kept = 0;

	/** @param continuesOnError whether an error of one read stops no other */
	constructor(
		private readonly client: Sender,
		private readonly options: Partial<ReadOptions> = {},
		readonly continuesOnError = false,
	) {}

	/** Whether the credential has an address for an API. */
	offers(api: ApiName): boolean {
		return this.client.offers(api);
	}

	/**
	 * Returns a list, with the error that ended it. It does not send a read twice, unless the first one
	 * failed and may pass. Nobody may change the records.
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

	/** Returns a list as {@link read} does, with records that the caller may change. */
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

/** Whether the next item may have an answer: a refusal stays one. */
function mayPass(error?: Error): boolean {
	const status = error instanceof ServiceError ? (error.status ?? 0) : 0;
	const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
	return error !== undefined && !isRefused;
}
