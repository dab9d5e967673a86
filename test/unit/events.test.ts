import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { fieldIn } from '../../nodes/shared/base/fields';
import { type Detector, watchedIn } from '../../nodes/shared/watch/evaluate';
import {
	changedMetric,
	changedRecords,
	crossed,
	moved,
	newRecords,
	numbersOf,
} from '../../nodes/shared/watch/detectors';
import type { StoredValue } from '../../nodes/shared/watch/state';
import { problemOf } from './thrown';

type Ways = Parameters<typeof crossed>[1];

const movesBy = (amount: number, ...ways: Ways) =>
	changedMetric('score', () => null, moved({ amount, isPercent: false }, ways));
const movesByPercent = (percent: number, ...ways: Ways) =>
	changedMetric('score', () => null, moved({ amount: percent, isPercent: true }, ways));
const crosses = (threshold: number, ...ways: Ways) =>
	changedMetric('score', () => null, crossed(threshold, ways));

/** What a detector makes of one record whose number takes these values, one after the other. */
function followed(detector: Detector, values: readonly JsonValue[]) {
	const moves: string[] = [];
	let stored: StoredValue | undefined;
	for (const score of values) {
		const record = { score };
		const current = detector.extract(record);
		if (current === undefined) continue;
		const { value, event } = detector.compare(record, current, stored);
		stored = value;
		if (event !== undefined) moves.push(`${Number(event.before)}→${Number(event.after)}`);
	}
	return { moves: moves.join(' '), stored };
}

describe('A number', () => {
	const falls = movesBy(10, 'down');
	const rises = movesBy(10, 'up');
	const moves = movesBy(10, 'down', 'up');

	it.each<[string, Detector, number[], string]>([
		['far enough down', falls, [50, 40], '50→40'],
		['not far enough down', falls, [50, 41], ''],
		['down in small steps', falls, [50, 45, 40], '50→40'],
		['down from where it had risen to', falls, [50, 62, 52], '62→52'],
		['down, then as far again', falls, [50, 40, 31, 30], '50→40 40→30'],
		['only up, where falls are watched', falls, [50, 70], ''],
		['far enough up', rises, [50, 59, 60], '50→60'],
		['up from where it had fallen to', rises, [50, 38, 48], '38→48'],
		['only down, where rises are watched', rises, [50, 30], ''],
		['both ways', moves, [50, 40, 50], '50→40 40→50'],
		['both ways in small steps', moves, [50, 56, 46], '56→46'],
		['not at all, by any amount', movesBy(0, 'down', 'up'), [1, 1], ''],
		['by a part that rounding hides', movesBy(0.1, 'down'), [0.3, 0.2], '0.3→0.2'],
		['by its percentage', movesByPercent(10, 'down'), [50, 46, 45], '50→45'],
		['by its percentage, below zero', movesByPercent(10, 'up'), [-50, -45], '-50→-45'],
		['from zero, by any percentage', movesByPercent(10, 'up'), [0, 0.1], '0→0.1'],
		['to a threshold and beyond it', crosses(30, 'up'), [29, 30, 50], '29→30'],
		['above a threshold, where rises to it count', crosses(30, 'up'), [40, 20], ''],
		['from a threshold to below', crosses(30, 'down'), [20, 30, 29], '30→29'],
		['across it in both ways', crosses(30, 'down', 'up'), [50, 20, 25, 30], '50→20 25→30'],
	])('moves %s', (_what, detector, values, expected) => {
		expect(followed(detector, values).moves).toBe(expected);
	});

	it('is stored with what the next event can start from', () => {
		expect(followed(falls, [50, 62, 55]).stored).toBe(62);
		expect(followed(rises, [50, 38, 45]).stored).toBe(38);
		expect(followed(moves, [50, 45, 54]).stored).toBe('45|54');
	});

	it('has to be saved where what is stored for it would become another', () => {
		const isSaved = (detector: Detector, score: number, ...before: number[]) => {
			const { stored } = followed(detector, before);
			const { value, canWait = false } = detector.compare({ score }, score, stored);
			return value !== stored && !canWait;
		};
		expect([isSaved(falls, 55, 50), isSaved(falls, 52, 50, 55), isSaved(falls, 50)]).toEqual([
			...[true, false, true],
		]);
		expect([isSaved(moves, 44, 50, 45), isSaved(moves, 47, 50, 45)]).toEqual([true, false]);
		const up = crosses(30, 'up');
		expect([isSaved(up, 20, 29), isSaved(up, 20, 30), isSaved(up, 20)]).toEqual([
			...[false, true, true],
		]);
	});

	it('is read from a number or its text, also in percent', () => {
		const values: JsonValue[] = [0, '50.5', ' 44 %', ' ', 'none', 'Infinity', null, true, [7]];
		const read = values.map((score) => falls.extract({ score }));
		expect(read).toEqual([0, 50.5, 44, ...Array<undefined>(6).fill(undefined)]);
	});

	it('that no record has is an error with those that there are', () => {
		const lists: JsonObject[][] = [[{ rank: 1 }, { score: '5' }], [{ score: null }]];
		for (const records of lists) expect(watchedIn(records, falls, [])).toEqual(['score']);
		const told = (...records: JsonObject[]) => {
			const { message, description } = problemOf(() => watchedIn(records, falls, []));
			expect(message).toBe('No record has a number in score');
			return description;
		};
		const record = { rank: 1, topic: { id: 2, name: 'T' } };
		expect(told(record)).toContain('these numbers: rank, topic.id.');
		expect(told({ score: 'high' }, {})).toContain('these numbers: none.');
	});
});

