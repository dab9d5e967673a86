/** How many requests may be in flight at once. */
export interface Concurrency {
	/** Where it starts. */
	readonly start: number;
	/** What it never exceeds. */
	readonly max: number;
}

/** Round trips that take this many times as long as the quickest show that the service is busy. */
const BUSY = 2;

/** After a refusal the window is at most this part of what the service took since the one before. */
const REFUSED_PART = 1 / 5.5;

/** What is left of the window after a refusal, at most. */
const LESS = 0.9;

/** How much more than last time the service has to take before the window grows quickly again. */
const LIFTED = 20;

/** What is left at least of the answers that count, however soon the next refusal comes. */
const REMEMBERED_PART = 0.7;

/** Below this size the window grows no faster than at it. */
const SLOW_SIZE = 12;

/**
 * The number of requests in flight at once: it grows until the service refuses a request, and shrinks
 * then, as the congestion window of TCP does.
 *
 * - At first it grows by one with every answer, and so doubles per round trip. Above its start it
 *   grows only while answers come as quickly as before: else more requests only wait longer.
 * - When refused it shrinks to a part of what the service has taken, so that no more than one request
 *   in six is refused, whatever the limit is. Then it grows slowly, so that it stays near the limit.
 * - Once the service takes much more than when it last refused, the limit was lifted or belonged to
 *   another client: the window grows quickly again.
 *
 * The numbers are those with which the simulation in docs/performance.md is quickest.
 */
export class ConcurrencyWindow {
	private size: number;

	/** Answers since the last refusal, and between that one and the one before. */
	private answers = { now: 0, before: 0 };

	private quickest = Infinity;

	private isBusy = false;

	/** The present round trip: how many answers make it up, how many there are, and their time. */
	private round: { readonly size: number; count: number; ms: number };

	constructor(private readonly concurrency: Concurrency) {
		this.size = concurrency.start;
		this.round = { size: this.width, count: 0, ms: 0 };
	}

	/** The most requests in flight, at least one. */
	get width(): number {
		return Math.floor(this.size);
	}

	/**
	 * Counts an answer.
	 *
	 * @param ms how long it took, in milliseconds
	 * @param isFull whether the window was in full use: otherwise its size has not been tried
	 */
	answered(ms: number, isFull: boolean): void {
		this.measure(ms);
		this.answers.now += 1;
		const { start, max } = this.concurrency;
		if (!isFull || (this.isBusy && this.size >= start)) return;
		// Nothing is known of a limit, or the one that was met is gone.
		const isFree = this.answers.now > LIFTED * this.answers.before;
		const step = isFree ? 1 : 1 / (this.size * Math.max(this.size, SLOW_SIZE));
		this.size = Math.min(max, this.size + step);
	}

	/** Shrinks the window. */
	refused(): void {
		const { now, before } = this.answers;
		// A few answers alone only show that it was too early to go on, not how low the limit is.
		const taken = Math.max(1, now, REMEMBERED_PART * before);
		this.size = Math.max(1, Math.min(LESS * this.size, REFUSED_PART * taken));
		this.answers = { now: 0, before: taken };
	}

	/** Compares whole round trips, since single answers differ for reasons of their own. */
	private measure(ms: number): void {
		this.round.count += 1;
		this.round.ms += ms;
		if (this.round.count < this.round.size) return;
		const average = this.round.ms / this.round.count;
		this.quickest = Math.min(this.quickest, average);
		this.isBusy = average > BUSY * this.quickest;
		this.round = { size: this.width, count: 0, ms: 0 };
	}
}
