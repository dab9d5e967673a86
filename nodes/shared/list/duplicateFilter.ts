import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import { equalColumns, isUniqueBy } from './comparePages';

// Looked up once, because it is called for every character of every record.
const { imul } = Math;

/** A page compared with those before it. */
export interface FilteredPage {
	/** The records of the page without those that an earlier page had. */
	readonly kept: JsonValue[];
	/** Whether an earlier page had all of its records, or any of them. */
	readonly isKnown: boolean;
	readonly isPartlyKnown: boolean;
	/**
	 * Whether the page looks like the first or the latest one: what tells its records apart is the
	 * same, in the same order, as if only other fields had changed since.
	 */
	readonly isSimilar: boolean;
	/** Whether a record has the id of an earlier one, and other values. */
	readonly repeatsIds: boolean;
	/** Whether a record of several fields has no id and is equal to one of an earlier page. */
	readonly repeatsRows: boolean;
	/** Whether there is a record without an id, or with one that no earlier page had. */
	readonly hasNewIds: boolean;
}

/**
 * Compares the pages of a list, since a service may ignore the offset, or the list may change while
 * it is read. Keeps the ID and a digest of each record, and the records of the first and the latest
 * page.
 */
export class DuplicateFilter {
	private readonly digests = new Set<number>();

	private readonly idNames: string[];

	private readonly ids = new Set<JsonValue>();

	/** The records of the first page. */
	first?: readonly JsonValue[];

	private latest: readonly JsonValue[] = [];

	private previous: readonly JsonValue[] = [];

	/** @param names the names of the list: records of `prompts` may have a `prompt_id` */
	constructor(names: readonly string[]) {
		this.idNames = ['id', ...names.map((name) => `${name.replace(/s$/, '')}_id`)];
	}

	/**
	 * Compares one more page with those before it, and remembers it.
	 *
	 * A record is a duplicate only if all of it is the same: one id may come with the values of
	 * another market or day. Records without an id are always kept, because equal rows can be meant.
	 */
	add(page: readonly JsonValue[]): FilteredPage {
		const { first, latest } = this;
		this.previous = latest;
		this.latest = page;
		if (first === undefined) {
			this.first = page;
			return {
				kept: [...page],
				isKnown: false,
				isPartlyKnown: false,
				isSimilar: false,
				repeatsIds: false,
				repeatsRows: false,
				hasNewIds: true,
			};
		}
		// Only now: most lists have one page.
		if (this.digests.size === 0) this.remember(first.map(digest), this.idsIn(first));
		const digests = page.map(digest);
		const isNew = digests.map((value) => !this.digests.has(value));
		const ids = this.idsIn(page);
		const hasKnownId = ids.map((id) => id !== undefined && this.ids.has(id));
		this.remember(digests, ids);
		return {
			kept: page.filter((_, index) => isNew[index] === true || ids[index] === undefined),
			isKnown: !isNew.includes(true),
			isPartlyKnown: isNew.includes(false),
			isSimilar: this.resembles(page, first) || this.resembles(page, latest),
			repeatsIds: hasKnownId.some((isRepeated, index) => isRepeated && isNew[index] === true),
			repeatsRows: page.some(
				(record, index) => isNew[index] === false && ids[index] === undefined && isRow(record),
			),
			hasNewIds: hasKnownId.includes(false),
		};
	}

	/** Whether earlier pages had all records of a page. */
	knows(page: readonly JsonValue[]): boolean {
		return page.every((record) => this.digests.has(digest(record)));
	}

	/** Whether the first page, or the one before the latest, starts with exactly these records. */
	hasPage(page: readonly JsonValue[]): boolean {
		const text = JSON.stringify(page);
		const startOf = (other: readonly JsonValue[]) => JSON.stringify(other.slice(0, page.length));
		return [this.first ?? [], this.previous].some((other) => startOf(other) === text);
	}

	/** The same, by some fields of the records only. */
	hasPageBy(page: readonly JsonValue[], names: readonly string[]): boolean {
		return [this.first ?? [], this.previous].some((other) => {
			const equal = equalColumns(page, other);
			return names.every((name) => equal.includes(name));
		});
	}

	/** By the id, or by all fields that are the same: an id may be another one in every answer. */
	private resembles(page: readonly JsonValue[], other: readonly JsonValue[]): boolean {
		const [record] = page;
		if (!isObject(record)) return false;
		const equal = equalColumns(page, other);
		const id = this.idNames.find((name) => Object.hasOwn(record, name));
		if (id !== undefined && equal.includes(id)) return true;
		const isClose = id === undefined && Object.keys(record).length - equal.length <= 1;
		// Few records have the same values by chance.
		const tellsApart = page.length > 2 && isUniqueBy(page, equal);
		return equal.length > 0 && (isClose || tellsApart);
	}

	private remember(digests: readonly number[], ids: ReadonlyArray<JsonValue | undefined>): void {
		for (const value of digests) this.digests.add(value);
		for (const id of ids) if (id !== undefined) this.ids.add(id);
	}

	/** Whether earlier pages had records with all ids of a page. */
	knowsIds(page: readonly JsonValue[]): boolean {
		return this.idsIn(page).every((id) => id !== undefined && this.ids.has(id));
	}

	/** Whether each record of a page has an id. */
	hasIds(page: readonly JsonValue[]): boolean {
		return !this.idsIn(page).includes(undefined);
	}

	/** What tells two pages apart: the ids of the records, or the records where they have none. */
	idsOf(page: readonly JsonValue[]): string {
		return JSON.stringify(this.idsIn(page).map((id, index) => id ?? page[index]));
	}

	/** The ids of records, to compare: as they are, or as JSON if they are objects. */
	private idsIn(page: readonly JsonValue[]): Array<JsonValue | undefined> {
		return page.map((record) => {
			if (!isObject(record)) return undefined;
			const name = this.idNames.find((known) => (record[known] ?? null) !== null);
			const id = name === undefined ? undefined : record[name];
			return typeof id === 'object' ? JSON.stringify(id) : id;
		});
	}
}

/** Whether a record has so many fields that an equal one is hardly another. */
function isRow(record: JsonValue): boolean {
	return isObject(record) && Object.keys(record).length > 1;
}

/** 53 bits of a record's JSON as a safe integer: the hash function cyrb53. */
function digest(record: JsonValue): number {
	const text = JSON.stringify(record);
	let low = 0xdeadbeef;
	let high = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		low = imul(low ^ code, 2654435761);
		high = imul(high ^ code, 1597334677);
	}
	low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
	high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
	return 4294967296 * (2097151 & high) + (low >>> 0);
}
