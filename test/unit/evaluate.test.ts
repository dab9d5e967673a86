import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { digestOf } from '../../nodes/shared/watch/digest';
import { MAX_WATCHED, evaluate } from '../../nodes/shared/watch/evaluate';
import { newRecords } from '../../nodes/shared/watch/records';
import type { WatchState } from '../../nodes/shared/watch/state';

const watch = { detector: newRecords, identity: { ids: ['id'], fields: [] } };
const look = (records: JsonObject[], memory: WatchState) => evaluate(records, memory, watch);

describe('A full memory', () => {
	it('forgets what was not seen for longest, and nothing that is there', () => {
		const old = Array.from({ length: MAX_WATCHED }, (_, id) => ({ id }));
		const full = look(old, new Map()).memory;
		const { memory, events } = look([{ id: 5 }, { id: 'a' }, { id: 'b' }], full);
		expect(events).toEqual([{ id: 'a' }, { id: 'b' }]);
		expect(memory.size).toBe(MAX_WATCHED);
		const isNews = ([id]: [number | string]) => look([{ id }], memory).events.length > 0;
		const news = ([[0], [1], [2], [5], ['a']] as Array<[number | string]>).map(isNews);
		expect(news).toEqual([true, true, false, false, false]);
	});

	it('stays as it is, to the object, where there is no news', () => {
		const { memory } = look([{ id: 1 }], new Map());
		expect(look([{ id: 1 }], memory).memory).toBe(memory);
		expect(look([], memory).memory).toBe(memory);
	});
});

describe('A digest', () => {
	it('is the same for the same value, and short', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(digestOf(value)).toBe(digestOf(structuredClone(value)));
				expect(digestOf(value)).toMatch(/^[\w-]{11}$/);
			}),
		);
	});

	it.each([
		[{ a: 1 }, [['a', 1]]],
		[{ a: 1 }, { members: [['a', 1]] }],
		[1, '1'],
		[null, 'null'],
		[[], {}],
		[{ a: undefined, b: null }, { b: 1 }],
	])('tells %j from %j', (one, other) => {
		expect(digestOf(one)).not.toBe(digestOf(other));
	});
});
