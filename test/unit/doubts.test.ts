import type { JsonObject } from 'n8n-workflow';
import type { Notice } from '../../nodes/shared/base/notices';
import { evaluate } from '../../nodes/shared/watch/evaluate';
import { changedMetric, crossed } from '../../nodes/shared/watch/metricDetectors';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import type { KnownRecords } from '../../nodes/shared/watch/state';
import type { Detector } from '../../nodes/shared/watch/types';
import { problemOf } from './thrown';

const changed = changedRecords({ only: [], except: [] }, false);
const score = changedMetric('score', () => null, crossed(30, ['up']));

const look = (
	records: JsonObject[],
	detector: Detector,
	known?: KnownRecords,
	notices: Notice[] = [],
) => {
	const identity = { ids: ['id'], fields: [] };
	return evaluate({ records, notices }, known, { detector, identity });
};
const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place, score: 10 }));

describe('A reading is in doubt', () => {
	/** All records at the start, later all events. */
	const doubt = (records: JsonObject[], detector: Detector, known?: KnownRecords) => {
		const { inDoubt, values, events } = look(records, detector, known);
		if (inDoubt === undefined) return undefined;
		expect(inDoubt).toBe(known === undefined ? values : events);
		return known === undefined ? 'start' : 'flood';
	};

	it('where it is empty at the start, and not where there were records', () => {
		expect(doubt([], newRecords)).toBe('start');
		expect(doubt([], newRecords, look(numbered(1), newRecords))).toBeUndefined();
		expect(doubt([], newRecords, look([], newRecords))).toBeUndefined();
		expect(doubt([{ id: 1, score: null }], score)).toBeUndefined();
	});

	it.each<[Notice['kind'], boolean]>([
		['doubt', true],
		['note', false],
		[undefined, false],
	])('where a notice on the start is of the kind %s: %s', (kind, isDoubt) => {
		const notices = [{ message: 'A' }, { kind, message: 'B', details: 'C' }];
		const start = look(numbered(1), newRecords, undefined, notices);
		expect(start.inDoubt).toBe(isDoubt ? start.values : undefined);
		expect(start.notices).toEqual(['A', 'B C']);
		expect(look(numbered(1), newRecords, start, notices).inDoubt).toBeUndefined();
	});

	it.each([
		[19, 0, false],
		[20, 0, true],
		[20, 39, true],
		[20, 40, false],
		[157, 100, true],
		[100, 157, true],
		[3, 2, false],
	])('with %d new records beside %d known ones: %s', (count, known, isFlood) => {
		const start = look(numbered(known), newRecords);
		const records = [...numbered(known), ...numbered(count, known)];
		expect(doubt(records, newRecords, start)).toBe(isFlood ? 'flood' : undefined);
	});

	it('where all are new, however many there were', () => {
		const start = look(numbered(1000), newRecords);
		expect(doubt(numbered(30, 1000), newRecords, start)).toBe('flood');
	});
});

describe('Different records with one key', () => {
	const twins = [
		{ id: 1, score: 1, a: 1 },
		{ id: 1, score: 2, a: 2 },
	];

	it.each([changed, score])('are refused where it matters', (detector) => {
		for (const known of [undefined, look([], detector)]) {
			const { message } = problemOf(() => look(twins, detector, known));
			expect(message).toBe('Several records have the same id 1');
		}
	});

	it('are one where it does not', () => {
		expect(look(twins, newRecords).values.size).toBe(1);
		expect(look([{ id: 1 }, { id: 1 }], changed).values.size).toBe(1);
		const numberless = [{ id: 1, score: null }, ...twins.slice(1), { id: 1, score: null }];
		expect(look(numberless, score).values.size).toBe(1);
	});
});
