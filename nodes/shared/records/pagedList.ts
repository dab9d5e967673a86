import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { DuplicateFilter, type FilteredPage } from './duplicateFilter';
import type { EndpointMemory } from './endpointMemory';
import type { Reading, Remark } from './readAnswer';
import type { Signs } from './signs';

/** Reading stops after this many records: a service that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** The most text that the answers of one list may have, in characters. */
const MAX_SIZE = 256 * 1024 * 1024;

/** A list that was read, page by page or at once. */
export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	readonly remarks: readonly Remark[];
	/** What ended the reading before its time; the records until then are there. */
	readonly error?: Error;
	/** Whether the first answer held no list: it is then the only record, or there is none. */
	readonly isNoList?: boolean;
}

/** The part of a list that has been read so far. Knows when the list has ended. */
export class PagedList {
	/** How many records came, duplicates included: the offset of the next page. */
	received = 0;

	/** How many pages with records came. */
	pageCount = 0;

	/** How many records the list has, if the service has sent a number that can be true. */
	total?: number;

	/** Whether every page so far was full and new, so that the next offsets are known. */
	isRegular = true;

	private readonly records: JsonValue[] = [];
	private readonly pages: JsonValue[] = [];
	private readonly remarks = new Map<string, Remark>();
	private readonly duplicates: DuplicateFilter;
	private hasMore?: boolean;
	private size = 0;
	private first = { count: 0, requested: 0 };

	/** The latest total that is not the number of records in its page. */
	private saidTotal?: number;

	/**
	 * @param names the names under which an answer may hold the list
	 * @param limit the most records wanted, `Infinity` for all
	 * @param isPaged whether the list is asked for in pages
	 * @param memory what was seen of the endpoint, in this read and others
	 */
	constructor(
		names: readonly string[],
		private readonly limit: number,
		private readonly isPaged: boolean,
		private readonly memory: EndpointMemory,
	) {
		this.duplicates = new DuplicateFilter(names);
	}

	/** How many records are still wanted. */
	get missing(): number {
		return this.limit - this.records.length;
	}

	/** Whether records are missing, by what the service says. */
	get hasGap(): boolean {
		if (this.missing <= 0) return false;
		return this.hasMore === true || (this.total ?? 0) > this.records.length;
	}

	/** Whether there was one page only, and nothing tells whether that is the whole list. */
	get mayBePart(): boolean {
		const { count, requested } = this.first;
		const isTold = this.total !== undefined && count !== requested;
		return this.pageCount === 1 && !this.hasGap && !isTold && count <= requested;
	}

	/** Compares the records of a page with those before, and remembers them. */
	compare(records: readonly JsonValue[]): FilteredPage {
		return this.duplicates.add(records);
	}

	/** Whether earlier pages had all of these records. */
	knows(records: readonly JsonValue[]): boolean {
		return this.duplicates.knows(records);
	}

	/**
	 * Takes a page with records.
	 *
	 * @param kept those of its records that count
	 * @param requested how many were asked for
	 * @param size the length of the answer's text
	 * @returns whether the list ends with this page
	 */
	take(reading: Reading, kept: readonly JsonValue[], requested: number, size: number): boolean {
		const count = reading.records?.length ?? 0;
		this.received += count;
		this.pageCount += 1;
		this.size += size;
		if (this.pageCount === 1) this.first = { count, requested };
		this.memory.sawPage(count);
		this.isRegular &&= count === requested && kept.length === requested;
		if (kept.length < count) this.remark(MOVED);
		for (const record of kept.slice(0, this.missing)) this.records.push(record);
		this.pages.push(reading.body);
		for (const remark of reading.remarks) this.remark(remark);
		this.hear(reading.signs, count);
		return this.isEnd(count, requested, reading.signs);
	}

