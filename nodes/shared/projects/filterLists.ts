import type { JsonValue } from 'n8n-workflow';
import { geoReadRequest } from '../api';
import {
	type Advice,
	asDescribedError,
	DescribedError,
	isObject,
	type Notice,
	ServiceError,
} from '../base';
import { type ListQuery, type ListResult, type Lists, GEO_PAGING } from '../reading';
import { distinctById } from './names';

/** A list of a project, such as its topics. The entries of the list are the values of a filter (public). */
export interface FilterList {
	/** The filter that takes the IDs of the entries (public). */
	readonly filter: string;
	/** The name of an entry, as in field names: `topic` in `topic_id`. */
	readonly singular: string;
	/** The last step of the endpoint's path. It is also a possible name of the list in the answer. */
	readonly plural: string;
	/** The name of the entries in errors and notices. */
	readonly label: string;
}

/** The lists from which users pick the values of filters. */
export const FILTER_LISTS = {
	market: { filter: 'markets', singular: 'market', plural: 'markets', label: 'markets' },
	model: { filter: 'platform', singular: 'platform', plural: 'models', label: 'AI platforms' },
	prompt: { filter: 'prompts', singular: 'prompt', plural: 'prompts', label: 'prompts' },
	tag: { filter: 'tags', singular: 'tag', plural: 'tags', label: 'tags' },
	topic: { filter: 'topics', singular: 'topic', plural: 'topics', label: 'topics' },
} satisfies Readonly<Record<string, FilterList>>;

export function filterListQuery({ singular, plural }: FilterList, projectId: JsonValue): ListQuery {
	return {
		request: geoReadRequest(`business/${plural}`, { project_id: projectId }),
		answerKind: 'list',
		listNames: [plural, `${singular}s`],
		idFields: ['id', `${singular}_id`],
		paging: GEO_PAGING,
		limit: Infinity,
	};
}

/** Reads the entries that have a name or ID. */
export function readNamedEntries(
	records: readonly JsonValue[],
	{ singular }: FilterList,
): NamedEntry[] {
	return records.flatMap((record) => readNamedEntry(record, singular) ?? []);
}

export interface NamedEntry {
	/** The ID as the service sent it, since the service may distinguish 42 from "42". */
	readonly id: number | string;
	readonly name: string;
}

/** Reads the ID and name of an entry. Their fields are not documented, so the usual names of such fields count. */
export function readNamedEntry(entry: JsonValue, singular: string): NamedEntry | undefined {
	if (!isObject(entry)) return isScalar(entry) ? { id: entry, name: String(entry) } : undefined;
	const found = (names: string[]) => names.map((name) => entry[name]).find(isScalar);
	const id = found([`${singular}_id`, 'id']);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']);
	if (id !== undefined) return { id, name: String(label ?? (place || id)) };
	// A country and a language in one text are no ID, since the service does not know such a text.
	return label === undefined ? undefined : { id: label, name: String(label) };
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** @throws DescribedError if the list cannot be read, or its entries have neither names nor IDs */
export async function readFilterEntries(
	lists: Lists,
	list: FilterList,
	projectId: JsonValue,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly notices: readonly Notice[] }> {
	const read = await lists.read(filterListQuery(list, projectId));
	const entries = entriesOrError(read, list);
	if (entries instanceof DescribedError) throw entries;
	return { entries, notices: read.notices };
}

/** Returns each entry once. Returns an error if there is no list, or no entry has a name or ID. */
export function entriesOrError(
	{ records, pages, error, hasNoList }: ListResult,
	list: FilterList,
): NamedEntry[] | DescribedError {
	if (error !== undefined) return asDescribedError(error);
	if (pages.length === 0 || (hasNoList === true && records.length === 0)) {
		return new ServiceError(`The service returned no ${list.label}`, TRY_LATER);
	}
	if (hasNoList === true) {
		return unreadableListError(`The service returned no list of ${list.label}`);
	}
	const entries = distinctById(readNamedEntries(records, list));
	if (entries.length > 0 || records.length === 0) return entries;
	return unreadableListError(
		`The ${list.label} that the service returned have no name or ID that the node recognizes`,
	);
}

const TRY_LATER: Advice = {
	forPeople: "Try again later, or enter the ID with 'By Name or ID'.",
	forModel: 'Try again later, or enter the ID.',
};

function unreadableListError(message: string): DescribedError {
	return new DescribedError(message, {
		forPeople: "Enter the ID with 'By Name or ID'.",
		forModel: 'Enter the ID.',
	});
}
