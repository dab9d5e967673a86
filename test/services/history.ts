import fc from 'fast-check';
import { usual, weighted } from './cases';
import { TROUBLES, type ListName, type Service, type Trouble } from './service';

/** What a poll may see that is not the list as it is. */
const ODDITIES = [
	...['empty', 'emptyWithTotal', 'partial', 'firstPageOnly', 'object', 'noContent', 'null'],
	...['otherId', 'idAsText', 'noId', 'noNumber', 'numberAsText', 'reversed', 'twice'],
	...['shifted', 'totalTooHigh', 'hasMore'],
] as const;

export type Oddity = Trouble | (typeof ODDITIES)[number];

/** Something that happens to the list. `at` chooses a record, counted round and round. */
export interface Change {
	readonly what: 'add' | 'move' | 'remove' | 'return';
	readonly at: number;
	/** How far its number moves. */
	readonly by: number;
}

/** What happens before a poll, and what the poll sees. */
export interface Poll {
	readonly changes: readonly Change[];
	readonly odd: Oddity | null;
	/** Whether n8n starts anew before. */
	readonly isRestart: boolean;
}

/** What a trigger watches. */
const EVENTS = ['newRecord', 'newTask', 'fallsBy', 'risesBy', 'changesBy'] as const;

/** A list over the polls of a trigger, as plain data. The first poll is the start, and two plain ones follow the last. */
export interface History {
	readonly event: (typeof EVENTS)[number];
	readonly size: number;
	readonly ids: Extract<Service['ids'], 'id' | 'number' | 'own'>;
	readonly envelope: Service['envelope'];
	readonly hasTotal: boolean;
	readonly pageSize: number | null;
	/** What is odd for good from one of the polls on. */
	readonly lasting: {
		readonly odd: Extract<Oddity, 'idAsText' | 'otherId' | 'totalTooHigh'>;
		readonly from: number;
	} | null;
	readonly polls: readonly Poll[];
}

/** A history without anything odd. */
export const QUIET: History = {
	event: 'newRecord',
	size: 3,
	ids: 'own',
	envelope: 'data',
	hasTotal: true,
	pageSize: null,
	lasting: null,
	polls: [],
};

/** From what distance on a moved number is an event. */
export const AMOUNT = 10;

/** The list that a trigger reads. */
export function listOf({ event }: History): ListName {
	return event === 'newTask' ? 'tasks' : 'prompts';
}

/** The records come and go one by one; numbers move by less than the amount, just it, and more. */
const change: fc.Arbitrary<Change> = fc.record({
	what: fc.constantFrom('add' as const, 'move', 'move', 'remove', 'return'),
	at: fc.nat({ max: 30 }),
	by: fc.constantFrom(10, -10, 5, -5, 0.5, -0.5, 30, -30),
});

const odd = weighted<Oddity | null>(
	[70, fc.constant(null)],
	[20, fc.constantFrom(...ODDITIES)],
	[10, fc.constantFrom(...TROUBLES)],
);

const poll: fc.Arbitrary<Poll> = fc.record({
	changes: fc.array(change, { maxLength: 4 }),
	odd,
	isRestart: usual(90, false, fc.constant(true)),
});

/** What a trigger sees over a few polls, ordinary ones and odd ones. */
export const histories: fc.Arbitrary<History> = fc.record({
	event: fc.constantFrom(...EVENTS),
	size: weighted([8, fc.nat({ max: 12 })], [2, fc.integer({ min: 13, max: 130 })]),
	ids: usual<History['ids']>(70, 'own', fc.constantFrom('number', 'id')),
	envelope: usual<History['envelope']>(80, 'data', fc.constantFrom('own', 'array', 'items')),
	hasTotal: usual(70, true, fc.constant(false)),
	pageSize: usual<number | null>(70, null, fc.constantFrom(25, 10)),
	lasting: usual<History['lasting']>(
		80,
		null,
		fc.record({
			odd: fc.constantFrom('otherId' as const, 'idAsText', 'totalTooHigh'),
			from: fc.nat({ max: 3 }),
		}),
	),
	polls: fc.array(poll, { minLength: 1, maxLength: 7 }),
});
