import type { JsonValue } from 'n8n-workflow';
import type { PageRequest } from '../../nodes/shared/records/pagePrefetcher';

/** More requests than any list here needs; beyond lies an endless loop. */
const MOST_REQUESTS = 1000;

/** What a server says about how many records there are. */
export const TOTALS = ['exact', 'none', 'zero', 'tooHigh', 'tooLow', 'ofThePage'] as const;
export type Total = (typeof TOTALS)[number];

/** How a server pages. */
export interface Paging {
	readonly total?: Total;
	/** Most records in an answer. */
	readonly cap?: number;
	readonly ignoresLimit?: boolean;
	readonly ignoresOffset?: boolean;
}

/** The numbers 0 to `count - 1`, as records. */
export const recordsUpTo = (count: number): JsonValue[] =>
	Array.from({ length: count }, (_, n) => ({ n }));

/** A list of `count` records in memory, and what it was asked. */
export function pageServer(count: number, paging: Paging = {}) {
	const { cap = Infinity, total = 'none', ignoresLimit, ignoresOffset } = paging;
	const all = recordsUpTo(count);
	const said: Record<Total, (page: JsonValue[]) => number | undefined> = {
		exact: () => count,
		none: () => undefined,
		zero: () => 0,
		tooHigh: () => count + 7,
		tooLow: () => Math.floor(count / 2),
		ofThePage: (page) => page.length,
	};
	return asked((limit, offset) => {
		const start = ignoresOffset === true ? 0 : offset;
		const size = Math.min(cap, ignoresLimit === true ? Infinity : limit);
		const page = all.slice(start, start + size);
		const count = said[total](page);
		return { data: page, ...(count === undefined ? {} : { total: count }) };
	});
}

/** A server that answers as `answer` says, and what it was asked; it ends an endless loop. */
export function asked(answer: (limit: number, offset: number) => JsonValue | undefined) {
	const requests: Array<{ limit: number; offset: number }> = [];
	const ask: PageRequest = async (limit, offset) => {
		requests.push({ limit, offset });
		if (requests.length > MOST_REQUESTS) throw new Error('The list does not end');
		return await Promise.resolve(answer(limit, offset));
	};
	return { ask, requests };
}
