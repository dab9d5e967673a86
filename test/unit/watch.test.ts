import fc from 'fast-check';
import { type IDataObject, type INodeParameters, type JsonObject, jsonParse } from 'n8n-workflow';
import { fields as taskFields } from '../../nodes/AgentsTrigger/tasks';
import { fields as geoFields } from '../../nodes/GeoTrigger/events';
import type { Notice } from '../../nodes/shared/base';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { entriesOf } from '../../nodes/shared/form';
import {
	confirmed,
	type Detector,
	evaluate,
	type Evaluation,
	MAX_READS,
} from '../../nodes/shared/watch/evaluate';
import {
	duplicateKeyError,
	hasKey,
	keyOf,
	keysOf,
	refuseGroups,
} from '../../nodes/shared/watch/identity';
import {
	changedMetric,
	changedRecords,
	crossed,
	moved,
	newRecords,
} from '../../nodes/shared/watch/detectors';
import {
	failureOf,
	FORGET_AFTER,
	MAX_WATCHED,
	nextState,
	type Polled,
	reportOf,
	THE_LIST,
} from '../../nodes/shared/watch/projects';
import {
	digestOf,
	type KnownRecords,
	loadState,
	NOTHING_KNOWN,
	sizeOf,
	type State,
	storeState,
	watchKeyOf,
} from '../../nodes/shared/watch/state';
import { problemOf } from './thrown';

const saidBy = (act: () => unknown) => {
	const { message, description } = problemOf(act);
	return `${message}. ${description}`;
};

const score = changedMetric('score', () => null, crossed(30, ['up']));
const changed = (...only: string[]) => changedRecords({ only, except: [] }, false);

/** What a reading of these records says. */
const look = (
	records: JsonObject[],
	detector: Detector = newRecords,
	known?: KnownRecords,
	notices: Notice[] = [],
) => evaluate({ records, notices, identity: { ids: ['id'], fields: [] } }, known, detector);

/** What is known after a reading of these records. */
const knownOf = (records: JsonObject[], detector?: Detector) => look(records, detector).records;

const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place, score: 10 }));

/** Records with the IDs 1, 2 and so on. */
const scored = (...scores: Array<number | null>) =>
	scores.map((score, place) => ({ id: place + 1, score }));

