import { type IDataObject, jsonParse, type JsonValue } from 'n8n-workflow';
import { createClient } from '../../nodes/shared/api';
import { isObject, noticeText } from '../../nodes/shared/base';
import { GEO_PAGING, type ListQuery, type ListResult, Lists } from '../../nodes/shared/reading';
import { keyFieldsOfList } from '../../nodes/shared/table';
import { callerOf, HOST, KEY, lost, SETTINGS } from '../unit/caller';
import { List, PATHS, type Run } from './list';
import type { Case, ListName } from './service';

const CREDENTIAL = { apiKey: KEY, agentsBaseUrl: HOST, geoBaseUrl: HOST };

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

/**
 * Reads the list of a service in memory, without n8n's engine and HTTP, which takes much less time.
 *
 * @param change breaks what was read
 */
export async function runInMemory(
	{ service, reading }: Case,
	change = (read: ListResult) => read,
): Promise<Run> {
	const list = new List(service, reading.list);
	const serve = ({ url, body: asked, qs = {} }: IDataObject) => {
		const isRead = JSON.stringify(qs) === '{}';
		if (typeof url !== 'string' || typeof asked !== 'string' || !isRead) {
			throw new Error('No read of a list');
		}
		const { status, isReset, ...sent } = list.serve(new URL(url).pathname, jsonParse(asked));
		return isReset === true ? lost('ECONNRESET') : { statusCode: status, ...sent };
	};
	const caller = callerOf(serve, { getCredentials: () => Promise.resolve(CREDENTIAL) });
	const client = await createClient(caller, { ...SETTINGS, maxRetries: 0 });
	const { limit, pageSize } = reading;
	const query = { ...QUERIES[reading.list], limit: limit ?? Infinity };
	const options = { concurrency: SETTINGS.concurrency.max, pageSize: pageSize ?? undefined };
	const { records, notices, error } = change(await new Lists(client, options).read(query));
	return {
		...{ list, rows: records.map(itemOf), errorItems: [] },
		error: error?.message,
		hints: notices.map(noticeText),
	};
}

function itemOf(record: JsonValue): IDataObject {
	return isObject(record) ? { ...record } : { value: record };
}
