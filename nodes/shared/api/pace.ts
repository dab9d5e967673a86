/** The longest window of a rate limit that requests are spread over, in milliseconds. */
const LONGEST_WINDOW = 5_000;

/** The fewest requests in a window that say something about what the service allows. */
const FEWEST = 50;

/** How much slower than seen, and then slower again after each further refusal. */
const SLOWER = 1.03;

/** How much faster, after so many windows without a refusal. */
const FASTER = 0.8;
const PATIENCE = 10;

/**
 * Spreads requests over the window of a rate limit, once the service has shown what it allows: so
 * many requests until it refused, and so long until it lets in more. Going steadily gets more
 * through than running into the limit in each window, since services ask to wait whole seconds.
 *
 * What was seen may have been too little, because others use the same limit: after a while without
 * a refusal it goes faster, until the next one.
 */
export class Pace {
	/** The least time between two requests, in milliseconds; 0 while no limit is known. */
	private gap = 0;

	private window = 0;

	private windowStart = performance.now();

	private passed = 0;

	private cleanWindows = 0;

	private nextAt = 0;

	/** The length of the window in which the service refused, in milliseconds. */
	private refusedWindow?: number;

	/** @param bound the most requests that take their turns at the same time */
	constructor(private readonly bound: number) {}

	/** How long the next request has to wait for its turn, in milliseconds. */
	turn(): number {
		if (this.gap === 0) return 0;
		const now = performance.now();
		const latest = now + this.gap * this.bound;
		this.nextAt = Math.min(Math.max(now, this.nextAt + this.gap), latest);
		return this.nextAt - now;
	}

	/** Counts a request that the service let in. */
	pass(): void {
		this.passed += 1;
		if (this.gap === 0 || performance.now() - this.windowStart < this.window) return;
		this.restart();
		this.cleanWindows += 1;
		if (this.cleanWindows > PATIENCE) this.gap *= FASTER;
	}

	/**
	 * Notes the first refusal of a window.
	 *
	 * @param asked how long the service asks to wait, in milliseconds
	 */
	refuse(asked: number): void {
		// A window that filled up slowly has mostly passed by then: what is asked is not added to it.
		this.refusedWindow ??= Math.max(asked, performance.now() - this.windowStart);
	}

	/** A new window begins, also after a refusal: the service lets in requests again. */
	restart(): void {
		if (this.refusedWindow !== undefined) this.learn(this.refusedWindow);
		this.refusedWindow = undefined;
		this.passed = 0;
		this.windowStart = performance.now();
	}

	/** Counted only now, when all answers of the refused window are there. */
	private learn(window: number): void {
		const wasFaster = this.cleanWindows > PATIENCE;
		this.cleanWindows = 0;
		if (this.gap > 0) {
			this.gap *= wasFaster ? SLOWER / FASTER : SLOWER;
		} else if (this.passed >= FEWEST && window <= LONGEST_WINDOW) {
			this.window = window;
			this.gap = (window / this.passed) * SLOWER;
		}
	}
}
