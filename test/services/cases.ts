import fc from 'fast-check';
import { isHonest } from './known';
import {
	ENDS,
	ENVELOPES,
	IDS,
	MORE_AT,
	MORE_SAYS,
	MOVES,
	ORDINARY,
	PAGES_BY,
	PLAIN,
	TROUBLES,
	TOTALS_AT,
	TOTALS_SAY,
	type Case,
	type Reading,
	type Service,
} from './service';

/**
 * One of several values, each with its weight. A counter-example is shrunk towards the first one, the
 * ordinary one.
 */
export function weighted<Value>(
	...entries: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<Value>]>
): fc.Arbitrary<Value> {
	const choices = entries.map(([weight, arbitrary]) => ({ weight, arbitrary }));
	return fc.oneof({ withCrossShrink: true }, ...choices);
}

/** A value in so many of a hundred services, in the others something else. */
export function usual<Value>(
	percent: number,
	value: Value,
	other: fc.Arbitrary<Value>,
): fc.Arbitrary<Value> {
	return weighted([percent, fc.constant(value)], [100 - percent, other]);
}

/** The first value in so many of a hundred services, in the others any of them. */
function mostly<Value>(percent: number, values: readonly [Value, ...Value[]]): fc.Arbitrary<Value> {
	return usual(percent, values[0], fc.constantFrom(...values));
}

/** Few records, those around the sizes of pages, and a few hundred. */
const size = weighted<number>(
	[5, fc.integer({ min: 1, max: 20 })],
	[1, fc.constant(0)],
	[3, fc.integer({ min: 21, max: 99 })],
	[2, fc.constantFrom(12, 32, 50, 64, 100, 128, 200)],
	[3, fc.integer({ min: 101, max: 140 })],
	[1, fc.integer({ min: 141, max: 250 })],
	[1, fc.integer({ min: 251, max: 350 })],
);

/** The forms that most services have come first. */
const envelope = weighted<Service['envelope']>(
	[30, fc.constant('data')],
	[45, fc.constantFrom('own', 'array', 'items', 'results', 'data.items')],
	[25, fc.constantFrom(...ENVELOPES)],
);

const total = weighted<Service['total']>(
	[40, fc.constant(ORDINARY.total)],
	[25, fc.constant(null)],
	[
		35,
		fc.record({
			at: fc.constantFrom(...TOTALS_AT),
			says: mostly(65, TOTALS_SAY),
			isText: mostly(80, [false, true]),
		}),
	],
);

const more = usual<Service['more']>(
	70,
	null,
	fc.record({ at: fc.constantFrom(...MORE_AT), says: mostly(65, MORE_SAYS) }),
);

const trouble = weighted<Service['trouble']>(
	[85, fc.constant(null)],
	[15, fc.record({ form: fc.constantFrom(...TROUBLES), page: fc.nat({ max: 2 }) })],
);

const few = fc.integer({ min: 1, max: 3 });

const service: fc.Arbitrary<Service> = fc.record({
	size,
	ids: mostly(70, IDS),
	volatile: mostly(80, ['nothing', 'answer', 'record'] as const),
	envelope,
	beside: mostly(75, ['nothing', 'success', 'lists'] as const),
	pagesBy: mostly(90, PAGES_BY),
	ignoresLimit: mostly(93, [false, true]),
	cap: weighted<Service['cap']>(
		[55, fc.constant(null)],
		[20, fc.constant(100)],
		[25, fc.constantFrom(64, 50, 32, 12)],
	),
	total,
	more,
	end: mostly(75, ENDS),
	trouble,
	move: usual<Service['move']>(
		93,
		null,
		fc.record({ what: fc.constantFrom(...MOVES), after: few, count: few }),
	),
	order: mostly(95, ['stable', 'shuffled'] as const),
});

const onError = mostly<Reading['onError']>(70, [
	...(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
]);

const reading = weighted<Reading>(
	[
		85,
		fc.record({
			list: fc.constant('prompts' as const),
			limit: usual<number | null>(85, null, fc.integer({ min: 1, max: 250 })),
			pageSize: usual<number | null>(80, null, fc.constantFrom(200, 50, 25, 10)),
			onError,
		}),
	],
	[
		15,
		fc.record({
			list: fc.constant('tasks' as const),
			limit: fc.constant(PLAIN.limit),
			pageSize: fc.constant(PLAIN.pageSize),
			onError,
		}),
	],
);

/** Services as they come, ordinary ones and odd ones, each with one way to read it. */
export const cases: fc.Arbitrary<Case> = fc.record({ service, reading });

/** Honest services, as they come. */
export const honestCases: fc.Arbitrary<Case> = cases.filter(isHonest);
