import type { JsonObject } from 'n8n-workflow';
import { duplicateKeyError, hasKey, keyOf, keysOf } from '../../nodes/shared/watch/identity';
import { problemOf } from './thrown';

const identity = (ids: string[], fields: string[] = []) => ({ ids, fields });
const byId = identity(['id', 'prompt_id']);
const byFields = (...fields: string[]) => ({ names: fields });
const ofId = (idName: string) => ({ names: [idName], idName });

describe('What makes the keys of a list', () => {
	it.each<[string, JsonObject[], string]>([
		['the first ID, where all have it', [{ id: 1, prompt_id: 2 }, { id: 3 }], 'id'],
		['the second, where none has the first', [{ prompt_id: 2 }], 'prompt_id'],
		['the one that all have', [{ prompt_id: 2 }, { id: 1, prompt_id: 3 }], 'prompt_id'],
		['the one that most have', [{ id: 1 }, { id: 2 }, { prompt_id: 3 }], 'id'],
		['one that is not blank', [{ id: ' ', prompt_id: 0 }], 'prompt_id'],
		['the one that half of them have', [{ id: 1 }, { title: 'T' }], 'id'],
	])('is %s', (_what, records, idName) => {
		expect(keysOf(records, byId, undefined)).toEqual(ofId(idName));
	});

	it('stays the ID that was chosen, beside another one and where most records have none', () => {
		const records: JsonObject[] = [{ id: 1, prompt_id: 2 }, { id: 2 }, { id: 3 }];
		expect(keysOf(records, byId, 'prompt_id')).toEqual(ofId('prompt_id'));
		expect(keysOf([], byId, 'prompt_id').idName).toBe('prompt_id');
		expect(keysOf([], byId, undefined).idName).toBeUndefined();
	});

	it('are the key fields, whatever IDs there are, and nothing where there is one record', () => {
		const both = identity(['id'], ['topic.name', 'model']);
		const records: JsonObject[] = [{ id: 1, topic: { name: 'T' } }, { model: null }];
		expect(keysOf(records, both, undefined)).toEqual({ names: ['topic.name', 'model'] });
		expect(keysOf([], both, undefined)).toEqual({ names: ['topic.name', 'model'] });
		expect(keysOf([{ id: 1 }], identity([]), undefined)).toEqual({ names: [] });
	});

	it.each<[JsonObject[], string, string]>([
		[[{ title: 'T' }], 'The records have', 'The record has: title.'],
		[[{}, {}], 'The records have', 'The record is empty.'],
		[[{ id: 1 }, { a: 1 }, { id: '' }], '2 records have', 'The record has: a.'],
	])('is not there in %j', (records, who, fields) => {
		const problem = problemOf(() => keysOf(records, byId, undefined));
		expect(problem.message).toBe(`${who} no ID, so the trigger cannot tell them apart`);
		expect(problem.description).toContain('The trigger looked for id, prompt_id. ');
		expect(problem.description).toContain(fields);
	});

	it('is missed once no record has the ID that was chosen', () => {
		const problem = problemOf(() => keysOf([{ id: null, prompt_id: 2 }], byId, 'id'));
		expect(problem.message).toBe('No record has the ID field id any more');
		expect(problem.description).toContain("'Key Fields'");
		expect(problem.description).toContain('The record has: id, prompt_id.');
	});

	it('is missed where no record has one of the key fields', () => {
		const records: JsonObject[] = [{ topic: 'T' }, { topic: null, rank: 1 }];
		const problem = problemOf(() =>
			keysOf(records, identity(['id'], ['topic', 'modle', 'id']), undefined),
		);
		expect(problem.message).toBe('No record has a field modle, id to recognize it by');
		expect(problem.description).toContain("'Key Fields'");
		expect(problem.description).toContain('The record has: topic.');
	});
});

describe('A record', () => {
	it.each([
		[{ id: 0 }, true],
		[{ id: ' ' }, false],
		[{ id: null }, false],
		[{ prompt_id: 1 }, false],
	])('%j has a key if it has a value in the ID: %s', (record, has) => {
		expect(hasKey(record, ofId('id'))).toBe(has);
	});

	it('always has a key made of key fields, as null is one of their values', () => {
		expect(hasKey({}, byFields('topic'))).toBe(true);
		expect(hasKey({}, byFields())).toBe(true);
	});
});

describe('The key of a record', () => {
	it.each<[string, JsonObject, JsonObject]>([
		['an ID as number and as text', { id: 42 }, { id: '42' }],
		['an ID with blanks around it', { id: 'a' }, { id: ' a ' }],
		['one ID and other fields', { id: 1, prompt_id: 7 }, { id: 1, prompt_id: 8 }],
		['an ID that is an object', { id: { a: 1, b: 2 } }, { id: { b: 2, a: 1 } }],
	])('is the same for %s', (_what, one, other) => {
		expect(keyOf(one, ofId('id'))).toBe(keyOf(other, ofId('id')));
	});

	it.each<[string, JsonObject, JsonObject]>([
		['other IDs', { id: 1 }, { id: 2 }],
		['an object and its text', { id: { a: 1 } }, { id: '{"a":1}' }],
		['other lists', { id: [1] }, { id: [2] }],
		['other objects', { id: { a: 1 } }, { id: { a: 2 } }],
	])('is another one for %s', (_what, one, other) => {
		expect(keyOf(one, ofId('id'))).not.toBe(keyOf(other, ofId('id')));
	});

	it('goes by all key fields', () => {
		const keys = byFields('topic.name', 'model');
		const record = { id: 1, topic: { name: 'T' }, model: 'M' };
		expect(keyOf({ ...record, id: 2 }, keys)).toBe(keyOf(record, keys));
		expect(keyOf({ ...record, model: 'N' }, keys)).not.toBe(keyOf(record, keys));
		expect(keyOf({ id: 1, model: 'M' }, keys)).not.toBe(keyOf(record, keys));
	});

	it('is the same whether a key field is empty, null or not there, also if it is the only one', () => {
		const keys = byFields('topic', 'model');
		const key = keyOf({ topic: '', model: 'M' }, keys);
		expect(keyOf({ topic: null, model: 'M' }, keys)).toBe(key);
		expect(keyOf({ model: 'M' }, keys)).toBe(key);
		expect(keyOf({}, byFields('topic'))).toBe(keyOf({ topic: null }, byFields('topic')));
		expect(keyOf({}, byFields('topic'))).not.toBe(keyOf({ topic: 'T' }, byFields('topic')));
	});

	it('is one for all where nothing is to tell them apart', () => {
		expect(keyOf({ id: 1 }, byFields())).toBe('only');
		expect(keyOf({}, byFields())).toBe('only');
		expect(keyOf({ id: 1 }, byFields('id'))).not.toBe('only');
	});
});

describe('Several records with one key', () => {
	const record = { id: 7, topic: 'T', model: null };

	it.each([
		[ofId('id'), 'Several records have the same id 7'],
		[byFields('topic', 'model'), 'Several records have the same topic T, model '],
		[byFields(), 'There is more than one record'],
	])('%j are named by what they share', (shared, message) => {
		const problem = duplicateKeyError(record, shared);
		expect(problem.message).toBe(message);
		expect(problem.description).toContain("'Key Fields'");
		expect(problem.description).toContain('The record has: id, topic, model.');
	});
});
