import { createHash } from 'crypto';
import type { JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** A time of day, such as `2026-11-24T09:30:00Z`. Midnight does not count: a day is written so. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Fields with the time that a row is about: a day may be written as its midnight in UTC. */
const WHEN = /^(date|day|hour|week|month|quarter|year|period_(start|end))$/i;

/** Digests that tell a record from others. */
interface RecordKeys {
	/** The digest of its texts and IDs, or of the whole record if it has no text. */
	readonly texts: string;
	/** The digest of all but its times of day, which may be those of the answer. */
	readonly all: string;
}

export interface ComparedPage {
	/** Whether an earlier page came once more, or each of its records. */
	readonly isRepeat: boolean;
	/** New records, and those without an ID. */
	readonly kept: readonly JsonValue[];
	/** Whether records came before, so that the list has moved, unless duplicates are intended. */
	readonly hasMoved: boolean;
}

/**
 * Remembers the pages of a list: a service may ignore where a page should start, or the list may change
 * while it is read.
 *
 * A page came before if all texts of its records did, in this order. Numbers and times of day do not
 * count, unless there is nothing else: a score may differ in every answer. So days of a series, or one
 * prompt on two platforms, are different records.
 */
export class KnownPages {
	private readonly ids = new Set<number | string>();

	/** Pages that nothing was compared with yet: in most lists all, since all their IDs are new. */
	private uncompared: Array<readonly JsonValue[]> = [];

	/** The texts of each compared page. */
	private readonly pages = new Set<string>();

	/** The records of these pages, and their texts. */
	private readonly records = new Set<string>();

	private readonly texts = new Set<string>();

	/** Whether one of these pages has records that differ only in numbers: then the service means them. */
	private duplicatesAreIntended = false;

	/** The number of records with an earlier ID and other texts, and whether one page repeats IDs. */
	private sameIds = 0;

	private repeatedIdsAreIntended = false;

	/** @param idNames the names that the ID of a record may have */
	constructor(private readonly idNames: readonly string[]) {}

	/**
	 * The number of records with the ID of an earlier page and other texts: they may be the same, and others
	 * missing. 0 if different records of one page share an ID: then the service means such records.
	 */
	get repeatedIds(): number {
		return this.repeatedIdsAreIntended ? 0 : this.sameIds;
	}

	/** Compares a page with those before it, and remembers it. */
	add(page: readonly JsonValue[]): ComparedPage {
		const isFirst = this.pages.size === 0 && this.uncompared.length === 0;
		const ids = page.map((record) => this.idOf(record));
		const isSameId = ids.map((id) => id !== undefined && this.ids.has(id));
		this.rememberIds(page, ids);
		if (isFirst || !(ids.includes(undefined) || isSameId.includes(true))) {
			this.uncompared.push(page);
			return { isRepeat: false, kept: page, hasMoved: false };
		}
		for (const before of this.uncompared) this.remember(before.map(keysOf));
		this.uncompared = [];
		const keys = page.map(keysOf);
		const isKnown = keys.map(({ all }) => this.records.has(all));
		const kept = page.filter((_, index) => isKnown[index] !== true || ids[index] === undefined);
		const areTextsKnown = keys.map(({ texts }) => this.texts.has(texts));
		this.sameIds += isSameId.filter((isSame, at) => isSame && areTextsKnown[at] !== true).length;
		// A known record with other numbers is kept. In a list sorted by them it has moved, unless it is meant.
		const isLikeKnown = ids.some((id, at) => id !== undefined && areTextsKnown[at] === true);
		const isRepeat = !this.remember(keys) || kept.length === 0;
		return {
			isRepeat,
			kept,
			hasMoved: isKnown.includes(true) || (isLikeKnown && !this.duplicatesAreIntended),
		};
	}

	/** Remembers the IDs of a page, and whether different records share one. */
	private rememberIds(page: readonly JsonValue[], ids: ReadonlyArray<number | string | undefined>) {
		const withIds = page.filter((_, index) => ids[index] !== undefined);
		const own = new Set(ids.filter((id) => id !== undefined));
		if (own.size < withIds.length && !this.repeatedIdsAreIntended) {
			this.repeatedIdsAreIntended =
				new Set(withIds.map((record) => keysOf(record).all)).size > own.size;
		}
		for (const id of own) this.ids.add(id);
	}

	/** @returns `false` if the page came before */
	private remember(keys: readonly RecordKeys[]): boolean {
		const { size } = this.pages;
		const own = keys.map(({ texts }) => texts);
		this.pages.add(digest(own.join()));
		// The same record twice, numbers and all, says nothing of others.
		this.duplicatesAreIntended ||= new Set(own).size < new Set(keys.map(({ all }) => all)).size;
		for (const { all, texts } of keys) {
			this.records.add(all);
			this.texts.add(texts);
		}
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

function keysOf(record: JsonValue): RecordKeys {
	const texts: string[] = [];
	const others: string[] = [];
	const collect = (value: JsonValue, name: string) => {
		if (typeof value === 'object' && value !== null) {
			for (const [key, member] of Object.entries(value)) {
				collect(member, Array.isArray(value) ? name : key);
			}
			return;
		}
		const isWhen = WHEN.test(name);
		const isTime = typeof value === 'string' && TIME.test(value) && !MIDNIGHT.test(value);
		if (isTime && !isWhen) return;
		const tells = isWhen || isIdName(name);
		const isText = typeof value === 'string' || (typeof value === 'number' && tells);
		(isText ? texts : others).push(`${name}=${String(value)}`);
	};
	collect(record, '');
	const all = digest([...texts, '', ...others].join('\n'));
	return { all, texts: texts.length === 0 ? all : digest(texts.join('\n')) };
}

/** Returns a short text for a long one: two of a million are alike once in 10 million lists. */
function digest(text: string): string {
	return createHash('sha1').update(text).digest('base64url').slice(0, 11);
}
