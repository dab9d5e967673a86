import type { JsonValue } from 'n8n-workflow';
import { getField, hasField, isObject, type Notice, Notices, ServiceError } from '../base';
import type { ListQuery, PagePosition } from './paging';
import type { AnswerContent } from './readAnswer';
import { KnownPages } from './samePage';
import { isCursor, saysMoreFollow } from './signs';

/** A list without end would fill the memory. */
const MAX_RECORDS = 1_000_000;

/** The maximum size of a list: the texts of all its pages together, in characters. */
const MAX_ANSWERS_SIZE = 256 * 1024 * 1024;

/** The most pages of a list that does not say how long it is. */
const MAX_PAGES = 1_000;

export interface ListResult {
	readonly records: JsonValue[];
	/** The whole answers, one for each page, as the service sent them. */
	readonly pages: JsonValue[];
	readonly notices: readonly Notice[];
	readonly total?: number;
	readonly isCut?: boolean;
	readonly isTotalMinimum?: boolean;
	readonly error?: Error;
	/** Whether the answer had no list. Then `records` has the answer itself, or nothing. */
	readonly hasNoList?: boolean;
}

type LatestPage = Pick<AnswerContent, 'serviceText' | 'signs'> & { readonly count: number };

/**
 * The pages of a list that were read so far. Decides when the list ends, and which notice it gets. `docs/limits.md` has
 * a table of all cases.
 *
 * - A gap: the service promised more records, or probably has more, and the node could not request them. A gap fails
 *   the poll of a trigger.
 * - A doubt makes a new watch read the list again.
 * - A note has no effect.
 */
export class ListSoFar {
	isOver = false;

	/** Has no duplicates. May have more records than the limit. */
	private readonly records: JsonValue[] = [];

	/** The answers with records, or only the first answer if it has no records. */
	private readonly pages: JsonValue[] = [];
	private readonly notices = new Notices();
	private readonly knownPages: KnownPages;

	/** Includes duplicates. */
	private receivedCount = 0;
	/** In characters. */
	private answersSize = 0;

	private latestPage: LatestPage = { count: 0, signs: {} };
	private cursor?: number | string;

	private statedTotal?: number;
	/** Whether each stated total was only the length of its page. */
	private totalsAreOfPages = true;

	constructor(
		private readonly query: ListQuery,
		private readonly pageSize: number,
	) {
		this.knownPages = new KnownPages(query.idFields);
	}

	/** Duplicates count towards the offset. */
	get nextPosition(): PagePosition {
		return { offset: this.receivedCount, page: this.pages.length, cursor: this.cursor };
	}

	/** The offset up to which pages can be requested ahead. It is 0 unless all pages were full. */
	get prefetchEnd(): number {
		const isRegular = this.receivedCount === this.pages.length * this.pageSize;
		const isByOffset = this.query.paging?.kind === 'offset';
		return isRegular && isByOffset ? Math.min(this.total ?? 0, this.query.limit) : 0;
	}

	get tooLongError(): ServiceError | undefined {
		const { answersSize, receivedCount, pages, total, latestPage } = this;
		const isPromised = total !== undefined || (latestPage.signs.totalPages ?? 0) > pages.length;
		const isEndless = pages.length >= MAX_PAGES && !isPromised;
		const isTooLong = receivedCount >= MAX_RECORDS || answersSize >= MAX_ANSWERS_SIZE;
		return isEndless || isTooLong ? tooLongError(receivedCount, pages.length) : undefined;
	}

	get result(): ListResult {
		const { pages, notices, isComplete } = this;
		const { limit } = this.query;
		const { length } = this.records;
		const total = this.total ?? length;
		const isCut = length >= limit && (total > limit || !isComplete);
		const isTotalMinimum = isCut && !isComplete && this.total === undefined;
		const records = length > limit ? this.records.slice(0, limit) : this.records;
		const all = [...notices.all, ...this.noticeOnSameIds()];
		return { records, pages, notices: all, total, isCut, isTotalMinimum };
	}

	resultWithError(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		return {
			...this.result,
			error: error instanceof ServiceError ? error.withAdvice(words) : error,
		};
	}

	/** @param size the length of the answer, in characters */
	addPage(answer: AnswerContent, size: number): void {
		this.answersSize += size;
		this.notices.addAll(answer.notices);
		const { records = [], signs, serviceText } = answer;
		if (records.length === 0) {
			this.addEmptyPage(answer);
			return;
		}
		const { isRepeat, keptRecords, hasMoved } = this.knownPages.add(records);
		if (isRepeat) {
			this.finish(this.noticeOnRepeat());
			return;
		}
		if (hasMoved) this.notices.add(LIST_CHANGED);
		for (const record of keptRecords) this.records.push(record);
		this.pages.push(answer.body);
		this.receivedCount += records.length;
		this.latestPage = { count: records.length, signs, serviceText };
		if (signs.total !== undefined) this.updateTotal(signs.total);
		this.checkEnd(answer.body);
	}

