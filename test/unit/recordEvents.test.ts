import type { JsonObject } from 'n8n-workflow';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import { watchedIn } from '../../nodes/shared/watch/evaluate';
import { problemOf } from './thrown';

const watched = (fields: { only?: string[]; except?: string[] } = {}, withNew = false) =>
	changedRecords({ only: [], except: [], ...fields }, withNew);

describe('New records', () => {
	const record = { id: 1 };

	it('are events unless they were there before', () => {
		const value = newRecords.extract(record) ?? '';
		expect(newRecords.extract({})).toBe(value);
		const found = { value, event: record, mustSave: true };
		expect(newRecords.compare(record, value, undefined)).toEqual(found);
		expect(newRecords.compare(record, value, value)).toEqual({ value, mustSave: false });
	});

	it('have all there is to watch, and are their own sample', () => {
		expect(watchedIn([{}], newRecords, [])).toEqual([]);
		expect(newRecords.sampleEvent(record, 1)).toBe(record);
	});
});

describe('Changed records', () => {
	const record = { id: 1, title: 'T', owner: { name: 'Ada', seen: 1 } };

	it.each<[string, { only?: string[]; except?: string[] }, JsonObject, boolean]>([
		['another title', {}, { title: 'U' }, true],
		['no change', {}, {}, false],
		['another title, where it is watched', { only: ['title'] }, { title: 'U' }, true],
		['another title, where others are watched', { only: ['id', 'owner'] }, { title: 'U' }, false],
		['another name', { only: ['owner.name'] }, { owner: { name: 'Bob', seen: 1 } }, true],
		['an ignored change', { except: ['title'] }, { title: 'U' }, false],
		[
			'an ignored change inside',
			{ except: ['owner.seen'] },
			{ owner: { name: 'Ada', seen: 2 } },
			false,
		],
		[
			'an ignored change inside of what is watched',
			{ only: ['owner'], except: ['owner.seen'] },
			{ owner: { name: 'Ada', seen: 2 } },
			false,
		],
		['a change beside an ignored one', { except: ['title'] }, { id: 2 }, true],
	])('with %s', (_what, fields, change, isEvent) => {
		const detector = watched(fields);
		const now = { ...record, ...change };
		const value = detector.extract(now) ?? '';
		const outcome = detector.compare(now, value, detector.extract(record));
		expect(outcome).toMatchObject({ value, mustSave: isEvent });
		expect(outcome.event !== undefined).toBe(isEvent);
		if (isEvent) expect(outcome.event).toMatchObject(now);
	});

	it.each([true, false])('count new ones if wanted: %s', (withNew) => {
		const { event } = watched({}, withNew).compare(record, 'a', undefined);
		expect(event).toEqual(withNew ? { is_new: true, ...record } : undefined);
		const changed = watched({}, withNew).compare(record, 'a', 'b').event;
		expect(changed).toEqual(withNew ? { is_new: false, ...record } : record);
	});

	it('have to be saved once they are others', () => {
		const isToBeSaved = (stored?: string) => watched().compare(record, 'a', stored).mustSave;
		expect([isToBeSaved('b'), isToBeSaved('a'), isToBeSaved()]).toEqual([true, false, true]);
	});

	it('are their own sample, where nothing is said of the change', () => {
		expect(watched().sampleEvent(record, 'a')).toEqual(record);
	});

	it('have something to watch as soon as one of them has one of the fields', () => {
		const detector = watched({ only: ['gone', 'owner.name'] });
		expect(watchedIn([{ id: 1 }, record], detector, [])).toEqual(['owner.name']);
		expect(watchedIn([{ id: 1 }], watched(), [])).toEqual([]);
	});

	it('have all that was seen before, in one of them', () => {
		const detector = watched({ only: ['title', 'status', 'due'] });
		const seen = watchedIn([{ title: 'T' }, { status: null }], detector, ['title']);
		expect(seen).toEqual(['title', 'status']);
		const problem = problemOf(() => watchedIn([{ title: 'T', state: 'open' }], detector, seen));
		expect(problem.message).toBe('No record has a field status any more');
		expect(problem.description).toBe("Correct 'Fields to Watch'. The record has: title, state.");
	});

	it.each<[JsonObject, string]>([
		[record, "Correct 'Fields to Watch'. The record has: id, title, owner."],
		[{}, "Correct 'Fields to Watch'. The record is empty."],
	])('say which fields there are where %j has none that is watched', (found, description) => {
		const detector = watched({ only: ['status', 'owner.age'] });
		const problem = problemOf(() => watchedIn([found], detector, []));
		expect(problem.message).toBe('No record has a field status, owner.age');
		expect(problem.description).toBe(description);
	});
});

