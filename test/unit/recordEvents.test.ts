import type { JsonObject } from 'n8n-workflow';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import { problemOf } from './thrown';

const watched = (fields: { only?: string[]; except?: string[] } = {}, withNew = false) =>
	changedRecords({ only: [], except: [], label: 'Fields to Watch', ...fields }, withNew);

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
		expect(newRecords.findFields([{}], [])).toEqual([]);
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
		expect(detector.compare(now, value, detector.extract(record))).toEqual({
			...{ value, event: isEvent ? now : undefined, mustSave: isEvent },
		});
	});

	it.each([true, false])('count new ones if wanted: %s', (withNew) => {
		const { event } = watched({}, withNew).compare(record, 'a', undefined);
		expect(event).toBe(withNew ? record : undefined);
	});

	it('have to be saved once they are others', () => {
		const isToBeSaved = (stored?: string) => watched().compare(record, 'a', stored).mustSave;
		expect([isToBeSaved('b'), isToBeSaved('a'), isToBeSaved()]).toEqual([true, false, true]);
	});

	it('are their own sample', () => {
		expect(watched().sampleEvent(record, 'a')).toBe(record);
	});

	it('have something to watch as soon as one of them has one of the fields', () => {
		const detector = watched({ only: ['gone', 'owner.name'] });
		expect(detector.findFields([{ id: 1 }, record], [])).toEqual(['owner.name']);
		expect(watched().findFields([{ id: 1 }], [])).toEqual([]);
	});

	it('have all that was seen before, in one of them', () => {
		const detector = watched({ only: ['title', 'status', 'due'] });
		const seen = detector.findFields([{ title: 'T' }, { status: null }], ['title']);
		expect(seen).toEqual(['title', 'status']);
		const problem = problemOf(() => detector.findFields([{ title: 'T', state: 'open' }], seen));
		expect(problem.message).toBe('No record has a field status any more');
		expect(problem.description).toBe("Correct 'Fields to Watch'. The record has: title, state.");
	});

	it('do not miss what is not watched', () => {
		expect(watched({ only: ['title'] }).findFields([record], ['status'])).toEqual(['title']);
	});

	it.each<[JsonObject, string]>([
		[record, "Correct 'Fields to Watch'. The record has: id, title, owner."],
		[{}, "Correct 'Fields to Watch'. The record is empty."],
	])('say which fields there are where %j has none that is watched', (found, description) => {
		const detector = watched({ only: ['status', 'owner.age'] });
		const problem = problemOf(() => detector.findFields([found], []));
		expect(problem.message).toBe('No record has a field status, owner.age');
		expect(problem.description).toBe(description);
	});
});
