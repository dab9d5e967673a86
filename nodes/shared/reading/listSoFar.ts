import type { JsonValue } from 'n8n-workflow';
import { fieldIn, hasField, isObject, type Notice, Notices, ServiceError } from '../base';
import type { Position } from './paging';
import type { ListQuery } from './paging';
import type { AnswerContent } from './readAnswer';
import { KnownPages } from './samePage';
import { isCursor, moreBy } from './signs';

/** A list that never ends must not fill the memory. */
const MAX_RECORDS = 1_000_000;

/** In characters. */
const MAX_SIZE = 256 * 1024 * 1024;

/** For a list that does not say how long it is. */
const MAX_PAGES = 1_000;

export interface ListResult {
	readonly records: JsonValue[];
	/** The unchanged answers. */
	readonly pages: JsonValue[];
	readonly notices: readonly Notice[];
	/** The number of records in the list, as far as it is known. */
	readonly total?: number;
	/** Whether the limit may have cut records off. */
	readonly isCut?: boolean;
	readonly isTotalMinimum?: boolean;
	/** The error that ended the reading early, after these records. */
	readonly error?: Error;
	/** Whether the answer had no list: then it is the only record, or there is none. */
	readonly isNoList?: boolean;
}

type Page = Pick<AnswerContent, 'signs' | 'words'> & { readonly count: number };

/**
 * The pages of a list read so far. Decides when the list ends and which notice that needs; the table in
 * `docs/limits.md` has each case.
 *
 * A gap fails the poll of a trigger, so it needs a promise of the service, and a node that had no other way
 * to get the rest. A doubt makes a new watch read again. A note has no effect.
 */
export class ListSoFar {
	isOver = false;

	/** Without duplicates; may exceed the limit. */
	private readonly records: JsonValue[] = [];

	/** The answers with records, or the empty first one. */
	private readonly pages: JsonValue[] = [];
	private readonly notices = new Notices();
	private readonly known: KnownPages;

	/** The number of records, including duplicates. */
	private received = 0;
	/** In characters. */
	private size = 0;

	private latest: Page = { count: 0, signs: {} };
	private cursor?: number | string;

	/** The latest total that the service stated, and whether each total was only that of its page. */
	private statedTotal?: number;
	private countsPages = true;

	constructor(
		private readonly query: ListQuery,
		private readonly pageSize: number,
	) {
		this.known = new KnownPages(query.idFields);
	}

	/** The start of the next page. Duplicates count towards the offset. */
	get next(): Position {
		return { offset: this.received, page: this.pages.length, cursor: this.cursor };
	}

	/** Pages up to this offset can be requested ahead, as long as all pages were full. */
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

	brokenOff(error: Error): ListResult {
		const { length } = this.records;
		const words = `${length === 1 ? '1 record was' : `${length} records were`} read before that.`;
		return { ...this.result, error: error instanceof ServiceError ? error.with(words) : error };
	}

	/** @param size the length of its text */
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

	takeEmpty({ body = null, signs = {}, words }: Partial<AnswerContent> = {}): void {
		// Words that every page has do not explain an empty one.
		if (words !== undefined && words !== this.latest.words) {
			const none = this.received > 0 ? `no more than ${this.received} records` : 'no records';
			const text = `The service returned ${none} and says: ${words}`;
			this.notices.add({ kind: 'note', text });
		}
		if (this.pages.length === 0) {
			this.pages.push(body);
			this.statedTotal = signs.total;
			this.latest = { count: 0, signs };
		}
		this.finish(this.noticeOnEnd());
	}

	/** Detects by its total that the list changed, unless each total was that of its page. */
	private takeTotal(total: number): void {
		const hasChanged = this.statedTotal !== undefined && this.statedTotal !== total;
		this.statedTotal = total;
		this.countsPages &&= total === this.latest.count;
		if (hasChanged && !this.countsPages) this.notices.add(MOVED);
	}

	private takeEnd(body: JsonValue): void {
		const { paging } = this.query;
		if (this.records.length >= this.query.limit) this.isOver = true;
		else if (paging === undefined) this.finish(this.noticeOnOnlyPage());
		else if (paging.kind === 'cursor') this.takeCursor(body, paging.cursorAt);
		else if (this.isComplete) this.finish();
	}

	/** With cursors, only they say whether another page follows. */
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

	/** The total that the service stated, unless more records came. Duplicates count once. */
	private get total(): number | undefined {
		const { statedTotal = -1 } = this;
		const { length } = this.records;
		return statedTotal < length ? undefined : statedTotal;
	}

