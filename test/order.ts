import fc from 'fast-check';
import type { IDataObject, JsonObject } from 'n8n-workflow';

/** Fields to sort by, the first one first. */
export type Sort = ReadonlyArray<readonly [field: string, order: 'asc' | 'desc']>;

/** What stands for a value, so that it can be compared; nothing where there is none. */
const FIELDS: Readonly<Record<string, (value: unknown) => number | string | undefined>> = {
	score: (value) => (typeof value === 'number' ? value : undefined),
	share: (value) => (typeof value === 'string' ? Number(value.replace('%', '')) : undefined),
	name: (value) => (typeof value === 'string' ? value : undefined),
	at: (value) => (typeof value === 'string' ? Date.parse(value) : undefined),
	id: (value) => Number(value),
};

/** The truth in a few words: what has no value comes last. */
export function truth(sort: Sort) {
	return (one: IDataObject, other: IDataObject): number => {
		for (const [field, order] of sort) {
			const [a, b] = [one, other].map((row) => FIELDS[field]?.(row[field]));
			if (a === b) continue;
			if (a === undefined) return 1;
			if (b === undefined) return -1;
			return a < b === (order === 'asc') ? -1 : 1;
		}
		return 0;
	};
}

/** So many records are looked at, whatever the limit. */
const LOOKED_AT = 10;

/**
 * What has to come of a list with a limit: the first records as they were sent if nobody can see that
 * they are not those that come first, or else those that do.
 */
export function firstOf<Row extends IDataObject>(
	sent: readonly Row[],
	asked: Sort,
	limit: number,
): Row[] {
	const first = sent.slice(0, Math.max(limit, LOOKED_AT));
	const hasValue = first.some((row) => row[asked[0]?.[0] ?? ''] !== null);
	const isInOrder = first.every((row, at) => truth(asked)(first[at - 1] ?? row, row) <= 0);
	const records = hasValue && isInOrder ? sent : sent.toSorted(truth(asked));
	return records.slice(0, limit);
}

/** A record without an ID: with few values, so that many are equal, and without some. */
export const record: fc.Arbitrary<JsonObject> = fc.record({
	score: fc.option(fc.integer({ min: -2, max: 2 })),
	share: fc.option(fc.constantFrom('2', '10', '9.5 %')),
	name: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
	at: fc.option(fc.constantFrom('2026-11-02', '2026-11-10', '2025-01-01')),
});

export const sort: fc.Arbitrary<Sort> = fc.uniqueArray(
	fc.tuple(
		fc.constantFrom('score', 'share', 'name', 'at'),
		fc.constantFrom('asc' as const, 'desc' as const),
	),
	{ minLength: 1, maxLength: 3, selector: ([field]) => field },
);

/** What a service does with a list that it is asked to sort. */
export const SERVICES: Readonly<
	Record<string, (rows: readonly JsonObject[], asked: Sort) => JsonObject[]>
> = {
	'sorts by them': (rows, asked) => rows.toSorted(truth(asked)),
	'ignores them': (rows) => [...rows],
	'sorts by another field': (rows) => rows.toSorted(truth([['id', 'desc']])),
	'turns them around': (rows, asked) => rows.toSorted((one, other) => truth(asked)(other, one)),
	'puts first what has no value': (rows, asked) => {
		const sorted = rows.toSorted(truth(asked));
		const isEmpty = (row: JsonObject) => asked.some(([field]) => row[field] === null);
		return [...sorted.filter(isEmpty), ...sorted.filter((row) => !isEmpty(row))];
	},
};
