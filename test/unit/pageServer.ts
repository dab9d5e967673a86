import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Answer, ApiRequest } from '../../nodes/shared/api';
import { isObject, noticeText } from '../../nodes/shared/base';
import { GEO_PROJECTS_PAGING, type ListQuery, Lists } from '../../nodes/shared/reading';

/** More requests than any list here needs; beyond lies an endless loop. */
const MOST_REQUESTS = 20_000;

/** What a server answers: a body, an error, or a body with a claimed size. */
export type Reply = JsonValue | undefined | Error | Partial<Answer>;

/** The members of a request that say which page is wanted: those of its body and its query. */
export type PageMembers = JsonObject;

/** How a test reads a list. */
export interface Reader extends NonNullable<ConstructorParameters<typeof Lists>[1]> {
	readonly limit?: number;
	readonly expected?: Partial<ListQuery>;
	/** `undefined` for one request only. */
	readonly paging?: ListQuery['paging'];
	readonly method?: ApiRequest['method'];
	/** Whether the request may change something. */
	readonly isWrite?: boolean;
	readonly body?: JsonObject;
}

/** Reads a list from a server that sees all of a request. Throws the error of its first page. */
export async function readFrom(
	reply: (page: PageMembers) => Reply | Promise<Reply>,
	reader: Reader = {},
) {
	const {
		limit = Infinity,
		expected,
		method = 'POST',
		body = {},
		isWrite = false,
		...options
	} = reader;
	const asked: PageMembers[] = [];
	const query = {
		...{ ...EXPECTED, ...expected, limit },
		request: {
			...{ ...EXPECTED.request, method, effect: isWrite ? ('unsafe' as const) : ('safe' as const) },
			body: method === 'GET' ? undefined : body,
		},
		paging: 'paging' in reader ? reader.paging : GEO_PROJECTS_PAGING,
	};
	const send = async ({ body: sent, query: parameters }: ApiRequest) => {
		const inQuery = Object.entries(parameters ?? {}).map(([name, value]) => {
			const isPlain = typeof value === 'number' || typeof value === 'string';
			return [name, isPlain ? value : null] as const;
		});
		const page = { ...Object.fromEntries(inQuery), ...(isObject(sent) ? sent : {}) };
		asked.push(page);
		if (asked.length > MOST_REQUESTS) throw new Error('The list does not end');
		const answer = await reply(page);
		if (answer instanceof Error) throw answer;
		return isAnswer(answer) ? { ...answerOf(answer.body), ...answer } : answerOf(answer);
	};
	const result = await new Lists({ hasBaseUrl: () => true, send }, options).read(query);
	if (result.error !== undefined && result.records.length === 0) throw result.error;
	const kinds = result.notices.map(({ kind }) => kind);
	const words = result.notices.map(noticeText).join(' ');
	return { ...result, asked, kinds, words };
}

/** Prompts in a list, as they are expected where a test says nothing else. */
export const EXPECTED: Omit<ListQuery, 'limit'> = {
	request: { api: 'geo', effect: 'safe', method: 'POST', path: '/v2/geo/business/prompts' },
	...{
		listNames: ['prompts'],
		answerKind: 'list',
		key: { fields: [['id', 'prompt_id']], hasId: true },
	},
};

function answerOf(body: JsonValue | undefined): Answer {
	return { body, size: JSON.stringify(body ?? '').length };
}

function isAnswer(reply: Exclude<Reply, Error>): reply is Partial<Answer> {
	return isObject(reply) && 'size' in reply;
}

/** So many records with an ID, from an offset on. */
export const rowsFrom = (from: number, count: number): JsonObject[] =>
	Array.from({ length: Math.max(0, count) }, (_, place) => ({
		id: from + place,
		name: `Row ${from + place}`,
	}));

/** The page of a list of `total` records that a request asks for. */
export const pageOf = (total: number, { offset, limit }: PageMembers): JsonObject[] =>
	rowsFrom(Number(offset), Math.min(Number(limit), total - Number(offset)));

/** The rows of a list at the offset that a request asks for. */
export const slice = (rows: readonly JsonValue[], { offset, limit }: PageMembers) =>
	rows.slice(Number(offset), Number(offset) + Number(limit));
