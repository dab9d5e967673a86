import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { findList } from '../../nodes/shared/records/findList';

const RECORDS = [{ id: 'a' }, { id: 'b' }];

/** Every array anywhere in a value. */
function arraysIn(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.values(value).flatMap(arraysIn);
	return Array.isArray(value) ? [value, ...inner] : inner;
}

describe('findList', () => {
	it.each([
		['the answer itself', RECORDS],
		['the own name of the resource', { prompts: RECORDS }],
		['another of its own names', { questions: RECORDS }],
		['data', { data: RECORDS }],
		['items', { items: RECORDS }],
		['results', { results: RECORDS }],
		['a place in data', { data: { items: RECORDS } }],
		['the own name in data', { data: { prompts: RECORDS, next: null } }],
		['data in the own name', { prompts: { data: RECORDS } }],
		['the own name in a record', { id: 'u1', prompts: RECORDS }],
		['data in data', { data: { data: RECORDS } }],
		['the second place where the first holds no list', { prompts: null, data: RECORDS }],
		['a later place where an earlier holds a record', { data: { id: 1 }, items: RECORDS }],
	])('finds the list in %s', (_place, body) => {
		expect(findList(body, ['prompts', 'questions'])?.records).toBe(RECORDS);
	});

	it('prefers the own name to the usual places', () => {
		const body = { data: [1], items: [2], prompts: RECORDS };
		expect(findList(body, ['prompts'])?.records).toBe(RECORDS);
	});

	it('prefers a list to one that lies further in', () => {
		const body = { prompts: { data: [1] }, items: RECORDS };
		expect(findList(body, ['prompts'])?.records).toBe(RECORDS);
	});

	it('finds an empty list', () => {
		expect(findList({ data: [] }, ['prompts'])?.records).toEqual([]);
		expect(findList([], [])?.records).toEqual([]);
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['a text', 'data'],
		['a number', 7],
		['an object without a list', { view: 'list' }],
		['a list under another name', { teams: RECORDS }],
		['an object under a usual name', { data: { view: 'list' } }],
		['a list two objects further in', { data: { data: { data: RECORDS } } }],
		['a record with a list', { id: 'p1', data: RECORDS }],
		['a record with a list, whose id is null', { id: null, items: RECORDS }],
		['a record in data with a list', { data: { id: 'p1', items: RECORDS } }],
	])('finds none in %s', (_what, body) => {
		expect(findList(body, ['prompts'])).toBeUndefined();
	});

	it.each([
		['beside the list', { data: RECORDS, total: 7 }, 7],
		['of none', { data: [], total: 0 }, 0],
		['beside a list further in', { data: { items: RECORDS, total: 7 } }, 7],
		['beside the object that holds the list', { total: 7, data: { items: RECORDS } }, 7],
		['in both places, the inner one first', { total: 9, data: { items: RECORDS, total: 7 } }, 7],
	])('reads a total %s', (_where, body, total) => {
		expect(findList(body, [])?.total).toBe(total);
	});

	it.each([['7'], [-1], [1.5], [null], [true], [{ value: 7 }]])(
		'does not take %j for a total',
		(total) => {
			expect(findList({ data: RECORDS, total }, [])).toEqual({ records: RECORDS });
		},
	);

	it('never throws, and gives an array of the answer itself, for any JSON', () => {
		const place = fc.constantFrom('data', 'items', 'results', 'prompts', 'id', 'total', 'x');
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof(
				{ depthSize: 'medium' },
				fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
				fc.array(tie('tree'), { maxLength: 3 }),
				fc.dictionary(place, tie('tree'), { maxKeys: 4 }),
			),
		}));
		const bodies = fc.oneof(
			tree.map((value) => JSON.stringify(value)),
			fc.json(),
		);
		const names = fc.array(fc.oneof(place, fc.string()), { maxLength: 3 });
		const check = (text: string, own: string[]) => {
			const body: JsonValue = JSON.parse(text);
			const found = findList(body, own);
			expect(JSON.stringify(body)).toBe(JSON.stringify(JSON.parse(text)));
			if (Array.isArray(body)) expect(found?.records).toBe(body);
			if (found === undefined) return;
			const isEmptyForNull = found.records.length === 0 && text.includes('null');
			expect(isEmptyForNull || arraysIn(body).includes(found.records)).toBe(true);
			expect(found.total ?? 0).toBeGreaterThanOrEqual(0);
		};
		fc.assert(fc.property(bodies, names, check), { numRuns: 1000 });
	});

	it.each([
		[{ data: null }, 0],
		[{ data: null, total: 0, limit: 50, offset: 0 }, 0],
		[{ data: null, message: 'deleted' }, undefined],
		[{ data: null, items: [1] }, 1],
	])('reads %j as a list of %p, since some services write an empty list as null', (body, count) => {
		expect(findList(body, [])?.records.length).toBe(count);
	});

	it.each(['__proto__', 'constructor', 'toString', ''])('finds nothing under %j', (name) => {
		expect(findList({ view: 'list' }, [name])).toBeUndefined();
	});
});
