import { type Notice, Notices, ServiceError } from '../base';
import type { JsonValue } from 'n8n-workflow';
import { asRecord, createRecordKey, type RecordKey } from '../table';
import type { ListQuery, PagePosition } from './paging';
import { hasContent, type Page, type PageMetadata } from './response';

/** The maximum number of records. A list that never ends would fill the memory. */
const MAX_RECORDS = 1_000_000;

/** The maximum size of a list: all its pages together, in characters. */
const MAX_TEXT_SIZE = 256 * 1024 * 1024;

/** The maximum number of pages. It is lower if the service does not say how long the list is. */
const MAX_PAGES = 10_000;
const MAX_PAGES_WITHOUT_TOTAL = 1_000;

export interface ListResult {
	readonly records: JsonValue[];
	/** Warnings about the records. The kind `gap` means that records may be missing. */
	readonly notices: readonly Notice[];
	readonly total?: number;
	readonly isCut?: boolean;
	readonly isTotalMinimum?: boolean;
	readonly error?: Error;
}

/**
 * Collects the pages of a list, and decides when the list ends:
 *
 * - when `limit` records have been read
 * - when the service says so, by a total, `has_more: false` or a missing cursor
 * - at an empty page
 * - at a page that only repeats records
 * - after the first page, if the request has no paging
 *
 * A page with fewer records than requested does not end the list. If the service promises records that it does not
 * return, there is a notice of the kind `gap`. `docs/maintainers/wire-format.md` has all rules.
 */
export class PageCollector {
	isOver = false;
	pageCount = 0;

	/** The records so far, which may be more than the limit. */
	private readonly records: JsonValue[] = [];
	private readonly notices = new Notices();

	/** Returns the key of a record. The first page decides which fields are the key. */
	private recordKey?: RecordKey;
	private readonly recordsByKey = new Map<string, JsonValue>();
	/** `false` if a page has several records with the same key, such as one prompt for each AI platform. */
	private areKeysUnique = true;
	/** The latest page as JSON. Empty if its records have unique keys. */
	private latestText = '';
	/** Whether a record came again with other values. */
	private hasChangedRecords = false;

	/** The number of records received, including repeated ones. */
	private receivedCount = 0;
	private latestCount = 0;
	private textSize = 0;
	private metadata: PageMetadata = {};
	/** The latest total that the service stated. */
	private statedTotal?: number;
	/** Whether every stated total was the length of its page. Such a total says nothing about the list. */
	private totalsAreOfPages = true;
	private cursor?: number | string;

	constructor(
		private readonly query: ListQuery,
		private readonly pageSize: number,
	) {}

	/** Repeated records count towards the offset. */
	get nextPosition(): PagePosition {
		return { offset: this.receivedCount, page: this.pageCount, cursor: this.cursor };
	}

	/** Pages before this offset can be requested in advance. It is 0 if a page was not full. */
	get prefetchEnd(): number {
		const isRegular = this.receivedCount === this.pageCount * this.pageSize;
		const isByOffset = this.query.paging?.kind === 'offset';
		return isRegular && isByOffset ? Math.min(this.total ?? 0, this.query.limit) : 0;
	}

	get tooLongError(): ServiceError | undefined {
		const { textSize, receivedCount, pageCount, total } = this;
		const maxPages = total === undefined ? MAX_PAGES_WITHOUT_TOTAL : MAX_PAGES;
		const isEndless = pageCount >= maxPages;
		const isTooLong = receivedCount >= MAX_RECORDS || textSize >= MAX_TEXT_SIZE;
		return isEndless || isTooLong ? tooLongError(receivedCount, pageCount) : undefined;
	}

	get result(): ListResult {
		const { limit } = this.query;
		const { length } = this.records;
		const total = Math.max(this.total ?? 0, length);
		if (this.hasChangedRecords && this.areKeysUnique) this.notices.add(LIST_CHANGED);
		const isCut = length >= limit && (total > limit || !this.isComplete);
		return {
			records: length > limit ? this.records.slice(0, limit) : this.records,
			notices: this.notices.all,
			total,
			isCut,
			isTotalMinimum: isCut && !this.isComplete && this.total === undefined,
		};
	}

