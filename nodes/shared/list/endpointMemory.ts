/** How many lists of one length have to be whole until the next one is believed to be. */
const ENOUGH = 3;

/**
 * What a run has seen of an endpoint, so that what one read has found out need not be tried again
 * by the next one.
 */
export class EndpointMemory {
	/** Whether the service was seen to send nothing for a page beyond the end. */
	endsEmpty = false;

	private longest = 0;

	/** How many lists of each length ended with their first page. */
	private readonly whole = new Map<number, number>();

	private hasPageTotals = false;

	/** Remembers the length of a page: any shorter one is not cut off by a maximum of the service. */
	sawPage(count: number): void {
		this.longest = Math.max(this.longest, count);
	}

	/** Remembers that nothing came after a first page of this length. */
	sawOnlyPage(count: number): void {
		this.whole.set(count, (this.whole.get(count) ?? 0) + 1);
	}

	/** Remembers that records came after a page whose total was its own length. */
	sawPageTotal(): void {
		this.hasPageTotals = true;
	}

	/**
	 * Whether a page of this length, which is its total, too, is not cut off by a maximum of the
	 * service. A list may happen to be as long as that maximum, but hardly several in a row.
	 */
	isUncut(count: number): boolean {
		const isUsual = !this.hasPageTotals && (this.whole.get(count) ?? 0) >= ENOUGH;
		return count < this.longest || isUsual;
	}
}
