import fc from 'fast-check';
import { ConcurrencyWindow } from '../../nodes/shared/api/window';

interface Answered {
	readonly ms: number;
	readonly isFull: boolean;
}

/** Counts so many answers, each of which took `ms`. */
function answer(window: ConcurrencyWindow, count: number, { ms = 100, isFull = true } = {}) {
	for (let n = 0; n < count; n++) window.answered(ms, isFull);
}

/** A window of 40 that was refused after 110 answers: it is 20 wide, and knows of a limit. */
function limited(): ConcurrencyWindow {
	const window = new ConcurrencyWindow({ start: 40, max: 1000 });
	answer(window, 110, { isFull: false });
	window.refused();
	return window;
}

describe('The number of requests at once', () => {
	it('is one more with each answer, up to the most', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 12 });
		answer(window, 3);
		expect(window.width).toBe(8);
		answer(window, 20);
		expect(window.width).toBe(12);
	});

	it('stays as it is while it is not in full use', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 50, { isFull: false });
		expect(window.width).toBe(5);
	});

	it('is a part of what the service took before it refused', () => {
		expect(limited().width).toBe(20);
	});

	it('is a tenth less at least after a refusal, however much the service took', () => {
		const window = new ConcurrencyWindow({ start: 40, max: 1000 });
		answer(window, 10_000, { isFull: false });
		window.refused();
		expect(window.width).toBe(36);
	});

	it('remembers what the service took, where refusals follow each other', () => {
		const window = limited();
		// As if it had taken 88, 70, 56 and 45 requests before each.
		const widths = Array.from({ length: 4 }, () => {
			window.refused();
			return window.width;
		});
		expect(widths).toEqual([16, 12, 10, 8]);
	});

	it('grows slowly near a limit: from 20 to 21 with 420 answers', () => {
		const window = limited();
		answer(window, 400);
		expect(window.width).toBe(20);
		answer(window, 30);
		expect(window.width).toBe(21);
	});

	it('grows no faster when it is small: from 1 to 2 with 18 answers', () => {
		const window = new ConcurrencyWindow({ start: 1, max: 100 });
		answer(window, 2, { isFull: false });
		window.refused();
		answer(window, 16);
		expect(window.width).toBe(1);
		answer(window, 4);
		expect(window.width).toBe(2);
	});

	it('grows quickly again once the service has taken twenty times as much', () => {
		const window = limited();
		answer(window, 20 * 110 - 1, { isFull: false });
		answer(window, 1);
		expect(window.width).toBe(20);
		answer(window, 5);
		expect(window.width).toBe(25);
	});

	it('grows no more while answers take more than twice as long as the quickest', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 5, { ms: 100 });
		answer(window, 5 + 10, { ms: 201 });
		const { width } = window;
		answer(window, 200, { ms: 201 });
		expect(window.width).toBeLessThan(width + 10);
		const busy = window.width;
		answer(window, 2 * busy, { ms: 200 });
		expect(window.width).toBeGreaterThan(busy);
	});

	it('does not even begin to grow where answers are slow', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 5, { ms: 100, isFull: false });
		answer(window, 5, { ms: 300, isFull: false });
		answer(window, 4, { ms: 300 });
		expect(window.width).toBe(5);
	});

	it('grows slowly also where not even the first request was taken', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		window.refused();
		answer(window, 3);
		expect(window.width).toBe(1);
	});

	it('goes by whole round trips: a slow answer among quick ones does not matter', () => {
		const window = new ConcurrencyWindow({ start: 10, max: 1000 });
		answer(window, 10);
		for (let trip = 0; trip < 5; trip++) {
			const { width } = window;
			answer(window, 1, { ms: 500 });
			answer(window, width - 1);
		}
		expect(window.width).toBe(640);
	});

	it('grows up to its start also where answers are slow', () => {
		const window = new ConcurrencyWindow({ start: 5, max: 100 });
		answer(window, 5, { ms: 1 });
		window.refused();
		expect(window.width).toBe(1);
		answer(window, 2_000, { ms: 1_000 });
		expect(window.width).toBe(5);
	});

	it('is always one at least and the most at most', () => {
		/** An answer, or `null` for a refusal. */
		const event = fc.option(fc.record({ ms: fc.nat(5_000), isFull: fc.boolean() }));
		const history = fc.array(event, { maxLength: 300 });
		const check = (start: number, more: number, events: Array<Answered | null>) => {
			const window = new ConcurrencyWindow({ start, max: start + more });
			for (const event of events) {
				const before = window.width;
				if (event === null) window.refused();
				else window.answered(event.ms, event.isFull);
				expect(window.width).toBeGreaterThanOrEqual(1);
				expect(window.width).toBeLessThanOrEqual(start + more);
				expect(window.width).toBeLessThanOrEqual(event === null ? before : before + 1);
			}
		};
		fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), history, check));
	});
});
