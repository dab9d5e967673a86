import type { JsonValue } from 'n8n-workflow';
import { geoRead } from '../api';
import { asDescribed, DescribedError, isObject, type Notice, ServiceError } from '../base';
import { type ListQuery, type ListResult, type Lists, PAGINATION } from '../reading';
import { distinct } from './names';

/** A list of a project whose entries are values of a filter (public). */
export interface FilterList {
	/** The filter that takes their IDs (public). */
	readonly filter: string;
	/** One entry, as in the API's field names: `topic` in `topic_id`. */
	readonly singular: string;
	/** The last step of the path, and a name under which the entries may arrive. */
	readonly plural: string;
	readonly entries: string;
}

/** The lists behind the filters with a picker. */
export const FILTER_LISTS = {
	market: { filter: 'markets', singular: 'market', plural: 'markets', entries: 'markets' },
	model: { filter: 'platform', singular: 'platform', plural: 'models', entries: 'AI platforms' },
	prompt: { filter: 'prompts', singular: 'prompt', plural: 'prompts', entries: 'prompts' },
	tag: { filter: 'tags', singular: 'tag', plural: 'tags', entries: 'tags' },
	topic: { filter: 'topics', singular: 'topic', plural: 'topics', entries: 'topics' },
} satisfies Readonly<Record<string, FilterList>>;

/** Returns the query for a list of a project. */
export function listQuery({ singular, plural }: FilterList, projectId: JsonValue): ListQuery {
	return {
		request: geoRead(`business/${plural}`, { project_id: projectId }),
		answerKind: 'list',
		listNames: [plural, `${singular}s`],
		idFields: ['id', `${singular}_id`],
		paging: PAGINATION,
		limit: Infinity,
	};
}

/** Returns the entries that have a name or an ID. */
export function namedEntries(
	records: readonly JsonValue[],
	{ singular }: FilterList,
): NamedEntry[] {
	return records.flatMap((record) => namedEntry(record, singular) ?? []);
}

export interface NamedEntry {
	/** As it came: the service may tell 42 from "42". */
	readonly id: number | string;
	readonly name: string;
}

/**
 * Reads the ID and the name of an entry under usual names, since its fields are not documented.
 *
 * @returns `undefined` if it has neither
 */
export function namedEntry(entry: JsonValue, singular: string): NamedEntry | undefined {
	if (!isObject(entry)) return isScalar(entry) ? { id: entry, name: String(entry) } : undefined;
	const found = (names: string[]) => names.map((name) => entry[name]).find(isScalar);
	const id = found([`${singular}_id`, 'id']);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']);
	if (id !== undefined) return { id, name: String(label ?? (place || id)) };
	// The place was put together here, so the service does not know it.
	return label === undefined ? undefined : { id: label, name: String(label) };
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/**
 * Reads a list of a project, each entry once.
 *
 * @throws DescribedError if it cannot be read, or is no list of entries with names or IDs
 */
export async function readEntries(
	lists: Lists,
	list: FilterList,
	projectId: JsonValue,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly notices: readonly Notice[] }> {
	const read = await lists.read(listQuery(list, projectId));
	const entries = entriesIn(read, list);
	if (entries instanceof DescribedError) throw entries;
	return { entries, notices: read.notices };
}

/** Returns the entries of a list, each once; or the error, also if they have neither names nor IDs. */
export function entriesIn(
	{ records, pages, error, isNoList }: ListResult,
	list: FilterList,
): NamedEntry[] | DescribedError {
	if (error !== undefined) return asDescribed(error);
	// An empty answer is a problem of the service, as everywhere.
	if (pages.length === 0 || (isNoList === true && records.length === 0)) {
		return new ServiceError(`The service returned no ${list.entries}`, TRY_LATER);
	}
	if (isNoList === true) return unreadable(`The service returned no list of ${list.entries}`);
	const entries = distinct(namedEntries(records, list));
	if (entries.length > 0 || records.length === 0) return entries;
	return unreadable(
		`The ${list.entries} that the service returned have no name or ID that the node recognizes`,
	);
}

const TRY_LATER = "Try again later, or enter the ID with 'By Name or ID'.";

function unreadable(message: string): DescribedError {
	return new DescribedError(message, "Enter the ID with 'By Name or ID'.");
}