describe('A reading', () => {
	it('passes over records without a number, and takes two that are equal for one', () => {
		const { values } = knownOf([...scored(null, 20), { id: 2, score: 20, a: 1 }], score);
		expect(Object.values(values)).toEqual([20]);
	});

	it('leaves out records without a key, and counts them', () => {
		const found = look([{ id: 1 }, { title: 'T' }, { id: 2 }], newRecords, NOTHING_KNOWN);
		expect(found.events).toEqual([{ id: 1 }, { id: 2 }]);
		const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
		expect(found.notices).toEqual([`1 record has no ID and cannot be watched. ${todo}`]);
		const { notices } = look([{ id: 1 }, { id: 2 }, { title: 'T' }, {}]);
		expect(notices).toEqual([`2 records have no ID and cannot be watched. ${todo}`]);
		expect(look([{ id: 1 }]).notices).toEqual([]);
	});

	it('has no events at the start of a watch', () => {
		expect(look([{ id: 1 }])).toMatchObject({ events: [], mustSave: true });
	});

	it('says which of the watched fields none has, and remembers those that there were', () => {
		const detector = changed('a', 'b');
		const { notices, records: known } = look([{ id: 1, a: 1 }], detector);
		expect([notices, known.seen]).toEqual([['No record has a field b at the moment.'], ['a']]);
		expect(look([], detector).notices).toEqual([]);
		const records: JsonObject[] = [
			{ id: 1, a: 1 },
			{ id: 2, b: null },
		];
		const later = look(records, detector, known);
		expect([later.notices, later.records.seen]).toEqual([[], ['a', 'b']]);
		const gone = look([{ id: 1, a: 1 }], detector, later.records);
		expect([gone.notices, gone.records.seen]).toEqual([notices, ['a', 'b']]);
	});

	it('looks for what is watched, also later, and in records that have a key', () => {
		for (const state of [undefined, knownOf([], score)]) {
			const { message } = problemOf(() => look([{ id: 1 }, { score: 5 }], score, state));
			expect(message).toBe('No record has a number in score');
		}
	});

	it('goes by the ID of the state, and keeps it while there are no records', () => {
		expect(knownOf([{ id: 1 }]).idName).toBe('id');
		const stored = { values: { a: 1 }, idName: 'name', seen: ['b'] };
		expect(look([], newRecords, stored)).toMatchObject({ gone: 1, records: stored });
		expect(look([{ id: 1, name: 'N' }], newRecords, stored).records.idName).toBe('name');
	});

	it('has to be saved if one of its records has to be', () => {
		const known = knownOf(scored(20, 40), score);
		const readings = [scored(29, 50), scored(20, 10), scored(50, 40), scored(20, 40, 20)];
		const saved = readings.map((records) => look(records, score, known).mustSave);
		expect(saved).toEqual([false, true, true, true]);
	});

	it('refuses different records with one key where it matters', () => {
		const twins = [1, 2].map((one) => ({ id: 1, score: one, a: one }));
		for (const detector of [changed(), score]) {
			for (const known of [undefined, knownOf([], detector)]) {
				const { message } = problemOf(() => look(twins, detector, known));
				expect(message).toBe('Several records have the same id 1');
			}
		}
		expect(sizeOf(knownOf(twins))).toBe(1);
		expect(sizeOf(knownOf([{ id: 1 }, { id: 1 }], changed()))).toBe(1);
		const numberless = [{ id: 1, score: null }, ...twins.slice(1), { id: 1, score: null }];
		expect(sizeOf(knownOf(numberless, score))).toBe(1);
	});

	it('is none of groups of the records', () => {
		const groups = (...records: JsonObject[]) => {
			return () => {
				refuseGroups(records, 'prompts');
			};
		};
		const prompts = [{ id: 'a' }];
		const lists: JsonObject[][] = [[{ id: 1, prompts }, { id: 2 }], [{ tags: prompts }], []];
		for (const records of lists) expect(groups(...records)).not.toThrow();
		for (const others of [['a'], []]) expect(groups({ id: 1, prompts: others })).not.toThrow();
		expect(saidBy(groups({ id: 1, prompts: [] }, { id: 2, prompts }))).toMatch(
			/^The service returned groups of prompts instead of prompts\. .*'Key Fields'/,
		);
	});
});

describe('A reading is in doubt', () => {
	/** All records at the start, later all events, which are new records here. */
	const doubt = (records: JsonObject[], detector: Detector, known?: KnownRecords) => {
		const { inDoubt, records: found } = look(records, detector, known);
		if (inDoubt === undefined) return undefined;
		const keys = Object.keys(found.values).filter((key) => known?.values[key] === undefined);
		expect(inDoubt).toBe(keys.sort().join());
		return known === undefined ? 'start' : 'flood';
	};

	it('where it is empty at the start, and not where there were records', () => {
		expect(doubt([], newRecords)).toBe('start');
		expect(doubt([], newRecords, knownOf(numbered(1)))).toBeUndefined();
		expect(doubt([], newRecords, knownOf([]))).toBeUndefined();
		expect(doubt(scored(null), score)).toBeUndefined();
	});

	it.each<[Notice['kind'], boolean]>([
		['doubt', true],
		['note', false],
		[undefined, false],
	])('where a notice on the start is of the kind %s: %s', (kind, isDoubt) => {
		const notices = [{ message: 'A' }, { kind, message: 'B', details: 'C' }];
		const start = look(numbered(1), newRecords, undefined, notices);
		expect(start.inDoubt).toBe(isDoubt ? Object.keys(start.records.values).join() : undefined);
		expect(start.notices).toEqual(['A', 'B C']);
		expect(look(numbered(1), newRecords, start.records, notices).inDoubt).toBeUndefined();
	});

	it.each([
		[19, 0, 0, undefined],
		[20, 0, 0, 'flood'],
		[20, 1, 0, 'flood'],
		[20, 19, 19, 'flood'],
		[20, 20, 20, undefined],
		[30, 1000, 0, 'flood'],
	])('with %d new records, %d known ones and %d of those: %s', (count, known, kept, wanted) => {
		const records = [...numbered(kept), ...numbered(count, known)];
		expect(doubt(records, newRecords, knownOf(numbered(known)))).toBe(wanted);
	});
});

