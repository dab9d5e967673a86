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

	it('shows the number before of a percentage, as before a fall by all of it, else the one after', () => {
		expect(shown(movesByPercent(100, 'down'), 40)).toEqual([40, 0]);
		expect(shown(movesBy(5, 'up'), 3)).toEqual([-2, 3]);
		expect(shown(crosses(30, 'up'), 30)).toEqual([29, 30]);
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
