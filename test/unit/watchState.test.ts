import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';
import { digestOf } from '../../nodes/shared/watch/digest';
import { checkStart, evaluate, MAX_WATCHED, mustPersist } from '../../nodes/shared/watch/evaluate';
import { crossedThreshold } from '../../nodes/shared/watch/metric';
import { changedRecords, newRecords } from '../../nodes/shared/watch/records';
import { isBlank, loadState, storeState } from '../../nodes/shared/watch/state';
import type { Detector, Watch } from '../../nodes/shared/watch/types';
import { watchKeyOf } from '../../nodes/shared/watch/watchKey';
import { problemOf } from './thrown';

const changed = changedRecords({ only: [], except: [], label: 'Fields to Watch' }, false);
const score = crossedThreshold('score', 30, ['up']);
const identity = { ids: ['id'], fields: [] };

const watchOf = (detector: Detector, scope: string[] = []): Watch => ({
	plan: {
		request: { api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/prompts' },
		...{ shape: 'pages', names: ['prompts'], limit: Infinity },
		output: { mode: 'records', fields: [], useful: [] },
	},
	...{ detector, identity, projectId: 'p1', scope },
});

describe('What is kept in the static data of a node', () => {
	const notes = new Map<string, number | string>([
		['a', 1],
		['b', 'x'],
	]);

	it('is read again, in order, through JSON', () => {
		const staticData: IDataObject = {};
		expect(isBlank(staticData)).toBe(true);
		storeState(staticData, { a: 1 }, notes);
		expect(isBlank(staticData)).toBe(false);
		const stored = structuredClone(staticData);
		expect([...(loadState(stored, { a: 1 }) ?? [])]).toEqual([...notes]);
	});

	it('is kept under the name and in the form of version 0.1', () => {
		const staticData: IDataObject = {};
		storeState(staticData, { a: 1 }, notes);
		expect(staticData).toEqual({
			watch: { form: 1, scope: digestOf({ a: 1 }), notes: { a: 1, b: 'x' } },
		});
	});

	it.each<[string, IDataObject]>([
		['there is nothing', {}],
		['something else was watched', { watch: { form: 1, scope: digestOf('other'), notes: {} } }],
		['it has another form', { watch: { form: 2, scope: digestOf('this'), notes: {} } }],
		['it has no notes', { watch: { form: 1, scope: digestOf('this') } }],
		['it is a text', { watch: 'broken' }],
	])('is not read where %s', (_what, staticData) => {
		expect(loadState(staticData, 'this')).toBeUndefined();
	});

	it('is read without what is no note', () => {
		const stored = { form: 1, scope: digestOf('this'), notes: { a: 1, b: null, c: 'x', d: [1] } };
		expect([...(loadState({ watch: stored }, 'this') ?? [])]).toEqual([
			['a', 1],
			['c', 'x'],
		]);
	});
});

describe('What is watched', () => {
	const SCOPE = ['recordType', 'project', 'filters', 'watchedFields'];
	const keyOf = (entered: INodeParameters) =>
		JSON.stringify(watchKeyOf(watchOf(newRecords, SCOPE), entered));

	it('is the project, and what is entered in the fields and the options', () => {
		const entered = { recordType: 'prompt', other: 1, options: { watchedFields: 'a', limit: 5 } };
		expect(watchKeyOf(watchOf(newRecords, SCOPE), entered)).toEqual({
			projectId: 'p1',
			fields: [
				['recordType', 'prompt'],
				['watchedFields', 'a'],
			],
		});
	});

	it.each<[string, INodeParameters]>([
		['empty texts', { recordType: ' ' }],
		['empty objects', { filters: {} }],
		['empty lists', { filters: [] }],
		['null', { project: null }],
		['a picker without a choice', { project: { __rl: true, mode: 'list', value: null } }],
		['empty options', { options: {} }],
		['options that are none', { options: 'none' }],
	])('is the same without fields and with %s', (_what, entered) => {
		expect(keyOf(entered)).toBe(keyOf({}));
	});

	it('is the value alone of what was picked from a list, at any depth', () => {
		const picked = (name: string) => ({
			project: { __rl: true, mode: 'list', value: 'x', cachedResultName: name },
			filters: {
				condition: [{ topic: { __rl: true, mode: 'list', value: 't', cachedResultName: name } }],
			},
		});
		expect(keyOf(picked('One'))).toBe(keyOf(picked('Other')));
		expect(watchKeyOf(watchOf(newRecords, SCOPE), picked('One'))).toMatchObject({
			fields: [
				['project', 'x'],
				['filters', { condition: [{ topic: 't' }] }],
			],
		});
	});
});

describe('The records that a watch starts with', () => {
	const start = (records: JsonObject[], detector: Detector) => () =>
		checkStart(records, watchOf(detector));

	it.each<[string, JsonObject[], Detector]>([
		['there are none', [], score],
		[
			'equal ones share a key',
			[
				{ id: 1, a: 1 },
				{ id: 1, a: 1 },
			],
			changed,
		],
		[
			'new ones share a key',
			[
				{ id: 1, a: 1 },
				{ id: 1, a: 2 },
			],
			newRecords,
		],
		[
			'one without a number shares a key',
			[
				{ id: 1, score: null },
				{ id: 1, score: 5 },
				{ id: 1, score: null },
			],
			score,
		],
	])('are accepted where %s', (_what, records, detector) => {
		expect(start(records, detector)).not.toThrow();
	});

	it.each<[string, JsonObject[], Detector, string]>([
		['have no number', [{ id: 1 }], score, 'No record has a number in score'],
		[
			'share a key',
			[
				{ id: 1, a: 1 },
				{ id: 1, a: 2 },
			],
			changed,
			'Several records have the same id 1',
		],
		[
			'have no key',
			[{ a: 1 }],
			newRecords,
			'A record has no ID, so the trigger cannot tell it from the others',
		],
	])('are refused where they %s', (_what, records, detector, message) => {
		expect(problemOf(start(records, detector)).message).toBe(message);
	});
});

describe('A look at the records', () => {
	it('passes over those without a number, and over the second with one key', () => {
		const records = [
			{ id: 1, score: null },
			{ id: 2, score: 20 },
			{ id: 2, score: 40 },
		];
		const { events, memory } = evaluate(records, new Map(), watchOf(score));
		expect(events).toEqual([]);
		expect([...memory.values()]).toEqual([20]);
	});

	it('refuses more records than can be remembered', () => {
		const records = Array.from({ length: MAX_WATCHED + 1 }, (_, id) => ({ id }));
		const problem = problemOf(() => evaluate(records, new Map(), watchOf(newRecords)));
		expect(problem.message).toBe(
			'There are 100001 records, more than the 100000 that a trigger can watch',
		);
	});
});

describe('What n8n has saved', () => {
	const saved = new Map([
		['a', 20],
		['b', 40],
	]);
	const isOld = (notes: Array<[string, number]>) =>
		mustPersist(new Map(notes), saved, watchOf(score));

	it('is enough as long as no event could be missed', () => {
		expect(mustPersist(saved, saved, watchOf(score))).toBe(false);
		expect(
			isOld([
				['a', 29],
				['b', 50],
			]),
		).toBe(false);
		expect(isOld([['a', 20]])).toBe(false);
	});

	it('is too old once one number is on the other side, or new', () => {
		expect(
			isOld([
				['a', 20],
				['b', 10],
			]),
		).toBe(true);
		expect(isOld([['c', 20]])).toBe(true);
	});
});
