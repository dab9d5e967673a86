/** Starts input items in batches, so that at least an interval lies between two starts. */
export class Batches {
	private start?: Promise<void>;

	private startedAt?: number;

	/**
	 * @param size items to a batch
	 * @param interval in milliseconds; 0 lets every item start at once
	 * @param pause waits so many milliseconds
	 */
	constructor(
		private readonly size: number,
		private readonly interval: number,
		private readonly pause: (ms: number) => Promise<void>,
	) {}

	/** Waits until the batch of an item starts. Items have to ask in order. */
	async turnOf(itemIndex: number): Promise<void> {
		if (this.interval === 0) return;
		this.startedAt ??= performance.now();
		if (itemIndex > 0 && itemIndex % this.size === 0) this.start = this.next(this.start);
		await this.start;
	}

	private async next(before: Promise<void> | undefined): Promise<void> {
		await before;
		const now = performance.now();
		await this.pause((this.startedAt ?? now) + this.interval - now);
		this.startedAt = performance.now();
	}
}

/** Runs tasks one after the other, in the order in which they are handed over. */
export class Sequence {
	private latest: Promise<unknown> = Promise.resolve();

	/**
	 * @throws what the task throws; or the error of an earlier one: then nothing more runs
	 */
	async run<Result>(task: () => Promise<Result> | Result): Promise<Result> {
		const running = this.latest.then(task);
		this.latest = running;
		return await running;
	}
}
