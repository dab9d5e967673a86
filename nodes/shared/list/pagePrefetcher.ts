import type { Answer } from '../api';

/** Requests one page. */
export type PageRequest = (limit: number, offset: number) => Promise<Answer>;

/**
 * Requests pages before they are needed. A page that turns out to be needed with another limit or
 * offset is requested again.
 */
export class PagePrefetcher {
	private readonly pending = new Map<string, Promise<Answer>>();

	/**
	 * @param request sends one request
	 * @param maxPending the most pages to request ahead
	 */
	constructor(
		private readonly request: PageRequest,
		private readonly maxPending: number,
	) {}

	/** The answer for this limit and offset, requested now if it was not before. */
	async get(limit: number, offset: number): Promise<Answer> {
		const key = `${limit} ${offset}`;
		const page = this.pending.get(key) ?? this.request(limit, offset);
		this.pending.delete(key);
		return await page;
	}

	/**
	 * Requests the pages from `offset` on, up to the most allowed.
	 *
	 * @param pageSize records per page
	 * @param total how many records the list has
	 * @param end the offset at which the wanted records end; the last page asks for no more
	 */
	prefetch(pageSize: number, offset: number, total: number, end: number): void {
		const last = Math.min(total, end);
		for (let from = offset; from < last && this.pending.size < this.maxPending; from += pageSize) {
			const limit = Math.min(pageSize, end - from);
			const key = `${limit} ${from}`;
			if (this.pending.has(key)) continue;
			const page = this.request(limit, from);
			// If this page fails and is never fetched, the rejection would otherwise end the process.
			page.catch(() => undefined);
			this.pending.set(key, page);
		}
	}
}
