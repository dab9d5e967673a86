import { Pace } from '../../nodes/shared/api/pace';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** The milliseconds that so many turns take, on a clock that only waiting moves. */
function timeFor(pace: Pace, turns: number): number {
	const start = performance.now();
	for (let count = 0; count < turns; count++) jest.advanceTimersByTime(pace.turn());
	return performance.now() - start;
}

function filled(passes: number): Pace {
	const pace = new Pace(5);
	for (let count = 0; count < passes; count++) pace.pass();
	return pace;
}

describe('Pace', () => {
	it('holds nobody up while no limit is known', () => {
		expect(timeFor(filled(500), 200)).toBe(0);
	});

	it('spreads requests over the window that a refusal has shown', () => {
		const pace = filled(100);
		pace.refuse(1000);
		pace.restart();
		const time = timeFor(pace, 100);
		expect(time).toBeGreaterThan(1000);
		expect(time).toBeLessThan(1050);
	});

	it('learns from the first refusal of a window only', () => {
		const pace = filled(100);
		for (let count = 0; count < 20; count++) pace.refuse(1000);
		pace.restart();
		expect(timeFor(pace, 100)).toBeLessThan(1050);
	});

	it.each([
		['few requests say nothing', 49, 1000],
		['a long window is better waited out', 100, 60_000],
	])('takes no pace where %s', (_, passes, asked) => {
		const pace = filled(passes);
		pace.refuse(asked);
		pace.restart();
		expect(timeFor(pace, 100)).toBe(0);
	});
});
