import type { JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject, type Notice, Notices, ServiceError } from '../base';
import type { Position } from './paging';
import type { ListQuery } from './query';
import type { AnswerContent } from './readAnswer';
import { KnownPages } from './samePage';
import { isCursor, moreBy } from './signs';

/** Reading stops after so many records: a service that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** In characters of all answers of a list. */
const MAX_SIZE = 256 * 1024 * 1024;

/** For a list that does not say how long it is. */
const MAX_PAGES = 1_000;

export interface ListResult {
	readonly records: JsonValue[];
	/** Every answer as it came. */
	readonly pages: JsonValue[];
	readonly notices: readonly Notice[];
	/** The number of records in the list, as far as it is known. */
	readonly total?: number;
	/** Whether the limit may have cut records off. */
	readonly isCut?: boolean;
	/** Whether there may be even more than the total. */
	readonly isTotalMinimum?: boolean;
	/** Ended the reading before its time; the records until then are there. */
	readonly error?: Error;
	/** Whether the first answer held no list: it is the only record, or there is none. */
	readonly isNoList?: boolean;
}

/** The signs and words of a page with records, or of the first page. */
type Page = Pick<AnswerContent, 'signs' | 'words'> & { readonly count: number };

/**
 * The part of a list that has come so far. It decides whether the list is over, and what to say of that:
 * the table in `docs/limits.md` has each case.
 *
 * A gap fails the polls of a trigger, so it is only for records that were promised and that the node did
 * not even try to get in another way. A doubt makes a trigger read again before it starts. A note has no
 * effect.
 */
export class ListSoFar {
	/** If it is `false`, the next page is to be asked for. */
	isOver = false;

	/** Each record once, also beyond the limit. */
	private readonly records: JsonValue[] = [];

	/** The answers with records; without any, the empty one. */
	private readonly pages: JsonValue[] = [];
	private readonly notices = new Notices();
	private readonly known: KnownPages;

	/** The number of records, with duplicates, and of characters in all answers. */
	private received = 0;
	private size = 0;

	private latest: Page = { count: 0, signs: {} };
	private cursor?: number | string;

	/** The latest stated total, and whether each was just that of its page. */
	private stated?: number;
	private countsPages = true;

	constructor(
		private readonly query: ListQuery,
		private readonly pageSize: number,
	) {
		this.known = new KnownPages(query.idFields);
	}

	/** Where the next page starts. Duplicates count towards the offset. */
	get next(): Position {
		return { offset: this.received, page: this.pages.length, cursor: this.cursor };
	}

	/** Up to here, pages can be asked for before they are needed: all were full so far. */
	get foreseen(): number {
		const isRegular = this.received === this.pages.length * this.pageSize;
		const isByOffset = this.query.paging?.kind === 'offset';
		return isRegular && isByOffset ? Math.min(this.total ?? 0, this.query.limit) : 0;
	}