describe('A doubt is settled', () => {
	/** What a reading says, with the keys that are in doubt. */
	const seen = (inDoubt?: string): Evaluation => ({
		...{ records: NOTHING_KNOWN, gone: 0, events: [], mustSave: false, notices: [] },
		inDoubt,
	});
	const unsure = (...keys: string[]) => keys.map(seen);
	const sure = seen();

	/** Takes these readings one after the other, and says how far it got. */
	function taking(...readings: Evaluation[]) {
		const log: string[] = [];
		const left = [...readings];
		const read = async () => {
			log.push('read');
			const next = left.shift();
			if (next === undefined) throw new Error('There are no more readings');
			return await Promise.resolve(next);
		};
		const pause = async () => await Promise.resolve(void log.push('pause'));
		return { found: confirmed(read, pause), log };
	}

	it.each<[string, Evaluation[]]>([
		['at once where there is none', [sure]],
		['by a reading without one', [...unsure('a'), sure]],
		['also after several', [...unsure('a', 'b'), sure]],
		['by two without records', unsure('', '')],
		['by two of the same', unsure('a', 'ab', 'ab')],
	])('%s', async (_what, readings) => {
		const { found, log } = taking(...readings, seen());
		expect(await found).toBe(readings.at(-1));
		expect(log.join(' ')).toBe(readings.map(() => 'read').join(' pause '));
	});

	it.each([
		['more', unsure('a', 'ab', 'abc', 'abcd')],
		['fewer', unsure('abcd', 'abc', 'ab', 'a')],
		['other', unsure('a', 'b', 'c', 'd')],
	])('but not by %s records each time', async (_what, readings) => {
		const { found, log } = taking(...readings);
		await expect(found).rejects.toThrow(
			`The records were different each of the ${MAX_READS} times they were read, so the trigger cannot tell what is new`,
		);
		await expect(found).rejects.toBeInstanceOf(DescribedError);
		expect(log.filter((step) => step === 'read')).toHaveLength(MAX_READS);
	});
});

