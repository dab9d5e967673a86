import type { IDataObject, INodeParameters, JsonObject } from 'n8n-workflow';
import type { ProjectChoice } from '../../nodes/shared/form';
import {
	evaluate,
	MAX_WATCHED,
	mustPersist,
	stateAfter,
	type Reading,
} from '../../nodes/shared/watch/evaluate';
import { crossedThreshold } from '../../nodes/shared/watch/metricDetectors';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import { hasState, loadState, storeState, type WatchState } from '../../nodes/shared/watch/state';
import type { Detector } from '../../nodes/shared/watch/types';
import { watchKeyOf } from '../../nodes/shared/watch/watchKey';
import { problemOf } from './thrown';

const score = crossedThreshold('score', 30, ['up']);
const identity = { ids: ['id'], fields: [] };

const watchOf = (detector: Detector, scope: string[] = []) => ({
	plan: { names: ['prompts'] },
	...{ detector, identity, scope },
	projects: { by: 'id', id: 'p1' } as const,
});

describe('What is kept in the static data of a node', () => {
	const values = new Map<string, number | string>([
		['a', 1],
		['b', 'x'],
	]);

	it('is read again, in order, through JSON', () => {
		const staticData: IDataObject = {};
		expect(hasState(staticData)).toBe(false);
		const rest = { missing: new Map(), reported: new Set<string>(), awaited: new Set<string>() };
		const projects = new Map([
			['p2', { values, seen: [] }],
			['p1', { values, seen: [] }],
		]);
		storeState(staticData, 'this', { projects, ...rest });
		expect(hasState(staticData)).toBe(true);
		const stored = loadState(structuredClone(staticData), 'this')?.projects;
		expect([...(stored ?? [])].map(([id, state]) => [id, [...state.values]])).toEqual([
			['p2', [...values]],
			['p1', [...values]],
		]);
	});

	it.each([undefined, 'broken', [1]])('is not there where the member is %j', (watch) => {
		expect(loadState({ watch }, 'this')).toBeUndefined();
	});

	it('is read without what is not a stored value', () => {
		const stored = { a: 1, b: null, c: 'x', d: [1] };
		const projects = { p: { idName: 7, seen: ['s', 1], values: stored }, q: 7, r: { values: [] } };
		const marks = { missing: { p: 5, q: '5' }, reported: ['p', 1], awaited: 'p' };
		const watch = { schemaVersion: 1, watchKey: 'this', ...marks, projects };
		const state = {
			values: new Map<string, unknown>([
				['a', 1],
				['c', 'x'],
			]),
			idName: undefined,
			seen: ['s'],
		};
		expect(loadState({ watch }, 'this')).toEqual({
			projects: new Map([['p', state]]),
			missing: new Map([['p', 5]]),
			reported: new Set(['p']),
			awaited: new Set(),
		});
		expect(loadState({ watch: { ...watch, missing: [1] } }, 'this')?.missing.size).toBe(0);
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

	it.each<ProjectChoice>([{ by: 'id', id: 'p2' }, { by: 'all' }])(
		'is something else with another choice of projects: %j',
		(projects) => {
			const watch = watchOf(newRecords, SCOPE);
			expect(watchKeyOf({ ...watch, projects }, {})).not.toBe(watchKeyOf(watch, {}));
		},
	);

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

const whole = (records: JsonObject[]): Reading => ({ records, isWhole: true });
const stateOf = (detector: Detector, records: JsonObject[]): WatchState =>
	stateAfter(evaluate(whole(records), undefined, watchOf(detector)), undefined);
const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place, score: 10 }));

describe('A look at the records', () => {
	const look = (records: JsonObject[], detector: Detector, stored?: WatchState) => {
		return evaluate(whole(records), stored, watchOf(detector));
	};

	it('passes over those without a number, and over the second with one key', () => {
		const { events, values } = look(
			[
				{ id: 1, score: null },
				{ id: 2, score: 20 },
				{ id: 2, score: 40 },
			],
			score,
		);
		expect(events.size).toBe(0);
		expect([...values.values()]).toEqual([20]);
	});

	it('leaves out those without a key, and counts them', () => {
		const found = look([{ id: 1 }, { title: 'T' }, { id: 2 }], newRecords);
		expect([...found.events.values()]).toEqual([{ id: 1 }, { id: 2 }]);
		expect(found.keyless).toBe(1);
		expect(look([{ id: 1 }], newRecords).keyless).toBe(0);
	});

	it('says which of the watched fields none has had so far', () => {
		const detector = changedRecords({ only: ['title', 'due'], except: [], label: 'F' }, false);
		expect(look([{ id: 1, title: 'T' }], detector).unseen).toEqual(['due']);
		expect(
			look(
				[
					{ id: 1, title: 'T' },
					{ id: 2, due: null },
				],
				detector,
			).unseen,
		).toEqual([]);
		expect(look([], detector).unseen).toEqual([]);
	});

	it('goes by the ID of the state, and keeps it while there are no records', () => {
		const { idName } = look([{ id: 1 }], newRecords);
		expect(idName).toBe('id');
		const stored = { values: new Map([['a', 1]]), idName: 'name', seen: ['b'] };
		expect(look([], newRecords, stored)).toMatchObject({ idName: 'name', seen: ['b'] });
		expect(look([{ id: 1, name: 'N' }], newRecords, stored).idName).toBe('name');
	});

	it('looks for what is watched, also later, and in those that have a key', () => {
		const stored = stateOf(score, []);
		const lists: JsonObject[][] = [[{ id: 1 }], [{ id: 1 }, { score: 5 }]];
		for (const records of lists) {
			for (const state of [undefined, stored]) {
				expect(problemOf(() => look(records, score, state)).message).toBe(
					'No record has a number in score',
				);
			}
		}
	});

	it('remembers which of the watched fields there were', () => {
		const detector = changedRecords({ only: ['a', 'b'], except: [], label: 'L' }, false);
		const stored = stateOf(detector, [{ id: 1, a: 1 }]);
		expect(stored.seen).toEqual(['a']);
		const later = stateAfter(look([{ id: 1, a: 1, b: null }], detector, stored), stored);
		expect(later.seen).toEqual(['a', 'b']);
		expect(problemOf(() => look([{ id: 1, a: 1 }], detector, later)).message).toBe(
			'No record has a field b any more',
		);
	});

	it('refuses more records than can be remembered', () => {
		const problem = problemOf(() => look(numbered(MAX_WATCHED + 1), newRecords));
		expect(problem.message).toBe(
			'There are 100001 records, more than the 100000 that a trigger can watch',
		);
		expect(look(numbered(MAX_WATCHED), newRecords).values.size).toBe(MAX_WATCHED);
	});

	it.each<[string, JsonObject[]]>([
		['one is no group', [{ id: 1, prompts: [{ id: 'a' }] }, { id: 2 }]],
		['they hold no objects', [{ id: 1, prompts: ['a'] }]],
		['they hold nothing', [{ id: 1, prompts: [] }]],
		['they hold other lists', [{ id: 1, tags: [{ id: 'a' }] }]],
	])('takes records for what they are where %s', (_what, records) => {
		expect(look(records, newRecords).values.size).toBe(records.length);
	});

	it('refuses groups of records, unless the user names what tells them apart', () => {
		const groups = [
			{ id: 1, prompts: [] },
			{ id: 2, prompts: [{ id: 'a' }] },
		];
		const problem = problemOf(() => look(groups, newRecords));
		expect(problem.message).toBe('The service returned groups of prompts instead of prompts');
		expect(problem.description).toContain("'Key Fields'");
		const watch = { ...watchOf(newRecords), identity: { ids: [], fields: ['id'] } };
		expect(evaluate(whole(groups), undefined, watch).values.size).toBe(2);
	});
});

describe('What n8n has saved', () => {
	const stateWith = (notes: Array<[string, number]>) => ({ values: new Map(notes), seen: [] });
	const saved = stateWith([
		['a', 20],
		['b', 40],
	]);
	const isOld = (notes: Array<[string, number]>) =>
		mustPersist(stateWith(notes), saved, watchOf(score));

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
		expect(mustPersist(saved, undefined, watchOf(score))).toBe(true);
	});
});
