import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { findList, listPaths } from '../../nodes/shared/answer/findList';

const RECORDS = [{ id: 'a' }, { id: 'b' }];

/** Every value anywhere in a value, itself included. */
function valuesIn(value: JsonValue): JsonValue[] {
	if (typeof value !== 'object' || value === null) return [value];
	return [value, ...Object.values(value).flatMap(valuesIn)];
}

/** An answer, and the object under a name in it. */
const inTwo = (name: string) => (body: JsonValue) => [
	body,
	isObject(body) ? (body[name] ?? null) : null,
];

describe('findList', () => {
	it('finds texts rather than a list with nothing in it', () => {
		expect(findList({ data: [], items: ['a', 'b'] }, [])?.records).toEqual(['a', 'b']);
	});

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
		['rows in a wrapper', { result: { rows: RECORDS } }],
		['a wrapper beside another list', { result: RECORDS, similar: [{ id: 9 }] }],
		['a response beside another list', { response: RECORDS, similar: [{ id: 9 }] }],
		['a payload beside another list', { payload: RECORDS, similar: [{ id: 9 }] }],
		['an answer with the id of the request', { id: 'req-1', data: RECORDS }],
		['the same in data', { data: { id: null, items: RECORDS } }],
		['the only list under any name', { teams: RECORDS }],
		['the only list, beside what is about the answer', { teams: RECORDS, status: 'ok', total: 2 }],
		['the only list, beside what says nothing', { teams: RECORDS, warnings: [], view: '' }],
		['the only list, three objects further in', { a: { b: { teams: RECORDS } } }],
		['a list beside what is about it', [{ page: 1, total: 257 }, RECORDS]],
		['a list in front of what is about it', [RECORDS, { total: 257, status: 'ok' }]],
	])('finds the list in %s', (_place, body) => {
		expect(findList(body, ['prompts', 'questions'])?.records).toBe(RECORDS);
	});

	it.each<[string, JsonValue]>([
		['names a page and holds something of its own', [{ page: 1, prompt: 'Which?' }, RECORDS]],
		['names no page', [{ status: 'ok' }, RECORDS]],
	])('takes an object beside a list for a record if it %s', (_what, body) => {
		expect(findList(body, ['prompts'])?.records).toEqual(body);
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
		['an object under a usual name', { data: { view: 'list' } }],
		['two lists under other names', { teams: RECORDS, projects: RECORDS }],
		['a list under another name beside a field', { teams: RECORDS, view: 'list' }],
		['a list two objects further in, beside a field', { data: { data: { data: RECORDS }, n: 1 } }],
		['a list under another name of records and more', { teams: [...RECORDS, 'c'] }],
		['objects by numbers that are not their ids', { 1: { id: 2 }, 2: { id: 1 } }],
		['a list of plain values under another name', { labels: ['a', 'b'] }],
		['a list four objects further in', { a: { b: { c: { d: RECORDS } } } }],
		['a record with a list', { id: 'p1', name: 'P', data: RECORDS }],
		['a record with a list under another name', { prompt_id: 'p1', teams: RECORDS }],
		['a record with a list, whose id is null', { id: null, name: 'P', items: RECORDS }],
		['a record in data with a list', { data: { id: 'p1', name: 'P', items: RECORDS } }],
		['objects by names that are not their ids', { a: { id: 'b' }, b: { id: 'a' } }],
		['objects by their ids beside a field', { a: { id: 'a' }, view: 'list' }],
	])('finds none in %s', (_what, body) => {
		expect(findList(body, ['prompts'])).toBeUndefined();
	});

	it.each<[string, JsonValue]>([
		['by their ids', { a: { id: 'a' }, b: { id: 'b' } }],
		['by their ids in data', { data: { a: { id: 'a' }, b: { id: 'b' } } }],
		['by their ids beside a total', { total: 2, a: { id: 'a' }, b: { id: 'b' } }],
		['in the nodes of edges', { edges: RECORDS.map((node) => ({ node })) }],
		['in nodes with cursors', { edges: RECORDS.map((node) => ({ node, cursor: node.id })) }],
		['in the nodes of a connection', { data: { edges: RECORDS.map((node) => ({ node })) } }],
	])('finds records %s', (_where, body) => {
		expect(findList(body, [])?.records).toEqual(RECORDS);
	});

	it('finds records by ids that are the names of something else in other answers', () => {
		const body = { total: 2, next: { id: 'next' }, page: { id: 'page' } };
		expect(findList(body, [])?.records).toEqual([{ id: 'next' }, { id: 'page' }]);
	});

	it('finds records with other fields by their ids', () => {
		const record = { name: 'A', prompt_id: 'a' };
		expect(findList({ a: record }, [])?.records).toEqual([record]);
	});

	it('takes numbers for ids where an object has records by them', () => {
		const records = [{ prompt_id: 7 }, { prompt_id: 12 }];
		expect(findList({ 7: records[0] ?? null, 12: records[1] ?? null }, [])?.records).toEqual(
			records,
		);
	});

	it.each([
		['another member', [{ node: { id: 'a' }, weight: 1 }]],
		['a node that is no object', [{ node: { id: 'a' } }, { node: 7 }]],
	])('leaves edges with %s as they are', (_what, edges) => {
		expect(findList({ edges }, [])?.records).toBe(edges);
	});

	it.each<[string, JsonValue, (body: JsonValue) => JsonValue[]]>([
		['none for a bare list', RECORDS, () => []],
		['the answer', { data: RECORDS, total: 7 }, (body) => [body]],
		['the answer and an object in it', { total: 9, data: { items: RECORDS } }, inTwo('data')],
		['those around the only list', { meta: {}, a: { teams: RECORDS } }, inTwo('a')],
		['the answer for records by their ids', { total: 2, a: { id: 'a' } }, (body) => [body]],
	])('gives the objects around the list: %s', (_what, body, holders) => {
		expect(findList(body, [])?.holders).toEqual(holders(body));
	});

	it('never throws, and gives an array of the answer itself, for any JSON', () => {
		const place = fc.constantFrom(
			'data',
			'items',
			'results',
			'prompts',
			'edges',
			'node',
			'id',
			'total',
			'x',
		);
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
			const isPlain = Array.isArray(body) && !/"(node|total)"/.test(text);
			if (isPlain) expect(found?.records).toEqual(body);
			if (found === undefined) return;
			const isEmptyForNull = found.records.length === 0 && text.includes('null');
			const values = valuesIn(body);
			// A list as it came, or one made of objects that came.
			const isMadeUp = !isEmptyForNull && !values.includes(found.records);
			if (isMadeUp) expect(found.records.filter(isObject)).toHaveLength(found.records.length);
			for (const record of found.records) expect(values).toContain(record);
			for (const holder of found.holders) expect(values).toContain(holder);
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

describe('listPaths', () => {
	it.each<[string, JsonValue | undefined, string[]]>([
		['a bare list', RECORDS, []],
		['lists at any name', { teams: RECORDS, result: { rows: RECORDS } }, ['teams', 'result.rows']],
		['lists in records', { data: [{ tasks: RECORDS }, {}] }, ['data', 'data[].tasks']],
		['lists in records of a bare list', [{ tasks: RECORDS }], ['[].tasks']],
		[
			'a list that only a later record has',
			{ data: [{}, { tasks: RECORDS }] },
			['data', 'data[].tasks'],
		],
		['lists of plain values', { labels: ['a'], empty: [] }, []],
		['nothing', undefined, []],
		['a text', 'data', []],
		['lists far in', { a: { b: { c: { d: { e: { f: RECORDS } } } } } }, ['a.b.c.d.e.f']],
		['lists too far in', { a: { b: { c: { d: { e: { f: { g: RECORDS } } } } } } }, []],
	])('names %s', (_what, body, paths) => {
		expect(listPaths(body)).toEqual(paths);
	});
});