	resultWithError(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		const counted = error instanceof ServiceError ? error.withAdvice(words) : error;
		return { ...this.result, error: counted };
	}

	/** @param textSize the length of the response, in characters */
	add(page: Page, textSize = 0): void {
		const { records, metadata } = page;
		this.textSize += textSize;
		this.notices.addAll(page.notices);
		if (records.length === 0) {
			// Keeps earlier metadata, such as `has_more: true`, that the empty page does not repeat.
			const known = Object.entries(metadata).filter(([, value]) => value !== undefined);
			this.metadata = { ...this.metadata, ...Object.fromEntries(known) };
			if (this.pageCount === 0) this.statedTotal = metadata.total;
			this.endAndReport();
		} else if (this.addRecords(records)) {
			this.pageCount += 1;
			this.receivedCount += records.length;
			this.latestCount = records.length;
			this.metadata = metadata;
			if (metadata.total !== undefined) this.updateTotal(metadata.total);
			this.advanceOrEnd(page);
		} else {
			this.endAtRepeatedPage();
		}
	}

	/** @returns `false` if the page only repeats records */
	private addRecords(page: readonly JsonValue[]): boolean {
		const records = page.map((record) => asRecord(record));
		this.recordKey ??= createRecordKey(this.query.key, [records]);
		const { fields, keyOf } = this.recordKey;
		const keys = fields.length === 0 ? [] : records.map(keyOf);
		const known = keys.filter((own) => own !== undefined);
		if (new Set(known).size < known.length) this.areKeysUnique = false;
		const hasKeys = this.areKeysUnique && known.length === page.length;
		const text = hasKeys ? '' : JSON.stringify(page);
		const isKnown = hasKeys
			? known.every((own) => this.recordsByKey.has(own))
			: text === this.latestText;
		if (isKnown) return false;
		this.latestText = text;
		for (const [at, record] of page.entries()) this.addRecord(record, keys[at]);
		return true;
	}

	private addRecord(record: JsonValue, key?: string): void {
		const earlier = key === undefined ? undefined : this.recordsByKey.get(key);
		if (earlier !== undefined && this.areKeysUnique) {
			if (JSON.stringify(earlier) === JSON.stringify(record)) {
				this.notices.add(LIST_CHANGED);
				return;
			}
			this.hasChangedRecords = true;
		}
		this.records.push(record);
		if (key !== undefined) this.recordsByKey.set(key, record);
	}

	private updateTotal(total: number): void {
		const hasChanged = this.statedTotal !== undefined && this.statedTotal !== total;
		this.statedTotal = total;
		this.totalsAreOfPages &&= total === this.latestCount;
		if (hasChanged && !this.totalsAreOfPages) this.notices.add(LIST_CHANGED);
	}

	private advanceOrEnd({ cursor }: Page): void {
		const { paging, limit } = this.query;
		if (this.records.length >= limit) this.isOver = true;
		else if (paging === undefined) this.endAfterOnlyPage();
		else if (paging.kind === 'cursor') this.updateCursor(cursor);
		else if (this.isComplete) this.endAndReport();
	}

	/** Takes the next cursor. The list ends without a new cursor or at `has_more: false`. A total does not end it. */
	private updateCursor(found?: JsonValue): void {
		const { metadata, cursor: before } = this;
		this.cursor = isCursor(found) ? found : undefined;
		const isLast = found !== undefined && !hasContent(found);
		const isOpen = this.isMorePromised || (this.pageCount === 1 && this.isFull);
		if (metadata.hasMore === false || isLast) this.endAndReport();
		else if (this.cursor === undefined && isOpen) this.endWithNotice(NO_CURSOR);
		else if (this.cursor === undefined) this.endAndReport();
		else if (this.cursor === before) this.endWithNotice(this.missingNotice);
	}