	/** The error if the list is too long to read on. */
	get excess(): ServiceError | undefined {
		const { size, received, pages, total, latest } = this;
		const isPromised = total !== undefined || (latest.signs.totalPages ?? 0) > pages.length;
		const isEndless = pages.length >= MAX_PAGES && !isPromised;
		const isTooLong = received >= MAX_RECORDS || size >= MAX_SIZE;
		return isEndless || isTooLong ? tooLongError(received, pages.length) : undefined;
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

	/** Returns the list that an error has ended. */
	brokenOff(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		return { ...this.result, error: error instanceof ServiceError ? error.with(words) : error };
	}

	/** Takes an answer; `size` is the length of its text. */
	take(answer: AnswerContent, size: number): void {
		this.size += size;
		this.notices.addAll(answer.notices);
		const { records = [], signs, words } = answer;
		if (records.length === 0) {
			this.takeEmpty(answer);
			return;
		}
		const { isRepeat, kept, hasMoved } = this.known.add(records);
		if (isRepeat) {
			this.finish(this.noticeOnRepeat());
			return;
		}
		if (hasMoved) this.notices.add(MOVED);
		for (const record of kept) this.records.push(record);
		this.pages.push(answer.body);
		this.received += records.length;
		this.latest = { count: records.length, signs, words };
		if (signs.total !== undefined) this.takeTotal(signs.total);
		this.takeEnd(answer.body);
	}

	/** Takes an answer without records, or a page that is not there. */
	takeEmpty({ body = null, signs = {}, words }: Partial<AnswerContent> = {}): void {
		// Words that the page before had, too, do not explain why this one is empty.
		if (words !== undefined && words !== this.latest.words) {
			const none = this.received > 0 ? `no more than ${this.received} records` : 'no records';
			const text = `The service returned ${none} and says: ${words}`;
			this.notices.add({ kind: 'note', text });
		}
		if (this.pages.length === 0) {
			this.pages.push(body);
			this.stated = signs.total;
			this.latest = { count: 0, signs };
		}
		this.finish(this.noticeOnEnd());
	}

	/** A changed total means that the list changed, unless each page counts itself. */
	private takeTotal(total: number): void {
		const hasChanged = this.stated !== undefined && this.stated !== total;
		this.stated = total;
		this.countsPages &&= total === this.latest.count;
		if (hasChanged && !this.countsPages) this.notices.add(MOVED);
	}

	/** Ends the list with the latest page, unless another one follows. */
	private takeEnd(body: JsonValue): void {
		const { paging } = this.query;
		if (this.records.length >= this.query.limit) this.isOver = true;
		else if (paging === undefined) this.finish(this.noticeOnOnlyPage());
		else if (paging.kind === 'cursor') this.takeCursor(body, paging.cursorAt);
		else if (this.isComplete) this.finish();
	}

	/** With cursors, only those say whether another page follows. */
	private takeCursor(body: JsonValue, cursorAt?: string): void {
		const { latest, cursor: before } = this;
		const { signs } = latest;
		const place = isObject(body) ? body : {};
		const found = cursorAt === undefined ? (signs.next ?? null) : fieldIn(place, cursorAt);
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
		else if (this.isDisputed) this.notices.add(disagreeNotice(this.received));
	}

	/** The stated total, if it can be true. A record that came twice counts once. */
	private get total(): number | undefined {
		const { stated = -1 } = this;
		const { length } = this.records;
		return stated < length ? undefined : stated;
	}

	/** Says for each sign whether more records follow. */
	private get verdicts(): boolean[] {
		const { total, records, pages, latest } = this;
		const { totalPages = 0 } = latest.signs;
		const more = moreBy(latest.signs);
		// A number that is exceeded says nothing.
		return [
			...(total === undefined ? [] : [records.length < total]),
			...(totalPages < pages.length ? [] : [pages.length < totalPages]),
			...(more === undefined ? [] : [more]),
		];
	}

	private get isPromised(): boolean {
		return this.verdicts.includes(true);
	}

	private get isDenied(): boolean {
		return this.verdicts.includes(false);
	}

	/**
	 * Whether the service says that the list is over, and nothing says otherwise. A number equal to the
	 * length of a full first page does not count: `total: len(items)` is a common mistake, and would lose all
	 * the rest.
	 */
	private get isComplete(): boolean {
		const isByChance = this.pages.length === 1 && this.isFull;
		const isCertain = !isByChance || moreBy(this.latest.signs) !== undefined;
		return this.isDenied && !this.isPromised && isCertain;
	}

	/** Whether two signs disagree, or a total is lower than what came. */
	private get isDisputed(): boolean {
		const isTooLow = (this.stated ?? Infinity) < this.records.length && !this.countsPages;
		return isTooLow || (this.isDenied && this.isPromised);
	}

	/** Whether the latest page is as long as requested, or as the service says that a page is. */
	private get isFull(): boolean {
		const { count, signs } = this.latest;
		return count === this.pageSize || count === signs.limit;
	}

	/** Whether there is an unused cursor for the next page. */
	private get showsCursor(): boolean {
		const { signs } = this.latest;
		const isUsed = this.query.paging?.kind === 'cursor';
		return !isUsed && moreBy(signs) === true && signs.next !== undefined;
	}

	/** Says how to get missing records, if the user can say how the service pages. */
	private get remedy(): string {
		if (this.query.offersPaging !== true) return '';
		const way = this.showsCursor ? 'Cursor' : 'the way in which the service pages';
		return ` To get the rest, set 'Pagination' under 'Options' to ${way}.`;
	}

	/** For a list without a way to ask for another page. */
	private noticeOnOnlyPage(): Notice | undefined {
		const { latest, remedy } = this;
		if (this.isPromised) return this.missingNotice('gap', remedy);
		if (latest.count !== latest.signs.limit || this.isComplete) return undefined;
		const said = `The service returned a full page of ${latest.count} records and does not say whether more follow.`;
		return { kind: 'doubt', text: said + remedy };
	}

	/** For a page that came before. If the one before it is full, it is hardly the last. */
	private noticeOnRepeat(): Notice | undefined {
		const { received, stated = Infinity, remedy } = this;
		// Where as many came as there are, it may be the last page, which comes again past the end.
		const kind = received < stated ? 'gap' : 'doubt';
		if (this.isPromised) return this.missingNotice(kind, remedy);
		// A page that is longer than requested is the whole list.
		if (this.latest.count > this.pageSize) return undefined;
		const text =
			`After the first ${received} records, the service returned a page of them again. ` +
			'The output has each of them once. If the list has more records, they are missing.';
		if (!this.isFull) return { kind: 'note', text };
		const todo = "To get more of them at once, raise 'Page Size' under 'Options'.";
		return { kind: 'gap', text: `${text} ${todo}${remedy}` };
	}

	/** For records with the ID of an earlier one and other texts, such as a signed address. */
	private noticeOnSameIds(): Notice[] {
		const { repeatedIds: count } = this.known;
		if (count === 0) return [];
		const said = `${count} of ${this.records.length} records came with the ID of an earlier one and other values.`;
		const text = `${said} If these are the same records, others are missing.${this.remedy}`;
		return [{ kind: 'doubt', lacks: true, text }];
	}

	/** For a page that is empty, not there, or without a cursor, as the last one is. */
	private noticeOnEnd(): Notice | undefined {
		// The offset leads nowhere, and there is an unused cursor.
		const isElsewhere = this.showsCursor && this.pages.length === 1 && this.received > 0;
		if (isElsewhere) return this.missingNotice('gap', this.remedy);
		// If the total is reached, a sign of more is a mistake.
		const isMissing = this.isPromised && this.total !== this.records.length;
		return isMissing ? this.missingNotice('doubt') : undefined;
	}

	/** For a next page that needs a cursor when there is none. */
	private noticeOnNoCursor(): Notice | undefined {
		const isExpected = this.isPromised || (this.pages.length === 1 && this.isFull);
		return isExpected ? NO_CURSOR : undefined;
	}

	/**
	 * @param kind a doubt if the list ended without the rest; a gap if the node did not ask for the rest, or
	 * an earlier page came in its place
	 */
	private missingNotice(kind: 'doubt' | 'gap', remedy = ''): Notice {
		const { length } = this.records;
		const { total = 0 } = this;
		const said =
			total > length
				? `The service reports ${total} records but returned only ${length}.`
				: `The service reports more records than the ${length} that it returned.`;
		return { kind, lacks: true, text: said + remedy };
	}
}

const MOVED: Notice = {
	kind: 'doubt',
	text: 'The list changed while the node was reading it. Run the node again to be sure.',
};

const NO_CURSOR: Notice = {
	kind: 'gap',
	text: "More records may follow, but the response has no cursor for the next page. Check 'Path to Cursor'.",
};

/** For signs that disagree, or a total that is lower than what came. */
function disagreeNotice(count: number): Notice {
	const text = `What the service says about the number of records does not fit the ${count} that it returned, so the list may be incomplete.`;
	return { kind: 'note', text };
}

/** For a list that fills the memory, or whose pages keep coming without a total. */
export function tooLongError(count: number, pages: number): ServiceError {
	return new ServiceError(
		`The list is too long to read: after ${pages} pages with ${count} records, the service still returns more`,
		"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'. If the same records come again and again, enter how the service pages in 'Pagination' under 'Options'.",
	);
}
