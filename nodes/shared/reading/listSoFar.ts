import type { JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject, type Notice, Notices, ServiceError } from '../base';
import {
	disagreeNotice,
	fullPageNotice,
	missingNotice,
	MOVED,
	NO_CURSOR,
	noEndError,
	repeatedNotice,
	saidNotice,
	SET_CURSOR,
	SET_PAGING,
	tooLongError,
} from './notices';
import type { ListSource, Position } from './paging';
import type { AnswerContent } from './readAnswer';
import { KnownPages } from './samePage';
import { isCursor, moreBy, type Signs } from './signs';

/** Reading stops after this many records: a service that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** The most text that the answers of one list may have, in characters. */
const MAX_SIZE = 256 * 1024 * 1024;

/** The most pages of a list that does not say how long it is. */
const MAX_PAGES = 1_000;

/** A list that was read, page by page or at once. */
export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came, in order. */
	readonly pages: JsonValue[];
	readonly notices: readonly Notice[];
	/** How many records the list has, as far as that is known. */
	readonly total?: number;
	/** Whether the list may have more records than these, because there is a limit. */
	readonly isCut?: boolean;
	/** Whether it may have even more than the total. */
	readonly isOpen?: boolean;
	/** What ended the reading before its time; the records until then are there. */
	readonly error?: Error;
	/** Whether the first answer held no list: it is then the only record, or there is none. */
	readonly isNoList?: boolean;
}

/**
 * Why a list is over:
 *
 * - `limit`: there are as many records as were wanted
 * - `told`: the service says that it is, by a total, a number of pages, a flag or an empty cursor
 * - `empty`: a page has no records, or there is no such page
 * - `again`: a page came before
 * - `onlyPage`: nothing says how to ask for another page
 * - `noCursor`: the next page needs a cursor, and there is none, or the same one again
 */
type End = 'again' | 'empty' | 'limit' | 'noCursor' | 'onlyPage' | 'told';

/** The part of a list that has come so far, and whether the list is over with it. */
export class ListSoFar {
	/** Why the list is over; `undefined` while the next page is to be asked for. */
	end?: End;

	/** How many records it has in all, by a total that can be true. */
	total?: number;

	private readonly records: JsonValue[] = [];
	private readonly pages: JsonValue[] = [];
	private readonly notices = new Notices();
	private readonly known: KnownPages;

	/** How many pages had records, how many came in them, and how many characters all answers have. */
	private pageCount = 0;
	private received = 0;
	private size = 0;

	/** Of the latest page with records: how many, what it says of the list, in words, and the next cursor. */
	private count = 0;
	private signs: Signs = {};
	private words?: string;
	private cursor?: number | string;

	/** The latest total that the service has stated, whether or not it can be true. */
	private said?: { readonly total: number; readonly isOfPage: boolean };

	/** Whether the service says that the list is over, whatever the limit. */
	private isTold = false;

	/** Whether two signs said the opposite of each other, or a total was lower than what came. */
	private disagrees = false;

	/**
	 * @param limit the most records wanted, `Infinity` for all
	 * @param requested how many of them each request asks for
	 */
	constructor(
		private readonly source: ListSource,
		private readonly limit: number,
		private readonly requested: number,
	) {
		this.known = new KnownPages(source.expected.names);
	}

	/** Where the next page starts. Records that came twice are passed, too. */
	get next(): Position {
		return { offset: this.received, page: this.pageCount, cursor: this.cursor };
	}

	/** Whether there are records yet. */
	get hasBegun(): boolean {
		return this.pageCount > 0;
	}

	/** Up to where pages can be asked for before they are needed: all of them were full so far. */
	get foreseen(): number {
		const isRegular = this.received === this.pageCount * this.requested;
		const isByOffset = this.source.paging?.kind === 'offset';
		return this.hasBegun && isRegular && isByOffset ? Math.min(this.total ?? 0, this.limit) : 0;
	}

	/**
	 * Takes an answer, and knows from then on whether the list is over.
	 *
	 * @param size the length of the answer's text
	 */
	take(answer: AnswerContent, size: number): void {
		this.size += size;
		this.notices.addAll(answer.notices);
		const { records = [], signs, words } = answer;
		if (records.length === 0) {
			this.takeEmpty(answer);
			return;
		}
		const { isAgain, kept, isMoved } = this.known.add(records);
		if (isAgain) {
			this.end = 'again';
			return;
		}
		if (isMoved) this.notices.add(MOVED);
		for (const record of kept.slice(0, this.missing)) this.records.push(record);
		this.pages.push(answer.body);
		this.pageCount += 1;
		this.received += records.length;
		this.count = records.length;
		this.signs = signs;
		this.words = words;
		this.takeTotal(signs.total);
		this.end = this.endAfter(answer.body);
	}

	/** Takes an answer without records, or that there is no such page. */
	takeEmpty({ body = null, signs = {}, words }: Partial<AnswerContent> = {}): void {
		if (!this.hasBegun) {
			this.pages.push(body);
			this.total = signs.total;
			this.signs = { totalPages: signs.totalPages };
		}
		// What the page before says, too, is not why this one is empty.
		if (words !== undefined && words !== this.words) {
			const none = this.hasBegun ? `no more than ${this.received} records` : 'no records';
			this.notices.add(saidNotice(none, words));
		}
		this.end = 'empty';
	}

