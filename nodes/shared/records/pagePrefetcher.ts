import type { JsonValue } from 'n8n-workflow';

/** Asks the service for one page. */
export type PageRequest = (limit: number, offset: number) => Promise<JsonValue | undefined>;

/**
 * Asks for pages before they are needed. What is asked for is a guess: a page that is then wanted
 * with another size or offset is simply asked for again.
 */
export class PagePrefetcher {
	private readonly asked = new Map<string, Promise<JsonValue | undefined>>();

	/**
	 * @param ask sends one request
	 * @param most the most pages asked for ahead
	 */
	constructor(
		private readonly ask: PageRequest,
		private readonly most: number,
	) {}

	/** The page with this size and offset. */
	async get(limit: number, offset: number): Promise<JsonValue | undefined> {
		const key = `${limit} ${offset}`;
		const page = this.asked.get(key) ?? this.ask(limit, offset);
		this.asked.delete(key);
		return await page;
	}

	/**
	 * Asks for the pages from `offset` on, as far ahead as allowed.
	 *
	 * @param size records to a page
	 * @param total how many records there are
	 * @param end where the records end that are wanted
	 */
	expect(size: number, offset: number, total: number, end: number): void {
		const last = Math.min(total, end);
		for (let from = offset; from < last && this.asked.size < this.most; from += size) {
			const limit = Math.min(size, end - from);
			const key = `${limit} ${from}`;
			if (this.asked.has(key)) continue;
			const page = this.ask(limit, from);
			// A page that nobody comes to fetch must not end the process when it fails.
			page.catch(() => undefined);
			this.asked.set(key, page);
		}
	}
}
