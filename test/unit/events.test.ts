import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';
import { getField } from '../../nodes/shared/base';
import {
	createMetricDetector,
	crossingRule,
	moveRule,
	numberFieldsOf,
	type ChangeDetector,
} from '../../nodes/shared/watch';
import type { KeyFields } from '../../nodes/shared/table';

const NO_KEY: KeyFields = { fields: [], hasId: false };

type Ways = Parameters<typeof crossingRule>[1];

const movesBy = (amount: number, ...ways: Ways) =>
	createMetricDetector('score', NO_KEY, moveRule({ amount, isPercent: false }, ways));
const movesByPercent = (percent: number, ...ways: Ways) =>
	createMetricDetector('score', NO_KEY, moveRule({ amount: percent, isPercent: true }, ways));
const crosses = (threshold: number, ...ways: Ways) =>
	createMetricDetector('score', NO_KEY, crossingRule(threshold, ways));

describe('The event to try a workflow with', () => {
	const shown = (detector: ChangeDetector, score: number) => {
		const { before, after } = detector.sampleEvent({ score }, score) ?? {};
		return [before, after];
	};

	it.each<[string, ChangeDetector]>([
		['a fall by an amount', movesBy(5, 'down')],
		['a rise in percent', movesByPercent(10, 'up')],
		['a fall in percent', movesByPercent(10, 'down')],
		['a large fall in percent', movesByPercent(60, 'down')],
		['any change', movesBy(0, 'down', 'up')],
		['a fall below a threshold', crosses(30, 'down')],
		['a rise to a threshold', crosses(30, 'up')],
		['a threshold that is crossed', crosses(30, 'down', 'up')],
		['a small threshold', crosses(0.3, 'down')],
	])('would be one: %s', (_what, one) => {
		const scores = fc.double({ min: 0.01, max: 100, noNaN: true }).map((x) => Number(x.toFixed(3)));
		const check = (score: number) => {
			const [before, after] = shown(one, score);
			const stored = one.compare({}, Number(before), undefined).value;
			expect(one.compare({}, Number(after), stored).event).toMatchObject({ before, after });
			expect([before, after]).toContain(score);
		};
		fc.assert(fc.property(scores, check), { numRuns: 50 });
	});

	it.each<[string, ChangeDetector, number, before: number, after: number]>([
		['a fall by all of it', movesByPercent(100, 'down'), 40, 40, 0],
		['a fall of a share in percent', movesBy(15, 'down'), 90, 90, 75],
		['a fall by more than there is', movesBy(15, 'down'), 3, 18, 3],
		['a rank that rises by more than there is', movesBy(8, 'up'), 7, 7, 15],
		['a rise to the threshold', crosses(30, 'up'), 30, 27, 30],
		['a rise far below the threshold', crosses(90, 'up'), 50, 50, 90],
		['a fall far above the threshold', crosses(30, 'down'), 90, 90, 27],
		['a fall below 0', crosses(0, 'down'), 5, 5, -1],
	])('has numbers that there may be: %s', (_what, one, score, ...numbers) => {
		expect(shown(one, score)).toEqual(numbers);
	});
});

it('The numbers of records are all there under the name that is given', () => {
	const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', '.', 'a.', '', ' a', '__proto__');
	const { record } = fc.letrec<{ record: JsonObject }>((tie) => ({
		record: fc.dictionary(name, fc.oneof(fc.integer(), fc.constant('x'), tie('record')), {
			maxKeys: 3,
		}),
	}));
	const check = (one: JsonObject) => {
		for (const path of numberFieldsOf([one])) expect(typeof getField(one, path)).toBe('number');
	};
	fc.assert(fc.property(record, check));
});
