import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { PAGINATION, type Paging } from '../reading';
import { namedEntry, type NamedEntry } from './namedEntry';

/** A list of a project whose entries are values of a filter (public). */
export interface FilterList {
	/** The filter that takes their IDs (public). */
	readonly filter: string;
	/** One entry, as the API names it in its fields: `topic` in `topic_id`. */
	readonly singular: string;
	/** The last step of its path, and the name under which its entries may arrive. */
	readonly plural: string;
	/** Its entries in a sentence, where that is not its path. */
	readonly entries?: string;
}

/** The lists behind the filters that are picked, by what the values are. */
export const FILTER_LISTS = {
	market: { filter: 'markets', singular: 'market', plural: 'markets' },
	model: {
		...{ filter: 'platform', singular: 'platform', plural: 'models', entries: 'AI platforms' },
	},
	prompt: { filter: 'prompts', singular: 'prompt', plural: 'prompts' },
	tag: { filter: 'tags', singular: 'tag', plural: 'tags' },
	topic: { filter: 'topics', singular: 'topic', plural: 'topics' },
} satisfies Readonly<Record<string, FilterList>>;

/** How a list is asked for, and under which names its entries may arrive. */
export interface ListRequest {
	readonly request: ApiRequest;
	readonly paging: Paging;
	readonly names: readonly string[];
}

/** How a list of a project is asked for. */
export function listRequest({ singular, plural }: FilterList, projectId: JsonValue): ListRequest {
	return {
		request: {
			...{ api: 'geo', effect: 'read', method: 'POST' },
			path: `/v2/geo/business/${plural}`,
			body: { project_id: projectId },
		},
		paging: PAGINATION,
		names: [plural, `${singular}s`],
	};
}

/** The entries of a list that have a name or an ID. */
export function namedEntries(
	records: readonly JsonValue[],
	{ singular }: FilterList,
): NamedEntry[] {
	return records
		.map((record) => namedEntry(record, singular))
		.filter((entry) => entry !== undefined);
}