	/** Whether more records follow, by each sign. */
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
	 * Whether all signs say that the list is over. A total equal to a full first page proves nothing, since
	 * services write `total: len(items)` by mistake.
	 */
	private get isComplete(): boolean {
		const isByChance = this.pages.length === 1 && this.isFull;
		const isCertain = !isByChance || moreBy(this.latest.signs) !== undefined;
		return this.isDenied && !this.isPromised && isCertain;
	}

	/** Whether two signs disagree, or more records came than the total says. */
	private get isDisputed(): boolean {
		const isTooLow = (this.statedTotal ?? Infinity) < this.records.length && !this.countsPages;
		return isTooLow || (this.isDenied && this.isPromised);
	}

	/** Whether the latest page is as long as the request or the service says. */
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

	/** Advice on how to get the rest, if the node has a way. */
	private get remedy(): string | undefined {
		const { offers } = this.query;
		if (offers === undefined) return undefined;
		const way = this.showsCursor ? 'Cursor' : 'the way in which the service pages';
		const where = offers === 'pageSize' ? "of 'Endpoint' → 'Call' " : '';
		return `To get the rest, set 'Pagination' in 'Options' → 'API Details' ${where}to ${way}.`;
	}

	/** For a list without a way to ask for another page. */
	private noticeOnOnlyPage(): Notice | undefined {
		const { latest, remedy } = this;
		if (this.isPromised) return this.missingNotice('gap', remedy);
		if (latest.count !== latest.signs.limit || this.isComplete) return undefined;
		const said = `The service returned a full page of ${latest.count} records and does not say whether more follow.`;
		return { kind: 'doubt', text: said, advice: remedy };
	}

	/** For a page that came before. If the page before it was full, more records are likely. */
	private noticeOnRepeat(): Notice | undefined {
		const { received, statedTotal = Infinity, remedy } = this;
		// Past the end, some services send the last page again.
		const kind = received < statedTotal ? 'gap' : 'doubt';
		if (this.isPromised) return this.missingNotice(kind, remedy);
		// A page that is longer than requested is the whole list.
		if (this.latest.count > this.pageSize) return undefined;
		const text =
			`After the first ${received} records, the service returned a page of them again. ` +
			'The output has each of them once. If the list has more records, they are missing.';
		if (!this.isFull) return { kind: 'note', text };
		if (this.query.offers === undefined) return { kind: 'gap', text };
		const todo = "To get more of them at once, raise 'Page Size' in 'Options' → 'API Details'.";
		return { kind: 'gap', text, advice: `${todo} ${remedy ?? ''}`.trim() };
	}

	/** For records with the ID of an earlier one and other texts, such as a signed URL. */
	private noticeOnSameIds(): Notice[] {
		const { repeatedIds: count } = this.known;
		if (count === 0) return [];
		const said = `${count} of ${this.records.length} records came with the ID of an earlier one and other values.`;
		const text = `${said} If these are the same records, others are missing.`;
		return [{ kind: 'doubt', lacks: true, text, advice: this.remedy }];
	}

	/** For a page that is empty, missing, or without a cursor. */
	private noticeOnEnd(): Notice | undefined {
		// The service ignores the offset and offers a cursor instead.
		const isElsewhere = this.showsCursor && this.pages.length === 1 && this.received > 0;
		if (isElsewhere) return this.missingNotice('gap', this.remedy);
		// With all records of the total, a sign of more is a mistake.
		const isMissing = this.isPromised && this.total !== this.records.length;
		return isMissing ? this.missingNotice('doubt') : undefined;
	}

	private noticeOnNoCursor(): Notice | undefined {
		const isExpected = this.isPromised || (this.pages.length === 1 && this.isFull);
		return isExpected ? NO_CURSOR : undefined;
	}

	/** @param kind `gap` if the node never requested the rest, or got an earlier page instead of it */
	private missingNotice(kind: 'doubt' | 'gap', advice?: string): Notice {
		const { length } = this.records;
		const { total = 0 } = this;
		const said =
			total > length
				? `The service reports ${total} records but returned only ${length}.`
				: `The service reports more records than the ${length} that it returned.`;
		return { kind, lacks: true, text: said, advice };
	}
}

const MOVED: Notice = {
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
				"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'. If the same records come again and again, the service pages in another way: use 'Endpoint' → 'Call', with that way in 'Pagination'.",
			forModel: 'Ask for fewer records, for example with conditions or a shorter period.',
		},
	);
}
