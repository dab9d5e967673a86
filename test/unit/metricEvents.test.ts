import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	byAmount,
	byPercent,
	changedMetric,
	crossed,
	moved,
	numbersOf,
} from '../../nodes/shared/watch/metricDetectors';
import type { Detector, StoredValue } from '../../nodes/shared/watch/types';
import { watchedIn } from '../../nodes/shared/watch/evaluate';
import { problemOf } from './thrown';

const nameless = () => null;

/** What a detector makes of one record whose number takes these values, one after the other. */
function followed(detector: Detector, values: readonly JsonValue[]) {
	const events: JsonObject[] = [];
	let stored: StoredValue | undefined;
	for (const score of values) {
		const record = { score };
		const current = detector.extract(record);
		if (current === undefined) continue;
		const { value, event } = detector.compare(record, current, stored);
		stored = value;
		if (event !== undefined) events.push(event);
	}
	return { events, stored };
}

const movesOf = (detector: Detector, values: readonly JsonValue[]) =>
	followed(detector, values)
		.events.map(({ before, after }) => `${Number(before)}→${Number(after)}`)
		.join(' ');

describe('A number that moves', () => {
	const falls = changedMetric('score', nameless, moved(byAmount(10), ['down']));
	const rises = changedMetric('score', nameless, moved(byAmount(10), ['up']));
	const moves = changedMetric('score', nameless, moved(byAmount(10), ['down', 'up']));

	it.each<[string, Detector, JsonValue[], string]>([
		['far enough down', falls, [50, 40], '50→40'],
		['not far enough down', falls, [50, 41], ''],
		['down in small steps', falls, [50, 45, 40], '50→40'],
		['down from where it had risen to', falls, [50, 62, 52], '62→52'],
		['down, then as far again', falls, [50, 40, 31, 30], '50→40 40→30'],
		['only up, where falls are watched', falls, [50, 70], ''],
		['far enough up', rises, [50, 60], '50→60'],
		['not far enough up', rises, [50, 59], ''],
		['up from where it had fallen to', rises, [50, 38, 48], '38→48'],
		['only down, where rises are watched', rises, [50, 30], ''],
		['both ways', moves, [50, 40, 50], '50→40 40→50'],
		['both ways in small steps', moves, [50, 56, 46], '56→46'],
		[
			'not at all, by any amount',
			changedMetric('score', nameless, moved(byAmount(0), ['down', 'up'])),
			[1, 1],
			'',
		],
		[
			'by a part that rounding hides',
			changedMetric('score', nameless, moved(byAmount(0.1), ['down'])),
			[0.3, 0.2],
			'0.3→0.2',
		],
		[
			'by its percentage',
			changedMetric('score', nameless, moved(byPercent(10), ['down'])),
			[50, 46, 45],
			'50→45',
		],
		[
			'by its percentage, below zero',
			changedMetric('score', nameless, moved(byPercent(10), ['up'])),
			[-50, -45],
			'-50→-45',
		],
		[
			'from zero, by any percentage',
			changedMetric('score', nameless, moved(byPercent(10), ['up'])),
			[0, 0.1],
			'0→0.1',
		],
	])('%s', (_what, detector, values, expected) => {
		expect(movesOf(detector, values)).toBe(expected);
	});

	it('is stored with what the next event can start from', () => {
		expect(followed(falls, [50, 62, 55]).stored).toBe(62);
		expect(followed(rises, [50, 38, 45]).stored).toBe(38);
		expect(followed(moves, [50, 45, 54]).stored).toBe('45|54');
	});

	it.each<[string, Detector, number, JsonValue[], boolean]>([
		['its highest value is another one', falls, 55, [50], true],
		['it has fallen below its highest value', falls, 52, [50, 55], false],
		['its lowest value is another one', moves, 44, [50, 45], true],
		['it stays between both', moves, 47, [50, 45], false],
		['it was not seen before', falls, 50, [], true],
	])('has to be saved, or not, where %s', (_what, detector, score, values, mustSave) => {
		const { stored } = followed(detector, values);
		expect(detector.compare({ score }, score, stored).mustSave).toBe(mustSave);
	});
});

