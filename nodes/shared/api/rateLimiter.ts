import type { Advice, ServiceError } from '../base';
import { type Concurrency, ConcurrencyWindow } from './concurrencyWindow';

export interface AttemptResult {
	/**
	 * - `answered`: the service processed the request, even if only to reject it
	 * - `refused`: the service accepts no more requests for now
	 * - `overloaded`: the service has too much to do, but may accept the next request
	 * - `failed`: the service broke down, or there was no answer
	 */
	readonly verdict: 'answered' | 'failed' | 'overloaded' | 'refused';
	/** The wait that the service asks for, in milliseconds. */
	readonly retryAfter?: number;
	readonly error?: ServiceError;
}

interface Clock {
	/** Returns a time in milliseconds that never goes back. */
	now(): number;
	/** Waits for this time. May return early if the run ends. */
	pause(ms: number): Promise<void>;
	tick(): Promise<void>;
	/** Returns a number from 0 to 1. */
	random(): number;
}

/**
 * The first and the longest pause after a refusal without `Retry-After`, in milliseconds. Each further refusal
 * multiplies the pause by `BACK_OFF_GROWTH`.
 */
const FIRST_BACK_OFF = 250;
const MAX_BACK_OFF = 8_000;
const BACK_OFF_GROWTH = 1.4;

/**
 * How many requests start together. Node.js prepares all of them before it sends the first, so more would delay the
 * first.
 */
const STARTS_PER_TICK = 4;

interface QueuedRequest {
	readonly admit: () => void;
	readonly reject: (error: Error) => void;
}

/**
 * Decides when each request is sent. Limits how many are in flight, and sends none during a pause. Sends a refused
 * request again, before the queued ones, until the limiter gives up.
 */
export class RateLimiter {
	private readonly queue: QueuedRequest[] = [];

	private readonly window: ConcurrencyWindow;

	private inFlight = 0;

	private startedThisTick = 0;

	private pausedUntil?: number;

	/** How many pauses there were since the last answered request. */
	private pausesInARow = 0;

	private refusedSince?: number;

	/** When the number of allowed requests was last lowered because the service was overloaded. */
	private shrunkAt = -Infinity;

	/** Whether only one request may be in flight, to test if the service accepts requests again. */
	private isProbing = false;

	private stopError?: Error;

	/** @param maxWait how long the service may refuse all requests before the limiter gives up, in milliseconds */
	constructor(
		concurrency: Concurrency,
		private readonly maxWait: number,
		private readonly clock: Clock,
	) {
		this.window = new ConcurrencyWindow(concurrency);
	}

	/**
	 * Waits until a request may be sent, and runs the task that sends it. Runs it again while the service refuses the
	 * request.
	 *
	 * @throws the error of the last refusal, if the limiter has given up
	 * @throws the error that was passed to `stop`
	 */
	async run<Result extends AttemptResult>(task: () => Promise<Result>): Promise<Result> {
		for (let isRepeat = false; ; isRepeat = true) {
			await this.waitForSlot(isRepeat);
			// Queued requests count, too, because they are about to start.
			const inUse = Math.min(this.inFlight + this.queue.length, this.maxInFlight);
			const isFull = inUse >= this.window.width;
			const start = this.clock.now();
			let isError = false;
			try {
				const result = await task();
				isError = result.verdict !== 'refused' && result.error !== undefined;
				if (result.verdict === 'answered') this.onAnswer(this.clock.now() - start, isFull);
				if (result.verdict === 'refused' || result.retryAfter !== undefined) this.onRefusal(result);
				else if (result.verdict === 'overloaded') this.onOverload(start);
				if (result.verdict !== 'refused') return result;
			} finally {
				void this.releaseSlot(isError);
			}
		}
	}

	/** Makes queued and new requests fail with this error. */
	stop(error: Error): void {
		this.stopError ??= error;
		for (const { reject } of this.queue.splice(0)) reject(this.stopError);
	}

	private async waitForSlot(isRepeat: boolean): Promise<void> {
		if (this.stopError !== undefined) throw this.stopError;
		await new Promise<void>((admit, reject) => {
			if (isRepeat) this.queue.unshift({ admit, reject });
			else this.queue.push({ admit, reject });
			this.admitQueuedRequests();
		});
	}

	/** Lets the next request start. After an error, the caller first gets time to stop the run. */
	private async releaseSlot(isError: boolean): Promise<void> {
		if (isError && this.queue.length > 0) await this.clock.tick();
		this.inFlight -= 1;
		this.admitQueuedRequests();
		// Time without any request does not count towards 'Max Wait'.
		const isIdle = this.inFlight === 0 && this.queue.length === 0;
		if (isError && isIdle) this.refusedSince = undefined;
	}

