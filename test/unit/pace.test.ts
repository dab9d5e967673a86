import { setTimeout } from 'node:timers/promises';
import { Pace } from '../../nodes/shared/transport/pace';

/** The milliseconds that so many turns take. */
async function timeFor(pace: Pace, turns: number): Promise<number> {
	const start = performance.now();
	for (let count = 0; count < turns; count++) {
		const wait = pace.turn();
		if (wait > 0) await setTimeout(wait);
	}
	return performance.now() - start;
}

function filled(passes: number): Pace {
	const pace = new Pace(5);
	for (let count = 0; count < passes; count++) pace.pass();
	return pace;
}

describe('Pace', () => {
	it('holds nobody up while no limit is known', async () => {
		expect(await timeFor(filled(500), 200)).toBeLessThan(50);
	});

	it('spreads requests over the window that a refusal has shown', async () => {
		const pace = filled(100);
		pace.refuse(1000);
		pace.restart();
		const time = await timeFor(pace, 20);
		expect(time).toBeGreaterThan(180);
		expect(time).toBeLessThan(400);
	});

	it('learns from the first refusal of a window only', async () => {
		const pace = filled(100);
		for (let count = 0; count < 20; count++) pace.refuse(1000);
		pace.restart();
		expect(await timeFor(pace, 10)).toBeLessThan(200);
	});

	it.each([
		['few requests say nothing', 49, 1000],
		['a long window is better waited out', 100, 60_000],
	])('takes no pace where %s', async (_, passes, asked) => {
		const pace = filled(passes);
		pace.refuse(asked);
		pace.restart();
		expect(await timeFor(pace, 100)).toBeLessThan(50);
	});
});
