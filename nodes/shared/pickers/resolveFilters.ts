import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../api';
import { DescribedError, isObject, type Notice, ServiceError } from '../base';
import { asName, distinct, nearestTo, someOf } from '../projects';
import {
	FILTER_LISTS,
	type FilterList,
	type ListRequest,
	listRequest,
	namedEntries,
	type NamedEntry,
} from './filterLists';

/**
 * Reads a list of a project: its entries, and why some are missing, if some are.
 *
 * @throws DescribedError if it cannot be read
 */
export type ReadEntries = (
	list: ListRequest,
) => Promise<{ readonly records: readonly JsonValue[]; readonly lack?: string }>;

/** The entries of a list by their IDs, and by their names as they are compared. */
interface Names {
	readonly entries: readonly NamedEntry[];
	readonly ids: ReadonlySet<string>;
	readonly byName: ReadonlyMap<string, readonly NamedEntry[]>;
	/** What to say of a value that is not among them, if some are missing. */
	readonly lack?: Notice;
}

/** What is known in a run of the lists of projects; a notice where one cannot be told. */
export type KnownNames = Map<string, Promise<Names | Notice>>;

/**
 * A request of the GEO API with the IDs of what its filters name, from the lists of its project. IDs
 * stay as they are, and so does everything where the list cannot tell.
 *
 * @param named the filters whose values may be names
 * @param known what was read before in the same run, and what is read now
 * @throws DescribedError if a list has no entry with a name or ID, or several with a name
 */
export async function resolveFilters(
	request: ApiRequest,
	named: readonly string[],
	read: ReadEntries,
	known: KnownNames = new Map(),
): Promise<{ readonly request: ApiRequest; readonly notices: readonly Notice[] }> {
	const body = isObject(request.body) ? request.body : {};
	const { filters, project_id: projectId = null } = body;
	if (!isObject(filters)) return { request, notices: [] };
	const resolved = { ...filters };
	const notices: Notice[] = [];
	for (const list of Object.values<FilterList>(FILTER_LISTS)) {
		const filter = filters[list.filter];
		if (filter === undefined || !named.includes(list.filter)) continue;
		const asked = listRequest(list, projectId);
		const key = JSON.stringify(asked.request);
		const found = known.get(key) ?? namesIn(list, read(asked));
		known.set(key, found);
		const names = await found;
		if ('message' in names) notices.push(names);
		else {
			const unknown: Notice[] = [];
			resolved[list.filter] = withIds(filter, list, names, unknown);
			notices.push(...unknown.slice(0, 1));
		}
	}
	return { request: { ...request, body: { ...body, filters: resolved } }, notices };
}

/** Statuses with which the service gives no access to a list, or has none. */
const REFUSED = [401, 403, 404];

/** What a list says, or what to say where it cannot tell. */
async function namesIn(
	list: FilterList,
	reading: ReturnType<ReadEntries>,
): Promise<Names | Notice> {
	const records = await reading.catch((error: unknown) => {
		if (error instanceof DescribedError) return error;
		throw error;
	});
	const { filter, plural, entries: what = plural } = list;
	const sent = `so the values of the filter ${filter} were sent as they are, as IDs.`;
	if (records instanceof DescribedError) {
		const why = `${records.message}. ${records.description}`;
		// Without access, a filter by ID still works. Else a name would match nothing, in silence.
		const isRefused = records instanceof ServiceError && REFUSED.includes(records.status ?? 0);
		const message = `The ${what} of the project could not be read, ${sent} ${why}`;
		return { kind: isRefused ? 'note' : 'gap', message };
	}
	const { lack } = records;
	const entries = distinct(namedEntries(records.records, list));
	if (entries.length === 0) return { message: `The project lists no ${what}, ${sent}` };
	const byName = new Map<string, NamedEntry[]>();
	for (const entry of entries) {
		const name = asName(entry.name);
		byName.set(name, [...(byName.get(name) ?? []), entry]);
	}
	return {
		...{ entries, byName, ids: new Set(entries.map(({ id }) => String(id))) },
		...(lack === undefined
			? {}
			: {
					lack: {
						kind: 'gap',
						message: `Some ${what} of the project are missing, ${sent} ${lack}`,
					},
				}),
	};
}

/** A filter (public: `{ condition, items: [{ operator, value }] }`) with IDs in place of names. */
function withIds(filter: JsonValue, list: FilterList, names: Names, unknown: Notice[]): JsonValue {
	if (!isObject(filter) || !Array.isArray(filter.items)) return filter;
	const idOf = (value: JsonValue) => {
		const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
		if (names.ids.has(text)) return value;
		if (names.lack === undefined || names.byName.has(asName(text))) {
			return idNamed(text, list, names);
		}
		unknown.push(names.lack);
		return value;
	};
	const items = filter.items.map((item) => {
		if (!isObject(item)) return item;
		const { value = null } = item;
		return { ...item, value: Array.isArray(value) ? value.map(idOf) : idOf(value) };
	});
	return { ...filter, items };
}

/** @throws DescribedError if there is no such name, or several entries have it */
function idNamed(name: string, list: FilterList, { entries, byName }: Names): JsonValue {
	const { filter, plural, entries: what = plural } = list;
	const ids = byName.get(asName(name))?.map((entry) => entry.id) ?? [];
	const [id] = ids;
	if (id === undefined) {
		const all = entries.map((entry) => entry.name);
		const { similar, others } = nearestTo(name, all);
		throw new DescribedError(
			`'${name}' is not among the ${what} of the project`,
			`Enter one of these for the filter ${filter}, by name or ID: ${someOf([...similar, ...others])}.`,
		);
	}
	if (ids.length === 1) return id;
	throw new DescribedError(
		`${ids.length} ${what} of the project have the name '${name}'`,
		`Enter the ID of one of them for the filter ${filter}: ${someOf(ids.map(String))}.`,
	);
}
