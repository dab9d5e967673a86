import type { Signs } from '../answer';
import type { EndpointMemory } from './endpointMemory';

/** How many times the total the records may come to, before they seem to be the same ones again. */
const MOST_TOTALS = 5;

/** What the answers to the requests for a list have said about its length so far. */
export class ListLength {
	/** How many records the list has, if the service has sent a number that can be true. */
	total?: number;

	/** How many records came, duplicates included. */
	received = 0;

	/** How many pages with records came. */
	pages = 0;

	/** Whether the latest page was shorter than requested. */
	isShort = false;

	/** Whether a page came after one that seemed to be the last: it was shorter, or the last by number. */
	hasGoneOn = false;

	/** Whether the service has stated different totals: the list changes while it is read. */
	hasChanged = false;

	/** Whether an answer without records came after a page that said that more follow. */
	isRetracted = false;

	/** Whether more follow, by the latest answer: by its own word, and by the number of pages. */
	private hasMore?: boolean;
	private hasMorePages?: boolean;

	/** The latest total that the service has stated, and whether it may be that of its page. */
	private said?: { readonly total: number; readonly isOfPage: boolean };

	/** The latest number of pages that the service has stated. */
	private saidPages = 0;

	/** Whether the first page has as many records as it says that a page has. */
	private isFirstFull = false;

	/** How many records the latest page has. */
	private latest = 0;

	/** How many records the first page has and were requested for it, and whether they are its total. */
	private first = { count: 0, requested: 0, isTotal: false };

	/** @param memory what was seen of the endpoint, in this read and others */
	constructor(private readonly memory: EndpointMemory) {}

	/** Whether there was one page only, and nothing tells whether that is the whole list. */
	get isOpen(): boolean {
		const { count, requested } = this.first;
		const isTold = this.total !== undefined && count !== requested;
		return this.pages === 1 && !isTold && count <= requested;
	}

	/** Whether the first page has as many records as were requested. */
	get isFull(): boolean {
		return this.first.count === this.first.requested;
	}

	/** The total that the service has stated, if more records came than that and it is not the count of a page. */
	get lowTotal(): number | undefined {
		const { said, received } = this;
		const isUsable = said !== undefined && said.total > 0 && !said.isOfPage;
		return isUsable && said.total < received ? said.total : undefined;
	}

	/** Whether so many records came that the total can hardly be a wrong one of a list that ends. */
	get isFarBeyondTotal(): boolean {
		return this.received > MOST_TOTALS * (this.lowTotal ?? Infinity);
	}

	/** Whether the number of pages says that more follow, and the service itself says no. */
	get isDisputed(): boolean {
		return this.hasMorePages === true && this.hasMore === false && this.total === undefined;
	}

	/** Whether the only page has as many records as it says fit on a page, and nothing says how long the list is. */
	get isFullPage(): boolean {
		return this.isFirstFull && this.pages === 1 && this.total === undefined && !this.isEnded;
	}

	/** Whether the service says that the list has ended. The total of one page may be that of the page. */
	get isEnded(): boolean {
		const hasTotal = this.total !== undefined && this.pages > 1;
		return hasTotal || this.hasMore === false || this.hasMorePages === false;
	}

	/** Whether the service says that there are more records than these. */
	hasMoreThan(count: number): boolean {
		const { total, hasMore, hasMorePages } = this;
		// The number of pages may count smaller ones, where anything else says how long the list is.
		const isMoreByPages = hasMorePages === true && hasMore === undefined && total === undefined;
		return hasMore === true || isMoreByPages || (total ?? 0) > count;
	}

	/**
	 * Counts a page.
	 *
	 * @param count its records
	 * @param requested how many were requested
	 * @returns whether the list ends with it
	 */
	add(signs: Signs, count: number, requested: number): boolean {
		const { hasMore, isAtLeast = false } = signs;
		const total = this.totalIn(signs, count);
		const totalPages = this.pagesIn(signs, requested);
		const isBeyond = totalPages > 0 && this.pages >= totalPages;
		const isLonger = this.latest < Math.max(this.first.count, count);
		const isPromised = this.hasMore === true || (this.total ?? 0) > this.received;
		this.hasGoneOn ||= isBeyond || (this.isShort && isLonger && !isPromised);
		this.latest = count;
		this.received += count;
		this.pages += 1;
		// It is that of an earlier page: the first one is taken over only below.
		if (this.first.isTotal) this.memory.sawPageTotal();
		if (this.pages === 1) this.first = { count, requested, isTotal: total === count };
		if (this.pages === 1) this.isFirstFull = isPageSize(count) && signs.pageSize === count;
		this.isShort = count < requested;
		this.memory.sawPage(count);
		this.watchPages(totalPages);
		if (!isAtLeast) this.watch(total ?? signs.count, count);
		this.hasMore = hasMore;
		this.isRetracted = false;
		// A single page may be that of this answer.
		const hasMorePages = totalPages > 1 ? this.pages < totalPages : undefined;
		this.hasMorePages = this.isPromisedBy(signs, requested) || hasMorePages;
		if (total !== undefined && total >= this.received) this.total = total;
		// A number that the records have exceeded is that of the page, or wrong.
		else if (isAtLeast || (this.total ?? 0) < this.received) this.total = undefined;
		return this.isEnd({ ...signs, total }, count, requested);
	}

