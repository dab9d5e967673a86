import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { mapConcurrently } from '../../nodes/shared/run/mapConcurrently';

const atOnce = fc.integer({ min: 1, max: 8 });

describe('mapConcurrently', () => {
	it('gives all results in order and never works on more than it may', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 30 }), atOnce, async (waits, width) => {
				let running = 0;
				let most = 0;
				const results = await mapConcurrently(waits.length, width, async (index) => {
					running += 1;
					most = Math.max(most, running);
					await setTimeout(waits[index]);
					running -= 1;
					return index;
				});
				expect(results).toEqual(waits.map((_, index) => index));
				expect(most).toBeLessThanOrEqual(width);
			}),
			{ numRuns: 50 },
		);
	});

	it('is not held up by one slow task', async () => {
		const done: number[] = [];
		const slow = mapConcurrently(5, 2, async (index) => {
			await setTimeout(index === 0 ? 60 : 1);
			done.push(index);
		});
		await slow;
		expect(done).toEqual([1, 2, 3, 4, 0]);
	});

	it('starts nothing more after a failure, and throws it', async () => {
		const started: number[] = [];
		const run = mapConcurrently(10, 2, async (index) => {
			started.push(index);
			await setTimeout(1);
			if (index === 1) throw new Error('the second');
		});
		await expect(run).rejects.toThrow('the second');
		await setTimeout(20);
		expect(started.length).toBeLessThanOrEqual(4);
	});
});
