import FakeTimers from '@sinonjs/fake-timers';
import { ServiceError } from '../../nodes/shared/base/errors';
import { type AttemptResult, type Concurrency, Gate } from '../../nodes/shared/api/gate';
import { seeded } from '../../sandbox/random';
import type { Limiter } from './limiters';

/** What is simulated. Times are in milliseconds. */
export interface Scene {
	readonly limiter: Limiter;
	readonly requests: number;
	/** From sending a request to its answer. */
	readonly roundTrip: number;
	readonly concurrency: Concurrency;
	readonly maxWait: number;
}

/** What happened to the requests. */
export interface Outcome {
	readonly answered: number;
	readonly refused: number;
	/** When the last request was answered, in milliseconds. */
	readonly ms: number;
}

/** Sends requests through the real gate to a simulated service with this limiter, in virtual time. */
export async function simulate(scene: Scene): Promise<Outcome> {
	const clock = FakeTimers.createClock(0, Infinity);
	const wait = async (ms: number) =>
		await new Promise<void>((resolve) => void clock.setTimeout(() => resolve(), ms));
	const gate = new Gate(scene.concurrency, scene.maxWait, {
		now: () => clock.now,
		pause: wait,
		tick: async () => await wait(0),
		random: seeded(1),
	});
	const result = { answered: 0, refused: 0, ms: 0 };
	const send = async (): Promise<AttemptResult> => {
		await wait(scene.roundTrip / 2);
		const refusal = scene.limiter(clock.now);
		await wait(scene.roundTrip / 2);
		if (refusal === undefined) return { verdict: 'answered' };
		result.refused += 1;
		return { verdict: 'refused', error: new ServiceError('Too many requests', ''), ...refusal };
	};
	const all = Promise.allSettled(
		Array.from({ length: scene.requests }, async () => {
			await gate.run(send);
			result.answered += 1;
			result.ms = clock.now;
		}),
	);
	await clock.runAllAsync();
	await all;
	return result;
}
