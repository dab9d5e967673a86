import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/paths';
import type { SortBy } from '../../nodes/shared/compare';
import { samples } from '../samples';
import { compare } from './comparing';

const isRow = (value: JsonValue): value is JsonObject => isObject(value);

/** A record of a list; some have no ID, some have that of another one. */
const anyRecord: fc.Arbitrary<JsonObject> = fc.record(
	{
		id: fc.oneof(fc.nat(4), fc.constantFrom('1', '', null)),
		name: fc.constantFrom('A', 'B', 'C', null),
		platform: fc.constantFrom('x', 'y'),
		score: fc.oneof(fc.integer(), fc.constantFrom(null, '1')),
		_status: fc.constantFrom('same', 'active'),
	},
	{ requiredKeys: ['score'] },
);

describe('The records of two periods', () => {
	const records = fc.array(anyRecord, { maxLength: 12 });
	const order = fc.record<SortBy>({
		field: fc.constantFrom('score', 'score_change', 'score_change_percent', 'id', 'nowhere'),
		order: fc.constantFrom('asc', 'desc', 'move'),
	});
	const numberOf = (value: JsonValue | undefined) => (value === '1' ? 1 : (value ?? null));
	const textOf = (row: JsonObject) =>
		JSON.stringify([row.id ?? '', row.name ?? null, row.platform ?? null, row._status ?? null]);

	it('are all there exactly once, however they are sorted', () => {
		const check = (now: JsonObject[], before: JsonObject[], sort: SortBy[]) => {
			const names = ['id', 'prompt_id', 'name'];
			const { rows } = compare(now, before, { dimensions: [], names, sort });
			const having = (...statuses: JsonValue[]) =>
				rows
					.filter(({ mark }) => statuses.includes(mark._status ?? null))
					.map(({ value }) => value)
					.filter(isRow);
			expect(rows).toHaveLength(having('same', 'new', 'gone').length);
			// What is in the period, as it came.
			const own = (row: JsonObject) => [textOf(row), numberOf(row.score)];
			expect(sorted(having('same', 'new').map(own))).toEqual(sorted(now.map(own)));
			// What was in the period before, by its numbers and, where that shows, by what it is.
			const was = (row: JsonObject) => row.score_previous ?? null;
			expect(sorted(having('same', 'gone').map(was))).toEqual(
				sorted(before.map((row) => numberOf(row.score))),
			);
			const left = before.map(textOf);
			for (const row of having('gone')) expect(left).toContain(textOf(row));
		};
		fc.assert(fc.property(records, records, fc.array(order, { maxLength: 2 }), check), {
			numRuns: samples(100),
		});
	});
});

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
