import type { IDataObject, JsonValue } from 'n8n-workflow';
import { type Answer, type ApiRequest, DEFAULT_SETTINGS } from '../../nodes/shared/api';
import { interpretAnswer, prepareRequest } from '../../nodes/shared/api/exchange';
import { errorForCode } from '../../nodes/shared/api/serviceErrors';
import { isObject, noticeText } from '../../nodes/shared/base';
import { type ListQuery, GEO_PAGING, Lists } from '../../nodes/shared/reading';
import { keyFieldsOfList } from '../../nodes/shared/table';
import { List, PATHS, type Run } from './list';
import type { Case, ListName } from './service';

const BASE_URL = 'https://service.example';

/** What the nodes ask for, without what is particular to one run. */
const QUERIES: Readonly<Record<ListName, Omit<ListQuery, 'limit'>>> = {
	prompts: {
		request: { api: 'geo', effect: 'safe', method: 'POST', path: PATHS.prompts, body: {} },
		...{ answerKind: 'list', listNames: ['prompts'], key: keyFieldsOfList('prompt', 'prompt') },
		paging: GEO_PAGING,
	},
	tasks: {
		request: { api: 'agents', effect: 'safe', method: 'POST', path: PATHS.tasks, body: {} },
		...{ answerKind: 'list', listNames: ['tasks'], key: keyFieldsOfList('task', 'title') },
	},
};

/** Reads a list as the nodes do. */
export async function readList(
	query: ListQuery,
	send: (request: ApiRequest) => Promise<Answer>,
	options: ConstructorParameters<typeof Lists>[1],
) {
	return await new Lists({ hasBaseUrl: () => true, send }, options).read(query);
}

/**
 * Reads the list of a service in memory, without n8n's engine and HTTP: a hundred times as fast. Its
 * answers are judged by their status and their text, as those of a connection are.
 *
 * @param read reads the list
 */
export async function runInMemory({ service, reading }: Case, read = readList): Promise<Run> {
	const list = new List(service, reading.list);
	const send = async (request: ApiRequest) => await answerOf(list, request);
	const { limit, pageSize } = reading;
	const query = { ...QUERIES[reading.list], limit: limit ?? Infinity };
	const options = {
		concurrency: DEFAULT_SETTINGS.concurrency.max,
		...(pageSize === null ? {} : { pageSize }),
	};
	const { records, notices, error } = await read(query, send, options);
	return {
		...{ list, rows: records.map(itemOf), errorItems: [] },
		error: error?.message,
		hints: notices.map(noticeText),
	};
}

/** @throws ServiceError as the client does */
async function answerOf(list: List, request: ApiRequest): Promise<Answer> {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(request.query ?? {})) {
		if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
	}
	const path = query.size === 0 ? request.path : `${request.path}?${query.toString()}`;
	const sent = await Promise.resolve(list.serve(path, request.body));
	const out = prepareRequest(request, BASE_URL, DEFAULT_SETTINGS);
	if (sent.isReset === true) throw errorForCode(out, 'ECONNRESET');
	const { status, headers, body: text } = sent;
	const outcome = interpretAnswer(out, { status, headers, text }, (masked) => masked);
	if (outcome.error !== undefined) throw outcome.error;
	return outcome.answer;
}

function itemOf(record: JsonValue): IDataObject {
	return isObject(record) ? { ...record } : { value: record };
}