	private admitQueuedRequests(): void {
		while (
			this.pausedUntil === undefined &&
			this.inFlight < this.maxInFlight &&
			this.startedThisTick < STARTS_PER_TICK
		) {
			const next = this.queue.shift();
			if (next === undefined) return;
			this.inFlight += 1;
			this.startedThisTick += 1;
			if (this.startedThisTick === STARTS_PER_TICK) void this.yieldToOtherWork();
			next.admit();
		}
	}

	private async yieldToOtherWork(): Promise<void> {
		await this.clock.tick();
		this.startedThisTick = 0;
		this.admitQueuedRequests();
	}

	private get maxInFlight(): number {
		return this.isProbing ? 1 : this.window.width;
	}

	private onAnswer(ms: number, isFull: boolean): void {
		this.window.onAnswer(ms, isFull);
		this.refusedSince = undefined;
		// This request was sent before the pause. So its response does not show that the service accepts new requests.
		if (this.pausedUntil !== undefined) return;
		this.pausesInARow = 0;
		this.isProbing = false;
	}

	/** Lowers the number of allowed requests, but only once for all requests that were in flight together. */
	private onOverload(start: number): void {
		if (start < this.shrunkAt) return;
		this.shrunkAt = this.clock.now();
		this.window.onRefusal();
	}

	/** Starts a pause. During a pause, a refusal with `Retry-After` can make it longer. */
	private onRefusal(refusal: AttemptResult): void {
		const { retryAfter } = refusal;
		const now = this.clock.now();
		this.refusedSince ??= now;
		this.giveUpIfTooLong(now - this.refusedSince, refusal);
		if (this.stopError !== undefined) return;
		const isFirst = this.pausedUntil === undefined;
		if (isFirst && !this.isProbing) this.window.onRefusal();
		if (isFirst) this.pausesInARow += 1;
		if (!isFirst && retryAfter === undefined) return;
		// The first pause may be as short as `Retry-After` says. A later one lasts at least as long as the back-off.
		const mayBeShort = retryAfter !== undefined && this.pausesInARow === 1;
		const backOff = mayBeShort ? 0 : this.backOffTime();
		const isObeyed = retryAfter !== undefined && retryAfter >= backOff;
		if (!isFirst && !isObeyed) return;
		this.isProbing = !isObeyed;
		this.pausedUntil = Math.max(now + (isObeyed ? retryAfter : backOff), this.pausedUntil ?? 0);
		if (isFirst) void this.endPause(now);
	}

	/** Ends the pause when its time is over. Until then, another refusal may make it longer. */
	private async endPause(now: number): Promise<void> {
		let from = now;
		let until: number;
		do {
			until = this.pausedUntil ?? 0;
			await this.clock.pause(Math.round(until - from));
			from = this.clock.now();
		} while (until !== this.pausedUntil);
		this.pausedUntil = undefined;
		this.admitQueuedRequests();
	}

	/** Returns how long to pause. A random share keeps workflows with the same key from sending at the same moment. */
	private backOffTime(): number {
		const growing = FIRST_BACK_OFF * BACK_OFF_GROWTH ** (this.pausesInARow - 1);
		return Math.min(MAX_BACK_OFF, growing) * (0.5 + this.clock.random() / 2);
	}

	private giveUpIfTooLong(refusedFor: number, { retryAfter = 0, error }: AttemptResult): void {
		const isTooLong = retryAfter > this.maxWait;
		if (error === undefined || (!isTooLong && refusedFor < this.maxWait)) return;
		const why = isTooLong
			? `The service asks to wait ${durationText(retryAfter)} before the next request.`
			: `The service has accepted no request for ${durationText(this.maxWait)}.`;
		this.stop(error.replaceLastAdvice(giveUpAdvice(why)));
	}
}

function giveUpAdvice(why: string): Advice {
	const raise = "raise 'Max Wait' under 'Settings' → 'Request Options'";
	return {
		forPeople: `${why} Run the workflow later or less often, or ${raise}.`,
		forModel: `${why} Do not call the tool again now. Tell the user to ask again later, or to ${raise}.`,
	};
}

/** Writes a duration, rounded up: `1 second`, `90 minutes`. */
function durationText(ms: number): string {
	const [count, unit] = ms <= 600_000 ? [ms / 1000, 'second'] : [ms / 60_000, 'minute'];
	const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
	return format.format(Math.ceil(count));
}
