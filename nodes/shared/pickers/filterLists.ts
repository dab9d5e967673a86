import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { isObject } from '../base';
import { PAGINATION, type Paging } from '../reading';

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

/** An entry of a list with what it goes by. */
export interface NamedEntry {
	/** In the type in which it came: the service may tell 42 from "42". */
	readonly id: number | string;
	readonly name: string;
}

/**
 * The id and the name of an entry. Its fields are not documented, so both are looked for under usual
 * names.
 *
 * @param singular one entry, as the API names it in its fields: `topic` in `topic_id`
 * @returns `undefined` if it has neither
 */
export function namedEntry(entry: JsonValue, singular: string): NamedEntry | undefined {
	const members = isObject(entry) ? entry : {};
	const found = (names: string[]) => names.map((name) => members[name]).find(isScalar);
	const id = entryId(entry, singular);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']);
	if (id !== undefined) return { id, name: String(label ?? (place || id)) };
	// A place was put together here: it is nothing that the service knows.
	return label === undefined ? undefined : { id: label, name: String(label) };
}

/**
 * The id that an entry says of itself; `undefined` if it has only a name.
 *
 * @param singular as for `namedEntry`
 */
export function entryId(entry: JsonValue, singular: string): number | string | undefined {
	if (isScalar(entry)) return entry;
	if (!isObject(entry)) return undefined;
	return [`${singular}_id`, 'id'].map((name) => entry[name]).find(isScalar);
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}
