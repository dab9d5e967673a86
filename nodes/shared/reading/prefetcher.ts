import type { Answer } from '../api';

/** Requests pages before they are needed. */
export class Prefetcher {
	private readonly pending = new Map<number, Promise<Answer>>();

	/**
	 * @param request sends the request for the page at an offset
	 * @param maxPending the most pages to request ahead
	 */
	constructor(
		private readonly request: (offset: number) => Promise<Answer>,
		private readonly maxPending: number,
	) {}

	/** The page at this offset, requested now if it was not before. */
	async get(offset: number): Promise<Answer> {
		const page = this.pending.get(offset) ?? this.request(offset);
		this.pending.delete(offset);
		return await page;
	}

	/** Requests the pages from one offset to before another, up to the most allowed. */
	prefetch(from: number, end: number, pageSize: number): void {
		for (let at = from; at < end && this.pending.size < this.maxPending; at += pageSize) {
			if (this.pending.has(at)) continue;
			const page = this.request(at);
			// If this page fails and is never fetched, the rejection would otherwise end the process.
			page.catch(() => undefined);
			this.pending.set(at, page);
		}
	}
}
