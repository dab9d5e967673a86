import type { JsonValue } from 'n8n-workflow';
import {
	hasContent,
	type Look,
	mayHoldList,
	noListRemark,
	readAnswer,
	type Reading,
} from '../answer';
import type { Answer, ApiRequest } from '../api';
import { asError } from '../base';
import type { FilteredPage } from './duplicateFilter';
import { EndpointMemory } from './endpointMemory';
import { isEndStatus, ListEnd } from './listEnd';
import { PagePrefetcher } from './pagePrefetcher';
import { PageProbe } from './pageProbe';
import { type ListResult, PagedList } from './pagedList';
import { Pager } from './pager';
import type { Paging } from './paging';
import { EQUAL_ROWS, MOVED, NO_CURSOR, noEndError, noListError, partsRemark } from './listRemarks';

/** Records per page, by default. The GEO API documents 100 as the most for its projects (public). */
export const PAGE_SIZE = 100;

/** How many pages without anything new end a list that does not end by itself. */
const MOST_STALE = 2;

/** How many pages may come after one that seems to be the last, if their records have no ids. */
const MOST_BEYOND = 20;

/** A list to read. */
export interface ListSource {
	/** Sends a request. */
	readonly send: (request: ApiRequest) => Promise<Answer>;
	/** The request, without the members for the page. */
	readonly request: ApiRequest;
	readonly look: Look;
	/** How its pages are asked for; without it, there is only one. */
	readonly paging?: Paging;
	/** Whether the user can say how, in the option Pagination. */
	readonly offersPaging?: boolean;
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

	private readonly pager: Pager;

	private readonly prefetcher: PagePrefetcher;

	private readonly probe: PageProbe;

	private readonly end: ListEnd;

	/** What kept a page from coming, while another way to it is tried. */
	private firstError?: Error;

	/** The name of the list in the first page: of several, the others are no part of it. */
	private name?: string;

	/** Whether a page with new records was left out, because nothing told whether it is an earlier one. */
	private isLeftOut = false;

	/** How many pages in a row had nothing that is surely new. */
	private stale = 0;

	/** How many pages came after one that seemed to be the last, of records that nothing tells apart. */
	private pagesBeyond = 0;

	/** Records per page; always the same where pages have numbers. */
	private readonly pageSize: number;

	constructor(
		private readonly source: ListSource,
		limit: number,
		options: ReadOptions,
	) {
		const { look, request, paging, offersPaging = false } = source;
		this.list = new PagedList(
			look.names,
			limit,
			options.memory,
			paging && Math.min(options.pageSize, limit),
			offersPaging,
		);
		this.pager = new Pager(request, paging);
		this.pageSize = Math.min(options.pageSize, limit);
		const { pager, list } = this;
		const read = async (page: ApiRequest) => await this.answerTo(page);
		this.probe = new PageProbe(read, pager, list, options.memory);
		this.end = new ListEnd(list, pager, this.probe);
		this.prefetcher = new PagePrefetcher(
			async (count, offset) => await this.send(count, offset),
			options.concurrency,
		);
	}

	async read(): Promise<ListResult> {
		const { list, pager } = this;
		while (list.missing > 0) {
			const isFixed = pager.kind === 'page';
			const requested = isFixed ? this.pageSize : Math.min(this.pageSize, list.missing);
			const attempt = await this.attempt(this.fetch(requested));
			if (attempt.error !== undefined) {
				if (list.length.pages === 0) throw attempt.error;
				this.firstError ??= attempt.error;
				if (isEndStatus(attempt.error) && this.end.switchPaging()) continue;
				return this.end.failed(this.firstError);
			}
			const { page, size } = attempt;
			if (page.records === undefined && list.length.pages === 0) return noList(page, this.source);
			if (page.records === undefined && !page.isBlank) return list.brokenOff(noListError());
			if (await this.isOver(page, requested, size)) break;
			if (list.excess !== undefined) return list.brokenOff(list.excess);
			if (this.pagesBeyond >= MOST_BEYOND) return list.brokenOff(noEndError(list.length.received));
		}
		return this.end.reached(this.firstError, this.isLeftOut);
	}

	/** Takes a page, and says whether the list is over with it. */
	private async isOver(page: Reading, requested: number, size: number): Promise<boolean> {
		const { list } = this;
		const { records = [] } = page;
		this.remarkParts(page, requested);
		if (records.length === 0) {
			list.takeEmpty(page, requested);
			return !this.end.switchPaging();
		}
		const compared = list.compare(records);
		if (await this.isRepeated(records, compared, requested)) {
			return await this.isOverAtRepeat(records, compared);
		}
		const kept = await this.newRecordsOf(compared);
		const isEnd = list.take(page, kept, requested, size);
		this.firstError = undefined;
		const isBeyond = !list.hasIds(records) && (await this.end.seemsEndless());
		this.pagesBeyond = isBeyond ? this.pagesBeyond + 1 : 0;
		const hasNext = this.goOn(page, requested, isEnd);
		return !hasNext || this.stale >= MOST_STALE;
	}