describe('A record with fields to watch', () => {
	const detector = watched({ only: ['status', 'owner.name', 'due'], except: ['owner.seen'] });
	const changeOf = (one: JsonObject, other: JsonObject) => {
		const value = detector.extract(other) ?? '';
		const { event = {} } = detector.compare(other, value, detector.extract(one));
		const { changed_fields, before, after } = event;
		return { changed_fields, before, after };
	};

	it('says what has changed, in front of what it is', () => {
		const now = { id: 1, status: 'done', owner: { name: 'Ada' } };
		const stored = detector.extract({ ...now, status: 'todo' });
		const { event = {} } = detector.compare(now, detector.extract(now) ?? '', stored);
		expect(event).toEqual({
			...{ changed_fields: ['status'], before: { status: 'todo' }, after: { status: 'done' } },
			...now,
		});
		expect(Object.keys(event).slice(0, 3)).toEqual(['changed_fields', 'before', 'after']);
	});

	const long = 'a text of 21 letters.';
	const due = '2026-11-24T05:42:49Z';

	it.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
		[
			'texts of 20 letters',
			{ due },
			{ due: `${due.slice(0, -1)}X` },
			{ due },
			{ due: `${due.slice(0, -1)}X` },
		],
		['a longer text', { status: 'x' }, { status: long }, { status: 'x' }, {}],
		['a text that was longer', { status: long }, { status: 'x' }, {}, { status: 'x' }],
		['two longer ones', { status: long }, { status: `${long}.` }, {}, {}],
		[
			'20 letters of several bytes',
			{ status: 'ü'.repeat(11) },
			{ status: 'u' },
			{},
			{ status: 'u' },
		],
		['a text that looks like what is kept', { status: '#1' }, { status: '#2' }, {}, {}],
		['an object', { due: { at: 1 } }, { due: { at: 2 } }, {}, {}],
		['a list', { due: [1] }, { due: null }, {}, { due: null }],
		['a number and its text', { due: 1 }, { due: '1' }, { due: 1 }, { due: '1' }],
		['a flag', { due: true }, { due: false }, { due: true }, { due: false }],
		['a field that comes', {}, { due: 'x' }, { due: null }, { due: 'x' }],
	])('knows them where they are short: %s', (_what, one, other, before, after) => {
		const [name = ''] = Object.keys(other);
		expect(changeOf(one, other)).toEqual({ changed_fields: [name], before, after });
	});

	it('names all that have changed, in the order in which they are watched', () => {
		const one = { due: 1, status: 'todo', owner: { name: 'Ada' } };
		expect(changeOf(one, { due: 2, status: 'done', owner: { name: 'Ada', seen: 1 } })).toEqual({
			changed_fields: ['status', 'due'],
			before: { status: 'todo', due: 1 },
			after: { status: 'done', due: 2 },
		});
	});

	it('keeps what it says itself under these names', () => {
		const own = { before: 'noon', changed_fields: 7 };
		const stored = detector.extract({ ...own, status: 'a' });
		const now = { ...own, status: 'b' };
		const { event } = detector.compare(now, detector.extract(now) ?? '', stored);
		expect(event).toMatchObject({ before: { status: 'a' }, before_2: 'noon', changed_fields_2: 7 });
	});

	it('says in a sample that the change is made up', () => {
		const now = { status: 'done', owner: { name: 'Ada' } };
		expect(detector.sampleEvent(now, detector.extract(now) ?? '')).toEqual({
			is_example: true,
			changed_fields: ['status', 'owner.name'],
			before: { status: null, 'owner.name': null },
			after: { status: 'done', 'owner.name': 'Ada' },
			...now,
		});
	});
});
