import type { JsonObject, JsonValue } from 'n8n-workflow';
import { type ApiRequest, createGeoReadRequest } from '../api';
import {
	asDescribedError,
	DescribedError,
	formatNameList,
	getOrCreate,
	groupBy,
	isObject,
	mayLackRecords,
	type Notice,
	quoted,
	ServiceError,
} from '../base';
import { type ListQuery, type ListResult, type Lists, GEO_PAGING } from '../reading';
import { keyFieldsOfList } from '../table';
import { distinctById, normalizeName, sortBySimilarity } from './names';

/** A list of a project, such as its topics. Its entries are the values of a filter (public docs). */
export interface FilterList {
	readonly filter: string;
	/** The word for an entry in field names: `topic` in `topic_id`. */
	readonly singular: string;
	/** The end of the endpoint's path. The list may also have this name in the response. */
	readonly plural: string;
	readonly label: string;
}

export const FILTER_LISTS = {
	market: { filter: 'markets', singular: 'market', plural: 'markets', label: 'markets' },
	model: { filter: 'platform', singular: 'platform', plural: 'models', label: 'AI platforms' },
	prompt: { filter: 'prompts', singular: 'prompt', plural: 'prompts', label: 'prompts' },
	tag: { filter: 'tags', singular: 'tag', plural: 'tags', label: 'tags' },
	topic: { filter: 'topics', singular: 'topic', plural: 'topics', label: 'topics' },
} satisfies Readonly<Record<string, FilterList>>;

function createFilterListQuery(list: FilterList, projectId: JsonValue): ListQuery {
	const { singular, plural, label } = list;
	return {
		request: createGeoReadRequest(`business/${plural}`, { project_id: projectId }),
		answerKind: 'list',
		listNames: [plural, `${singular}s`],
		noListError: unreadableListError(`The service returned no list of ${label}`),
		key: keyFieldsOfList(singular, 'name'),
		paging: GEO_PAGING,
		limit: Infinity,
	};
}

interface NamedEntry {
	/** The ID as the service sent it: the service may distinguish 42 from "42". */
	readonly id: number | string;
	readonly name: string;
}

/** Reads the ID and name of an entry. Their field names are not documented, so the node tries usual names. */
export function parseNamedEntry(entry: JsonValue, singular: string): NamedEntry | undefined {
	if (!isObject(entry)) return isScalar(entry) ? { id: entry, name: String(entry) } : undefined;
	const found = (names: string[]) => names.map((name) => entry[name]).find(isScalar);
	const id = found([`${singular}_id`, 'id']);
	const place = [found(['country', 'country_code']), found(['language', 'language_code'])]
		.filter((part) => part !== undefined)
		.join(' · ');
	const label = found(['name', `${singular}_name`, singular, 'title', 'label']);
	if (id !== undefined) return { id, name: String(label ?? (place || id)) };
	// The service does not know a text such as `Germany · de`, so `place` cannot be an ID.
	return label === undefined ? undefined : { id: label, name: String(label) };
}