describe('A number that crosses a threshold', () => {
	const up = changedMetric('score', nameless, crossed(30, ['up']));
	const down = changedMetric('score', nameless, crossed(30, ['down']));
	const both = changedMetric('score', nameless, crossed(30, ['down', 'up']));

	it.each<[string, Detector, JsonValue[], string]>([
		['to it from below', up, [29, 30], '29→30'],
		['beyond it', up, [29, 40, 50], '29→40'],
		['only downwards', up, [40, 20], ''],
		['from it to below', down, [30, 29], '30→29'],
		['only upwards', down, [20, 40], ''],
		['both ways', both, [50, 20, 25, 30], '50→20 25→30'],
	])('%s', (_what, detector, values, expected) => {
		expect(movesOf(detector, values)).toBe(expected);
	});

	it('has to be saved once it is on the other side', () => {
		const isToBeSaved = (stored?: number) => up.compare({}, 20, stored).mustSave;
		expect([isToBeSaved(29), isToBeSaved(30), isToBeSaved()]).toEqual([false, true, true]);
	});
});

describe('An event', () => {
	const nameOf = ({ id }: JsonObject) => `Record ${JSON.stringify(id)}`;
	const detector = changedMetric('a.score', nameOf, moved(byAmount(1), ['down']));

	it('says what the number was and is, by how much it changed, and of which record', () => {
		const record = { id: 1, a: { score: 44 } };
		const { event } = detector.compare(record, 44, 50);
		expect(event).toEqual({
			...{ name: 'Record 1', metric: 'a.score', before: 50, after: 44 },
			...{ change: -6, change_percent: -12, record },
		});
	});

	it('to try a workflow with ends at the number as it is', () => {
		const record = { id: 1, a: { score: '7' } };
		expect(detector.sampleEvent(record, 7)).toMatchObject({
			is_example: true,
			...{ name: 'Record 1', metric: 'a.score', before: 8.25, after: 7, change: -1.25, record },
		});
	});

	it.each<[string, Detector]>([
		['a fall by an amount', changedMetric('score', nameless, moved(byAmount(5), ['down']))],
		['a rise by an amount', changedMetric('score', nameless, moved(byAmount(5), ['up']))],
		['a rise in percent', changedMetric('score', nameless, moved(byPercent(10), ['up']))],
		['a fall in percent', changedMetric('score', nameless, moved(byPercent(10), ['down']))],
		['any change', changedMetric('score', nameless, moved(byAmount(0), ['down', 'up']))],
		['a fall below a threshold', changedMetric('score', nameless, crossed(30, ['down']))],
		['a rise to a threshold', changedMetric('score', nameless, crossed(30, ['up']))],
		['a threshold that is crossed', changedMetric('score', nameless, crossed(30, ['down', 'up']))],
	])('to try a workflow with is one: %s', (_what, one) => {
		const scores = fc.double({ min: 0.5, max: 100, noNaN: true }).map((x) => Number(x.toFixed(1)));
		const check = (score: number) => {
			const { before, after } = one.sampleEvent({ score }, score);
			const stored = one.compare({}, Number(before), undefined).value;
			expect(one.compare({}, Number(after), stored).event).toMatchObject({ before, after });
			expect([before, after]).toContain(score);
		};
		fc.assert(fc.property(scores, check));
	});
});

describe('A number', () => {
	const detector = changedMetric('score', nameless, crossed(1, ['up']));

	it.each<[JsonValue, number | undefined]>([
		[5, 5],
		[0, 0],
		['50.5', 50.5],
		[' ', undefined],
		['', undefined],
		['none', undefined],
		['Infinity', undefined],
		[null, undefined],
		[true, undefined],
		[[7], undefined],
	])('%j is read as %p', (score, number) => {
		expect(detector.extract({ score })).toBe(number);
	});
});

describe('Where no record has the number', () => {
	const detector = changedMetric('score', nameless, crossed(1, ['up']));

	it.each<[string, JsonObject[]]>([
		['one has it', [{ rank: 1 }, { score: 5 }]],
		['one has it as text', [{ score: '5' }]],
		['it is empty for a while', [{ score: null }]],
	])('nothing is wrong as long as %s', (_what, records) => {
		expect(watchedIn(records, detector, [])).toEqual(['score']);
	});

	it.each<[JsonObject[], string]>([
		[[{ rank: 1, topic: { id: 2, name: 'T' } }], 'these numbers: rank, topic.id.'],
		[[{ score: 'high' }, {}], 'The records have no numbers.'],
	])('the numbers of %j are named', (records, numbers) => {
		const problem = problemOf(() => watchedIn(records, detector, []));
		expect(problem.message).toBe('No record has a number in score');
		expect(problem.description).toContain(numbers);
	});

	it('a number without a usable name is not one of them', () => {
		expect(numbersOf([{ '': 1, ' a': 2, b: 3 }, { b: 4 }])).toEqual(['b']);
	});
});
