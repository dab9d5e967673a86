import { deliveryOf, type Delivery, type Stage } from '../../nodes/shared/watch/delivery';

const YES = [true];
const NO = [false];
const ANY = [true, false];

/** What holds (events, must persist, emit existing, save without events), and what is output. */
type Row = [Stage, boolean[], boolean[], boolean[], boolean[], Delivery];

const TABLE: Row[] = [
	['firstStart', YES, ANY, YES, ANY, 'events'],
	['firstStart', YES, ANY, NO, ANY, 'nothing'],
	['firstStart', NO, ANY, ANY, ANY, 'nothing'],
	['lateStart', YES, ANY, YES, ANY, 'events'],
	['lateStart', YES, ANY, NO, YES, 'emptyExecution'],
	['lateStart', YES, ANY, NO, NO, 'nothing'],
	['lateStart', NO, ANY, ANY, YES, 'emptyExecution'],
	['lateStart', NO, ANY, ANY, NO, 'nothing'],
	['startOver', ANY, ANY, ANY, YES, 'emptyExecution'],
	['startOver', ANY, ANY, ANY, NO, 'nothing'],
	['running', YES, ANY, ANY, ANY, 'events'],
	['running', NO, YES, ANY, YES, 'emptyExecution'],
	['running', NO, YES, ANY, NO, 'nothing'],
	['running', NO, NO, ANY, ANY, 'nothing'],
];

const cases = TABLE.flatMap(([stage, events, persists, existing, saves, delivery]) =>
	events.flatMap((hasEvents) =>
		persists.flatMap((mustPersist) =>
			existing.flatMap((emitExisting) =>
				saves.map((saveWithoutEvents) => {
					const options = { emitExisting, saveWithoutEvents };
					return { findings: { stage, hasEvents, mustPersist, ...options }, delivery };
				}),
			),
		),
	),
);

describe('What a poll outputs', () => {
	it('is in the table for each of the 64 cases, once', () => {
		expect(new Set(cases.map(({ findings }) => JSON.stringify(findings))).size).toBe(64);
		expect(cases).toHaveLength(64);
	});

	it.each(cases)('is $delivery with $findings', ({ findings, delivery }) => {
		expect(deliveryOf(findings)).toBe(delivery);
	});
});