	addEmptyPage({ body = null, signs = {}, serviceText }: Partial<AnswerContent> = {}): void {
		// A text that also came with the page before does not explain why this page is empty.
		if (serviceText !== undefined && serviceText !== this.latestPage.serviceText) {
			const none =
				this.receivedCount > 0 ? `no more than ${this.receivedCount} records` : 'no records';
			const text = `The service returned ${none} and says: ${serviceText}`;
			this.notices.add({ kind: 'note', text });
		}
		if (this.pages.length === 0) {
			this.pages.push(body);
			this.statedTotal = signs.total;
			this.latestPage = { count: 0, signs };
		}
		this.finish(this.noticeOnEnd());
	}

	/** Adds a notice if the total changed, unless all totals were only the lengths of pages. */
	private updateTotal(total: number): void {
		const hasChanged = this.statedTotal !== undefined && this.statedTotal !== total;
		this.statedTotal = total;
		this.totalsAreOfPages &&= total === this.latestPage.count;
		if (hasChanged && !this.totalsAreOfPages) this.notices.add(LIST_CHANGED);
	}

	private checkEnd(body: JsonValue): void {
		const { paging } = this.query;
		if (this.records.length >= this.query.limit) this.isOver = true;
		else if (paging === undefined) this.finish(this.noticeOnOnlyPage());
		else if (paging.kind === 'cursor') this.updateCursor(body, paging.cursorAt);
		else if (this.isComplete) this.finish();
	}

	/** Takes the next cursor. The list ends without a new one, or with `has_more: false`, not by its total. */
	private updateCursor(body: JsonValue, cursorAt?: string): void {
		const { latestPage, cursor: before } = this;
		const { signs } = latestPage;
		const place = isObject(body) ? body : {};
		const found = cursorAt === undefined ? (signs.next ?? null) : getField(place, cursorAt);
		this.cursor = isCursor(found) ? found : undefined;
		const isThere = cursorAt === undefined ? signs.hasNext === false : hasField(place, cursorAt);
		const isLast = signs.hasMore === false || (this.cursor === undefined && isThere);
		if (isLast) this.finish(this.noticeOnEnd());
		else if (this.cursor === undefined) this.finish(this.noticeOnNoCursor());
		else if (this.cursor === before) this.finish(this.missingNotice('gap'));
	}

	private finish(notice?: Notice): void {
		this.isOver = true;
		if (notice !== undefined) this.notices.add(notice);
		else if (this.doSignsDisagree) this.notices.add(disagreeNotice(this.receivedCount));
	}

	/** The total that the service stated, or `undefined` if more records came than that. */
	private get total(): number | undefined {
		const { statedTotal = -1 } = this;
		const { length } = this.records;
		return statedTotal < length ? undefined : statedTotal;
	}

	/**
	 * Whether more records follow: one value by the total, one by the number of pages, one by `has_more` or a cursor. A
	 * missing sign gives no value.
	 */
	private get signsThatMoreFollow(): boolean[] {
		const { total, records, pages, latestPage } = this;
		const { totalPages = 0 } = latestPage.signs;
		const more = saysMoreFollow(latestPage.signs);
		// If more records or pages came than the service stated, its number is wrong, so it is left out.
		return [
			...(total === undefined ? [] : [records.length < total]),
			...(totalPages < pages.length ? [] : [pages.length < totalPages]),
			...(more === undefined ? [] : [more]),
		];
	}

	private get isMorePromised(): boolean {
		return this.signsThatMoreFollow.includes(true);
	}

	private get isMoreDenied(): boolean {
		return this.signsThatMoreFollow.includes(false);
	}

	/**
	 * Whether a sign says that the list is over, and no other sign says that more records follow. A total that equals a
	 * full first page is no proof, because some services write `total: len(items)` by mistake.
	 */
	private get isComplete(): boolean {
		const isByChance = this.pages.length === 1 && this.isFull;
		const isCertain = !isByChance || saysMoreFollow(this.latestPage.signs) !== undefined;
		return this.isMoreDenied && !this.isMorePromised && isCertain;
	}

	private get doSignsDisagree(): boolean {
		const isTooLow = (this.statedTotal ?? Infinity) < this.records.length && !this.totalsAreOfPages;
		return isTooLow || (this.isMoreDenied && this.isMorePromised);
	}

	/** Whether the latest page has as many records as requested, or as the service allows. */
	private get isFull(): boolean {
		const { count, signs } = this.latestPage;
		return count === this.pageSize || count === signs.limit;
	}

	/** Whether the service offers a cursor, but the node pages in another way. */
	private get offersUnusedCursor(): boolean {
		const { signs } = this.latestPage;
		const isUsed = this.query.paging?.kind === 'cursor';
		return !isUsed && saysMoreFollow(signs) === true && signs.next !== undefined;
	}

