import type { JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest } from '../api';
import { ServiceError } from '../errors';
import { isObject } from '../json';
import { EndpointMemory } from './endpointMemory';
import { type ListResult, PagedList } from './pagedList';
import { PagePrefetcher } from './pagePrefetcher';
import { otherPagings, type Paging, pageRequest } from './paging';
import { fieldIn } from './path';
import {
	type Look,
	mayHoldList,
	noListRemark,
	readAnswer,
	type Reading,
	type Remark,
} from './readAnswer';
import type { Signs } from './signs';

/** Records per page, by default. The GEO API documents 100 as the most for its projects (public). */
export const PAGE_SIZE = 100;

/** What a service may answer to an offset beyond the last page, instead of an empty page. */
const END_STATUSES = [400, 404, 416, 422];

/** How far beyond the end a request asks that finds out what is there. */
const FAR = 10_000;

/** A list to read. */
export interface ListSource {
	/** Sends a request. */
	readonly send: (request: ApiRequest) => Promise<Answer>;
	/** The request, without the members for the page. */
	readonly request: ApiRequest;
	readonly look: Look;
	/** How its pages are asked for; without it, there is only one. */
	readonly paging?: Paging;
}

/** How to read a list. */
export interface ReadOptions {
	/** The most pages to request at the same time, once the service has said how many there are. */
	readonly concurrency: number;
	/** Records per page. */
	readonly pageSize: number;
	/** What was seen of the endpoint in this run. */
	readonly memory: EndpointMemory;
}

/**
 * Reads a list page by page until it has `limit` records or the service has no more.
 *
 * The next offset is the number of records received, so nothing is skipped if the service sends
 * fewer than requested. An end is never taken from one sign that another contradicts: then the next
 * page is asked for. If that is an earlier one once more, a request far beyond the end finds out
 * whether the service ignores the offset; and if it shows another way to the next page, that is tried.
 *
 * @param limit the most records wanted, `Infinity` for all
 * @returns the records; with an error if the service failed after the first page
 * @throws ServiceError for the first page: if the request fails or is refused
 */
export async function readList(
	source: ListSource,
	limit: number,
	options: Partial<ReadOptions> = {},
): Promise<ListResult> {
	const { concurrency = 1, pageSize = PAGE_SIZE, memory = new EndpointMemory() } = options;
	return await new ListReader(source, limit, { concurrency, pageSize, memory }).read();
}

/** A page that came. */
interface Attempt {
	readonly page: Reading;
	readonly size: number;
	readonly error?: undefined;
}

/** A request that failed or was refused. */
interface Failure {
	readonly error: Error;
	readonly page?: undefined;
}

class ListReader {
	private readonly list: PagedList;

	private readonly prefetcher: PagePrefetcher;

	private paging?: Paging;

	/** Other ways to the next page that are still to be tried. */
	private others?: Paging[];

	/** What the latest page says about the next one. */
	private signs: Signs = {};

	/** Where the next page starts, for a cursor or an address. */
	private cursor?: number | string;

	constructor(
		private readonly source: ListSource,
		limit: number,
		private readonly options: ReadOptions,
	) {
		this.list = new PagedList(source.look.names, limit, options.memory);
		this.paging = source.paging;
		this.prefetcher = new PagePrefetcher(
			async (count, offset) => await this.send(count, offset),
			options.concurrency,
		);
	}

	async read(): Promise<ListResult> {
		const { list, options } = this;
		while (list.missing > 0) {
			const requested = Math.min(options.pageSize, list.missing);
			const attempt = await this.attempt(this.fetch(requested));
			if (attempt.error !== undefined) {
				if (list.pageCount === 0) throw attempt.error;
				if (list.hasGap && this.goesAnotherWay()) continue;
				return this.endedBy(attempt.error);
			}
			const { page, size } = attempt;
			if (page.records === undefined && list.pageCount === 0) return noList(page, this.source.look);
			if (page.records === undefined && !page.isBlank) return list.brokenOff(noListError());
			if (await this.isOver(page, requested, size)) break;
			if (list.excess !== undefined) return list.brokenOff(list.excess);
		}
		return list.result;
	}

	/** Takes a page, and says whether the list is over with it. */
	private async isOver(page: Reading, requested: number, size: number): Promise<boolean> {
		const { list } = this;
		const { records = [] } = page;
		if (records.length === 0) {
			list.takeEmpty(page);
			return !(list.hasGap && this.goesAnotherWay());
		}
		const { kept, isKnown, isSimilar } = list.compare(records);
		const isFamiliar = isKnown || isSimilar;
		if (isFamiliar && (await this.isRepeated(isKnown, requested))) {
			if (this.goesAnotherWay()) return false;
			if (list.isOnePage(requested)) list.remark(repeatedRemark(list.received));
			return true;
		}
		this.others = undefined;
		const isEnd = list.take(page, isFamiliar ? records : kept, requested, size);
		return isEnd || !this.hasNext(page);
	}

