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

	/** Whether every page so far was full and new, so that the next offsets are known. */
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

	/** The list as far as it was read. */
	get result(): ListResult {
		const { records, pages, hasMoved } = this;
		return { records, pages, ...(hasMoved ? { hint: MOVED_HINT, hasMoved } : {}) };
	}

	/**
	 * Adds a page, found in the answer `body` to a request for `requested` records.
	 *
	 * @returns the whole list if it ends with this page
	 */
	add(body: JsonValue, page: FoundList, requested: number): ListResult | undefined {
		const { records, pages, received } = this;
		const isLast = isLastPage(page, received, requested);
		const isOnly = received === 0 && (isLast || page.records.length >= this.missing);
		const { kept, hasNew, hasSameIds } = isOnly
			? { kept: page.records, hasNew: true, hasSameIds: false }
			: this.duplicates.add(page.records, requested);
		if (received === 0 || hasNew) pages.push(body);
		if (page.records.length === 0) return this.result;
		const isRepeated = !hasNew || (hasSameIds && (page.total ?? 0) <= received);
		if (isRepeated) return { records, pages, hint: repeatedHint(records.length, page.total) };

		this.take(page, kept, requested);
		if (isLast) return this.result;
		return this.received < MAX_RECORDS ? undefined : { records, pages, hint: TOO_LONG_HINT };
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

/**
 * Whether a page is certainly the last one: shorter than requested, with a `total` that agrees. A
 * first page with a multiple of 5 records may be the most the server sends, and `total` its length.
 */
function isLastPage({ records, total }: FoundList, received: number, requested: number): boolean {
	const mayBeServerMaximum = received === 0 && records.length % 5 === 0;
	return total === received + records.length && records.length < requested && !mayBeServerMaximum;
}

const MOVED_HINT =
	'The list changed while it was read page by page, so some records may be missing. ' +
	'Run the node again to be sure.';

const TOO_LONG_HINT =
	`Reading stopped after ${MAX_RECORDS} records, because the service kept sending more. ` +
	"Set a 'Limit', or ask for fewer records with 'Filters'.";

/** `undefined` if the service's total shows that no record is missing. */
function repeatedHint(count: number, total: number | undefined): string | undefined {
	if (total === count) return undefined;
	return (
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it sent are in the output, each once.`
	);
}
