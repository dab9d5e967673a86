import { createHash } from 'crypto';
import type { JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** For example `2026-11-24T09:30:00Z`. */
const TIME_OF_DAY = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Midnight may stand for a whole day, so it does not count as a time of day. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

const DATE_FIELD = /^(date|day|hour|week|month|quarter|year|period_(start|end))$/i;

interface RecordDigests {
	/** The digest of the texts and IDs, or of the whole record if it has neither. */
	readonly texts: string;
	/** The digest of all values except times of day, because those may be the time of the request. */
	readonly all: string;
}

interface ComparedPage {
	/** Whether the service has sent this page or all its records before. */
	readonly isRepeat: boolean;
	readonly keptRecords: readonly JsonValue[];
	/** Whether records of earlier pages came again, because the list changed between the requests. */
	readonly hasMoved: boolean;
}

/**
 * Remembers the pages of a list, to find pages and records that come again.
 *
 * Two pages are the same if their records have the same texts in the same order. Numbers count only in records without
 * texts, since a score may differ in every answer.
 */
export class KnownPages {
	private readonly ids = new Set<number | string>();

	/** Pages without digests. Digests take time, and are not needed while all IDs are new. */
	private uncompared: Array<readonly JsonValue[]> = [];

	/** Digests of the texts of each compared page. */
	private readonly pages = new Set<string>();

	/** Digests of all fields of each record on the compared pages. */
	private readonly records = new Set<string>();

	private readonly texts = new Set<string>();

	/** Whether one page has records with the same texts, but different numbers. */
	private duplicatesAreIntended = false;

	private sameIdCount = 0;

	/** Whether one page has different records with the same ID. */
	private repeatedIdsAreIntended = false;

	constructor(private readonly idNames: readonly string[]) {}

	/** It is 0 if the service repeats IDs on purpose. */
	get repeatedIdCount(): number {
		return this.repeatedIdsAreIntended ? 0 : this.sameIdCount;
	}

	add(page: readonly JsonValue[]): ComparedPage {
		const isFirst = this.pages.size === 0 && this.uncompared.length === 0;
		const ids = page.map((record) => this.recordIdOf(record));
		const isSameId = ids.map((id) => id !== undefined && this.ids.has(id));
		this.rememberIds(page, ids);
		if (isFirst || !(ids.includes(undefined) || isSameId.includes(true))) {
			this.uncompared.push(page);
			return { isRepeat: false, keptRecords: page, hasMoved: false };
		}
		for (const before of this.uncompared) this.rememberPage(before.map(digestsOf));
		this.uncompared = [];
		const keys = page.map(digestsOf);
		const isKnown = keys.map(({ all }) => this.records.has(all));
		const kept = page.filter((_, index) => isKnown[index] !== true || ids[index] === undefined);
		const areTextsKnown = keys.map(({ texts }) => this.texts.has(texts));
		this.sameIdCount += isSameId.filter(
			(isSame, at) => isSame && areTextsKnown[at] !== true,
		).length;
		// In a list that is sorted by a number, a record moves when the number changes.
		const isLikeKnown = ids.some((id, at) => id !== undefined && areTextsKnown[at] === true);
		const isRepeat = !this.rememberPage(keys) || kept.length === 0;
		return {
			isRepeat,
			keptRecords: kept,
			hasMoved: isKnown.includes(true) || (isLikeKnown && !this.duplicatesAreIntended),
		};
	}

	private rememberIds(page: readonly JsonValue[], ids: ReadonlyArray<number | string | undefined>) {
		const withIds = page.filter((_, index) => ids[index] !== undefined);
		const own = new Set(ids.filter((id) => id !== undefined));
		if (own.size < withIds.length && !this.repeatedIdsAreIntended) {
			this.repeatedIdsAreIntended =
				new Set(withIds.map((record) => digestsOf(record).all)).size > own.size;
		}
		for (const id of own) this.ids.add(id);
	}

	/** @returns `false` if the service has sent the page before */
	private rememberPage(keys: readonly RecordDigests[]): boolean {
		const { size } = this.pages;
		const own = keys.map(({ texts }) => texts);
		this.pages.add(digest(own.join()));
		// Identical records on one page do not count here, because they may be duplicates by mistake.
		this.duplicatesAreIntended ||= new Set(own).size < new Set(keys.map(({ all }) => all)).size;
		for (const { all, texts } of keys) {
			this.records.add(all);
			this.texts.add(texts);
		}
		return this.pages.size > size;
	}

	private recordIdOf(record: JsonValue): number | string | undefined {
		if (!isObject(record)) return undefined;
		for (const name of this.idNames) {
			const id = record[name];
			if (typeof id === 'string' || typeof id === 'number') return id;
		}
		return undefined;
	}
}

function digestsOf(record: JsonValue): RecordDigests {
	const texts: string[] = [];
	const others: string[] = [];
	const collect = (value: JsonValue, name: string) => {
		if (typeof value === 'object' && value !== null) {
			for (const [key, member] of Object.entries(value)) {
				collect(member, Array.isArray(value) ? name : key);
			}
			return;
		}
		const isDateField = DATE_FIELD.test(name);
		const isTime = typeof value === 'string' && TIME_OF_DAY.test(value) && !MIDNIGHT.test(value);
		if (isTime && !isDateField) return;
		const isIdentifying = isDateField || isIdName(name);
		const isText = typeof value === 'string' || (typeof value === 'number' && isIdentifying);
		(isText ? texts : others).push(`${name}=${String(value)}`);
	};
	collect(record, '');
	const all = digest([...texts, '', ...others].join('\n'));
	return { all, texts: texts.length === 0 ? all : digest(texts.join('\n')) };
}

/** Among a million texts, two have the same digest in one of 100 million lists. */
function digest(text: string): string {
	return createHash('sha1').update(text).digest('base64url').slice(0, 11);
}
