import { createHash } from 'crypto';
import type { JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** A time of day, such as `2026-11-24T09:30:00Z`. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Fields that say when a row is about, whatever they hold: a day may be written as its midnight in UTC. */
const WHEN = /^(date|day|hour|week|month|quarter|year|period_(start|end))$/i;

/** A page compared with those before it. */
export interface ComparedPage {
	/** Whether an earlier page came once more, or each of its records did. */
	readonly isAgain: boolean;
	/** The records that are no earlier ones, and those without an ID. */
	readonly kept: readonly JsonValue[];
	/** Whether some of its records came before: the list has moved, unless they have no ID and are meant. */
	readonly isMoved: boolean;
}

/**
 * Remembers the pages of a list, since a service may ignore where a page should start, or the list may
 * change while it is read.
 *
 * A record came before if all its texts did, IDs included, and a page if its records did, in this order.
 * Numbers and times of day do not count, unless there is nothing else: a score may be another one in
 * every answer. So days of a series, or one prompt on two platforms, are different records.
 */
export class KnownPages {
	/** The IDs of all records. */
	private readonly ids = new Set<number | string>();

	/** Pages that nothing was compared with yet: of most lists all, since all their IDs are new. */
	private readonly uncompared: Array<readonly JsonValue[]> = [];

	/** The other pages, and their records, each by its key. */
	private readonly pages = new Set<string>();
	private readonly records = new Set<string>();

	private readonly idNames: string[];

	/** @param names the names of the list: records of `prompts` may have a `prompt_id` */
	constructor(names: readonly string[]) {
		this.idNames = ['id', ...names.map((name) => `${name.replace(/s$/, '')}_id`)];
	}

	/** Compares one more page with those before it, and remembers it. */
	add(page: readonly JsonValue[]): ComparedPage {
		const isFirst = this.pages.size === 0 && this.uncompared.length === 0;
		if (this.haveNewIds(page) || isFirst) {
			this.uncompared.push(page);
			return { isAgain: false, kept: page, isMoved: false };
		}
		for (const before of this.uncompared.splice(0)) this.remember(before.map(keyOf));
		const keys = page.map(keyOf);
		const isKnown = keys.map((key) => this.records.has(key));
		const kept = page.filter(
			(record, index) => isKnown[index] !== true || this.idOf(record) === undefined,
		);
		const isNew = this.remember(keys);
		return { isAgain: !isNew || kept.length === 0, kept, isMoved: isKnown.includes(true) };
	}

	/** Remembers the IDs of a page. @returns whether each of its records has one that is new */
	private haveNewIds(page: readonly JsonValue[]): boolean {
		const ids = page.map((record) => this.idOf(record));
		const areNew = ids.every((id) => id !== undefined && !this.ids.has(id));
		for (const id of ids) if (id !== undefined) this.ids.add(id);
		return areNew;
	}

	/** @returns `false` if the page came before */
	private remember(keys: readonly string[]): boolean {
		const { size } = this.pages;
		this.pages.add(digest(keys.join()));
		for (const key of keys) this.records.add(key);
		return this.pages.size > size;
	}

	private idOf(record: JsonValue): number | string | undefined {
		if (!isObject(record)) return undefined;
		for (const name of this.idNames) {
			const id = record[name];
			if (typeof id === 'string' || typeof id === 'number') return id;
		}
		return undefined;
	}
}

/** What tells a record from others, as a short text: its texts or, if it has none, its numbers. */
function keyOf(record: JsonValue): string {
	const texts: string[] = [];
	const others: string[] = [];
	const collect = (value: JsonValue, name: string) => {
		if (typeof value === 'object' && value !== null) {
			for (const [key, member] of Object.entries(value)) {
				collect(member, Array.isArray(value) ? name : key);
			}
			return;
		}
		const tells = WHEN.test(name) || isIdName(name);
		if (!tells && typeof value === 'string' && TIME.test(value)) return;
		const isText = typeof value === 'string' || (tells && typeof value === 'number');
		(isText ? texts : others).push(`${name}=${String(value)}`);
	};
	collect(record, '');
	return digest((texts.length > 0 ? texts : others).join('\n'));
}

/** A short text that stands for a long one: two of a million are the same once in 10 million lists. */
function digest(text: string): string {
	return createHash('sha1').update(text).digest('base64url').slice(0, 11);
}
