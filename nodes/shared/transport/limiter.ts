/**
 * Decides when a request may be sent: so many at once, and none at all while the service has asked
 * to wait.
 *
 * After such a wait it starts with one request and lets another one go along with each success, so
 * that a service with little room is not run into again and again. Repeats go before first tries:
 * whoever waited longest is served first.
 */
export class Limiter {
	private readonly repeats: Array<() => void> = [];
	private readonly firsts: Array<() => void> = [];
	private width: number;
	private inFlight = 0;
	private holds = 0;

	/** @param bound the most requests in flight at once */
	constructor(private readonly bound: number) {
		this.width = bound;
	}

	/** Waits for a place. Every `enter` needs one `leave`. */
	async enter(isRepeat: boolean): Promise<void> {
		await new Promise<void>((admit) => {
			(isRepeat ? this.repeats : this.firsts).push(admit);
			this.admit();
		});
	}

	/** Gives the place back. */
	leave(isSuccess: boolean): void {
		this.inFlight -= 1;
		if (isSuccess && this.width < this.bound) this.width += 1;
		this.admit();
	}

	/** Lets nobody in before `wait` is over. */
	async hold(wait: Promise<void>): Promise<void> {
		this.holds += 1;
		this.width = 1;
		await wait;
		this.holds -= 1;
		this.admit();
	}

	private admit(): void {
		while (this.holds === 0 && this.inFlight < this.width) {
			const next = this.repeats.shift() ?? this.firsts.shift();
			if (next === undefined) return;
			this.inFlight += 1;
			next();
		}
	}
}
