import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/json';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/records/paging';
import { readList, type ReadOptions } from '../../nodes/shared/records/readList';

/** Answers the request for a page. */
export type Ask = (limit: number, offset: number) => Promise<JsonValue | undefined>;

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
	const ask: Ask = async (limit, offset) => {
		requests.push({ limit, offset });
		if (requests.length > MOST_REQUESTS) throw new Error('The list does not end');
		return await Promise.resolve(answer(limit, offset));
	};
	return { ask, requests };
}

/** Reads a list from a server, and gives all remarks as one hint. */
export async function readPages(
	ask: Ask,
	names: readonly string[],
	limit: number,
	options: Partial<ReadOptions> = {},
) {
	const source = {
		request: {
			api: 'geo',
			effect: 'read',
			method: 'POST',
			path: '/v2/geo/business/prompts',
			body: {},
		},
		look: { api: 'geo', names, at: '', kind: 'list' },
		paging: LIMIT_AND_OFFSET,
	} as const;
	const { remarks, ...rest } = await readList(
		{
			...source,
			async send({ body: page }) {
				const { limit: count, offset } = isObject(page) ? page : {};
				const body = await ask(Number(count), Number(offset));
				return { body, headers: {}, size: JSON.stringify(body ?? '').length };
			},
		},
		limit,
		options,
	);
	const hint = remarks.map(({ message }) => message).join(' ');
	return { ...rest, ...(hint === '' ? {} : { hint }) };
}
