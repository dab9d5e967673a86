import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

/**
 * Remembers records across pages in a few bytes each: a service that ignores the offset, or a list
 * that moves while it is read, sends records a second time.
 */
export class SeenRecords {
	private readonly digests = new Set<number>();

	/** @param names the names of the list, which tell the names of its records' ids */
	constructor(private readonly names: readonly string[]) {}

	/** What is new on a page: the records to keep, and whether any of them was not there before. */
	add(page: readonly JsonValue[]): { kept: JsonValue[]; isNews: boolean } {
		const marked = page.map((record) => ({ record, digest: digest(identityOf(record)) }));
		const isNew = marked.map((entry) => !this.digests.has(entry.digest));
		for (const entry of marked) this.digests.add(entry.digest);
		return {
			kept: page.filter((record, index) => isNew[index] === true || !this.isIdentified(record)),
			isNews: isNew.includes(true),
		};
	}

	/** Only a record with an id is surely the same; two rows of numbers may be equal and both meant. */
	private isIdentified(record: JsonValue): boolean {
		return (
			isObject(record) &&
			['id', ...this.names.map((name) => `${name.replace(/s$/, '')}_id`)].some(
				(key) => key in record,
			)
		);
	}
}

/** What makes a record the same: its `id`, else everything in it. */
function identityOf(record: JsonValue): string {
	const id = isObject(record) ? record.id : undefined;
	return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : JSON.stringify(record);
}

/** 53 bits of a text: two multiplicative hashes, mixed and joined to one safe integer. */
function digest(text: string): number {
	let low = 0xdeadbeef;
	let high = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		low = Math.imul(low ^ code, 2654435761);
		high = Math.imul(high ^ code, 1597334677);
	}
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	return 4294967296 * (2097151 & high) + (low >>> 0);
}