	/** `undefined` if the form has no field that the advice could name. */
	private get adviceToGetRest(): string | undefined {
		const { offers } = this.query;
		if (offers === undefined) return undefined;
		if (offers !== 'pagination') return HTTP_REQUEST_ADVICE;
		const way = this.offersUnusedCursor ? 'Cursor' : 'the way in which the service pages';
		return `To get the rest, set 'Pagination' in 'Options' → 'API Details' to ${way}.`;
	}

	private noticeOnOnlyPage(): Notice | undefined {
		const { latestPage, adviceToGetRest } = this;
		if (this.isMorePromised) return this.missingNotice('gap', adviceToGetRest);
		if (latestPage.count !== latestPage.signs.limit || this.isComplete) return undefined;
		const said = `The service returned a full page of ${latestPage.count} records and does not say whether more follow.`;
		return { kind: 'doubt', text: said, advice: adviceToGetRest };
	}

	/** The service sent a page again. If the page is full, more records are likely. */
	private noticeOnRepeat(): Notice | undefined {
		const { receivedCount, statedTotal = Infinity, adviceToGetRest } = this;
		// Some services send the last page again after the end. So if all records of the total came, there is no gap.
		const kind = receivedCount < statedTotal ? 'gap' : 'doubt';
		if (this.isMorePromised) return this.missingNotice(kind, adviceToGetRest);
		// The service ignores the page size and sends the whole list.
		if (this.latestPage.count > this.pageSize) return undefined;
		const text =
			`After the first ${receivedCount} records, the service returned a page of them again. ` +
			'The output has each of them once. If the list has more records, they are missing.';
		if (!this.isFull) return { kind: 'note', text };
		if (this.query.offers === undefined) return { kind: 'gap', text };
		const todo = "To get more of them at once, raise 'Page Size' in 'Options' → 'API Details'.";
		return { kind: 'gap', text, advice: `${todo} ${adviceToGetRest ?? ''}`.trim() };
	}

	/**
	 * Adds a doubt if records came with the ID of an earlier record. They may be the same records with a new text, such
	 * as a signed URL.
	 */
	private noticeOnSameIds(): Notice[] {
		const { repeatedIdCount: count } = this.knownPages;
		if (count === 0) return [];
		const said = `${count} of ${this.records.length} records came with the ID of an earlier one and other values.`;
		const text = `${said} If these are the same records, others are missing.`;
		return [{ kind: 'doubt', lacksRecords: true, text, advice: this.adviceToGetRest }];
	}

	/** The list ended at an empty or missing page, without a next cursor, or with `has_more: false`. */
	private noticeOnEnd(): Notice | undefined {
		// The service may ignore the offset and page by cursor.
		const isElsewhere =
			this.offersUnusedCursor && this.pages.length === 1 && this.receivedCount > 0;
		if (isElsewhere) return this.missingNotice('gap', this.adviceToGetRest);
		// If all records of the total came, a sign that more follow is wrong.
		const isMissing = this.isMorePromised && this.total !== this.records.length;
		return isMissing ? this.missingNotice('doubt') : undefined;
	}

	private noticeOnNoCursor(): Notice | undefined {
		const isExpected = this.isMorePromised || (this.pages.length === 1 && this.isFull);
		return isExpected ? NO_CURSOR : undefined;
	}

	/** @param kind `gap` if the node could not request the missing records, or got an earlier page instead */
	private missingNotice(kind: 'doubt' | 'gap', advice?: string): Notice {
		const { length } = this.records;
		const { total = 0 } = this;
		const said =
			total > length
				? `The service reports ${total} records but returned only ${length}.`
				: `The service reports more records than the ${length} that it returned.`;
		return { kind, lacksRecords: true, text: said, advice };
	}
}

const HTTP_REQUEST_ADVICE =
	"To get the rest, use n8n's HTTP Request node with the same credential, and its option 'Pagination'.";

const LIST_CHANGED: Notice = {
	kind: 'doubt',
	text: 'The list changed while the node was reading it. Run the node again to be sure.',
};

const NO_CURSOR: Notice = {
	kind: 'gap',
	text: 'More records may follow, but the response has no cursor for the next page.',
	advice: "Check 'Path to Cursor'.",
};

function disagreeNotice(count: number): Notice {
	const text = `What the service says about the number of records does not fit the ${count} that it returned, so the list may be incomplete.`;
	return { kind: 'note', text };
}

export function tooLongError(count: number, pages: number): ServiceError {
	return new ServiceError(
		`The list is too long to read: after ${pages} pages with ${count} records, the service still returns more`,
		{
			forPeople:
				"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'. If the same records come again and again, the service pages in another way: use n8n's HTTP Request node with the same credential, and its option 'Pagination'.",
			forModel: 'Ask for fewer records, for example with conditions or a shorter period.',
		},
	);
}