	/** Keeps a total for as long as it can be true. If it changes, so does the list. */
	private takeTotal(total: number | undefined): void {
		if (total !== undefined) {
			const { said, count } = this;
			// Some services count the records of the page.
			const isOfPage = total === count && said?.isOfPage !== false;
			const hasChanged = said !== undefined && said.total !== total;
			if (hasChanged && !(said.isOfPage && isOfPage)) this.notices.add(MOVED);
			this.said = { total, isOfPage };
			this.total = total;
			this.disagrees ||= !isOfPage && total < this.received;
		}
		if ((this.total ?? 0) < this.received) this.total = undefined;
	}

	/** Why the list is over with the latest page; `undefined` if it is not, or nobody knows. */
	private endAfter(body: JsonValue): End | undefined {
		const { total, received, source } = this;
		const { totalPages = 0 } = this.signs;
		const more = moreBy(this.signs);
		// What is exceeded says nothing.
		const verdicts = [
			total === undefined ? undefined : received < total,
			totalPages < this.pageCount ? undefined : this.pageCount < totalPages,
			more,
		];
		const isOver = verdicts.includes(false);
		const isDisputed = isOver && verdicts.includes(true);
		this.isTold = isOver && !isDisputed && !this.mayCountItself(more);
		if (this.missing <= 0) return 'limit';
		if (source.paging === undefined) return 'onlyPage';
		if (source.paging.kind === 'cursor') return this.endOfCursors(body, source.paging.cursorAt);
		// Where two signs disagree, an empty page decides.
		this.disagrees ||= isDisputed;
		return this.isTold ? 'told' : undefined;
	}

	/**
	 * Whether the first page is full, and what says that the list is over may be no more than the
	 * number of its records: `total: len(items)` is a common mistake, and would lose all the rest.
	 */
	private mayCountItself(more: boolean | undefined): boolean {
		return this.pageCount === 1 && this.isFull && more === undefined;
	}

	/** Whether the latest page is as long as was requested, or as the service says that a page is. */
	private get isFull(): boolean {
		return this.count === this.requested || this.count === this.signs.limit;
	}

	/** Where pages have cursors, only those say whether another one follows. */
	private endOfCursors(body: JsonValue, cursorAt?: string): End | undefined {
		const { signs, cursor: before } = this;
		const place = isObject(body) ? body : {};
		const found = cursorAt === undefined ? (signs.next ?? null) : fieldIn(place, cursorAt);
		this.cursor = isCursor(found) ? found : undefined;
		if (signs.hasMore === false) return 'told';
		if (this.cursor !== undefined) return this.cursor === before ? 'noCursor' : undefined;
		const isThere = cursorAt === undefined ? signs.hasNext === false : hasField(place, cursorAt);
		return isThere ? 'told' : 'noCursor';
	}

	/** How many records are still wanted. */
	private get missing(): number {
		return this.limit - this.records.length;
	}

	/** Why no more of the list is read, if it is too long. */
	get excess(): ServiceError | undefined {
		const { size, received, pageCount, total, signs } = this;
		if (received >= MAX_RECORDS || size >= MAX_SIZE) return tooLongError(received);
		const isPromised = total !== undefined || (signs.totalPages ?? 0) > pageCount;
		return pageCount < MAX_PAGES || isPromised ? undefined : noEndError(received, pageCount);
	}

	/** The list after its end, with a notice if that is not where the service says that it is. */
	get result(): ListResult {
		const notice = this.noticeOnEnd();
		if (notice !== undefined) this.notices.add(notice);
		return this.soFar;
	}

	/** The list when an error has ended the reading. */
	brokenOff(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		return { ...this.soFar, error: error instanceof ServiceError ? error.with(words) : error };
	}

	private get soFar(): ListResult {
		const { records, pages, notices, received } = this;
		// The last page may have more records than were wanted, and the list still more.
		const isAll = this.isTold || this.pageCount === 1;
		const total = this.total ?? (isAll ? received : records.length);
		const isCut = this.missing <= 0 && (total > records.length || !this.isTold);
		const isPaged = this.source.paging !== undefined;
		const isOpen =
			isCut && !this.isTold && this.total === undefined && (isPaged || total === records.length);
		return { records, pages, notices: notices.all, total, isCut, isOpen };
	}

	/**
	 * What to say of where the list ended; nothing where it was cut by the limit. `docs/limits.md` has
	 * this as a table.
	 */
	private noticeOnEnd(): Notice | undefined {
		const { end, total, received, pageCount, count, signs, source, disagrees } = this;
		const { paging, offersPaging = false } = source;
		const more = moreBy(signs) === true;
		const isCounted = (total ?? 0) > received || (signs.totalPages ?? 0) > pageCount;
		const showsCursor = paging?.kind !== 'cursor' && more && signs.next !== undefined;
		const remedy = showsCursor ? SET_CURSOR : SET_PAGING;
		const todo = offersPaging ? remedy : '';
		const missing = (kind: 'doubt' | 'gap', what?: string) =>
			missingNotice(kind, this.records.length, total, what);
		switch (end) {
			case 'onlyPage':
				if (more || isCounted) return missing('gap', todo);
				if (count === signs.limit && !this.isTold) return fullPageNotice(count, todo);
				break;
			case 'again':
				if (more || isCounted) return missing('gap', todo);
				if (count <= this.requested) return repeatedNotice(received, this.isFull, todo);
				break;
			case 'empty':
				// The offset leads to nothing, and there is a cursor that was not used.
				if (showsCursor && pageCount === 1) return missing('gap', todo);
				if (isCounted || (more && total !== received)) return missing('doubt');
				break;
			case 'noCursor':
				if (this.cursor !== undefined) return missing('gap');
				if (more || isCounted || (pageCount === 1 && this.isFull)) return NO_CURSOR;
				break;
			case 'limit':
				return undefined;
			default:
		}
		return disagrees ? disagreeNotice(received) : undefined;
	}
}