function isScalar(value: JsonValue | undefined): value is number | string {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/**
 * @throws DescribedError if the list cannot be read
 * @throws DescribedError if its entries have neither names nor IDs
 */
export async function readFilterEntries(
	lists: Lists,
	list: FilterList,
	projectId: JsonValue,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly notices: readonly Notice[] }> {
	const read = await lists.read(createFilterListQuery(list, projectId));
	const entries = parseEntriesOrError(read, list);
	if (entries instanceof DescribedError) throw entries;
	return { entries, notices: read.notices };
}

/** Returns each entry once, or an error that says why the list cannot be used. */
function parseEntriesOrError(
	{ records, error }: ListResult,
	list: FilterList,
): NamedEntry[] | DescribedError {
	if (error !== undefined) return asDescribedError(error);
	const entries = distinctById(records.flatMap((one) => parseNamedEntry(one, list.singular) ?? []));
	if (entries.length > 0 || records.length === 0) return entries;
	return unreadableListError(
		`The ${list.label} that the service returned have no name or ID that the node recognizes`,
	);
}

function unreadableListError(message: string): DescribedError {
	return new DescribedError(message, {
		forPeople: "Enter the ID with 'By Name or ID'.",
		forModel: 'Enter the ID.',
	});
}

interface EntryNames {
	readonly entries: readonly NamedEntry[];
	readonly ids: ReadonlySet<string>;
	readonly byName: ReadonlyMap<string, readonly NamedEntry[]>;
	/** Warns of an unknown value if the list may be incomplete. If `undefined`, an unknown value is an error. */
	readonly unknownValueNotice?: Notice;
}

/**
 * Replaces names in filters with IDs. If the project's list may be incomplete, unknown names stay.
 *
 * @param named the filters whose values may be names
 * @throws DescribedError if a name is unknown
 * @throws DescribedError if several entries have the name
 */
export async function resolveFilterNames(
	lists: Lists,
	request: ApiRequest,
	named: readonly string[],
): Promise<{ readonly request: ApiRequest; readonly notices: readonly Notice[] }> {
	const body = isObject(request.body) ? request.body : {};
	const { filters, project_id: projectId = null } = body;
	if (!isObject(filters)) return { request, notices: [] };
	const resolved: JsonObject = { ...filters };
	const notices = new Set<Notice>();
	for (const list of Object.values<FilterList>(FILTER_LISTS)) {
		const filter = filters[list.filter];
		if (filter === undefined || !named.includes(list.filter)) continue;
		const read = await lists.read(createFilterListQuery(list, projectId));
		const names = namesByList.get(read) ?? readEntryNames(read, list);
		namesByList.set(read, names);
		resolved[list.filter] = mapFilterValues(filter, (value) => {
			const id = findEntryId(value, list, names);
			if (id === undefined && names.unknownValueNotice !== undefined) {
				notices.add(names.unknownValueNotice);
			}
			return id ?? value;
		});
	}
	return { request: { ...request, body: { ...body, filters: resolved } }, notices: [...notices] };
}

/** A cache, because many input items need the same list. */
const namesByList = new WeakMap<ListResult, EntryNames>();

function readEntryNames(read: ListResult, list: FilterList): EntryNames {
	const found = parseEntriesOrError(read, list);
	const names = indexEntries(found instanceof DescribedError ? [] : found, list);
	return { ...names, unknownValueNotice: noticeIfIncomplete(found, read, list) };
}

function noticeIfIncomplete(
	found: readonly NamedEntry[] | DescribedError,
	{ notices }: ListResult,
	{ filter, label }: FilterList,
): Notice | undefined {
	const sent = `so the values of the filter ${filter} were sent as they are, as IDs.`;
	if (found instanceof DescribedError) {
		// After an outage, the kind `gap` makes a trigger poll again. A name that was sent as an ID may match nothing.
		const isOutage =
			found instanceof ServiceError && !NO_ACCESS_STATUSES.includes(found.status ?? 0);
		const text = `The ${label} of the project could not be read, ${sent} ${found.message}.`;
		return { kind: isOutage ? 'gap' : 'note', text, advice: found.description };
	}
	if (found.length === 0) return { kind: 'note', text: `The project lists no ${label}, ${sent}` };
	const lack = notices.find(mayLackRecords);
	if (lack === undefined) return undefined;
	const text = `Some ${label} of the project are missing, ${sent} ${lack.text}`;
	return { kind: 'gap', text, advice: lack.advice };
}

/** Indexes the entries by name. The market `Germany · German` also has the names `Germany` and `German`. */
function indexEntries(entries: readonly NamedEntry[], { singular }: FilterList): EntryNames {
	const byName = groupBy(entries, ({ name }) => normalizeName(name));
	const byPart = new Map<string, NamedEntry[]>();
	for (const [name, own] of singular === 'market' ? byName : []) {
		for (const part of new Set(name.split(' · '))) {
			getOrCreate(byPart, part, () => []).push(...own);
		}
	}
	const ids = new Set(entries.map(({ id }) => String(id)));
	return { entries, ids, byName: new Map([...byPart, ...byName]) };
}

/** Statuses for a list that the API key may not read, or that does not exist. */
const NO_ACCESS_STATUSES = [401, 403, 404];

/** Replaces each value in a filter of the form `{ condition, items: [{ operator, value }] }` (public docs). */
function mapFilterValues(filter: JsonValue, changed: (value: JsonValue) => JsonValue): JsonValue {
	if (!isObject(filter) || !Array.isArray(filter.items)) return filter;
	const items = filter.items.map((item) => {
		if (!isObject(item)) return item;
		const { value = null } = item;
		return { ...item, value: Array.isArray(value) ? value.map(changed) : changed(value) };
	});
	return { ...filter, items };
}

/** Finds an entry's ID by its ID or name. An unknown name is an error, or `undefined` if the list may be incomplete. */
function findEntryId(
	value: JsonValue,
	{ label }: FilterList,
	{ entries, ids, byName, unknownValueNotice }: EntryNames,
): JsonValue | undefined {
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	if (ids.has(text)) return value;
	const named = (byName.get(normalizeName(text)) ?? []).map(({ id }) => id);
	if (named.length > 1) {
		throw new DescribedError(
			`${named.length} ${label} of the project have the name '${text}'`,
			`Enter the ID of one of them in its place: ${formatNameList(named.map(String))}.`,
		);
	}
	if (named.length === 1 || unknownValueNotice !== undefined) return named[0];
	const all = entries.map(({ name }) => name);
	const names = formatNameList(sortBySimilarity(text, all), 10, quoted);
	throw new DescribedError(`'${text}' is not among the ${label} of the project`, {
		forPeople: `Enter one of these in its place, by name or ID: ${names}.`,
		forModel: `So no figure can be given for it. There are, nearest first: ${names}.`,
	});
}