describe('The key of a record', () => {
	const identity = (ids: string[], fields: string[] = []) => ({
		...{ ids, fields: fields.map((name) => [name]) },
	});
	const byId = identity(['id', 'prompt_id']);
	const byFields = (...names: string[]) => ({ fields: names.map((name) => [name]) });
	const ofId = (idName: string) => ({ fields: [[idName]], idName });

	it.each<[string, JsonObject[], string]>([
		['the first ID, where all have it', [{ id: 1, prompt_id: 2 }, { id: 3 }], 'id'],
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
		const ids = ['prompt_id', undefined];
		expect(ids.map((known) => keysOf([], byId, known).idName)).toEqual(ids);
	});

	it('is made of the key fields, whatever IDs there are, or of nothing for one record', () => {
		const both = identity(['id'], ['topic.name', 'model']);
		const records: JsonObject[] = [{ id: 1, topic: { name: 'T' } }, { model: null }];
		expect(keysOf(records, both, undefined)).toEqual(byFields('topic.name', 'model'));
		expect(keysOf([{ id: 1 }], identity([]), undefined)).toEqual(byFields());
	});

	it.each<[JsonObject[], string, string]>([
		[[{ title: 'T' }], '1 of 1', 'The record has: title.'],
		[[{}, {}], '2 of 2', 'The record has: nothing.'],
		[[{ id: 1 }, { a: 1 }, { id: '' }], '2 of 3', 'The record has: a.'],
	])('is missed in %j', (records, count, fields) => {
		const said = saidBy(() => keysOf(records, byId, undefined));
		expect(said).toContain(
			`Records have no ID (${count}), so the trigger cannot tell them apart. `,
		);
		expect(said).toContain('The trigger looked for id, prompt_id. ');
		expect(said).toContain(fields);
	});

	it('is missed where the chosen ID or a key field is in no record', () => {
		const lost = saidBy(() => keysOf([{ id: null, prompt_id: 2 }], byId, 'id'));
		expect(lost).toMatch(
			/^Records have no id \(1 of 1\), .* id, which the records had before\. .*'Key Fields'/,
		);
		expect(lost).toContain('The record has: id, prompt_id.');
		const records: JsonObject[] = [{ topic: 'T' }, { topic: null, rank: 1 }];
		const asked = identity(['id'], ['topic', 'modle', 'id']);
		const said = saidBy(() => keysOf(records, asked, undefined));
		expect(said).toMatch(/^No record has a field modle, id to recognize it by\. .*'Key Fields'/);
		expect(said).toContain('The record has: topic.');
	});

	it('is there where the ID has a value, and always where it is made of fields', () => {
		const records: JsonObject[] = [{ id: 0 }, { id: ' ' }, { id: null }, { prompt_id: 1 }];
		expect(records.filter((record) => hasKey(record, ofId('id')))).toEqual([{ id: 0 }]);
		expect([hasKey({}, byFields('topic')), hasKey({}, byFields())]).toEqual([true, true]);
	});

	it.each<[JsonObject, JsonObject, boolean]>([
		[{ id: 42, a: 1 }, { id: ' 42 ', a: 2 }, true],
		[{ id: { a: 1, b: 2 } }, { id: { a: 1, b: 2 } }, true],
		[{ id: 1 }, { id: 2 }, false],
		[{ id: [1] }, { id: [2] }, false],
	])(
		'goes by the ID alone, however that is written: %j and %j are one: %s',
		(one, other, isOne) => {
			expect(keyOf(one, ofId('id')) === keyOf(other, ofId('id'))).toBe(isOne);
		},
	);

	it('goes by all key fields, which may be empty, null or not there', () => {
		const key = (record: JsonObject) => keyOf(record, byFields('topic.name', 'model'));
		const record = { id: 1, topic: { name: 'T' }, model: 'M' };
		const none = key({ id: 1, model: 'M' });
		expect(key({ ...record, id: 2 })).toBe(key(record));
		expect([key({ ...record, model: 'N' }), none]).not.toContain(key(record));
		for (const name of ['', null]) expect(key({ model: 'M', topic: { name } })).toBe(none);
		expect(keyOf({ id: 1 }, byFields())).toBe('only');
		expect(keyOf({ id: 1 }, byFields('id'))).not.toBe('only');
	});

	it('that several records have is named by what they share', () => {
		const said = (shared: { fields: string[][] }) => {
			const { message, description } = duplicateKeyError(
				{ id: 7, topic: 'T', model: null },
				shared,
			);
			return `${message}. ${description}`;
		};
		expect(said(ofId('id'))).toMatch(/^Several records have the same id 7\. .*'Key Fields'/);
		expect(said(byFields('topic', 'model'))).toContain('have the same topic T, model . ');
		expect(said(byFields())).toMatch(/^There is more than one record\..*: id, topic, model\./);
	});
});

