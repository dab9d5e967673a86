import fc from 'fast-check';
import { jsonParse, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { ProjectChoice } from '../../nodes/shared/projects';
import {
	digestOf,
	hasState,
	loadState,
	type ProjectState,
	type State,
	storeState,
	watchKeyOf,
} from '../../nodes/shared/watch/state';

describe('What is kept in the static data of a node', () => {
	const state: State = new Map<string, ProjectState>([
		[
			'p2',
			{
				records: {
					values: new Map<string, number | string>([
						['b', 1],
						['a', 'x'],
					]),
					idName: 'id',
					seen: ['status'],
				},
				missingSince: 7,
			},
		],
		['p1', { records: { values: new Map(), idName: undefined, seen: [] }, isReported: true }],
		['__proto__', { isReported: true }],
	]);

	// The form lies in the databases of users: with another one, each trigger would start over.
	it('has a plain form, and is read back for the same watch only', () => {
		const staticData: IDataObject = {};
		expect(hasState(staticData)).toBe(false);
		storeState(staticData, 'prompts', state);
		expect(hasState(staticData)).toBe(true);
		const text = JSON.stringify(staticData);
		expect(text).toBe(
			'{"watch":{"schemaVersion":1,"watchKey":"prompts","projects":{' +
				'"p2":{"missingSince":7,"records":{"values":{"b":1,"a":"x"},"idName":"id","seen":["status"]}},' +
				'"p1":{"isReported":true,"records":{"values":{},"seen":[]}},' +
				'"__proto__":{"isReported":true}}}}',
		);
		const loaded = loadState(jsonParse<IDataObject>(text), 'prompts');
		expect(loaded).toEqual(state);
		expect([...(loaded?.get('p2')?.records?.values.keys() ?? [])]).toEqual(['b', 'a']);
		expect(loadState(staticData, 'topics')).toBeUndefined();
	});

	it('is not written again where it is the same, which n8n would take for a change', () => {
		const staticData: IDataObject = {};
		storeState(staticData, 'prompts', state);
		const { watch } = staticData;
		const loaded = loadState(jsonParse<IDataObject>(JSON.stringify(staticData)), 'prompts');
		storeState(staticData, 'prompts', loaded ?? new Map());
		expect(staticData.watch).toBe(watch);
		storeState(staticData, 'topics', state);
		expect(staticData.watch).not.toBe(watch);
	});

	it.each([
		undefined,
		'broken',
		[1],
		{ schemaVersion: 2, watchKey: 'prompts', projects: {} },
		{ schemaVersion: 1, watchKey: 'prompts', projects: [] },
		{ schemaVersion: 1, watchKey: 'prompts' },
	])('is not read if it is %j', (watch) => {
		expect(loadState({ watch }, 'prompts')).toBeUndefined();
	});
});

describe('What is watched', () => {
	const ONE: ProjectChoice = { by: 'id', id: 'p1' };
	const SCOPE = ['recordType', 'project', 'filters', 'watchedFields'];
	const keyOf = (entered: INodeParameters, scope = SCOPE) =>
		watchKeyOf({ projects: ONE, scope }, entered);

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
			expect(watchKeyOf({ projects, scope: SCOPE }, {})).not.toBe(keyOf({}));
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

describe('A digest', () => {
	it('is the same for the same value, and short', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(digestOf(value)).toBe(digestOf(structuredClone(value)));
				expect(digestOf(value)).toMatch(/^[\w-]{11}$/);
			}),
		);
	});

	// Digests lie in the databases of users: with others, each trigger would start over.
	it('stays what it is', () => {
		expect(digestOf({ b: 1, a: [2, { d: null, c: 'x' }] })).toBe('__ilAr5Qd5l');
	});

	it('does not depend on the order of members, at any depth', () => {
		const one = { a: [2, { c: 'x', d: null }], b: 1 };
		expect(digestOf(one)).toBe(digestOf({ b: 1, a: [2, { d: null, c: 'x' }] }));
		expect(digestOf(one)).not.toBe(digestOf({ ...one, a: [{ c: 'x', d: null }, 2] }));
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
