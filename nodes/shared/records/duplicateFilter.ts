import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

// Looked up once: it is called for every character of every record.
const { imul } = Math;

/** What is new on a page. */
export interface News {
	/** The records that were not there before, or cannot be told from others. */
	readonly kept: JsonValue[];
	/** Whether there was any that was not there before. */
	readonly isNews: boolean;
	/**
	 * Whether a page that is shorter than asked has the ids of the page before: it may be that page
	 * again, with numbers in it that have changed meanwhile.
	 */
	readonly hasSameIds: boolean;
}

/**
 * Remembers records across pages in a few bytes each: a service that ignores the offset, or a list
 * that moves while it is read, sends records a second time.
 */
export class DuplicateFilter {
	private readonly digests = new Set<number>();

	private readonly idNames: string[];

	private idsBefore = '';

	/** @param names the names of the list, which tell the names of its records' ids */
	constructor(names: readonly string[]) {
		this.idNames = ['id', ...names.map((name) => `${name.replace(/s$/, '')}_id`)];
	}

	/**
	 * Looks at one more page.
	 *
	 * A record is the same only if all of it is: one id may come back with other numbers, for another
	 * market or day.
	 *
	 * @param wanted how many records were asked for
	 */
	add(page: readonly JsonValue[], wanted: number): News {
		const digests = page.map((record) => digest(JSON.stringify(record)));
		const isNew = digests.map((mark) => !this.digests.has(mark));
		for (const mark of digests) this.digests.add(mark);
		const hasIds = page.length < wanted && page.every((record) => this.idOf(record) !== null);
		const ids = hasIds ? JSON.stringify(page.map((record) => this.idOf(record))) : '';
		const hasSameIds = ids !== '' && ids === this.idsBefore;
		this.idsBefore = ids;
		return {
			kept: page.filter((record, index) => isNew[index] === true || this.idOf(record) === null),
			isNews: isNew.includes(true),
			hasSameIds,
		};
	}

	/** The id of a record, `null` if it has none: two rows of numbers may be equal and both meant. */
	private idOf(record: JsonValue): JsonValue {
		if (!isObject(record)) return null;
		const name = this.idNames.find((known) => Object.hasOwn(record, known));
		return name === undefined ? null : (record[name] ?? null);
	}
}

/** 53 bits of a text: two multiplicative hashes, mixed and joined to one safe integer. */
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
