import { isJson, json, whole, type Json } from '../../sandbox/json';
import { IDS, isListAfterEnd, isRefusal, type ListName, type Service } from './service';
import { rowOf, VOLATILE, wordsOf, type Row } from './rows';

/** What the body of a request asks for; a list without pages is asked for nothing. */
export interface Asked {
	readonly limit: number;
	readonly offset: number;
	readonly page?: number;
	readonly cursor?: number;
}

/** What is known of one answer: what it held and what it said. */
export interface Answer extends Asked {
	readonly kind: 'end' | 'failed' | 'page' | 'refused';
	/** Where in the list it really begins. */
	readonly start: number;
	readonly rows: readonly Row[];
	/** The numbers of the records, beside the rows. */
	readonly places: readonly number[];
	/** What it says of the list, as far as the form of the answer has a place for it. */
	readonly total?: number;
	readonly pages?: number;
	readonly more?: boolean;
	/** The number of this request, from 1. */
	readonly turn: number;
}

/** Records in words, which are the same in all services of a kind. */
const KNOWN_WORDS: Readonly<Record<ListName, Record<Service['ids'], string[]>>> = {
	prompts: noWords(),
	tasks: noWords(),
};

/** The list of a service, which may change between answers. */
export class List {
	/** The numbers of the records that are there, in order. */
	places: number[];

	/** How often it was asked. */
	turns = 0;

	constructor(
		readonly service: Service,
		readonly name: ListName,
	) {
		this.places = [...Array(service.size).keys()];
	}

	/** What the next answer holds and says, before it has a form. */
	next(asked: Asked): Answer {
		this.turns += 1;
		const { service } = this;
		const size = pageSize(service, asked.limit);
		const turn = this.turns;
		const page = Number.isFinite(size) ? Math.floor(asked.offset / size) : 0;
		const { trouble } = service;
		if (trouble?.page === page) {
			const kind = isRefusal(trouble.form) ? 'refused' : 'failed';
			return { ...asked, kind, start: 0, rows: [], places: [], turn };
		}
		const answer = this.read(asked, size, turn);
		this.move();
		return answer;
	}

	private read(asked: Asked, size: number, turn: number): Answer {
		const ordered = this.service.order === 'stable' ? this.places : shuffled(this.places, turn);
		const start = startOf(this.service, asked, size);
		const isEnd = start >= ordered.length;
		const from = isEnd ? this.startAgain(size) : start;
		const places = from === undefined ? [] : ordered.slice(from, from + size);
		const after = isEnd ? ordered.length : start + places.length;
		return {
			...asked,
			kind: isEnd ? 'end' : 'page',
			start,
			places,
			rows: places.map((place) => this.row(place, turn)),
			...(isEnd && !isListAfterEnd(this.service) ? {} : this.said(places.length, size, after)),
			turn,
		};
	}

	/** Where a page begins that comes again after the end. */
	private startAgain(size: number): number | undefined {
		const { length } = this.places;
		if (this.service.end === 'firstAgain') return 0;
		if (this.service.end !== 'lastAgain' || length === 0) return undefined;
		return Number.isFinite(size) ? Math.floor((length - 1) / size) * size : 0;
	}

	private row(place: number, turn: number): Row {
		const row = rowOf(this.service, this.name, place);
		if (this.service.volatile !== 'record') return row;
		return { ...row, [VOLATILE]: new Date(1.8e12 + 1000 * turn).toISOString() };
	}

	private said(rows: number, size: number, after: number): Partial<Answer> {
		const { total, more, envelope, pagesBy } = this.service;
		const { length } = this.places;
		const isThere = (at: string) => envelope !== 'array' || /^[A-Z]/.test(at);
		const says: Partial<Record<'more' | 'pages' | 'total', boolean | number>> = {};
		if (total !== null && isThere(total.at)) {
			const count = { all: length, page: rows, tooMany: length + 7, tooFew: length >> 1 }[
				total.says
			];
			if (!total.at.endsWith('pages')) says.total = count;
			else says.pages = Number.isFinite(size) ? Math.ceil(count / size) : 1;
		}
		const isMore = { right: after < length, always: true, never: false };
		if (more !== null && isThere(more.at)) {
			// A service that never sends the header Link says nothing by leaving it out, unless its
			// answers have a member for that.
			const isSilent = more.at === 'Link' && more.says === 'never' && envelope !== 'graphql';
			if (!isSilent) says.more = isMore[more.says];
		} else if (envelope === 'graphql' || (pagesBy.startsWith('cursor') && isThere('next_cursor'))) {
			says.more = isMore.right;
		}
		return says as Partial<Answer>;
	}

	private move(): void {
		const { move, size } = this.service;
		if (move?.after !== this.turns) return;
		const { length } = this.places;
		const isIn = move.what === 'replace' || move.what.startsWith('insert');
		const inserted = isIn ? Array.from({ length: move.count }, (_, n) => size + n) : [];
		if (move.what.startsWith('delete') || move.what === 'replace') {
			const first = move.what === 'deleteLast' ? Math.max(0, length - move.count) : 0;
			this.places.splice(first, move.count);
		}
		if (move.what === 'insertFirst') this.places.unshift(...inserted);
		else this.places.push(...inserted);
	}
}

/** Reads what a node asks for. A service may go by a page or a cursor, wherever the body has it. */
export function askedIn(body: unknown): Asked {
	const pagination = isJson(body) && isJson(body.pagination) ? body.pagination : undefined;
	const all: Json = { ...json(body), ...pagination };
	const cursor = typeof all.cursor === 'string' ? Number(all.cursor) : undefined;
	const page = whole(all.page);
	return {
		limit: whole(all.limit) ?? Infinity,
		offset: whole(all.offset) ?? 0,
		...(page === undefined ? {} : { page }),
		...(cursor === undefined ? {} : { cursor }),
	};
}

/** Records of a list in words, by their numbers. */
export function wordsIn({ service, name }: List, places: readonly number[]): string[] {
	const words = KNOWN_WORDS[name][service.ids];
	return places.map((place) => (words[place] ??= wordsOf(rowOf(service, name, place))));
}

function noWords() {
	const entries = IDS.map((ids): [Service['ids'], string[]] => [ids, []]);
	return Object.fromEntries(entries) as Record<Service['ids'], string[]>;
}

function pageSize({ ignoresLimit, cap }: Service, limit: number): number {
	return Math.min(cap ?? Infinity, ignoresLimit ? Infinity : limit);
}

function startOf({ pagesBy }: Service, { offset, page = 1, cursor }: Asked, size: number) {
	const starts = {
		...{ offset, nothing: 0, cursor: cursor ?? 0, page: page === 1 ? 0 : (page - 1) * size },
		cursorOnly: cursor ?? (offset === 0 ? 0 : Infinity),
	};
	return starts[pagesBy];
}

/** The same numbers in another order, which is the same for the same turn. */
function shuffled(places: readonly number[], turn: number): number[] {
	let state = turn * 2_654_435_761;
	const random = () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state;
	};
	return places
		.map((place) => ({ place, at: random() }))
		.sort((one, other) => one.at - other.at)
		.map(({ place }) => place);
}
