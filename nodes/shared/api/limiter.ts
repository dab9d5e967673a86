/** Somebody who waits for a place, and how often they were sent back before. */
interface Waiting {
	readonly tries: number;
	readonly admit: () => void;
}

/**
 * Decides when a request may be sent: so many at once, and none at all while the service has asked
 * to wait.
 *
 * After such a wait it starts with one request and lets another one go along with each success, so
 * that a service with little room is not run into again and again. Who was sent back most often is
 * served first, so that nobody is sent back for ever.
 */
export class Limiter {
	private readonly queue: Waiting[] = [];

	private width: number;

	private inFlight = 0;

	private holds = 0;

	/** @param bound the most requests in flight at once */
	constructor(private readonly bound: number) {
		this.width = bound;
	}

	/**
	 * Waits for a place. Every `enter` needs one `leave`.
	 *
	 * @param tries how often this request was sent before
	 */
	async enter(tries: number): Promise<void> {
		await new Promise<void>((admit) => {
			this.queue.push({ tries, admit });
			this.admit();
		});
	}

	/** Lets nobody in before `wait` is over, then waits for a place. */
	async enterAfter(wait: Promise<void>, tries: number): Promise<void> {
		this.holds += 1;
		this.width = 1;
		await wait;
		this.holds -= 1;
		await this.enter(tries);
	}

	/** Gives the place back. */
	leave(isSuccess: boolean): void {
		this.inFlight -= 1;
		if (isSuccess && this.width < this.bound) this.width += 1;
		this.admit();
	}

	private admit(): void {
		while (this.holds === 0 && this.inFlight < this.width) {
			const next = this.takeNext();
			if (next === undefined) return;
			this.inFlight += 1;
			next.admit();
		}
	}

	/** The first of those with the most tries. */
	private takeNext(): Waiting | undefined {
		let best = 0;
		for (const [index, { tries }] of this.queue.entries()) {
			if (tries > (this.queue[best]?.tries ?? 0)) best = index;
		}
		return this.queue.splice(best, 1)[0];
	}
}
