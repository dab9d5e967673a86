import type { JsonValue } from 'n8n-workflow';
import { type ApiRequest, type Client, geoRead } from '../api';
import {
	asDescribed,
	DescribedError,
	isLack,
	isObject,
	knownOrMade,
	type Notice,
	ServiceError,
} from '../base';
import { PAGINATION, readList, type ReadOptions } from '../reading';
import { asName, distinct, nearestFirst, someOf } from './projects';

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

/** Returns the request for a list of a project, and the names under which its entries may arrive. */
export function listRequest({ singular, plural }: FilterList, projectId: JsonValue) {
	const request = geoRead(`business/${plural}`, { project_id: projectId });
	return { request, paging: PAGINATION, names: [plural, `${singular}s`] };
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
	client: Client,
	list: FilterList,
	projectId: JsonValue,
	options: Partial<ReadOptions>,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly notices: readonly Notice[] }> {
	const { names, ...asked } = listRequest(list, projectId);
	const { records, pages, notices, error, isNoList } = await readList(
		{
			...asked,
			send: async (page) => await client.send(page),
			expected: { api: 'geo', names, at: '', kind: 'list' },
		},
		Infinity,
		options,
	);
	if (error !== undefined) throw error;
	// An empty answer is a problem of the service, as everywhere.
	if (pages.length === 0 || (isNoList === true && records.length === 0)) {
		throw new ServiceError(`The service returned no ${list.entries}`, TRY_LATER);
	}
	if (isNoList === true) throw unreadable(`The service returned no list of ${list.entries}`);
	const entries = distinct(namedEntries(records, list));
	if (entries.length > 0 || records.length === 0) return { entries, notices };
	throw unreadable(
		`The ${list.entries} that the service returned have no name or ID that the node recognizes`,
	);
}

const TRY_LATER = "Try again later, or enter the ID with 'By Name or ID'.";

function unreadable(message: string): DescribedError {
	return new DescribedError(message, "Enter the ID with 'By Name or ID'.");
}

interface Names {
	/** `compared` is the name in the form in which names are compared. */
	readonly entries: ReadonlyArray<NamedEntry & { readonly compared: string }>;
	/** The notice for a value that is not in the list, if the list may lack it: else that is an error. */
	readonly doubt?: Notice;
}

/** Finds names in filters. It reads each list of a project once, and only if it is needed. */
export class FilterNames {
	private readonly known = new Map<string, Promise<Names>>();

	constructor(
		private readonly client: Client,
		private readonly options: Partial<ReadOptions>,
	) {}

	/**
	 * Replaces names in filters by IDs, from the lists of the project. IDs stay as they are, and so do
	 * values that the list cannot tell.
	 *
	 * @param named the filters whose values may be names
	 * @throws DescribedError if a list has no entry with a name or ID, or several with a name
	 */
	async resolve(request: ApiRequest, named: readonly string[]) {
		const body = isObject(request.body) ? request.body : {};
		const { filters, project_id: projectId = null } = body;
		if (!isObject(filters)) return { request, notices: [] };
		const resolved = { ...filters };
		const notices = new Set<Notice>();
		for (const list of Object.values<FilterList>(FILTER_LISTS)) {
			const filter = filters[list.filter];
			if (filter === undefined || !named.includes(list.filter)) continue;
			const key = JSON.stringify([list.filter, projectId]);
			const names = await knownOrMade(this.known, key, () => this.readNames(list, projectId));
			if (names.doubt?.kind === 'gap' && names.entries.length === 0) this.known.delete(key);
			resolved[list.filter] = withValues(filter, (value) => {
				const id = idOf(value, list, names);
				if (id === undefined && names.doubt !== undefined) notices.add(names.doubt);
				return id ?? value;
			});
		}
		return { request: { ...request, body: { ...body, filters: resolved } }, notices: [...notices] };
	}

	private async readNames(list: FilterList, projectId: JsonValue): Promise<Names> {
		const { client, options } = this;
		const read = await readEntries(client, list, projectId, options).catch(asDescribed);
		const sent = `so the values of the filter ${list.filter} were sent as they are, as IDs.`;
		if (read instanceof DescribedError) {
			// A later try may succeed; until then, a name that was sent as an ID matches nothing.
			const isOutage = read instanceof ServiceError && !REFUSED.includes(read.status ?? 0);
			const message = `The ${list.entries} of the project could not be read, ${sent} ${read.message}. ${read.description}`;
			return { entries: [], doubt: { kind: isOutage ? 'gap' : 'note', message } };
		}
		const entries = read.entries.map((entry) => ({ ...entry, compared: asName(entry.name) }));
		if (entries.length === 0) {
			return { entries, doubt: { message: `The project lists no ${list.entries}, ${sent}` } };
		}
		const lack = read.notices.find(isLack);
		if (lack === undefined) return { entries };
		const message = `Some ${list.entries} of the project are missing, ${sent} ${lack.message}`;
		return { entries, doubt: { kind: 'gap', message } };
	}
}

/** With these statuses, the service gives no access to a list, or has none. */
const REFUSED = [401, 403, 404];

/** Changes the values of a filter (public: `{ condition, items: [{ operator, value }] }`). */
function withValues(filter: JsonValue, changed: (value: JsonValue) => JsonValue): JsonValue {
	if (!isObject(filter) || !Array.isArray(filter.items)) return filter;
	const items = filter.items.map((item) => {
		if (!isObject(item)) return item;
		const { value = null } = item;
		return { ...item, value: Array.isArray(value) ? value.map(changed) : changed(value) };
	});
	return { ...filter, items };
}

/**
 * Returns the ID that a value names, or is itself; `undefined` if the list cannot tell.
 *
 * @throws DescribedError if no entry has the name, or several have it
 */
function idOf(value: JsonValue, list: FilterList, known: Names): JsonValue | undefined {
	const { entries: what } = list;
	const { entries, doubt } = known;
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	if (entries.some(({ id }) => String(id) === text)) return value;
	const wanted = asName(text);
	const [first, ...others] = entries.filter(({ compared }) => compared === wanted);
	if (first !== undefined && others.length === 0) return first.id;
	if (first !== undefined) {
		const ids = [first, ...others].map(({ id }) => String(id));
		throw new DescribedError(
			`${ids.length} ${what} of the project have the name '${text}'`,
			`Enter the ID of one of them in its place: ${someOf(ids)}.`,
		);
	}
	if (doubt !== undefined) return undefined;
	const names = entries.map(({ name }) => name);
	throw new DescribedError(
		`'${text}' is not among the ${what} of the project`,
		`Enter one of these in its place, by name or ID: ${someOf(nearestFirst(text, names))}.`,
	);
}
