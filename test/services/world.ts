import type { Answer, Asked } from './list';
import { sentFor, type Sent } from './form';
import { listOf, type Change, type History, type Oddity, type Poll } from './history';
import { rowOf, type Row } from './rows';
import { kindOf, ORDINARY, TROUBLES, type End, type Service } from './service';

/** Answers that are no list at all. */
const NO_LIST: Readonly<Partial<Record<Oddity, End>>> = {
	object: 'object',
	noContent: 'noContent',
	null: 'null',
};

/** The number that a trigger watches. */
export const METRIC = 'avg_visibility_score';

/** The list of a history, which changes between the polls. */
export class World {
	/** What was sent since the last change: the numbers of the records with an ID, and what they are watched for. */
	readonly sent = new Map<number, number | undefined>();

	/** The record that was sent without its ID. */
	withoutId?: number;

	/** The total that the service said last. */
	private total = 0;

	/** The records that there are. */
	private readonly present: number[];

	private readonly gone: number[] = [];

	private readonly scores = new Map<number, number>();

	private odd: Oddity | null = null;

	private lasting: Oddity | null = null;

	private turn = 0;

	private polls = 0;

	constructor(private readonly history: History) {
		this.present = [...Array(history.size).keys()];
	}

	/** What happens before a poll. */
	next({ changes, odd }: Pick<Poll, 'changes' | 'odd'>): void {
		for (const change of changes) this.change(change);
		this.odd = odd;
		const { lasting } = this.history;
		if (lasting !== null && this.polls >= lasting.from) this.lasting = lasting.odd;
		this.polls += 1;
		this.sent.clear();
		this.withoutId = undefined;
		this.total = 0;
	}

	/**
	 * Whether a poll has to fail: the service refused, sent no list, or promised more than it sent, in a total or, without
	 * one, with `has_more`.
	 */
	get mustFail(): boolean {
		const { odd, history, total, sent } = this;
		const isTrouble =
			odd !== null && (odd in NO_LIST || TROUBLES.some((trouble) => trouble === odd));
		if (isTrouble || history.envelope === 'array') return isTrouble;
		if (!history.hasTotal) return odd === 'hasMore';
		const sentCount = sent.size + (this.withoutId === undefined ? 0 : 1);
		return odd !== 'twice' && sentCount < total;
	}

	/** The answer to a request for a page. */
	answer(asked: Asked): Sent {
		this.turn += 1;
		const { odd, history } = this;
		const name = listOf(history);
		const common = { ...asked, start: asked.offset, rows: [], places: [], turn: this.turn };
		const form = TROUBLES.find((trouble) => trouble === odd);
		const end = odd === null ? undefined : NO_LIST[odd];
		const service: Service = {
			...{ ...ORDINARY, envelope: history.envelope },
			total: history.hasTotal ? ORDINARY.total : null,
			more: odd === 'hasMore' ? { at: 'has_more', says: 'always' } : null,
			trouble: form === undefined ? null : { form, page: 0 },
			end: end ?? 'empty',
		};
		const kind = form === undefined ? 'page' : kindOf(form);
		const isList = end === undefined && (kind === 'page' || kind === 'beside');
		if (isList) return sentFor({ service, name }, { ...this.page(asked, common), kind });
		return sentFor({ service, name }, { ...common, kind: end === undefined ? kind : 'end' });
	}

	private page(asked: Asked, common: Omit<Answer, 'kind'>): Omit<Answer, 'kind'> {
		const { present, odd } = this;
		const isEmpty = odd === 'empty' || odd === 'emptyWithTotal';
		const isFirstOnly = odd === 'firstPageOnly' && asked.offset > 0;
		const all = this.shown();
		// A record went while another one came: all of them move by one, and the last one is not seen.
		const start = odd === 'shifted' && asked.offset > 0 ? asked.offset - 1 : asked.offset;
		const places = isEmpty || isFirstOnly ? [] : all.slice(start, start + asked.limit);
		const rows = places.map((place) => this.row(place));
		for (const [n, place] of places.entries()) {
			const score = rows[n]?.[METRIC];
			if (odd === 'noId' && place === present[0]) this.withoutId = place;
			else this.sent.set(place, score === undefined ? undefined : Number(score));
		}
		const isTooHigh = odd === 'totalTooHigh' || this.lasting === 'totalTooHigh';
		const counted = Math.max(present.length, all.length) + (isTooHigh ? 1 : 0);
		this.total = odd === 'empty' ? 0 : counted;
		return { ...common, places, rows, total: this.total, more: odd === 'hasMore' };
	}

	/** What a poll sees of the list, over all pages. */
	private shown(): number[] {
		const { present, odd } = this;
		if (odd === 'partial') return present.slice(0, present.length >> 1);
		if (odd === 'shifted') return present.slice(0, -1);
		if (odd === 'reversed') return [...present].reverse();
		return odd === 'twice' ? [...present, ...present.slice(0, 1)] : present;
	}

	private row(place: number): Row {
		const { history, odd, lasting } = this;
		const name = listOf(history);
		const plain = rowOf({ ids: history.ids }, name, place);
		const row: Record<string, Row[string]> = { ...plain };
		if (METRIC in row) row[METRIC] = this.scoreOf(place);
		const id = 'id' in row ? 'id' : 'prompt_id';
		const isOdd = (oddity: Oddity) => odd === oddity || lasting === oddity;
		if (isOdd('otherId')) row[id === 'id' ? otherIdOf(name) : 'id'] = `internal-${place}`;
		if (isOdd('idAsText')) row[id] = String(row[id]);
		if (isOdd('numberAsText') && METRIC in row) row[METRIC] = String(row[METRIC]);
		if (place !== this.present[0]) return row;
		const gone = [isOdd('noId') ? id : '', isOdd('noNumber') ? METRIC : ''];
		return Object.fromEntries(Object.entries(row).filter(([member]) => !gone.includes(member)));
	}

	private scoreOf(place: number): number {
		return this.scores.get(place) ?? 50;
	}

	private change({ what, at, by }: Change): void {
		const { present, gone } = this;
		const from = what === 'return' ? gone : present;
		const index = at % Math.max(1, from.length);
		const place = from[index];
		if (what === 'add') present.push(present.length + gone.length);
		if (place === undefined) return;
		if (what === 'move') this.scores.set(place, this.scoreOf(place) + by);
		if (what === 'remove') gone.push(...present.splice(index, 1));
		if (what === 'return') present.push(...gone.splice(index, 1));
	}
}

function otherIdOf(name: 'prompts' | 'tasks'): string {
	return name === 'tasks' ? 'task_id' : 'prompt_id';
}

/** Returns the number of a record, by its text, which stays the same. */
export function placeOf(record: Readonly<Record<string, unknown>>): number | undefined {
	const text = record.prompt ?? record.title;
	const [, place] = (typeof text === 'string' ? /^(?:Prompt|Task) (\d+)$/.exec(text) : null) ?? [];
	return place === undefined ? undefined : Number(place);
}
