import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

// Looked up once, because it is called for every character of every record.
const { imul } = Math;

/** A page compared with those before it. */
export interface FilteredPage {
	/** The records of the page without those that an earlier page had. */
	readonly kept: JsonValue[];
	/** Whether any record of the page is new. */
	readonly hasNew: boolean;
	/**
	 * Whether a page shorter than requested has the same ids as the one before. It may be that page
	 * once more, with values that have changed since.
	 */
	readonly hasSameIds: boolean;
}

/**
 * Drops records that come a second time, because the service ignores the offset or the list changes
 * while it is read. Keeps a digest of each record, not the record.
 */
export class DuplicateFilter {
	private readonly digests = new Set<number>();

	private readonly idNames: string[];

	private previousIds = '';

	/** @param names the names of the list: records of `prompts` may have a `prompt_id` */
	constructor(names: readonly string[]) {
		this.idNames = ['id', ...names.map((name) => `${name.replace(/s$/, '')}_id`)];
	}

	/**
	 * Compares one more page with those before it.
	 *
	 * A record is a duplicate only if all of it is the same: one id may come with the values of
	 * another market or day. Records without an id are always kept, because equal rows can be meant.
	 *
	 * @param requested how many records the request asked for
	 */
	add(page: readonly JsonValue[], requested: number): FilteredPage {
		const digests = page.map((record) => digest(JSON.stringify(record)));
		const isNew = digests.map((value) => !this.digests.has(value));
		for (const value of digests) this.digests.add(value);
		const ids = page.map((record) => this.idOf(record));
		const isComparable = page.length < requested && !ids.includes(null);
		const currentIds = isComparable ? JSON.stringify(ids) : '';
		const hasSameIds = currentIds !== '' && currentIds === this.previousIds;
		this.previousIds = currentIds;
		return {
			kept: page.filter((_, index) => isNew[index] === true || ids[index] === null),
			hasNew: isNew.includes(true),
			hasSameIds,
		};
	}

	/** The id of a record, `null` if it has none. */
	private idOf(record: JsonValue): JsonValue {
		if (!isObject(record)) return null;
		const name = this.idNames.find((known) => Object.hasOwn(record, known));
		return name === undefined ? null : (record[name] ?? null);
	}
}

/** 53 bits of a text as a safe integer: the hash function cyrb53. */
function digest(text: string): number {
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
