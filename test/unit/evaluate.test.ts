import fc from 'fast-check';
import { jsonParse, type IDataObject, type JsonObject } from 'n8n-workflow';
import { digestOf } from '../../nodes/shared/watch/digest';
import { evaluate, MAX_WATCHED, stateAfter } from '../../nodes/shared/watch/evaluate';
import { newRecords } from '../../nodes/shared/watch/recordDetectors';
import {
	loadState,
	type NodeState,
	storeState,
	type WatchState,
} from '../../nodes/shared/watch/state';

const identity = { ids: ['id'], fields: [] };
const watch = { detector: newRecords, identity, plan: { names: ['prompts'] } };
const NOTHING: WatchState = { values: new Map(), seen: [] };

function poll(records: JsonObject[], before = NOTHING) {
	const evaluation = evaluate({ records, isWhole: true }, before, watch);
	return { state: stateAfter(evaluation, before), events: [...evaluation.events.values()] };
}

describe('A full state', () => {
	it('forgets what was not seen for longest, and nothing that is there', () => {
		const old = Array.from({ length: MAX_WATCHED }, (_, id) => ({ id }));
		const full = poll(old).state;
		const { state, events } = poll([{ id: 5 }, { id: 'a' }, { id: 'b' }], full);
		expect(events).toEqual([{ id: 'a' }, { id: 'b' }]);
		expect(state.values.size).toBe(MAX_WATCHED);
		const isNews = ([id]: [number | string]) => poll([{ id }], state).events.length > 0;
		const news = ([[0], [1], [2], [5], ['a']] as Array<[number | string]>).map(isNews);
		expect(news).toEqual([true, true, false, false, false]);
	});

	it('stays as it is, to the object, where there is no news', () => {
		const { state } = poll([{ id: 1 }]);
		expect(poll([{ id: 1 }], state).state).toBe(state);
		expect(poll([], state).state).toBe(state);
	});
});

describe('A stored state', () => {
	const values = new Map([['key', 1]]);
	const rest = { missing: new Map<string, number>(), reported: new Set<string>() };
	const empty: NodeState = { projects: new Map(), ...rest, awaited: new Set() };
	const state: NodeState = {
		projects: new Map([
			['p1', { values, idName: 'prompt_id', seen: ['status'] }],
			['__proto__', { values: new Map([['other', 'x']]), seen: [] }],
		]),
		missing: new Map([['p1', 7]]),
		reported: new Set(['p2', 'p3']),
		awaited: new Set(['p2']),
	};

	it('has a plain form, and is read back for the same watch only', () => {
		const staticData = {};
		storeState(staticData, 'prompts', state);
		expect(JSON.stringify(staticData)).toBe(
			'{"watch":{"schemaVersion":1,"watchKey":"prompts","missing":{"p1":7},"reported":["p2","p3"],' +
				'"awaited":["p2"],"projects":{"p1":{"idName":"prompt_id","seen":["status"],' +
				'"values":{"key":1}},"__proto__":{"values":{"other":"x"}}}}}',
		);
		const saved = jsonParse<IDataObject>(JSON.stringify(staticData));
		expect(loadState(saved, 'prompts')).toEqual(state);
		expect(loadState(staticData, 'topics')).toBeUndefined();
	});

	it('has only what there is', () => {
		const staticData = {};
		storeState(staticData, 'prompts', empty);
		expect(staticData).toEqual({
			watch: { schemaVersion: 1, watchKey: 'prompts', projects: {} },
		});
		expect(loadState(staticData, 'prompts')).toEqual(empty);
	});

	it.each([
		[{ schemaVersion: 2, watchKey: 'prompts', projects: {} }],
		[{ schemaVersion: 1, watchKey: 'prompts', projects: [] }],
		[{ schemaVersion: 1, watchKey: 'prompts' }],
	])('is not read if it has another form: %j', (watched) => {
		expect(loadState({ watch: watched }, 'prompts')).toBeUndefined();
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