describe('What is kept in the static data of a node', () => {
	const values = { b: 1, a: 'x' };
	const state: State = {
		p2: { records: { values, idName: 'id', seen: ['status'] }, missingSince: 7 },
		p1: { records: { values: {}, idName: undefined, seen: [] }, isReported: true },
	};

	// The form lies in the databases of users: with another one, each trigger would start over.
	it('has a plain form, and is read back for the same watch only', () => {
		const staticData: IDataObject = {};
		expect(loadState(staticData, 'prompts')).toBeUndefined();
		storeState(staticData, 'prompts', state);
		const text = JSON.stringify(staticData);
		expect(text).toBe(
			'{"watch":{"schemaVersion":1,"watchKey":"prompts","projects":{' +
				'"p2":{"records":{"values":{"b":1,"a":"x"},"idName":"id","seen":["status"]},"missingSince":7},' +
				'"p1":{"records":{"values":{},"seen":[]},"isReported":true}}}}',
		);
		const loaded = loadState(jsonParse<IDataObject>(text), 'prompts');
		expect(loaded).toEqual(state);
		expect(Object.keys(loaded?.p2?.records?.values ?? {})).toEqual(['b', 'a']);
		expect(loadState(staticData, 'topics')).toEqual({});
		// The same is not written again, which n8n would take for a change.
		const { watch } = staticData;
		storeState(staticData, 'prompts', loaded ?? {});
		expect(staticData.watch).toBe(watch);
		storeState(staticData, 'topics', state);
		expect(staticData.watch).not.toBe(watch);
	});

	it('is a copy, whatever n8n makes of it', () => {
		const staticData: IDataObject = {};
		storeState(staticData, 'prompts', { p1: { records: NOTHING_KNOWN } });
		const { p1 } = loadState(staticData, 'prompts') ?? {};
		expect(p1?.records).toEqual(NOTHING_KNOWN);
		expect(p1?.records?.values).not.toBe(NOTHING_KNOWN.values);
	});

	it('is not read in another form', () => {
		const stored = { schemaVersion: 1, watchKey: 'prompts' };
		const forms = [null, [1], stored, { ...stored, projects: [] }];
		for (const watch of [...forms, { ...stored, schemaVersion: 2, projects: {} }]) {
			expect(loadState({ watch }, 'prompts')).toEqual({});
		}
	});
});

describe('What is watched', () => {
	it('is something else with another value of one of its fields, or other projects', () => {
		const fields: INodeParameters[] = [{}, { recordType: 'prompt' }, { recordType: 'topic' }];
		const options = ['a', 'b'].map((watchedFields) => ({ options: { watchedFields } }));
		const filters = [[1], [2], { condition: [{ a: 1 }] }].map((each) => ({ filters: each }));
		const projects: INodeParameters[] = [
			...['p1', '*'].map((project) => ({ project })),
			{ project: '*', projectsContaining: 'a' },
		];
		const all = [...fields, ...options, ...filters, ...projects].map(watchKeyOf);
		expect(new Set(all).size).toBe(11);
	});

	it.each<INodeParameters>([
		{ amount: 1, options: { maxRetries: 5 } },
		{ recordType: ' ', project: null },
		{ filters: {} },
		{ filters: [] },
		{ project: { __rl: true, mode: 'list', value: null } },
		{ options: 'none' },
	])('is the same without fields and with %j', (entered) => {
		expect(watchKeyOf(entered)).toBe(watchKeyOf({}));
	});

	it('goes by the value alone of what was picked, at any depth, and by a field before an option', () => {
		const picked = (name: string, value = 't') => {
			const topic = { __rl: true, mode: 'list', value, cachedResultName: name };
			return { project: { ...topic, value: 'x' }, filters: { condition: [{ topic }] } };
		};
		const plain = { project: 'x', filters: { condition: [{ topic: 't' }] } };
		const key = watchKeyOf(plain);
		expect([picked('One'), picked('Other')].map(watchKeyOf)).toEqual([key, key]);
		expect(watchKeyOf(picked('One', 'u'))).not.toBe(key);
		const both = { recordType: 'a', options: { recordType: 'b' } };
		expect(watchKeyOf(both)).toBe(watchKeyOf({ recordType: 'a' }));
	});

	it.each([
		[
			'GEO',
			geoFields,
			[
				...['additionalBodyJson', 'condition', 'dimensions', 'event', 'filters'],
				...['filtersJson', 'keyFields', 'measures', 'metric', 'metrics', 'otherDimensions'],
				...['otherMeasures', 'paging', 'project', 'projectsContaining', 'recordType'],
				...['recordsAt', 'threshold'],
			],
		],
		[
			'Agents',
			taskFields,
			[
				...['additionalBodyJson', 'event', 'ignoredFields', 'keyFields', 'paging', 'project'],
				...['projectsContaining', 'recordsAt', 'view', 'watchedFields'],
			],
		],
	])('by the %s Trigger starts over with these fields and no others', (_title, fields, wanted) => {
		const names = fields
			.flatMap((field) => (field.name === 'options' ? entriesOf(field) : field))
			.map(({ name }) => name);
		const isWatched = (name: string) => watchKeyOf({ [name]: 'x' }) !== watchKeyOf({});
		expect([...new Set(names)].filter(isWatched).sort()).toEqual(wanted);
	});
});

