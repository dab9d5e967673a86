import type { Advice, ServiceError } from '../base';

/** How many requests may be in flight at once. */
export interface Concurrency {
	/** Where it starts. */
	readonly start: number;
	/** What it never exceeds. */
	readonly max: number;
}

/** How a request ended, as far as the gate has to know. */
export interface Attempt {
	/**
	 * - `answered`: the service dealt with the request, if only to reject what it asks for
	 * - `refused`: the service takes no more requests for now
	 * - `overloaded`: the service has too much to do, which may be over for the next request
	 * - `failed`: the service broke down, or there was no answer
	 */
	readonly verdict: 'answered' | 'failed' | 'overloaded' | 'refused';
	/** How long the service asks to wait before the next request, in milliseconds. */
	readonly retryAfter?: number;
	readonly error?: ServiceError;
}

/** What time is to the gate. */
export interface Clock {
	/** Milliseconds from any moment on; never set back. */
	now(): number;
	/** Waits for so many milliseconds; may end early once the run is over. */
	pause(ms: number): Promise<void>;
	/** Lets everything go on that is ready to. */
	tick(): Promise<void>;
	/** A number from 0 to 1. */
	random(): number;
}

/** The first and the longest back-off where the service does not say how long to wait, in ms. */
const FIRST_BACK_OFF = 250;
const MAX_BACK_OFF = 8_000;
const BACK_OFF_GROWTH = 1.4;

/**
 * How many requests start before all else that is ready goes on. If all did at once that answers which
 * came together have made room for, none would be under way before the last is made: processor and
 * network would wait for each other.
 */
const AT_A_TIME = 4;

/** A request that waits for a slot. */
interface Waiting {
	readonly admit: () => void;
	readonly reject: (error: Error) => void;
}

/**
 * The one place where it is decided when a request goes out: so many at once, and none at all while
 * the service asks to wait. A request that is refused goes out again, before all that wait. The run
 * gives up once the service has taken no request at all for too long.
 */
export class Gate {
	private readonly queue: Waiting[] = [];

	private readonly window: ConcurrencyWindow;

	private inFlight = 0;

	/** How many requests have started since all else went on. */
	private started = 0;

	/** When requests may go out again; `undefined` while they may. */
	private closedUntil?: number;

	/** How often in a row the gate was closed, and since when nothing was answered. */
	private closings = 0;

	private refusedSince?: number;

	/** When the window last shrank without the gate being closed. */
	private shrunkAt = -Infinity;

	/** Whether one request alone finds out if the service takes requests again. */
	private isProbing = false;

	/** Why nothing goes out any more. */
	private ending?: Error;

	/**
	 * @param concurrency how many requests at once
	 * @param maxWait how long the run goes on without any answer, in milliseconds
	 */
	constructor(
		concurrency: Concurrency,
		private readonly maxWait: number,
		private readonly clock: Clock,
	) {
		this.window = new ConcurrencyWindow(concurrency);
	}

	/**
	 * Runs a task that sends one request, as soon as there is a slot for it, and again for as long as
	 * the service refuses it.
	 *
	 * @returns what the task gave when it was not refused
	 * @throws the error of the last refusal once the run has given up, the same for all requests; what
	 * the gate was stopped with
	 */
	async run<Result extends Attempt>(task: () => Promise<Result>): Promise<Result> {
		for (let isRepeat = false; ; isRepeat = true) {
			await this.slot(isRepeat);
			// Those that wait are about to start, too, up to the bound.
			const inUse = Math.min(this.inFlight + this.queue.length, this.bound);
			const isFull = inUse >= this.window.width;
			const start = this.clock.now();
			let isError = false;
			try {
				const result = await task();
				isError = result.verdict !== 'refused' && result.error !== undefined;
				if (result.verdict === 'answered') this.answered(this.clock.now() - start, isFull);
				if (result.verdict === 'refused' || result.retryAfter !== undefined) this.refused(result);
				else if (result.verdict === 'overloaded') this.overloaded(start);
				if (result.verdict !== 'refused') return result;
			} finally {
				void this.free(isError);
			}
		}
	}

	/** Lets no request out any more: those that wait fail with this error, and so do new ones. */
	stop(error: Error): void {
		this.ending ??= error;
		for (const { reject } of this.queue.splice(0)) reject(this.ending);
	}

	private async slot(isRepeat: boolean): Promise<void> {
		if (this.ending !== undefined) throw this.ending;
		await new Promise<void>((admit, reject) => {
			if (isRepeat) this.queue.unshift({ admit, reject });
			else this.queue.push({ admit, reject });
			this.admit();
		});
	}

