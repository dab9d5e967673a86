import type { ListName, Service } from './service';

/** A record as the service sends it; a bigint goes out as a number with all its digits. */
export type Row = Readonly<Record<string, bigint | number | string>>;

/** The member of a record that is different in every answer. */
export const VOLATILE = 'fetched_at';

/** Names of what is the same in every answer. */
const OWN_ID: Readonly<Record<ListName, string>> = { prompts: 'prompt_id', tasks: 'id' };

/** Beyond 2^53, and odd: no double is equal to it. */
const BEYOND = 9_007_199_254_740_993n;

/** So many different records are in a list of records that are alike. */
const KINDS = 7;

/** Every so many records, the same one comes again in a list of records that repeat. */
const PERIOD = 5;

/** Days for which a record with the same ID is there. */
const DAYS = 3;

const IDENTITIES: Readonly<Record<Service['ids'], (place: number, list: ListName) => Row>> = {
	own: (place, list) => ({ [OWN_ID[list]]: `record-${place}` }),
	id: (place) => ({ id: `record-${place}` }),
	number: (place) => ({ id: 1000 + place }),
	beyond: (place) => ({ id: BEYOND + 2n * BigInt(place) }),
	perDay: (place, list) => ({
		[OWN_ID[list]]: `record-${Math.floor(place / DAYS)}`,
		date: `2026-01-0${1 + (place % DAYS)}`,
	}),
	none: () => ({}),
	repeating: () => ({}),
	alike: () => ({}),
};

/** What a record without an ID is like. */
const CONTENTS: Readonly<Partial<Record<Service['ids'], (place: number) => number>>> = {
	repeating: (place) => (place % PERIOD === 0 ? 0 : place),
	alike: (place) => place % KINDS,
};

const FIELDS: Readonly<Record<ListName, (place: number) => Row>> = {
	prompts: (place) => ({
		prompt: `Prompt ${place}`,
		topic_name: `Topic ${place % 4}`,
		avg_visibility_score: (place % 100) + 0.5,
	}),
	tasks: (place) => ({ title: `Task ${place}`, status: place % 2 === 0 ? 'open' : 'done' }),
};

/**
 * A record of a list.
 *
 * @param place its number, which it keeps while others come and go
 */
export function rowOf({ ids }: Pick<Service, 'ids'>, list: ListName, place: number): Row {
	const content = CONTENTS[ids]?.(place) ?? place;
	return { ...IDENTITIES[ids](place, list), ...FIELDS[list](content) };
}

/** JSON in which a bigint is a number with all its digits. */
export function jsonOf(value: unknown): string {
	const marked = JSON.stringify(value, (_, member: unknown) =>
		typeof member === 'bigint' ? `bigint:${member}` : member,
	);
	return marked.replaceAll(/"bigint:(\d+)"/g, '$1');
}

/**
 * A record in words that are equal for equal records: the members in the order of their names,
 * without what is different in every answer, big numbers as text.
 */
export function wordsOf(record: Readonly<Record<string, unknown>>): string {
	const members = Object.entries(record)
		.filter(([name]) => name !== VOLATILE)
		.map(
			([name, value]) =>
				`${name}: ${JSON.stringify(typeof value === 'bigint' ? String(value) : value)}`,
		);
	return members.sort().join();
}