describe('A digest', () => {
	it('is the same for the same value, and short', () => {
		const check = (value: unknown) => {
			expect(digestOf(value)).toBe(digestOf(structuredClone(value)));
			expect(digestOf(value)).toMatch(/^[\w-]{11}$/);
		};
		fc.assert(fc.property(fc.jsonValue(), check));
	});

	// Digests lie in the databases of users: with others, each trigger would start over.
	it('stays what it is, in any order of members', () => {
		const value = { b: 1, a: [2, { d: null, c: 'x' }] };
		expect(digestOf(value)).toBe('__ilAr5Qd5l');
		expect(digestOf({ a: [2, { c: 'x', d: null }], b: 1 })).toBe('__ilAr5Qd5l');
		expect(digestOf({ ...value, a: [{ c: 'x', d: null }, 2] })).not.toBe('__ilAr5Qd5l');
	});

	it.each<[unknown, unknown]>([
		[1, '1'],
		[null, 'null'],
		[[], {}],
		[{ a: undefined, b: null }, { b: 1 }],
		[{ a: 1 }, [['a', 1]]],
	])('tells values apart that are written alike: %j and %j', (one, other) => {
		expect(digestOf(one)).not.toBe(digestOf(other));
	});
});

const GAP = new DescribedError('The service did not list all projects', 'Two more.');
const REFUSED = new ServiceError('Refused', 'Ask for access.', 403);

/** The records of each project, or an error in their place. */
type Results = Record<string, JsonObject[] | Error>;

/** What a poll has found; `gap` is why the list of projects may lack some. */
function found(
	projects: Results,
	before: State = {},
	gap?: DescribedError,
	detector?: Detector,
): Polled[] {
	const entries = Object.entries(projects).map(([id, result]): Polled => {
		const project = { id, name: id.toUpperCase() };
		const known = before[id] ?? {};
		if (result instanceof Error) return { project, known, error: result };
		return { project, known, evaluation: look(result, detector, known.records) };
	});
	return [{ project: THE_LIST, known: before[THE_LIST.id] ?? {}, error: gap }, ...entries];
}

const after = (projects: Results, before: State = {}, now = 0, gap?: DescribedError) =>
	nextState(found(projects, before, gap), before, now);

/** The events of a project. */
const eventsIn = (id: string, projects: Results, before: State) =>
	found(projects, before)
		.filter(({ project }) => project.id === id)
		.flatMap(({ evaluation }) => evaluation?.events ?? []);

const one = [{ id: 1 }];
const sizeIn = (state: State, id: string) => sizeOf(state[id]?.records);

