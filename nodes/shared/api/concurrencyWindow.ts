/** How many requests may be in flight at the start of a run, and how many at most. */
export interface Concurrency {
	readonly initial: number;
	readonly max: number;
}

/** The service is busy if a round trip takes this many times as long as the quickest one. */
const BUSY_FACTOR = 2;

/**
 * After a refusal, at most this share of the number of answers since the previous refusal may be in flight: 10 requests
 * after 55 answers.
 */
const MAX_SHARE_AFTER_REFUSAL = 1 / 5.5;

/** A refusal lowers the number of allowed requests to 90% or less. */
const SHRINK_FACTOR = 0.9;

/** After this many times the usual number of answers without a refusal, the rate limit counts as lifted. */
const LIFTED_LIMIT_FACTOR = 20;

/** If 100 answers came before the last refusal, and only 3 after it, they count as 0.7 × 100 answers. */
const REMEMBERED_SHARE = 0.7;

/** After a refusal, a window of 12 requests or fewer grows by 1/12 request per round trip. */
const MIN_SIZE_IN_GROWTH = 12;

/**
 * Decides how many requests may be in flight. The window grows until the service refuses a request, and then shrinks,
 * like the congestion window of TCP.
 *
 * - At first, it grows by one with every answer, and so doubles per round trip. Above its start size, it grows only
 *   while answers come quickly. If they slow down, more requests would only wait longer.
 * - A refusal shrinks the window, so that the service refuses at most one request in six. Then it grows slowly, to stay
 *   near the limit.
 * - If the service accepts much more than before the last refusal, the limit was lifted. Then the window grows quickly
 *   again.
 *
 * docs/maintainers/performance.md has measurements against rate limits.
 */
export class ConcurrencyWindow {
	private size: number;

	/** `now` answers came since the last refusal. Between earlier refusals, about `before` came. */
	private answers = { now: 0, before: 0 };

	private quickestRound = Infinity;

	private isBusy = false;

	/**
	 * The current round trip ends after `size` answers. So far, `count` answers came, and took `ms` milliseconds in total.
	 */
	private round: { readonly size: number; count: number; ms: number };

	constructor(private readonly concurrency: Concurrency) {
		this.size = concurrency.initial;
		this.round = { size: this.width, count: 0, ms: 0 };
	}

	get width(): number {
		return Math.floor(this.size);
	}

	/**
	 * @param ms how long the answer took
	 * @param isFull whether as many requests were in flight as allowed. The window grows only then
	 */
	onAnswer(ms: number, isFull: boolean): void {
		this.recordRoundTripTime(ms);
		this.answers.now += 1;
		const { initial, max } = this.concurrency;
		if (!isFull || (this.isBusy && this.size >= initial)) return;
		// Before the first refusal, `before` is 0, so the window grows quickly.
		const isFree = this.answers.now > LIFTED_LIMIT_FACTOR * this.answers.before;
		const step = isFree ? 1 : 1 / (this.size * Math.max(this.size, MIN_SIZE_IN_GROWTH));
		this.size = Math.min(max, this.size + step);
	}

	onRefusal(): void {
		const { now, before } = this.answers;
		// A refusal after a few answers shows only that the window grew too early. So the earlier number counts, too.
		const taken = Math.max(1, now, REMEMBERED_SHARE * before);
		this.size = Math.max(1, Math.min(SHRINK_FACTOR * this.size, MAX_SHARE_AFTER_REFUSAL * taken));
		this.answers = { now: 0, before: taken };
	}

	/** Measures the average time of a round trip, because the time of a single answer varies too much. */
	private recordRoundTripTime(ms: number): void {
		this.round.count += 1;
		this.round.ms += ms;
		if (this.round.count < this.round.size) return;
		const average = this.round.ms / this.round.count;
		this.quickestRound = Math.min(this.quickestRound, average);
		this.isBusy = average > BUSY_FACTOR * this.quickestRound;
		this.round = { size: this.width, count: 0, ms: 0 };
	}
}