describe('The event of a number', () => {
	const nameOf = ({ id }: JsonObject) => `Record ${JSON.stringify(id)}`;
	const detector = changedMetric(
		'a.score',
		nameOf,
		moved({ amount: 1, isPercent: false }, ['down']),
	);

	it('says what the number was and is, by how much it changed, and of which record', () => {
		const record = { id: 1, a: { score: 44 } };
		expect(detector.compare(record, 44, 50).event).toEqual({
			...{ name: 'Record 1', metric: 'a.score', before: 50, after: 44 },
			...{ change: -6, change_percent: -12, record },
		});
		expect(detector.sampleEvent(record, 7)).toMatchObject({
			...{ name: 'Record 1', metric: 'a.score', before: 8, after: 7, change: -1, record },
		});
	});

	it.each<[string, Detector]>([
		['a fall by an amount', movesBy(5, 'down')],
		['a rise in percent', movesByPercent(10, 'up')],
		['a fall in percent', movesByPercent(10, 'down')],
		['a large fall in percent', movesByPercent(60, 'down')],
		['any change', movesBy(0, 'down', 'up')],
		['a fall below a threshold', crosses(30, 'down')],
		['a rise to a threshold', crosses(30, 'up')],
		['a threshold that is crossed', crosses(30, 'down', 'up')],
		['a small threshold', crosses(0.3, 'down')],
	])('to try a workflow with is one: %s', (_what, one) => {
		const scores = fc.double({ min: 0.01, max: 100, noNaN: true }).map((x) => Number(x.toFixed(3)));
		const check = (score: number) => {
			const { before, after } = one.sampleEvent({ score }, score) ?? {};
			const stored = one.compare({}, Number(before), undefined).value;
			expect(one.compare({}, Number(after), stored).event).toMatchObject({ before, after });
			expect([before, after]).toContain(score);
		};
		fc.assert(fc.property(scores, check), { numRuns: 50 });
	});
});

describe('The number of the record that a test event shows', () => {
	const shown = (detector: Detector, score: number) => {
		const { before, after } = detector.sampleEvent({ score }, score) ?? {};
		return [before, after];
	};

	it('is the one before of a percentage, as before a fall by all of it, else the one after', () => {
		expect(shown(movesByPercent(100, 'down'), 40)).toEqual([40, 0]);
		expect(shown(movesBy(5, 'up'), 3)).toEqual([-2, 3]);
	});
});