	private endAfterOnlyPage(): void {
		const { latestCount, metadata, isComplete } = this;
		const isOpen = latestCount === metadata.limit && !isComplete;
		const text = `The service returned a full page of ${latestCount} records, so more may follow.`;
		this.endAndReport(isOpen && { kind: 'note', text, advice: this.query.pagingAdvice });
	}

	private endAtRepeatedPage(): void {
		const text =
			`After ${this.receivedCount} records, the service returned a page with nothing but IDs or rows that had come before. ` +
			'If the list has more records, they are missing.';
		const { pagingAdvice: advice } = this.query;
		// A page longer than requested shows that the service has no pages. So that page was the whole list.
		if (this.latestCount > this.pageSize) this.endAndReport();
		else this.endAndReport({ kind: this.isFull ? 'gap' : 'note', text, advice });
	}

	/** @param notice the warning to add if the service does not say that more records follow */
	private endAndReport(notice?: Notice | false): void {
		const isShort = (this.statedTotal ?? 0) > this.records.length;
		this.endWithNotice(isShort || this.isMorePromised ? this.missingNotice : notice);
	}

	private endWithNotice(notice: Notice | false = false): void {
		this.isOver = true;
		if (notice) this.notices.add(notice);
	}

	/** The total that the service stated. `undefined` if more records were received than that. */
	private get total(): number | undefined {
		const { statedTotal = -1, receivedCount } = this;
		return statedTotal < receivedCount ? undefined : statedTotal;
	}

	/** What the total, `has_more` and the next cursor say: `true` if more records follow. */
	private get promises(): boolean[] {
		const { total, receivedCount, metadata } = this;
		return [
			...(total === undefined ? [] : [receivedCount < total]),
			...(metadata.hasMore === undefined ? [] : [metadata.hasMore]),
			...(metadata.next === undefined ? [] : [hasContent(metadata.next)]),
		];
	}

	private get isMorePromised(): boolean {
		return this.promises.includes(true);
	}

	/**
	 * Whether the service says that the list is over. The total does not count if it equals the length of a full first
	 * page: some services send that length as the total by mistake.
	 */
	private get isComplete(): boolean {
		const { promises, metadata } = this;
		const isProven = metadata.hasMore !== undefined || metadata.next !== undefined;
		const isByChance = this.pageCount === 1 && this.isFull && !isProven;
		return promises.includes(false) && !promises.includes(true) && !isByChance;
	}

	/** Whether the latest page has as many records as requested, or as the service allows. */
	private get isFull(): boolean {
		return this.latestCount === this.pageSize || this.latestCount === this.metadata.limit;
	}

	private get missingNotice(): Notice {
		const { length } = this.records;
		const { statedTotal = 0 } = this;
		const text =
			statedTotal > length
				? `The service reports ${statedTotal} records but returned only ${length}.`
				: `The service reports more records than the ${length} that it returned.`;
		return { kind: 'gap', text, advice: this.query.pagingAdvice };
	}
}

/** Returns `false` for a URL, a path or a query string, such as `/tasks?page=2`. */
function isCursor(value?: JsonValue): value is number | string {
	if (typeof value === 'string') return value.trim() !== '' && !/^(https?:\/\/|\/|\?)/i.test(value);
	return typeof value === 'number';
}

/** A repeated record or another total means that records may be missing. */
const LIST_CHANGED: Notice = {
	kind: 'gap',
	text: 'The list changed while the node was reading it, or different records have the same ID. Run the node again to be sure.',
};

const NO_CURSOR: Notice = {
	kind: 'gap',
	text: 'More records may follow, but the response has no cursor for the next page.',
	advice: "Check 'Path to Cursor'.",
};

function tooLongError(count: number, pages: number): ServiceError {
	return new ServiceError(
		`The list is too long to read: after ${pages} pages with ${count} records, the service still returns more`,
		{
			forPeople:
				"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'. If the same records come again and again, the service pages in another way: use n8n's HTTP Request node with the same credential, and its option 'Pagination'.",
			forModel: 'Ask for fewer records, for example with conditions or a shorter period.',
		},
	);
}
