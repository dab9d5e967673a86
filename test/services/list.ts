import type { IDataObject } from 'n8n-workflow';
import { isJson, json, whole, type Json } from '../../sandbox/json';
import { sentFor, type Sent } from './form';
import { rowOf, VOLATILE, wordsOf, type Row } from './rows';
import { isListAfterEnd, kindOf, type ListName, type Service } from './service';

/** More requests than the node sends for a list that does not say how long it is. */
const MOST_REQUESTS = 1_100;

/** Where each list is, with its API. */
export const PATHS = {
	prompts: '/v2/geo/business/prompts',
	tasks: '/api/v1/business/tasks/query',
} as const;

const TOO_MUCH: Sent = { status: 500, headers: {}, body: '{"message":"Too many requests by far"}' };
const NOT_THERE: Sent = { status: 404, headers: {}, body: '{"message":"No such path"}' };

/** What the body of a request asks for; a list without pages is asked for nothing. */
export interface Asked {
	readonly limit: number;
	readonly offset: number;
	readonly page?: number;
	readonly cursor?: number;
}

const NOTHING = { start: 0, rows: [], places: [] };

/** What an answer says of the list, as far as its form has a place for it. */
interface Said {
	total?: number;
	more?: boolean;
}

/** What is known of one answer: what it held and what it said. */
export interface Answer extends Asked, Readonly<Said> {
	readonly kind: 'beside' | 'end' | 'failed' | 'page' | 'refused';
	/** Where in the list it really begins. */
	readonly start: number;
	readonly rows: readonly Row[];
	/** The numbers of the records, beside the rows. */
	readonly places: readonly number[];
	/** The number of this request, from 1. */
	readonly turn: number;
}

/** What came out of a run, and the list that it read. */
export interface Run {
	readonly rows: readonly IDataObject[];
	/** The error that stopped the run. */
	readonly error?: string;
	/** The items that stand for a failure, wherever they came out. */
	readonly errorItems: readonly IDataObject[];
	readonly hints: readonly string[];
	readonly list: List;
}

/** The list of a service, which may change between answers. */
export class List {
	/** The numbers of the records that are there, in order, and of those at the start. */
	readonly places: number[];
	readonly before: readonly number[];

	readonly answers: Answer[] = [];

	constructor(
		readonly service: Service,
		readonly name: ListName,
	) {
		this.places = [...Array(service.size).keys()];
		this.before = [...this.places];
	}

	/** Whether whoever reads it did not stop to ask. */
	get isEndless(): boolean {
		return this.answers.length >= MOST_REQUESTS;
	}

	/** The answer to a request, over a connection or in memory. */
	serve(path: string, body: unknown): Sent {
		if (path !== PATHS[this.name]) return NOT_THERE;
		return this.isEndless ? TOO_MUCH : sentFor(this, this.next(askedIn(body)));
	}

	/** What the next answer holds and says, before it has a form. */
	next(asked: Asked): Answer {
		const { trouble, cap, ignoresLimit } = this.service;
		const size = Math.min(cap ?? Infinity, ignoresLimit ? Infinity : asked.limit);
		const turn = this.answers.length + 1;
		const page = Number.isFinite(size) ? Math.floor(asked.offset / size) : 0;
		const kind = trouble?.page === page ? kindOf(trouble.form) : undefined;
		const read = this.read(asked, size, turn);
		const answer: Answer =
			kind === undefined || (kind === 'beside' && read.rows.length === 0)
				? read
				: { ...(kind === 'beside' ? read : { ...asked, ...NOTHING, turn }), kind };
		this.answers.push(answer);
		if (kind === undefined) this.move(turn);
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
			...{ ...asked, kind: isEnd ? 'end' : 'page', start, places, turn },
			rows: places.map((place) => this.row(place, turn)),
			...(isEnd && !isListAfterEnd(this.service) ? {} : this.said(places.length, after)),
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

	private said(rows: number, after: number): Said {
		const { total, more, envelope, pagesBy } = this.service;
		const { length } = this.places;
		const isThere = (at: string) => envelope !== 'array' || /^[A-Z]/.test(at);
		const says: Said = {};
		if (total !== null && isThere(total.at)) {
			const counts = { all: length, page: rows, tooMany: length + 7, tooFew: length >> 1 };
			says.total = counts[total.says];
		}
		const isMore = { right: after < length, always: true, never: false };
		if (more !== null && isThere(more.at)) {
			// A service that never sends the header Link says nothing by leaving it out.
			if (more.at !== 'Link' || more.says !== 'never') says.more = isMore[more.says];
		} else if (pagesBy.startsWith('cursor') && isThere('next_cursor')) {
			says.more = isMore.right;
		}
		return says;
	}

	private move(turn: number): void {
		const { move, size } = this.service;
		if (move?.after !== turn) return;
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

/** Records in words by their numbers, which are the same in all services of a kind. */
const KNOWN_WORDS = new Map<string, string[]>();

/** Records of a list in words, by their numbers. */
export function wordsIn({ service, name }: List, places: readonly number[]): string[] {
	const kind = `${name} ${service.ids}`;
	const words = KNOWN_WORDS.get(kind) ?? [];
	KNOWN_WORDS.set(kind, words);
	return places.map((place) => (words[place] ??= wordsOf(rowOf(service, name, place))));
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