	/** The total in an answer with so many records. One that is only the least counts until it is reached. */
	private totalIn({ total, isAtLeast = false }: Signs, count: number): number | undefined {
		return isAtLeast && (total ?? 0) <= this.received + count ? undefined : total;
	}

	/**
	 * Counts an answer without records.
	 *
	 * @param requested how many were requested
	 */
	addEmpty(signs: Signs, requested: number): void {
		const { hasMore } = signs;
		const total = this.totalIn(signs, 0);
		const totalPages = this.pagesIn(signs, requested);
		this.watch(total, 0);
		this.watchPages(totalPages);
		if (this.pages === 0 && totalPages > 1) this.hasMorePages = true;
		if ((total ?? 0) > this.received) this.total = total;
		this.isRetracted ||= this.hasMore === true && hasMore === false;
		this.hasMore = hasMore ?? (this.hasMore === true ? true : undefined);
		const isWhole = this.pages === 1 && !this.hasMoreThan(this.received);
		if (isWhole) this.memory.sawOnlyPage(this.first.count);
	}

	/** The number of pages as long as the first one; that of a shorter page counts shorter ones. */
	private pagesIn({ totalPages = 0 }: Signs, requested: number): number {
		const isShorter = this.pages > 0 && requested !== this.first.requested;
		return isShorter ? this.saidPages : totalPages;
	}

	/** Whether a number of pages as long as the last one needs more records than came. */
	private isPromisedBy({ totalPages = 0 }: Signs, requested: number): boolean {
		const isShorter = this.pages > 1 && requested !== this.first.requested;
		return isShorter && (totalPages - 1) * requested >= this.received;
	}

	/** A number of pages that changes is that of a list that changes. */
	private watchPages(totalPages: number): void {
		const isOther = this.saidPages > 0 && totalPages > 0 && totalPages !== this.saidPages;
		this.hasChanged ||= isOther;
		this.saidPages = totalPages;
	}

	/** A total that changes is that of a list that changes, even if it is wrong. */
	private watch(total: number | undefined, count: number): void {
		// Beyond the end, some services count the records of the page, which are none.
		if (total === undefined || count === 0) return;
		const isOfPage = total === count;
		const { said } = this;
		this.said = { total, isOfPage };
		if (said === undefined || (said.isOfPage && isOfPage)) return;
		this.hasChanged ||= said.total !== total;
	}

	/**
	 * Whether the list ends with a page: two signs say so, and none says otherwise. The signs are the
	 * word of the service, the number of pages, a total that is reached, and a page that is shorter
	 * than requested.
	 */
	private isEnd(signs: Signs, count: number, requested: number): boolean {
		const { total, received, hasMore, hasMorePages } = this;
		const isWrong = signs.total !== undefined && signs.total < received && signs.total !== count;
		if (hasMore === true || hasMorePages === true || isWrong) return false;
		if (total !== undefined && received < total) return false;
		const isTold = hasMore === false || (hasMorePages === false && !this.isFullByCap(count));
		if (isTold) return total !== undefined || count < requested;
		return total !== undefined && count !== requested && this.isUncut(signs, count, requested);
	}

	/**
	 * Whether the last page by number is as long as the first one: the service may allow only so many
	 * records, and count its pages by the number that was requested.
	 */
	private isFullByCap(count: number): boolean {
		return this.total === undefined && count === this.first.count;
	}

	/**
	 * Whether a page that is shorter than requested is not cut off by a maximum of the service, with
	 * a total that is only that of the page.
	 */
	private isUncut({ limit }: Signs, count: number, requested: number): boolean {
		const hasTotalOfAll = this.pages > 1 && (this.total ?? 0) > this.first.count;
		return hasTotalOfAll || limit === requested || this.memory.isUncut(count);
	}
}

/** Whether a service may have chosen a number as the size of its pages; others only repeat how many came. */
function isPageSize(count: number): boolean {
	return count > 0 && count % 5 === 0;
}
