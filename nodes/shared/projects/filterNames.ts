import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { DescribedError, isObject, mayLackRecords, type Notice, ServiceError } from '../base';
import type { ListResult, Lists } from '../reading';
import {
	entriesOrError,
	FILTER_LISTS,
	type FilterList,
	filterListQuery,
	type NamedEntry,
} from './filterLists';
import { normalizeName, sortBySimilarity, firstNamesText } from './names';

interface EntryNames {
	/** The entries of the list. `compared` is the normalized name of an entry. */
	readonly entries: ReadonlyArray<NamedEntry & { readonly compared: string }>;
	/** The notice on unknown values if the list may be incomplete. If it is missing, an unknown value is an error. */
	readonly unknownValueNotice?: Notice;
}

/**
 * Replaces names in filters by IDs from the lists of the project. If a list may be incomplete, unknown
 * names stay as they are.
 *
 * @param named the filters whose values may be names
 * @throws DescribedError if a name is unknown or not unique
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
		const names = cachedEntryNames(await lists.read(filterListQuery(list, projectId)), list);
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

/** The names in each list, which are kept because many input items need the same list. */
const namesByList = new WeakMap<ListResult, EntryNames>();

function cachedEntryNames(read: ListResult, list: FilterList): EntryNames {
	const names = namesByList.get(read) ?? readEntryNames(read, list);
	namesByList.set(read, names);
	return names;
}

function readEntryNames(read: ListResult, list: FilterList): EntryNames {
	const listLabel = list.label;
	const sent = `so the values of the filter ${list.filter} were sent as they are, as IDs.`;
	const found = entriesOrError(read, list);
	if (found instanceof DescribedError) {
		// A name that is sent as an ID matches no record. After an outage, a gap notice makes a trigger try again.
		const isOutage =
			found instanceof ServiceError && !NO_ACCESS_STATUSES.includes(found.status ?? 0);
		const text = `The ${listLabel} of the project could not be read, ${sent} ${found.message}.`;
		const kind = isOutage ? 'gap' : 'note';
		return { entries: [], unknownValueNotice: { kind, text, advice: found.description } };
	}
	const entries = found.map((entry) => ({ ...entry, compared: normalizeName(entry.name) }));
	if (entries.length === 0) {
		return {
			entries,
			unknownValueNotice: { kind: 'note', text: `The project lists no ${listLabel}, ${sent}` },
		};
	}
	const lack = read.notices.find(mayLackRecords);
	if (lack === undefined) return { entries };
	const text = `Some ${listLabel} of the project are missing, ${sent} ${lack.text}`;
	return { entries, unknownValueNotice: { kind: 'gap', text, advice: lack.advice } };
}

/** Statuses that mean that the key has no access to the list, or that there is no such list. */
const NO_ACCESS_STATUSES = [401, 403, 404];

/** Replaces each value in a filter of the form `{ condition, items: [{ operator, value }] }` (public). */
function mapFilterValues(filter: JsonValue, changed: (value: JsonValue) => JsonValue): JsonValue {
	if (!isObject(filter) || !Array.isArray(filter.items)) return filter;
	const items = filter.items.map((item) => {
		if (!isObject(item)) return item;
		const { value = null } = item;
		return { ...item, value: Array.isArray(value) ? value.map(changed) : changed(value) };
	});
	return { ...filter, items };
}

/**
 * Returns the ID of an entry by its name or ID. Returns `undefined` if it is unknown, but the list may lack entries.
 */
function findEntryId(value: JsonValue, list: FilterList, known: EntryNames): JsonValue | undefined {
	const { label: what } = list;
	const { entries, unknownValueNotice } = known;
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	if (entries.some(({ id }) => String(id) === text)) return value;
	const wanted = normalizeName(text);
	const named = entries.filter(({ compared }) => compared === wanted);
	// The name of a market is a country and a language: `GERMANY · GERMAN`. The user may enter only one of these.
	const partly = entries.filter(({ compared }) => compared.split(' · ').includes(wanted));
	const [first, ...others] = named.length > 0 || list.singular !== 'market' ? named : partly;
	if (first !== undefined && others.length === 0) return first.id;
	if (first !== undefined) {
		const ids = [first, ...others].map(({ id }) => String(id));
		throw new DescribedError(
			`${ids.length} ${what} of the project have the name '${text}'`,
			`Enter the ID of one of them in its place: ${firstNamesText(ids)}.`,
		);
	}
	if (unknownValueNotice !== undefined) return undefined;
	const names = entries.map(({ name }) => name);
	throw new DescribedError(
		`'${text}' is not among the ${what} of the project`,
		`Enter one of these in its place, by name or ID: ${firstNamesText(sortBySimilarity(text, names))}.`,
	);
}