	/** Gives the slot to the next request, after an error only once that had the time to stop the run. */
	private async free(isError: boolean): Promise<void> {
		if (isError && this.queue.length > 0) await this.clock.tick();
		this.inFlight -= 1;
		this.admit();
		// Idle time does not count as time without a successful request.
		const isIdle = this.inFlight === 0 && this.queue.length === 0;
		if (isError && isIdle) this.refusedSince = undefined;
	}

	private admit(): void {
		while (
			this.closedUntil === undefined &&
			this.inFlight < this.bound &&
			this.started < AT_A_TIME
		) {
			const next = this.queue.shift();
			if (next === undefined) return;
			this.inFlight += 1;
			this.started += 1;
			if (this.started === AT_A_TIME) void this.letOthersGoOn();
			next.admit();
		}
	}

	private async letOthersGoOn(): Promise<void> {
		await this.clock.tick();
		this.started = 0;
		this.admit();
	}

	private get bound(): number {
		return this.isProbing ? 1 : this.window.width;
	}

	private answered(ms: number, isFull: boolean): void {
		this.window.answered(ms, isFull);
		this.refusedSince = undefined;
		// What was sent before the gate closed says nothing about when to open it.
		if (this.closedUntil !== undefined) return;
		this.closings = 0;
		this.isProbing = false;
	}

	/** Shrinks the window, once for all requests that were under way together. */
	private overloaded(start: number): void {
		if (start < this.shrunkAt) return;
		this.shrunkAt = this.clock.now();
		this.window.refused();
	}

	/** Closes the gate. What was under way by then says nothing new, unless it asks for longer. */
	private refused({ retryAfter, error }: Attempt): void {
		const now = this.clock.now();
		this.refusedSince ??= now;
		this.giveUpIfHopeless(now - this.refusedSince, retryAfter, error);
		if (this.ending !== undefined) return;
		const isFirst = this.closedUntil === undefined;
		if (isFirst && !this.isProbing) this.window.refused();
		if (isFirst) this.closings += 1;
		// If the service says twice in a row to retry after 0 seconds, it backs off anyway.
		const isTold = retryAfter !== undefined && (retryAfter > 0 || this.closings === 1);
		if (!isFirst && !isTold) return;
		this.isProbing = !isTold;
		const wait = isTold ? retryAfter : this.backOff();
		this.closedUntil = Math.max(now + wait, this.closedUntil ?? 0);
		if (isFirst) void this.reopen(now);
	}

	/** Opens the gate when its time is over, which may move on meanwhile. */
	private async reopen(now: number): Promise<void> {
		let from = now;
		let until: number;
		do {
			until = this.closedUntil ?? 0;
			await this.clock.pause(Math.round(until - from));
			from = this.clock.now();
		} while (until !== this.closedUntil);
		this.closedUntil = undefined;
		this.admit();
	}

	/** Exponential, with jitter: several workflows on one key must not come back together. */
	private backOff(): number {
		const longest = Math.min(MAX_BACK_OFF, FIRST_BACK_OFF * BACK_OFF_GROWTH ** (this.closings - 1));
		return longest * (0.5 + this.clock.random() / 2);
	}

	private giveUpIfHopeless(ms: number, asked: number | undefined, error?: ServiceError): void {
		if (error === undefined) return;
		const isTooLong = (asked ?? 0) > this.maxWait;
		if (!isTooLong && ms < this.maxWait) return;
		const why = isTooLong
			? `The service asks to wait ${inWords(asked ?? 0)} before the next request.`
			: `The service has accepted no request for ${inWords(this.maxWait)}.`;
		this.stop(error.instead(adviceAfter(why)));
	}
}

function adviceAfter(why: string): Advice {
	const raise = "raise 'Max Wait' under 'Options'";
	return {
		forPeople: `${why} Run the workflow later or less often, or ${raise}.`,
		forModel: `${why} Do not call the tool again now. Tell the user to ask again later, or to ${raise}.`,
	};
}

/** Units of time in milliseconds, and up to where people read them with ease. */
const UNITS = [
	{ name: 'second', ms: 1_000, most: 600_000 },
	{ name: 'minute', ms: 60_000, most: 7_200_000 },
	{ name: 'hour', ms: 3_600_000, most: 172_800_000 },
	{ name: 'day', ms: 86_400_000, most: 31_536_000_000 },
];

/** A time in words, rounded up: `1 second`, `90 minutes`, `more than a year`. */
export function inWords(ms: number): string {
	const unit = UNITS.find(({ most }) => ms <= most);
	if (unit === undefined) return 'more than a year';
	const count = Math.ceil(ms / unit.ms);
	return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
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
