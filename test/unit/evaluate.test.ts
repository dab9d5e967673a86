import type { JsonObject } from 'n8n-workflow';
import { evaluate, type Reading } from '../../nodes/shared/watch/evaluate';
import { refuseGroups } from '../../nodes/shared/watch/identity';
import { changedMetric, crossed } from '../../nodes/shared/watch/metricDetectors';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import type { KnownRecords } from '../../nodes/shared/watch/state';
import type { Detector } from '../../nodes/shared/watch/types';
import { problemOf } from './thrown';

const score = changedMetric('score', () => null, crossed(30, ['up']));
const identity = { ids: ['id'], fields: [] };

const watchOf = (detector: Detector) => ({ detector, identity });
const whole = (records: JsonObject[]): Reading => ({ records, notices: [] });

describe('A look at the records', () => {
	const look = (records: JsonObject[], detector: Detector, known?: KnownRecords) =>
		evaluate(whole(records), known, watchOf(detector));

	it('passes over those without a number, and takes two that are equal for one', () => {
		const { events, values } = look(
			[
				{ id: 1, score: null },
				{ id: 2, score: 20 },
				{ id: 2, score: 20, a: 1 },
			],
			score,
		);
		expect(events.size).toBe(0);
		expect([...values.values()]).toEqual([20]);
	});

	it('leaves out those without a key, and counts them', () => {
		const found = look([{ id: 1 }, { title: 'T' }, { id: 2 }], newRecords);
		expect([...found.events.values()]).toEqual([{ id: 1 }, { id: 2 }]);
		const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
		expect(found.notices).toEqual([`1 record has no ID and cannot be watched. ${todo}`]);
		const { notices } = look([{ id: 1 }, { id: 2 }, { title: 'T' }, {}], newRecords);
		expect(notices).toEqual([`2 records have no ID and cannot be watched. ${todo}`]);
		expect(look([{ id: 1 }], newRecords).notices).toEqual([]);
	});

	it('says which of the watched fields none has had so far', () => {
		const detector = changedRecords({ only: ['title', 'due'], except: [] }, false);
		const { notices } = look([{ id: 1, title: 'T' }], detector);
		expect(notices).toEqual(['No record has a field due so far.']);
		expect(
			look(
				[
					{ id: 1, title: 'T' },
					{ id: 2, due: null },
				],
				detector,
			).notices,
		).toEqual([]);
		expect(look([], detector).notices).toEqual([]);
	});

	it('goes by the ID of the state, and keeps it while there are no records', () => {
		const { idName } = look([{ id: 1 }], newRecords);
		expect(idName).toBe('id');
		const stored = { values: new Map([['a', 1]]), idName: 'name', seen: ['b'] };
		expect(look([], newRecords, stored)).toMatchObject({ idName: 'name', seen: ['b'] });
		expect(look([{ id: 1, name: 'N' }], newRecords, stored).idName).toBe('name');
	});

	it('looks for what is watched, also later, and in those that have a key', () => {
		const stored = look([], score);
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
		const detector = changedRecords({ only: ['a', 'b'], except: [] }, false);
		const known = look([{ id: 1, a: 1 }], detector);
		expect(known.seen).toEqual(['a']);
		const later = look([{ id: 1, a: 1, b: null }], detector, known);
		expect(later.seen).toEqual(['a', 'b']);
		expect(problemOf(() => look([{ id: 1, a: 1 }], detector, later)).message).toBe(
			'No record has a field b any more',
		);
	});

	it('has to be saved if one of its records has to be', () => {
		const known = look(
			[
				{ id: 1, score: 20 },
				{ id: 2, score: 40 },
			],
			score,
		);
		expect(known.mustSave).toBe(true);
		const isToBeSaved = (one: number, other: number, id = 2) =>
			look(
				[
					{ id: 1, score: one },
					{ id, score: other },
				],
				score,
				known,
			).mustSave;
		expect(isToBeSaved(29, 50)).toBe(false);
		expect(isToBeSaved(20, 10)).toBe(true);
		expect(isToBeSaved(50, 40)).toBe(true);
		expect(isToBeSaved(20, 20, 3)).toBe(true);
	});
});

describe('Groups of records', () => {
	const refusal = (records: JsonObject[]) => () => refuseGroups(records, ['prompts']);

	it.each<[string, JsonObject[]]>([
		['one is no group', [{ id: 1, prompts: [{ id: 'a' }] }, { id: 2 }]],
		['they hold no objects', [{ id: 1, prompts: ['a'] }]],
		['they hold nothing', [{ id: 1, prompts: [] }]],
		['they hold other lists', [{ id: 1, tags: [{ id: 'a' }] }]],
		['there are none', []],
	])('are none where %s', (_what, records) => {
		expect(refusal(records)).not.toThrow();
	});

	it('are refused', () => {
		const groups = [
			{ id: 1, prompts: [] },
			{ id: 2, prompts: [{ id: 'a' }] },
		];
		const problem = problemOf(refusal(groups));
		expect(problem.message).toBe('The service returned groups of prompts instead of prompts');
		expect(problem.description).toContain("'Key Fields'");
	});
});