describe('The numbers of records', () => {
	it('are those with a usable name, at any depth, in the order in which they come', () => {
		expect(numbersOf([{ a: 1, b: '2', c: null, d: [3], e: true }])).toEqual(['a']);
		expect(numbersOf([{ a: null }, { b: 1 }, { a: 2, b: 3 }])).toEqual(['b', 'a']);
		expect(numbersOf([{ p: { 'gpt-4.1': { score: 40 } } }])).toEqual(['p.gpt-4.1.score']);
		expect(numbersOf([{ 'a.b': 1, a: { b: 2, c: 3 } }])).toEqual(['a.b', 'a.c']);
	});

	it('are all there under the name that is given', () => {
		const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', '.', 'a.', '', ' a', '__proto__');
		const { record } = fc.letrec<{ record: JsonObject }>((tie) => ({
			record: fc.dictionary(name, fc.oneof(fc.integer(), fc.constant('x'), tie('record')), {
				maxKeys: 3,
			}),
		}));
		const check = (one: JsonObject) => {
			for (const path of numbersOf([one])) expect(typeof fieldIn(one, path)).toBe('number');
		};
		fc.assert(fc.property(record, check));
	});
});

it('New records are events unless they were there before, and their own sample', () => {
	const record = { id: 1 };
	const value = newRecords.extract(record) ?? '';
	expect(newRecords.extract({})).toBe(value);
	expect(newRecords.compare(record, value, undefined)).toEqual({ value, event: record });
	expect(newRecords.compare(record, value, value)).toEqual({ value });
	expect(watchedIn([{}], newRecords, [])).toEqual([]);
	expect(newRecords.sampleEvent(record, 1)).toBe(record);
});

const watched = (fields: { only?: string[]; except?: string[] } = {}, withNew = false) =>
	changedRecords({ only: [], except: [], ...fields }, withNew);

describe('Changed records', () => {
	const record = { id: 1, title: 'T', owner: { name: 'Ada', seen: 1 } };
	const seenAgain = { owner: { name: 'Ada', seen: 2 } };

	it.each<[string, { only?: string[]; except?: string[] }, JsonObject, boolean]>([
		['another title', {}, { title: 'U' }, true],
		['no change', {}, {}, false],
		['another title, where it is watched', { only: ['title'] }, { title: 'U' }, true],
		['another title, where others are watched', { only: ['id', 'owner'] }, { title: 'U' }, false],
		['another name', { only: ['owner.name'] }, { owner: { name: 'Bob', seen: 1 } }, true],
		['an ignored change', { except: ['title'] }, { title: 'U' }, false],
		['an ignored change inside', { except: ['owner.seen'] }, seenAgain, false],
		['one in what is watched', { only: ['owner'], except: ['owner.seen'] }, seenAgain, false],
		['a change beside an ignored one', { except: ['title'] }, { id: 2 }, true],
	])('with %s', (_what, fields, change, isEvent) => {
		const detector = watched(fields);
		const now = { ...record, ...change };
		const value = detector.extract(now) ?? '';
		const outcome = detector.compare(now, value, detector.extract(record));
		expect(outcome.value).toBe(value);
		expect(outcome.event !== undefined).toBe(isEvent);
		if (isEvent) expect(outcome.event).toMatchObject(now);
	});

	it('count new ones if wanted', () => {
		const compared = (withNew: boolean, stored?: string) =>
			watched({}, withNew).compare(record, 'a', stored);
		expect([compared(false).event, compared(false, 'b').event]).toEqual([undefined, record]);
		expect(compared(true).event).toEqual({ is_new: true, ...record });
		expect(compared(true, 'b').event).toEqual({ is_new: false, ...record });
		expect(watched().sampleEvent(record, 'a')).toEqual(record);
	});

	it('have one of the fields at the start, which may be empty later', () => {
		const owned = watched({ only: ['gone', 'owner.name'] });
		expect(watchedIn([{ id: 1 }, record], owned, [])).toEqual(['owner.name']);
		expect(watchedIn([{ id: 1 }], watched(), [])).toEqual([]);
		const detector = watched({ only: ['title', 'status', 'due'] });
		const seen = watchedIn([{ title: 'T' }, { status: null }], detector, ['title']);
		expect(seen).toEqual(['title', 'status']);
		const told = (detector: Detector, found: JsonObject) => {
			const { message, description } = problemOf(() => watchedIn([found], detector, []));
			return `${message}. ${description}`;
		};
		expect(watchedIn([{ title: 'T', state: 'open' }], detector, seen)).toEqual(seen);
		expect(told(watched({ only: ['status', 'owner.age'] }), {})).toBe(
			"No record has a field status, owner.age. Correct 'Fields to Watch'. The record has: nothing.",
		);
	});
});