	/** Says so if an answer has several full groups of records: the service may have left out others. */
	private remarkParts({ records = [], parts = [] }: Reading, requested: number): void {
		const { list, pager } = this;
		const full = pager.kind === 'none' ? [] : parts.filter((count) => count === requested);
		const isEnough = records.length >= list.missing;
		if (full.length > 1 && !isEnough) list.remark(partsRemark(requested));
	}

	/** Whether a page is an earlier one once more, or nothing tells whether it is. */
	private async isRepeated(
		records: readonly JsonValue[],
		compared: FilteredPage,
		requested: number,
	): Promise<boolean> {
		const { isKnown, isPartlyKnown, isSimilar } = compared;
		const isFamiliar = isKnown || isSimilar || (this.pager.hasSwitched && isPartlyKnown);
		return isFamiliar && (await this.probe.isRepeated(records, compared, requested));
	}

	/** Whether the list is over with a page that came before: it is, unless the pager knows another way. */
	private async isOverAtRepeat(
		records: readonly JsonValue[],
		{ isKnown }: FilteredPage,
	): Promise<boolean> {
		const { list, pager, probe } = this;
		if (probe.failure !== undefined) {
			this.isLeftOut = !isKnown;
			return true;
		}
		if (isKnown && !list.hasPage(records)) list.remark(MOVED);
		if (pager.switchPaging(list.hasGap)) return false;
		await this.end.remarkIfCut();
		return true;
	}

	/** The new records of a page. Says so if the list moves, and counts pages without one that is surely new. */
	private async newRecordsOf(compared: FilteredPage): Promise<readonly JsonValue[]> {
		const { list, probe } = this;
		const { kept, isPartlyKnown, repeatsIds, repeatsRows, hasNewIds } = compared;
		const isSteady = !(isPartlyKnown || repeatsIds) || (await probe.isSteady());
		if (!isSteady) list.remark(MOVED);
		else if (repeatsRows) list.remark(EQUAL_ROWS);
		const sharesIds = repeatsIds && isSteady;
		const added = sharesIds ? list.withoutKnown(kept, await probe.lastingFields()) : kept;
		const isStale = added.length === 0 || (!isSteady && !hasNewIds);
		this.stale = isStale ? this.stale + 1 : 0;
		return added;
	}

	/**
	 * Goes on to the next page, if there is one.
	 *
	 * @param isEnd whether the list ends with this page, by what the service has said of its length
	 * @returns whether there is one
	 */
	private goOn(page: Reading, requested: number, isEnd: boolean): boolean {
		const { list, pager } = this;
		const { records = [], signs } = page;
		// Where a cursor leads on, a total that is reached may be that of the page.
		const isOver = pager.isLed ? signs.hasMore === false : isEnd;
		const hasNext = pager.moveOn(page);
		if (!isOver && !hasNext && this.needsCursor(records.length, requested)) list.remark(NO_CURSOR);
		return hasNext && !isOver;
	}

	/** Whether only a cursor could lead on from the first page, which is full. */
	private needsCursor(count: number, requested: number): boolean {
		const { list, pager } = this;
		const isFirst = pager.kind === 'cursor' && list.length.pages === 1;
		return isFirst && count >= requested && list.missing > 0;
	}

	/** The answer to the request for the page that comes next. */
	private async fetch(requested: number): Promise<Answer> {
		const { missing, isRegular, length } = this.list;
		const { received, total } = length;
		if (this.pager.kind !== 'offset') return await this.send(requested, received);
		if (total !== undefined && isRegular && received > 0) {
			this.prefetcher.prefetch(this.pageSize, received, total, received + missing);
		}
		return await this.prefetcher.get(requested, received);
	}

	private async send(limit: number, offset: number): Promise<Answer> {
		const { pages } = this.list.length;
		return await this.source.send(this.pager.requestFor(limit, { offset, pages }));
	}

	private async attempt(answer: Promise<Answer>): Promise<Attempt | Failure> {
		try {
			const { size, ...rest } = await answer;
			const { look, request } = this.source;
			const asked = [request.body, request.query];
			const page = readAnswer({ ...rest, size }, { ...look, kept: this.name, asked });
			this.name ??= page.name;
			return { page, size };
		} catch (error) {
			return { error: asError(error) };
		}
	}

	/** An answer beside the pages; the error if there is none. */
	private async answerTo(request: ApiRequest): Promise<Reading | Error> {
		const { page, error } = await this.attempt(this.source.send(request));
		return error ?? page;
	}
}

function noList({ body, remarks: own }: Reading, { look, paging }: ListSource): ListResult {
	const { kind } = look;
	// What is asked for in pages is a list.
	const isList = kind === 'list' || paging !== undefined;
	const isMissed = isList || (kind === 'any' && mayHoldList(body));
	const missed = isMissed && body !== null ? [noListRemark(body, isList ? 'list' : kind)] : [];
	const remarks = [...own, ...missed];
	const records = body === null || (kind === 'list' && !hasContent(body)) ? [] : [body];
	return { records, pages: body === null ? [] : [body], remarks, isNoList: true };
}
