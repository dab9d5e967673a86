import type { JsonValue } from 'n8n-workflow';
import { type Notice, ServiceError } from '../base';
import { type Reading, wordsOf } from '../answer';
import { keyBy } from './comparePages';
import { DuplicateFilter, type FilteredPage } from './duplicateFilter';
import type { EndpointMemory } from './endpointMemory';
import { ListLength } from './listLength';
import {
	emptyPageRemark,
	fullPageRemark,
	gapRemark,
	lowTotalRemark,
	MOVED,
	tooLongError,
} from './listRemarks';

/** Reading stops after this many records: a service that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** The most text that the answers of one list may have, in characters. */
const MAX_SIZE = 256 * 1024 * 1024;

/** A list that was read, page by page or at once. */
export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	readonly remarks: readonly Notice[];
	/** How many records the list has, as far as that is known. */
	readonly total?: number;
	/** Whether the list may have more records than these, because there is a limit. */
	readonly isCut?: boolean;
	/** What ended the reading before its time; the records until then are there. */
	readonly error?: Error;
	/** Whether the first answer held no list: it is then the only record, or there is none. */
	readonly isNoList?: boolean;
}

/** The part of a list that has been read so far. */
export class PagedList {
	readonly length: ListLength;

	/** Whether every page so far was full and new, so that the next offsets are known. */
	isRegular = true;

	private readonly records: JsonValue[] = [];
	private readonly pages: JsonValue[] = [];
	private readonly remarks = new Map<string, Notice>();
	private readonly duplicates: DuplicateFilter;
	private size = 0;

	/**
	 * @param names the names under which an answer may hold the list
	 * @param limit the most records wanted, `Infinity` for all
	 * @param memory what was seen of the endpoint, in this read and others
	 * @param pageSize how many records are requested for the first page; none if there are no pages
	 * @param offersPaging whether the user can say how pages are asked for
	 */
	constructor(
		names: readonly string[],
		private readonly limit: number,
		memory: EndpointMemory,
		readonly pageSize?: number,
		private readonly offersPaging = false,
	) {
		this.duplicates = new DuplicateFilter(names);
		this.length = new ListLength(memory);
	}

	/** How many records are still wanted. */
	get missing(): number {
		return this.limit - this.records.length;
	}

	/** Whether records are missing, by what the service says. */
	get hasGap(): boolean {
		return this.missing > 0 && this.length.hasMoreThan(this.records.length);
	}

	/** Compares the records of a page with those before, and remembers them. */
	compare(records: readonly JsonValue[]): FilteredPage {
		return this.duplicates.add(records);
	}

	/** Whether the first page or the one before starts with exactly these records. */
	hasPage(records: readonly JsonValue[]): boolean {
		return this.duplicates.hasPage(records);
	}

	/** Whether the first page or the one before starts with these records, by some of their fields. */
	hasPageBy(records: readonly JsonValue[], names: readonly string[]): boolean {
		return this.duplicates.hasPageBy(records, names);
	}

	/** Whether two pages have the same records in the same order, by their ids. */
	hasSameIds(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
		return this.duplicates.idsOf(one) === this.duplicates.idsOf(other.slice(0, one.length));
	}

	/** Whether one of the pages has a record of the other, by their ids. */
	sharesIds(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
		const ids = new Set(one.map((record) => this.duplicates.idsOf([record])));
		return other.some((record) => ids.has(this.duplicates.idsOf([record])));
	}

	/** Whether each of these records has an id. */
	hasIds(records: readonly JsonValue[]): boolean {
		return this.duplicates.hasIds(records);
	}

	/** Whether earlier pages had records with all of these ids. */
	knowsIds(records: readonly JsonValue[]): boolean {
		return this.duplicates.knowsIds(records);
	}

	/**
	 * These records without those that came before, where other fields than the lasting ones change
	 * with every answer.
	 *
	 * @param lasting the fields that stay as they are
	 */
	withoutKnown(records: readonly JsonValue[], lasting: readonly string[]): JsonValue[] {
		const keyOf = (record: JsonValue) => keyBy(record, lasting);
		const known = new Set(this.records.filter((record) => this.hasIds([record])).map(keyOf));
		return records.filter((record) => !known.has(keyOf(record)));
	}

	/** The records of the first page. */
	get first(): readonly JsonValue[] {
		return this.duplicates.first ?? [];
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
		const { records = [], body, remarks, signs } = reading;
		this.size += size;
		this.isRegular &&= records.length === requested && kept.length === requested;
		if (kept.length < records.length) this.remark(MOVED);
		for (const record of kept.slice(0, this.missing)) this.records.push(record);
		this.pages.push(body);
		for (const remark of remarks) this.remark(remark);
		const isEnd = this.length.add(signs, records.length, requested);
		// With ids, it is certain which records came before.
		if (this.length.hasGoneOn && !this.hasIds(records)) this.remark(MOVED);
		return isEnd;
	}

	/**
	 * Takes an answer without records, which ends the list.
	 *
	 * @param requested how many were asked for
	 */
	takeEmpty({ body, signs, remarks, words }: Reading, requested: number): void {
		if (this.length.pages === 0) this.pages.push(body);
		if (words !== undefined && !this.hasSaid(words)) {
			this.remark(emptyPageRemark(this.length.received, words));
		}
		for (const remark of remarks) this.remark(remark);
		this.length.addEmpty(signs, requested);
	}

	/** Adds something that the user should know. */
	remark(remark: Notice): void {
		this.remarks.set(remark.message, remark);
	}

	/** The list after its end, with a remark if that is not where the service says that it is. */
	get result(): ListResult {
		const { total, lowTotal } = this.length;
		if (lowTotal !== undefined) this.remark(lowTotalRemark(this.length.received, lowTotal));
		const isUnpaged = this.pageSize === undefined;
		const isCutOff = this.hasGap || (isUnpaged && this.length.isDisputed);
		const canPage = isUnpaged && this.offersPaging;
		const isFullPage = isUnpaged && this.missing > 0 && this.length.isFullPage;
		if (isFullPage && !isCutOff) this.remark(fullPageRemark(this.records.length, canPage));
		if (isCutOff) this.remark(gapRemark(this.records.length, total, canPage));
		return this.soFar;
	}

	/** The list when an error has ended the reading. */
	brokenOff(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		return { ...this.soFar, error: error instanceof ServiceError ? error.with(words) : error };
	}

	/** Whether the page before says the same, which then is not why this one is empty. */
	private hasSaid(words: string): boolean {
		return wordsOf(this.pages.at(-1) ?? null) === words && this.length.pages > 0;
	}

	private get soFar(): ListResult {
		const { records, pages } = this;
		const { received } = this.length;
		if (this.length.hasChanged) this.remark(MOVED);
		const { total = received, isEnded } = this.length;
		const isCut = this.missing <= 0 && (total > records.length || !isEnded);
		return { records, pages, remarks: [...this.remarks.values()], total, isCut };
	}

	/** Why no more of the list is read, if it is too long. */
	get excess(): ServiceError | undefined {
		const { size } = this;
		const { received } = this.length;
		return received < MAX_RECORDS && size < MAX_SIZE ? undefined : tooLongError(received);
	}
}