describe('What is remembered of several projects', () => {
	it('is the same where nothing has changed', () => {
		const state = after({ a: one, b: REFUSED });
		expect(state.b).toEqual({ isReported: true });
		for (const a of [one, []]) expect(after({ a, b: REFUSED }, state)).toEqual(state);
		expect(after({ a: one, b: one }, state)).not.toEqual(state);
		expect(after({})).toEqual({});
	});

	it('keeps what it knows of a project that cannot be read, until it can', () => {
		const state = after({ a: one, b: one });
		const later = after({ a: numbered(3), b: REFUSED }, state);
		expect(later.b).toEqual({ ...state.b, isReported: true });
		expect(sizeIn(later, 'a')).toBe(3);
		expect(after({ a: one, b: one }, later).b).toEqual(state.b);
	});

	it('keeps records that are gone, which come before those that are there', () => {
		const keysIn = ({ a }: State) => Object.keys(a?.records?.values ?? {});
		const state = after({ a: [{ id: 2 }, { id: 3 }] }, after({ a: numbered(3) }));
		expect(keysIn(state)).toEqual(keysIn(after({ a: numbered(4) })));
	});

	it('outlives an absence, and not one of more than 30 days', () => {
		const state = after({ a: one, b: one });
		const gone = after({ a: one }, state, 1000);
		expect(gone.b).toEqual({ ...state.b, missingSince: 1000 });
		const later = after({ a: one }, gone, 1000 + FORGET_AFTER);
		expect(later).toEqual(gone);
		const back = after({ a: one, b: one }, later, 1001 + FORGET_AFTER);
		expect(back.b).toEqual(state.b);
		const failing = after({ a: one, b: REFUSED }, later);
		expect(failing.b).toEqual({ ...state.b, isReported: true });
		expect(Object.keys(after({ a: one }, gone, 1001 + FORGET_AFTER))).toEqual(['a']);
	});

	it('goes by no list that is not whole, and says so once', () => {
		const state = after({ a: one, b: one });
		const part = after({ a: one }, state, 5, GAP);
		expect(part).toEqual({ ...state, '*': { isReported: true } });
		expect(after({ a: one }, part, 6, GAP)).toEqual(part);
		const gone = after({ a: one }, part, 5);
		expect(gone).not.toHaveProperty(['*']);
		const still = after({ a: one }, gone, 5 + FORGET_AFTER, GAP);
		expect(still.b).toEqual({ ...state.b, missingSince: 5 });
	});

	it('has no records of a project whose existing ones are still to come', () => {
		const state = after({ a: one, b: REFUSED }, { b: { records: NOTHING_KNOWN } });
		expect(state.b).toMatchObject({ isReported: true, records: { seen: [] } });
		expect(sizeIn(state, 'b')).toBe(0);
		expect(eventsIn('b', { b: numbered(2) }, state)).toHaveLength(2);
	});
});

