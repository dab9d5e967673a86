import type { JsonObject } from 'n8n-workflow';
import { duplicateKeyError, keyOf } from '../../nodes/shared/watch/identity';
import { problemOf } from './thrown';

const identity = (ids: string[], fields: string[] = []) => ({ ids, fields });
const byId = identity(['id', 'prompt_id']);

describe('The key of a record', () => {
	it.each<[string, JsonObject, JsonObject]>([
		['an id as number and as text', { id: 42 }, { id: '42' }],
		['an id with blanks around it', { id: 'a' }, { id: ' a ' }],
		['the first id that is there', { id: null, prompt_id: 7 }, { prompt_id: 7, title: 'T' }],
		['the first id of two', { id: 1, prompt_id: 7 }, { id: 1, prompt_id: 8 }],
		['an id that is an object', { id: { a: 1, b: 2 } }, { id: { b: 2, a: 1 } }],
	])('is the same for %s', (_what, one, other) => {
		expect(keyOf(one, byId)).toBe(keyOf(other, byId));
	});

	it.each<[string, JsonObject, JsonObject]>([
		['other ids', { id: 1 }, { id: 2 }],
		['a blank id and another one', { id: ' ', prompt_id: 1 }, { id: ' ', prompt_id: 2 }],
		['an object and its text', { id: { a: 1 } }, { id: '{"a":1}' }],
		['other lists', { id: [1] }, { id: [2] }],
		['other objects', { id: { a: 1 } }, { id: { a: 2 } }],
	])('is another one for %s', (_what, one, other) => {
		expect(keyOf(one, byId)).not.toBe(keyOf(other, byId));
	});

	it('goes by the fields alone, where there are some', () => {
		const byFields = identity(['id'], ['topic.name', 'model']);
		const record = { id: 1, topic: { name: 'T' }, model: 'M' };
		expect(keyOf({ ...record, id: 2 }, byFields)).toBe(keyOf(record, byFields));
		expect(keyOf({ ...record, model: 'N' }, byFields)).not.toBe(keyOf(record, byFields));
		expect(keyOf({ id: 1, model: 'M' }, byFields)).not.toBe(keyOf(record, byFields));
	});

	it('is the same whether a field is empty or not there', () => {
		const byFields = identity([], ['topic', 'model']);
		const key = keyOf({ topic: '', model: 'M' }, byFields);
		expect(keyOf({ topic: null, model: 'M' }, byFields)).toBe(key);
		expect(keyOf({ model: 'M' }, byFields)).toBe(key);
	});

	it('is one for all where nothing is to tell them apart', () => {
		expect(keyOf({ id: 1 }, identity([]))).toBe('only');
		expect(keyOf({ id: 1 }, identity([]))).toBe(keyOf({}, identity([])));
		expect(keyOf({ id: 1 }, identity([], ['id']))).not.toBe(keyOf({}, identity([])));
	});

	it.each<[JsonObject, string]>([
		[{ title: 'T' }, 'The record has: title.'],
		[{}, 'The record is empty.'],
	])('is missing in %j, which has no id', (record, fields) => {
		const problem = problemOf(() => keyOf(record, byId));
		expect(problem.message).toBe(
			'A record has no ID, so the trigger cannot tell it from the others',
		);
		expect(problem.description).toContain('The trigger looked for id, prompt_id. ');
		expect(problem.description).toContain(fields);
	});

	it.each([
		[['topic'], 'A record has no value in topic'],
		[['topic', 'model'], 'A record has no value in topic, model'],
	])('is missing where all of %j are empty', (names, message) => {
		const problem = problemOf(() =>
			keyOf({ id: 1, topic: ' ', model: null }, identity(['id'], names)),
		);
		expect(problem.message).toBe(message);
		expect(problem.description).toContain('The record has: id, topic, model.');
	});
});

describe('Several records with one key', () => {
	const record = { id: 7, topic: 'T', model: null };

	it.each([
		[byId, 'Several records have the same id 7'],
		[identity(['id'], ['topic', 'model']), 'Several records have the same topic T, model '],
		[identity([]), 'There is more than one record'],
	])('%j are named by what they share', (shared, message) => {
		const problem = duplicateKeyError(record, shared);
		expect(problem.message).toBe(message);
		expect(problem.description).toContain("'Key Fields'");
		expect(problem.description).toContain('The record has: id, topic, model.');
	});
});
