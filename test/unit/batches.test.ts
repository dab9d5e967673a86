import { setTimeout } from 'node:timers/promises';
import { Batches, Sequence } from '../../nodes/shared/run/batches';

describe('Batches', () => {
	/** Starts five items in batches of two and notes the waits between them. */
	async function starts(interval: number): Promise<string[]> {
		const events: string[] = [];
		const batches = new Batches(2, interval, async (ms) => {
			events.push(ms > interval / 2 ? 'wait' : `wait ${ms}`);
			await setTimeout(ms);
		});
		const start = async (index: number) => {
			await batches.turnOf(index);
			events.push(String(index));
		};
		await Promise.all([0, 1, 2, 3, 4].map(start));
		return events;
	}

	it('wait before every batch but the first', async () => {
		expect(await starts(200)).toEqual(['wait', '0', '1', 'wait', '2', '3', '4']);
	});

	it('wait no longer if the clock of the machine is set back', async () => {
		let now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now -= 3_600_000));
		const waits: number[] = [];
		const batches = new Batches(1, 100, async (ms) => {
			waits.push(ms);
			await setTimeout(1);
		});
		try {
			await Promise.all([0, 1, 2].map(async (index) => await batches.turnOf(index)));
		} finally {
			clock.mockRestore();
		}
		expect(waits).toHaveLength(2);
		for (const ms of waits) expect(ms).toBeLessThanOrEqual(100);
	});

	it('do not wait without an interval', async () => {
		expect(await starts(0)).toEqual(['0', '1', '2', '3', '4']);
	});
});

describe('Sequence', () => {
	it('runs one task after the other, in order', async () => {
		const sequence = new Sequence();
		const events: string[] = [];
		const task = (name: string, ms: number) => async () => {
			events.push(`${name} starts`);
			await setTimeout(ms);
			events.push(`${name} ends`);
			return name;
		};
		const results = await Promise.all([
			sequence.run(task('slow', 20)),
			sequence.run(task('quick', 1)),
			sequence.run(() => 'at once'),
		]);
		expect(results).toEqual(['slow', 'quick', 'at once']);
		expect(events).toEqual(['slow starts', 'slow ends', 'quick starts', 'quick ends']);
	});

	it('runs nothing after a failure, and throws it again', async () => {
		const sequence = new Sequence();
		let count = 0;
		const first = sequence.run(async () => await Promise.reject(new Error('the first')));
		const second = sequence.run(() => (count += 1));
		await expect(first).rejects.toThrow('the first');
		await expect(second).rejects.toThrow('the first');
		expect(count).toBe(0);
	});
});
