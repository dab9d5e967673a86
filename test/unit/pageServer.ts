import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest } from '../../nodes/shared/api';
import { isObject } from '../../nodes/shared/base/json';
import { LIMIT_AND_OFFSET, type Paging as PagingWay } from '../../nodes/shared/list/paging';
import type { Look } from '../../nodes/shared/answer/look';
import { type ListSource, readList, type ReadOptions } from '../../nodes/shared/list/readList';

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
	const source: ListSource = {
		...SOURCE,
		look: { ...SOURCE.look, names },
		async send({ body: page }) {
			const { limit: count, offset } = isObject(page) ? page : {};
			return answerOf(await ask(Number(count), Number(offset)));
		},
	};
	const { remarks, ...rest } = await readList(source, limit, options);
	const hint = remarks.map(({ message }) => message).join(' ');
	return { ...rest, ...(hint === '' ? {} : { hint }) };
}

/** What a server answers: a body, an error, or a body with headers or a claimed size. */
export type Reply = JsonValue | undefined | Error | Partial<Answer>;

/** The members of a request that say which page is wanted: those of its body and its query. */
export type PageMembers = JsonObject;

/** How a test reads a list. */
export interface Reader extends Partial<ReadOptions> {
	readonly limit?: number;
	readonly look?: Partial<Look>;
	/** `undefined` for one request only. */
	readonly paging?: PagingWay;
	readonly method?: ApiRequest['method'];
	readonly body?: JsonObject;
	/** Whether the user could say how pages are asked for. */
	readonly offersPaging?: boolean;
}

/** Reads a list from a server that sees all of a request, and gives what it was asked for. */
export async function readFrom(reply: (page: PageMembers) => Reply, reader: Reader = {}) {
	const { limit = Infinity, look, method = 'POST', body = {}, offersPaging, ...options } = reader;
	const asked: PageMembers[] = [];
	const source: ListSource = {
		request: { ...SOURCE.request, method, body: method === 'GET' ? undefined : body },
		look: { ...SOURCE.look, ...look },
		offersPaging,
		paging: 'paging' in reader ? reader.paging : LIMIT_AND_OFFSET,
		async send({ body, query }) {
			const inQuery = Object.entries(query ?? {}).map(([name, value]) => {
				const isPlain = typeof value === 'number' || typeof value === 'string';
				return [name, isPlain ? value : null] as const;
			});
			const page = { ...Object.fromEntries(inQuery), ...(isObject(body) ? body : {}) };
			asked.push(page);
			if (asked.length > MOST_REQUESTS) throw new Error('The list does not end');
			const answer = await Promise.resolve(reply(page));
			if (answer instanceof Error) throw answer;
			return isAnswer(answer) ? { ...answerOf(answer.body), ...answer } : answerOf(answer);
		},
	};
	const result = await readList(source, limit, options);
	return { ...result, asked, kinds: result.remarks.map(({ kind }) => kind) };
}

const SOURCE = {
	request: {
		api: 'geo',
		effect: 'read',
		method: 'POST',
		path: '/v2/geo/business/prompts',
		body: {},
	},
	look: { api: 'geo', names: ['prompts'], at: '', kind: 'list' },
	paging: LIMIT_AND_OFFSET,
} as const;

function answerOf(body: JsonValue | undefined): Answer {
	return { body, headers: {}, size: JSON.stringify(body ?? '').length };
}

function isAnswer(reply: Exclude<Reply, Error>): reply is Partial<Answer> {
	return isObject(reply) && ('headers' in reply || 'size' in reply);
}

/** So many records with an id, from an offset on. */
export const rowsFrom = (from: number, count: number): JsonObject[] =>
	Array.from({ length: Math.max(0, count) }, (_, place) => ({
		id: from + place,
		name: `Row ${from + place}`,
	}));

/** Records whose scores come again after a hundred, so that their second page looks like the first. */
export const scoresUpTo = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, id) => ({ id, score: id % 100 }));

/** The page of a list of `total` records at an offset. */
export const pageOf = (total: number, offset: number, limit: number): JsonObject[] =>
	rowsFrom(offset, Math.min(limit, total - offset));

/** The rows of a list at the offset that a request asks for. */
export const slice = (rows: readonly JsonValue[], { offset, limit }: JsonObject) =>
	rows.slice(Number(offset), Number(offset) + Number(limit));

/** So many rows per day, with the same ids on each. */
export const perDay = (ids: number, days: number): JsonObject[] =>
	Array.from({ length: ids * days }, (_, n) => ({ id: n % ids, day: Math.floor(n / ids) }));
