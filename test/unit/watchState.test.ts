import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';
import { checkStart, evaluate, MAX_WATCHED, mustPersist } from '../../nodes/shared/watch/evaluate';
import { crossedThreshold } from '../../nodes/shared/watch/metricDetectors';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import { hasState, loadState, storeState } from '../../nodes/shared/watch/state';
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
	const values = new Map<string, number | string>([
		['a', 1],
		['b', 'x'],
	]);

	it('is read again, in order, through JSON', () => {
		const staticData: IDataObject = {};
		expect(hasState(staticData)).toBe(false);
		storeState(staticData, 'this', values);
		expect(hasState(staticData)).toBe(true);
		const stored = structuredClone(staticData);
		expect([...(loadState(stored, 'this') ?? [])]).toEqual([...values]);
	});

	it.each([undefined, 'broken', [1]])('is not there where the member is %j', (watch) => {
		expect(loadState({ watch }, 'this')).toBeUndefined();
	});

	it('is read without what is not a stored value', () => {
		const stored = { a: 1, b: null, c: 'x', d: [1] };
		const watch = { schemaVersion: 1, watchKey: 'this', values: stored };
		expect([...(loadState({ watch }, 'this') ?? [])]).toEqual([
			['a', 1],
			['c', 'x'],
		]);
	});
});

describe('What is watched', () => {
	const SCOPE = ['recordType', 'project', 'filters', 'watchedFields'];
	const keyOf = (entered: INodeParameters, scope = SCOPE) =>
		watchKeyOf(watchOf(newRecords, scope), entered);

	it.each<[string, INodeParameters, INodeParameters]>([
		['a field', { recordType: 'prompt' }, { recordType: 'topic' }],
		['an option', { options: { watchedFields: 'a' } }, { options: { watchedFields: 'b' } }],
		['a filter', { filters: { condition: [{ a: 1 }] } }, { filters: { condition: [{ a: 2 }] } }],
		['an entry of a list', { filters: [1] }, { filters: [2] }],
		['a filter and none', { filters: { condition: [{ a: 1 }] } }, {}],
	])('is something else with another value of %s', (_what, one, other) => {
		expect(keyOf(one)).not.toBe(keyOf(other));
	});

	it('is something else in another project', () => {
		const watch = watchOf(newRecords, SCOPE);
		expect(watchKeyOf({ ...watch, projectId: 'p2' }, {})).not.toBe(watchKeyOf(watch, {}));
	});

	it.each<[string, INodeParameters]>([
		['fields that do not define it', { other: 1, options: { limit: 5 } }],
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

	it('is a field rather than the option of the same name', () => {
		expect(keyOf({ recordType: 'a', options: { recordType: 'b' } })).toBe(
			keyOf({ recordType: 'a' }),
		);
	});

	it('is the value alone of what was picked from a list, at any depth', () => {
		const picked = (name: string, topic = 't') => ({
			project: { __rl: true, mode: 'list', value: 'x', cachedResultName: name },
			filters: {
				condition: [{ topic: { __rl: true, mode: 'list', value: topic, cachedResultName: name } }],
			},
		});
		expect(keyOf(picked('One'))).toBe(keyOf(picked('Other')));
		expect(keyOf(picked('One'))).toBe(
			keyOf({ project: 'x', filters: { condition: [{ topic: 't' }] } }),
		);
		expect(keyOf(picked('One'))).not.toBe(keyOf(picked('One', 'u')));
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
		const { events, state } = evaluate(records, new Map(), watchOf(score));
		expect(events).toEqual([]);
		expect([...state.values()]).toEqual([20]);
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