	/** The request for the page that comes next. */
	private async fetch(requested: number): Promise<Answer> {
		const { list, options } = this;
		if (this.paging?.kind !== 'offset') return await this.send(requested, this.position);
		const { received, total, missing } = list;
		if (total !== undefined && list.isRegular && received > 0) {
			this.prefetcher.prefetch(options.pageSize, received, total, received + missing);
		}
		return await this.prefetcher.get(requested, received);
	}

	/** Where the next page starts, unless that is an offset. */
	private get position(): number | string | undefined {
		const { paging, list, cursor } = this;
		return paging?.kind === 'page' ? (paging.firstPage ?? 1) + list.pageCount : cursor;
	}

	private async send(limit: number, position: number | string | undefined): Promise<Answer> {
		const { request, send } = this.source;
		const { paging } = this;
		return await send(
			paging === undefined ? request : pageRequest(request, paging, { limit, position }),
		);
	}

	private async attempt(answer: Promise<Answer>): Promise<Attempt | Failure> {
		try {
			const { size, ...rest } = await answer;
			return { page: readAnswer({ ...rest, size }, this.source.look), size };
		} catch (error) {
			return { error: error instanceof Error ? error : new Error(String(error)) };
		}
	}

	/** Notes where the next page starts. `false` if there is none. */
	private hasNext({ body, signs }: Reading): boolean {
		const { paging, cursor } = this;
		this.signs = signs;
		if (paging === undefined) return false;
		const said =
			paging.cursorAt === undefined ? signs.next?.value : cursorIn(body, paging.cursorAt);
		this.cursor = said;
		return ['offset', 'page'].includes(paging.kind) || (said !== undefined && said !== cursor);
	}

	/**
	 * Whether a page that looks like an earlier one is that, because the service ignores where the
	 * page should start, or sends an earlier page for one beyond the end. A page far beyond tells.
	 */
	private async isRepeated(isKnown: boolean, requested: number): Promise<boolean> {
		const { paging, list } = this;
		const { memory } = this.options;
		if (paging?.kind === 'cursor' || paging?.kind === 'url') return isKnown;
		if (memory.repeatsPages === undefined) {
			const before = Math.max(list.received, list.total ?? 0);
			const far = paging?.kind === 'page' ? list.pageCount + FAR : before + FAR;
			const { page } = await this.attempt(this.send(requested, far));
			const { records = [] } = page ?? {};
			memory.repeatsPages = records.length > 0 && list.isFamiliar(records);
		}
		return memory.repeatsPages;
	}

	/** Turns to another way to the next page, if the service shows one that was not tried yet. */
	private goesAnotherWay(): boolean {
		const { source, list, signs } = this;
		if (source.paging?.kind !== 'offset') return false;
		if (!list.hasGap && signs.next === undefined) return false;
		this.others ??= otherPagings(source.request, source.paging, signs);
		const next = this.others.shift();
		if (next === undefined) return false;
		this.paging = next;
		this.cursor = signs.next?.value;
		return true;
	}

	/** A refusal may be the end of the list, if the service does not say that more records follow. */
	private endedBy(error: Error): ListResult {
		const { list } = this;
		const isEnd = error instanceof ServiceError && END_STATUSES.includes(error.status ?? 0);
		if (!isEnd || list.hasGap) return list.brokenOff(error);
		if (list.total === undefined) list.remark(refusedPageRemark(list.received, error));
		return list.result;
	}
}

function noList({ body, isBlank }: Reading, { kind }: Look): ListResult {
	const isMissed = kind === 'list' || (kind === 'any' && mayHoldList(body));
	const remarks = isMissed && body !== null ? [noListRemark(body, kind)] : [];
	const records = body === null || (isBlank && kind === 'list') ? [] : [body];
	return { records, pages: body === null ? [] : [body], remarks, isNoList: true };
}

function cursorIn(body: JsonValue, path: string): number | string | undefined {
	const value = isObject(body) ? fieldIn(body, path) : null;
	const isCursor = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isCursor ? value : undefined;
}

function repeatedRemark(count: number): Remark {
	const message =
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it sent are in the output, each once.`;
	return { kind: 'note', message };
}

function refusedPageRemark(count: number, { message, status }: ServiceError): Remark {
	const words = `After ${count} records the service answered ${status} (${message}), which the node took for the end of the list.`;
	return { kind: 'note', message: words };
}

function noListError(): ServiceError {
	return new ServiceError(
		'The service sent an answer without a list in place of a page',
		'Run the workflow again. If it happens again, ask the support of the service.',
	);
}
