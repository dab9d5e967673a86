import type { JsonObject } from 'n8n-workflow';
import { evaluate, stateAfter } from '../../nodes/shared/watch/evaluate';
import { crossedThreshold } from '../../nodes/shared/watch/metricDetectors';
import { changedRecords, newRecords } from '../../nodes/shared/watch/recordDetectors';
import type { WatchState } from '../../nodes/shared/watch/state';
import type { Detector } from '../../nodes/shared/watch/types';

const changed = changedRecords({ only: [], except: [], label: 'Fields to Watch' }, false);
const score = crossedThreshold('score', 30, ['up']);

const look = (
	records: JsonObject[],
	detector: Detector,
	stored: WatchState | undefined,
	isWhole = true,
) => {
	const identity = { ids: ['id'], fields: [] };
	return evaluate({ records, isWhole }, stored, { detector, identity, plan: { names: [] } });
};
const stateOf = (detector: Detector, records: JsonObject[]): WatchState =>
	stateAfter(look(records, detector, undefined), undefined);
const numbered = (count: number, first = 0) =>
	Array.from({ length: count }, (_, place) => ({ id: first + place, score: 10 }));

describe('A reading is in doubt', () => {
	const doubt = (records: JsonObject[], detector: Detector, stored?: WatchState, isWhole = true) =>
		look(records, detector, stored, isWhole).doubt;
	const twins = [
		{ id: 1, score: 1, a: 1 },
		{ id: 1, score: 2, a: 2 },
	];

	it('where different records have one key, and that matters', () => {
		for (const stored of [undefined, stateOf(changed, [])]) {
			expect(doubt(twins, changed, stored)).toBe('conflict');
			expect(doubt(twins, score, stored)).toBe('conflict');
			expect(doubt(twins, newRecords, stored)).toBeUndefined();
			expect(doubt([{ id: 1 }, { id: 1 }], changed, stored)).toBeUndefined();
			const numberless = [{ id: 1, score: null }, ...twins.slice(1), { id: 1, score: null }];
			expect(doubt(numberless, score, stored)).toBeUndefined();
		}
		const { conflict } = look(twins, changed, undefined);
		expect(conflict?.message).toBe('Several records have the same id 1');
	});

	it('where it is empty, at the start or where there were records', () => {
		expect(doubt([], newRecords)).toBe('empty');
		expect(doubt([], newRecords, stateOf(newRecords, numbered(1)))).toBe('empty');
		expect(doubt([], newRecords, stateOf(newRecords, []))).toBeUndefined();
		expect(doubt([{ id: 1, score: null }], score)).toBeUndefined();
	});

	it('where records are missing at the start', () => {
		expect(doubt(numbered(1), newRecords, undefined, false)).toBe('partial');
		expect(doubt(numbered(1), newRecords, stateOf(newRecords, []), false)).toBeUndefined();
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
		const stored = stateOf(newRecords, numbered(known));
		const records = [...numbered(known), ...numbered(count, known)];
		expect(doubt(records, newRecords, stored)).toBe(isFlood ? 'flood' : undefined);
	});

	it('where all are new, however many there were', () => {
		const stored = stateOf(newRecords, numbered(1000));
		expect(doubt(numbered(30, 1000), newRecords, stored)).toBe('flood');
	});
});
