import type { JsonValue } from 'n8n-workflow';
import { DuplicateFilter } from './duplicateFilter';
import type { FoundList } from './findList';

/** Reading stops after this many records: a service that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** A list that was read page by page. */
export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	/** What the user should know about how the service pages. */
	readonly hint?: string;
	/** Whether the list changed while it was read, so that records may be missing. */
	readonly hasMoved?: boolean;
	/** Whether the first answer held no list: it is then the only record, or there is none. */
	readonly isNoList?: boolean;
}

/** The part of a list that has been read so far. Decides when the list has ended. */
export class PagedList {
	/** How many records came, duplicates included: the offset of the next page. */
	received = 0;

	/** How many records the list has, if the service has sent a number that can be true. */
	total?: number;

	/** Whether every page so far was full and new, so that the offsets of the next are known. */
	isRegular = true;

	private readonly records: JsonValue[] = [];

	private readonly pages: JsonValue[] = [];

	private readonly duplicates: DuplicateFilter;

	private hasMoved = false;

	/**
	 * @param names the names under which an answer may hold the list
	 * @param limit the most records wanted, `Infinity` for all
	 */
	constructor(
		names: readonly string[],
		private readonly limit: number,
	) {
		this.duplicates = new DuplicateFilter(names);
	}

	/** How many records are still wanted. */
	get missing(): number {
		return this.limit - this.records.length;
	}

	/** Whether the service has sent as many records as it said there are. */
	get hasReachedTotal(): boolean {
		return this.total !== undefined && this.received >= this.total;
	}

	/** The list as far as it was read. */
	get result(): ListResult {
		const { records, pages, hasMoved } = this;
		return { records, pages, ...(hasMoved ? { hint: MOVED_HINT, hasMoved } : {}) };
	}

	/**
	 * Adds a page.
	 *
	 * @param body the answer that holds it
	 * @param requested how many records the request asked for
	 * @returns the whole list if it ends with this page
	 */
	add(body: JsonValue, page: FoundList, requested: number): ListResult | undefined {
		const { records, pages } = this;
		const isFirst = this.received === 0;
		const isLast = this.isLast(page, requested);
		const isOnly = isFirst && (isLast || page.records.length >= this.missing);
		const { kept, hasNew, hasSameIds } = isOnly
			? { kept: page.records, hasNew: true, hasSameIds: false }
			: this.duplicates.add(page.records, requested);
		if (isFirst || hasNew) pages.push(body);
		if (page.records.length === 0) return this.result;
		const hasMore = (page.total ?? 0) > this.received;
		const isRepeated = !hasNew || (hasSameIds && !hasMore);
		if (isRepeated) return { records, pages, hint: repeatedHint(records.length, page.total) };

		this.take(page, kept, requested);
		if (isLast) return this.result;
		const isTooLong = this.received >= MAX_RECORDS;
		return isTooLong ? { records, pages, hint: tooLongHint(this.received) } : undefined;
	}

	/**
	 * Whether a page is certainly the last one: shorter than requested, with a `total` that agrees.
	 * A first page with a multiple of 5 records is uncertain: that may be the most the server sends
	 * per page, and `total` may count only this page.
	 */
	private isLast({ records, total }: FoundList, requested: number): boolean {
		const mayBeServerMaximum = this.received === 0 && records.length % 5 === 0;
		const isShort = records.length < requested && !mayBeServerMaximum;
		return isShort && total === this.received + records.length;
	}

	private take({ records, total }: FoundList, kept: JsonValue[], requested: number): void {
		this.received += records.length;
		this.isRegular &&= records.length === requested && kept.length === requested;
		for (const record of kept.slice(0, this.missing)) this.records.push(record);
		if (total === undefined || total < this.received) return;
		this.hasMoved ||= this.total !== undefined && this.total !== total;
		this.total = total;
	}
}

const MOVED_HINT =
	'The list changed while it was read page by page, so some records may be missing. ' +
	'Run the node again to be sure.';

/** Nothing is said if the service's total shows that no record is missing. */
function repeatedHint(count: number, total: number | undefined): string | undefined {
	if (total === count) return undefined;
	return (
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it sent are in the output, each once.`
	);
}

function tooLongHint(count: number): string {
	return (
		`Reading stopped after ${count} records, because the service kept sending more. ` +
		"Set a 'Limit', or ask for fewer records with 'Filters'."
	);
}
