import type { JsonObject } from 'n8n-workflow';
import { fieldIn, hasField, withoutField } from '../../nodes/shared/base/paths';
import { shapeRecords } from '../../nodes/shared/shape/shape';

const RECORD: JsonObject = {
	id: 1,
	empty: null,
	owner: { name: 'Ada', seen: { at: 5 } },
	'gpt-4.1': { score: 7 },
	'owner.name': 'by its whole name',
	tags: ['a'],
};

describe('A path with dots', () => {
	it.each([
		['owner.name', 'by its whole name'],
		['owner.seen.at', 5],
		['gpt-4.1.score', 7],
		['owner.gone', null],
		['id.name', null],
		['tags.0', null],
		['gone', null],
	])('leads by %s to %j', (path, value) => {
		expect(fieldIn(RECORD, path)).toBe(value);
	});

	it.each([
		['id', true],
		['empty', true],
		['owner.seen', true],
		['gpt-4.1.score', true],
		['owner.gone', false],
		['gone', false],
		['toString', false],
	])('says of %s that the record has it: %s', (path, isThere) => {
		expect(hasField(RECORD, path)).toBe(isThere);
	});

	it.each<[string, JsonObject]>([
		['id', { b: { c: 1, d: 2 } }],
		['b', { id: 1 }],
		['b.c', { id: 1, b: { d: 2 } }],
		['b.gone', { id: 1, b: { c: 1, d: 2 } }],
		['gone', { id: 1, b: { c: 1, d: 2 } }],
		['id.c', { id: 1, b: { c: 1, d: 2 } }],
	])('takes just %s out of a record', (path, rest) => {
		const record = { id: 1, b: { c: 1, d: 2 } };
		expect(withoutField(record, path)).toEqual(rest);
		expect(record).toEqual({ id: 1, b: { c: 1, d: 2 } });
	});
});

describe('A simplified record', () => {
	const LETTERS = 'a b c d e f g h i j k l';
	const simplified = (names: string, ...useful: string[]) => {
		const record = Object.fromEntries(names.split(' ').map((name, place) => [name, place]));
		const [shaped = {}] = shapeRecords([record], {
			mode: 'simplified',
			fields: [],
			useful,
			ids: [],
		});
		return Object.keys(shaped).join(' ');
	};

	it('has ten fields, none of them twice', () => {
		expect(simplified(LETTERS, 'c', 'a')).toBe('c a b d e f g h i j');
	});

	it('has ids last, and counts each once', () => {
		expect(simplified(`topic_id id ${LETTERS}`, 'id')).toBe('id a b c d e f g h topic_id');
	});

	it('does not take words that start with id for ids', () => {
		expect(simplified(`${LETTERS} idea a_idle`)).toBe('a b c d e f g h i j');
	});

	it('has no more than ten ids', () => {
		expect(simplified(LETTERS.replace(/\w/g, '$&_id')).split(' ')).toHaveLength(10);
	});
});