describe('A record with fields to watch', () => {
	const detector = watched({ only: ['status', 'owner.name', 'due'], except: ['owner.seen'] });
	const eventOf = (one: JsonObject, other: JsonObject) =>
		detector.compare(other, detector.extract(other) ?? '', detector.extract(one)).event ?? {};

	it('says what has changed, in the order in which it is watched, in front of what it is', () => {
		const one = { due: 1, status: 'todo', owner: { name: 'Ada' } };
		const now = { id: 1, due: 2, status: 'done', owner: { name: 'Ada', seen: 1 } };
		const event = eventOf(one, now);
		expect(event).toEqual({
			changed_fields: ['status', 'due'],
			before: { status: 'todo', due: 1 },
			after: { status: 'done', due: 2 },
			...now,
		});
		expect(Object.keys(event).slice(0, 3)).toEqual(['changed_fields', 'before', 'after']);
	});

	const long = 'a text of 21 letters.';
	const [due, later] = ['2026-11-24T05:42:49Z', '2026-11-24T05:42:49X'];

	it.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
		['texts of 20 letters', { due }, { due: later }, { due }, { due: later }],
		['a longer text', { status: 'x' }, { status: long }, { status: 'x' }, {}],
		['a text that was longer', { status: long }, { status: 'x' }, {}, { status: 'x' }],
		['letters of two bytes', { status: 'ü'.repeat(11) }, { status: 'u' }, {}, { status: 'u' }],
		['a text that looks like what is kept', { status: '#1' }, { status: '#2' }, {}, {}],
		['an object', { due: { at: 1 } }, { due: { at: 2 } }, {}, {}],
		['a list', { due: [1] }, { due: null }, {}, { due: null }],
		['a number and its text', { due: 1 }, { due: '1' }, { due: 1 }, { due: '1' }],
		['a flag', { due: true }, { due: false }, { due: true }, { due: false }],
		['a field that comes', {}, { due: 'x' }, { due: null }, { due: 'x' }],
	])('knows values where they are short: %s', (_what, one, other, before, after) => {
		const event = eventOf(one, other);
		expect(event).toEqual({ changed_fields: Object.keys(other), before, after, ...other });
	});

	it('keeps what it says itself under these names, and has nothing from before in a sample', () => {
		const own = { before: 'noon', changed_fields: 7 };
		expect(eventOf({ ...own, status: 'a' }, { ...own, status: 'b' })).toMatchObject({
			...{ before: { status: 'a' }, before_2: 'noon', changed_fields_2: 7 },
		});
		const now = { status: 'done', owner: { name: 'Ada' } };
		expect(detector.sampleEvent(now, detector.extract(now) ?? '')).toEqual({
			changed_fields: ['status', 'owner.name'],
			before: { status: null, 'owner.name': null },
			after: { status: 'done', 'owner.name': 'Ada' },
			...now,
		});
	});
});