describe('A full state of several projects', () => {
	const HALF = MAX_WATCHED / 2;
	const eitherWay = changedMetric(
		'score',
		() => null,
		moved({ amount: 1, isPercent: false }, ['down', 'up']),
	);

	it.each([
		['new records', newRecords, 0.9],
		['falls and rises', eitherWay, 3],
	])('takes less than 3 MB for 50,000 records: %s', (_what, detector, most) => {
		const entries = Array.from({ length: 100 }, (_, number) => [
			`5d0c1b54-6d5e-4c6c-9f0e-${String(number).padStart(12, '0')}`,
			numbered(500).map(({ id }) => ({ id, score: (id * Math.PI) / 100 + number })),
		]);
		const projects: Results = Object.fromEntries(entries);
		const all = found(projects, {}, undefined, detector);
		const staticData: IDataObject = {};
		storeState(staticData, 'key', nextState(all, {}, 0));
		const { length } = JSON.stringify(staticData);
		expect(length).toBeGreaterThan(0.8e6);
		expect(length).toBeLessThan(most * 1e6);
	});

	it('drops records that are gone first, of each project those that were seen longest ago', () => {
		const state = after({ a: numbered(HALF), b: numbered(HALF) });
		const here = { a: numbered(HALF - 300, 300), b: numbered(HALF - 100) };
		const full = after({ ...here, c: numbered(350) }, after(here, state));
		expect(['a', 'b', 'c'].map((id) => sizeIn(full, id))).toEqual([HALF - 300, HALF - 50, 350]);
		expect(['a', 'b'].flatMap((id) => eventsIn(id, here, full))).toEqual([]);
		expect(eventsIn('b', { b: numbered(HALF) }, full)).toEqual(numbered(50, HALF - 100));
	});

	it('then drops projects that are gone, as many as are needed', () => {
		const state = after({ a: one, b: numbered(HALF), c: numbered(HALF - 1) });
		const full = after({ a: numbered(1, 7) }, after({ a: one }, state, 1), 2);
		expect([sizeIn(full, 'a'), ...Object.keys(full)]).toEqual([1, 'a', 'b', 'c']);
		const fuller = after({ a: numbered(2, 7) }, full, 2);
		expect(Object.keys(fuller)).toEqual(['a', 'c']);
		expect(fuller.c?.missingSince).toBe(1);
		const more = 'more than the 100000 that a trigger can watch';
		expect(problemOf(() => after({ a: numbered(2, 7) }, state, 2, GAP)).message).toContain(more);
	});

	it('refuses more than there is room for beside a project that cannot be read', () => {
		const state = after({ a: one, b: numbered(HALF) });
		expect(problemOf(() => after({ a: numbered(HALF + 1), b: REFUSED }, state)).message).toBe(
			'There are 100001 records, more than the 100000 that a trigger can watch',
		);
	});
});

describe('What is said of projects that cannot be watched', () => {
	const failing = (id: string, name: string, error: Error = REFUSED): Polled => ({
		...{ project: { id, name }, known: {}, error },
	});

	const NOT_ALL = 'Not all projects can be watched at the moment.';

	it('names the one, or the first five of many, with what to do', () => {
		expect(reportOf([])).toBeUndefined();
		expect(reportOf([failing('p0', 'N0')])).toMatchObject({
			...{ status: 403, message: `${NOT_ALL} N0 (p0): Refused` },
			description: expect.stringMatching(/^N0 \(p0\): Refused\. Ask for access\.\n.*reported once/),
		});
		const seven = [0, 1, 2, 3, 4, 5, 6].map((n) => failing(`p${n}`, `N${n}`));
		const { message, description = '' } = reportOf(seven) ?? {};
		expect(message).toBe(`${NOT_ALL} N0 (p0): Refused`);
		expect(description.split('\n').slice(0, -1)).toEqual([
			...[0, 1, 2, 3, 4].map((n) => `N${n} (p${n}): Refused. Ask for access.`),
			'There are 2 more.',
		]);
		const mixed = [failing('p0', 'N0'), failing('x', 'X', new Error('Odd'))];
		expect(reportOf(mixed)?.description).toContain('X (x): Odd.');
	});

	it('says what is missing from the list of projects', () => {
		const report = reportOf(found({ a: one }, {}, GAP));
		expect(report?.message).toBe(`${NOT_ALL} ${GAP.message}`);
		expect(report?.description).toContain('Two more.');
	});

	it('is the error itself where one project was chosen, else with the project', () => {
		const [, ...failed] = found({ a: REFUSED, b: new Error('Other') });
		const every = { projects: { by: 'all' } } as const;
		expect(failureOf(failed, { projects: { by: 'id', id: 'a' } })).toBe(REFUSED);
		expect(failureOf(failed, every)).toMatchObject({
			...{ message: 'Refused', status: 403 },
			description: 'Ask for access.\nThis happened in the project A (a). All 2 projects failed.',
		});
		expect(failureOf([], every)).toBeUndefined();
		expect(failureOf(found({ a: REFUSED, b: one }), every)).toBeUndefined();
		expect(failureOf(failed.slice(1), every)?.message).toBe('Other');
	});
});