	/** Takes an answer without records, which ends the list. */
	takeEmpty({ body, signs, remarks }: Reading): void {
		if (this.pageCount === 0) this.pages.push(body);
		if (this.pageCount === 1) this.memory.sawOnlyPage(this.first.count);
		for (const remark of remarks) this.remark(remark);
		if ((signs.total ?? 0) > this.received) this.total = signs.total;
		this.watchTotal(signs.total, 0);
		this.hasMore = signs.hasMore ?? (this.hasMore === true ? true : undefined);
	}

	/** Adds something that the user should know. */
	remark(remark: Remark): void {
		this.remarks.set(remark.message, remark);
	}

	/** The list after its end, with a remark if that is not where the service says that it is. */
	get result(): ListResult {
		if (this.hasGap) this.remark(gapRemark(this.records.length, this.total, this.isPaged));
		return this.soFar;
	}

	/** The list when an error has ended the reading. */
	brokenOff(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length} records were read before that.`;
		return { ...this.soFar, error: error instanceof ServiceError ? error.with(words) : error };
	}

	private get soFar(): ListResult {
		const { records, pages } = this;
		return { records, pages, remarks: [...this.remarks.values()] };
	}

	/** Why no more of the list is read, if it is too long. */
	get excess(): ServiceError | undefined {
		const { received, size } = this;
		return received < MAX_RECORDS && size < MAX_SIZE ? undefined : tooLongError(received);
	}

	private hear({ total, totalPages, hasMore }: Signs, count: number): void {
		this.watchTotal(total, count);
		this.hasMore = hasMore ?? this.isMoreBy(totalPages);
		if (total === undefined || total < this.received) {
			// A number that the records have exceeded is that of the page, or wrong.
			if ((this.total ?? 0) < this.received) this.total = undefined;
			return;
		}
		this.total = total;
	}

	/** A total that changes is that of a list that changes, even if it is wrong. */
	private watchTotal(total: number | undefined, count: number): void {
		if (total === undefined || total === count) return;
		if (this.saidTotal !== undefined && this.saidTotal !== total) this.remark(MOVED);
		this.saidTotal = total;
	}

	/** Whether more pages follow by their number. That of a single page may be that of this answer. */
	private isMoreBy(totalPages: number | undefined): boolean | undefined {
		return totalPages === undefined || totalPages <= 1 ? undefined : this.pageCount < totalPages;
	}

	/**
	 * Whether the list ends with a page: the service says so, or the total is reached with a page that
	 * is shorter than requested. On a first page that total may be that of the page, and its length
	 * the most that the service sends; it counts if something else shows that the page is not cut off.
	 */
	private isEnd(count: number, requested: number, { limit }: Signs): boolean {
		const { total, received, hasMore } = this;
		if (hasMore === false) return total === undefined || received >= total;
		if (hasMore === true || total === undefined || received < total) return false;
		if (count > requested) return true;
		if (count === requested) return false;
		return this.pageCount > 1 && total > this.first.count
			? true
			: limit === requested || this.memory.isUncut(count);
	}
}

/** The list changed between two pages. */
const MOVED: Remark = {
	kind: 'moved',
	message:
		'The list changed while it was read page by page, so some records may be missing. ' +
		'Run the node again to be sure.',
};

function gapRemark(count: number, total: number | undefined, isPaged: boolean): Remark {
	const said =
		total !== undefined && total > count
			? `The service says that there are ${total} records, but it has sent ${count}.`
			: `The service says that there are more than the ${count} records that it has sent.`;
	const advice = isPaged
		? 'The others are missing in the output.'
		: "To read the others, too, set 'Pagination' to what the documentation of the endpoint says.";
	return { kind: 'gap', message: `${said} ${advice}` };
}

function tooLongError(count: number): ServiceError {
	return new ServiceError(
		`The list is too long to be read whole: ${count} records and still more`,
		"Set a 'Limit', or ask for fewer records, for example with 'Filters' or a shorter 'Date Range'.",
	);
}
