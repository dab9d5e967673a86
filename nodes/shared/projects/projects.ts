import type { JsonValue } from 'n8n-workflow';
import { type ApiName, type ApiRequest, APIS, type Client, geoRead } from '../api';
import {
	asDescribed,
	DescribedError,
	isLack,
	isObject,
	knownOrMade,
	type Notice,
	noticeAbout,
	ServiceError,
} from '../base';
import { LIMIT_AND_OFFSET, type ListSource, readList } from '../reading';

/** Needs only the API key. Answers with `projects`, each with an `id` (spec). */
export const WHOAMI: ApiRequest = {
	api: 'agents',
	effect: 'read',
	method: 'GET',
	path: '/api/v1/business/whoami',
};

/** Answers with names and URLs; takes `limit`, `offset` and `query` in the body (public). */
export const GEO_PROJECTS = geoRead('business/projects');

const SOURCES: Readonly<Record<ApiName, Pick<ListSource, 'paging' | 'request'>>> = {
	agents: { request: WHOAMI },
	geo: { request: GEO_PROJECTS, paging: LIMIT_AND_OFFSET },
};

/** If the service sends no name, the ID is the name. */
export interface Project {
	readonly id: string;
	readonly name: string;
	/** The address of the website (public: GEO API). */
	readonly url?: string;
}

/** `name` may be a name, a URL or an ID. */
export type OneProject =
	{ readonly by: 'id'; readonly id: string } | { readonly by: 'name'; readonly name: string };

/** `containing` keeps projects with a text in their name or URL. */
export type ProjectChoice = OneProject | { readonly by: 'all'; readonly containing?: string };

export interface ProjectList {
	readonly projects: readonly Project[];
	/** For example, some projects are missing. */
	readonly notices: readonly Notice[];
}

interface NamedProjects extends ProjectList {
	/** Says why some names and URLs are not known, so that projects may be missing: a gap, or else a note. */
	readonly unknown?: Notice;
}

/** The projects of an API key. It asks each API for them once, and only if they are needed. */
export class KnownProjects {
	private readonly lists = new Map<ApiName, Promise<ProjectList>>();

	/** @param api the API of the node, whose list comes first */
	constructor(
		private readonly client: Client,
		private readonly api: ApiName,
	) {}

	/**
	 * Finds the chosen projects.
	 *
	 * @param isWatched whether a project must not be lost: if its name or URL is not known any more, the
	 * notice is a gap, although no later run may know them
	 * @throws DescribedError if there is none, or several have the name; ServiceError if the service
	 * does not list them
	 */
	async find(
		choice: ProjectChoice,
		isWatched: (id: string) => boolean = () => false,
	): Promise<ProjectList> {
		if (choice.by === 'name') return await this.named(choice.name);
		if (choice.by === 'id') {
			return { projects: [{ id: choice.id, name: choice.id }], notices: [] };
		}
		const { containing } = choice;
		if (containing === undefined) return await this.own();
		return await this.containing(containing, isWatched);
	}

	/** Finds one project by name or URL, without regard to case, or by ID. */
	private async named(name: string): Promise<ProjectList> {
		const own = namedLike(await this.own(), name);
		const projects = own.length > 0 ? own : namedLike(await this.all(), name);
		if (projects.length === 0) throw notFound(name, await this.all());
		if (projects.length === 1) return { projects, notices: [] };
		const ids = someOf(projects.map(({ id }) => id));
		throw new DescribedError(
			`${projects.length} projects match '${name}'`,
			`Enter one of their IDs in 'Project', with 'By ID': ${ids}.`,
		);
	}

	private async containing(text: string, isWatched: (id: string) => boolean): Promise<ProjectList> {
		const all = await this.all();
		const { notices, unknown } = all;
		const projects = all.projects.filter((project) => hasText(project, text));
		if (projects.length > 0) {
			if (unknown === undefined) return { projects, notices };
			const isLost = (project: Project) =>
				!isKnown(project) && !hasText(project, text) && isWatched(project.id);
			const kind = all.projects.some(isLost) ? 'gap' : unknown.kind;
			return { projects, notices: [...notices, { ...unknown, kind }] };
		}
		if (unknown !== undefined) {
			const title = `No project is known to have '${text}' in its name or URL`;
			throw new DescribedError(title, unknown.message);
		}
		const message = `No project has '${text}' in its name or URL. ${nearest(text, all)}`;
		return { projects, notices: [{ kind: 'note', message }, ...notices] };
	}

	/** Asks the API of the node; with a key that has no access to the GEO API, it asks Who Am I. */
	private async own(): Promise<ProjectList> {
		return await this.list(this.api).catch(async (error: unknown) => {
			if (!hasNoAccess(error) || !this.client.offers('agents')) throw error;
			return await this.list('agents');
		});
	}

	/**
	 * Adds the list of the GEO API if names or URLs are missing: it sends both (public), while only the IDs
	 * in Who Am I are certain (spec).
	 */
	private async all(): Promise<NamedProjects> {
		const own = await this.own();
		if (!own.notices.some(isLack) && own.projects.every(isKnown)) return own;
		const geo = await this.list('geo').catch(asDescribed);
		if (geo instanceof DescribedError) {
			return { ...own, unknown: unknownNames(geo, this.client.offers('geo')) };
		}
		return { ...geo, projects: distinct([...geo.projects, ...own.projects]) };
	}

	private async list(api: ApiName): Promise<ProjectList> {
		const list = knownOrMade(this.lists, api, () => readProjects(this.client, api));
		return await list.catch((error: unknown) => {
			// After an outage, the next item may succeed.
			if (!hasNoAccess(error)) this.lists.delete(api);
			throw error;
		});
	}
}

/** Whether a text is in the name or URL of a project (public: as `query` of the GEO API). */
export function hasText({ name, url = '' }: Project, text: string): boolean {
	const wanted = asName(text);
	return [name, url].some((term) => asName(term).includes(wanted));
}

/** Returns the projects with this name or ID; if there is none, those with this URL. */
function namedLike({ projects }: ProjectList, text: string): readonly Project[] {
	const wanted = asName(text);
	const named = projects.filter(({ id, name }) => asName(name) === wanted || id === text.trim());
	const address = asAddress(text);
	if (named.length > 0 || address === '') return named;
	return projects.filter(({ url = '' }) => asAddress(url) === address);
}

/** Whether the service has sent both a name and a URL. */
function isKnown({ id, name, url }: Project): boolean {
	return name !== id && url !== undefined;
}

/** Whether an API has refused a valid key, which then is for the other API (spec). */
function hasNoAccess(error: unknown): boolean {
	return error instanceof ServiceError && error.status === 403;
}

function notFound(name: string, list: NamedProjects): DescribedError {
	return new DescribedError(
		`No project has the name or URL '${name}'`,
		[
			nearest(name, list),
			...[...list.notices, list.unknown].flatMap((notice) => notice?.message ?? []),
			"Enter the name or ID of one that there is in 'Project', or choose it from the list.",
		].join(' '),
	);
}

function nearest(text: string, { projects }: ProjectList): string {
	const names = projects.map(({ name }) => name);
	return `The projects are, nearest first: ${someOf(nearestFirst(text, names))}.`;
}

/** Says why some names and URLs are not known: in a note if no later run would know more. */
function unknownNames(error: DescribedError, isOffered: boolean): Notice {
	const { title } = APIS.geo;
	// The advice on a refusal elsewhere, such as another project, does not help here.
	const why = hasNoAccess(error)
		? `The API key has no access to the ${title} (403).`
		: `${error.message}. ${error.description}`;
	const message = `Not all names and URLs are known, because the ${title} did not list the projects: ${why}`;
	return { kind: hasNoAccess(error) || !isOffered ? 'note' : 'gap', message };
}

/** The answer should list projects and does not. */
export const NO_PROJECT_LIST = new ServiceError(
	'The service returned no list of projects with IDs',
	"Choose 'By ID' under 'Project' and enter the ID. Agents → Identity → Who Am I shows what the service sends.",
);

const NO_PROJECTS = new ServiceError(
	'This API key has no projects',
	'Create a project in the web application, or use the API key of another workspace.',
);

/** @throws ServiceError if there is none, the answer is no list of them, or the service fails before its end */
async function readProjects(client: Client, api: ApiName): Promise<ProjectList> {
	const source: ListSource = {
		...SOURCES[api],
		send: async (page) => await client.send(page),
		expected: { api, names: ['projects'], at: '', kind: 'list' },
	};
	const { records, notices, error, isNoList } = await readList(source, Infinity);
	if (error !== undefined) throw error;
	if (isNoList === true) throw NO_PROJECT_LIST;
	if (records.length === 0) {
		const none = notices.some(isLack) ? NO_PROJECT_LIST : NO_PROJECTS;
		throw notices.reduce((error, { message }) => error.with(message), none);
	}
	return {
		projects: distinct(records.map(projectOf)),
		// The user did not ask for the records of this list.
		notices: notices.map((notice) => noticeAbout(notice, 'the list of projects')),
	};
}

/** @throws ServiceError if an entry has no ID, although each has one (spec) */
function projectOf(entry: JsonValue): Project {
	const { id, name, url } = isObject(entry) ? entry : {};
	const value = typeof id === 'number' ? String(id) : textOf(id);
	if (value === undefined) throw NO_PROJECT_LIST;
	return { id: value, name: textOf(name) ?? value, url: textOf(url) };
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}

/** An error or a notice lists at most so many. */
const MOST_NAMES = 10;

/** The length of the beginning of a word, in letters. */
const BEGINNING = 3;

/** Normalizes a name for comparison: case, blanks, and the encoding of accents do not count. */
export function asName(text: string): string {
	return text.normalize('NFC').toUpperCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Normalizes a URL for comparison: scheme, `www.` and slashes at the end do not count, either. */
export function asAddress(text: string): string {
	return asName(text)
		.replace(/^[A-Z][A-Z0-9+.-]*:\/\//, '')
		.replace(/^WWW\./, '')
		.replace(/\/+$/, '');
}

/** Returns the first entry with each ID. */
export function distinct<Entry extends { readonly id: number | string }>(
	entries: readonly Entry[],
): Entry[] {
	const byId = new Map<number | string, Entry>();
	for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry);
	return [...byId.values()];
}

/** Sorts names by how many words, or beginnings of words, they share with a text. */
export function nearestFirst(text: string, names: readonly string[]): string[] {
	const wanted = beginningsIn(text);
	const shared = (name: string) =>
		[...beginningsIn(name)].filter((word) => wanted.has(word)).length;
	return [...new Set(names)].sort((one, other) => shared(other) - shared(one));
}

/** Lists some names or IDs, and how many more there are. */
export function someOf(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Returns how the words of a text begin; a short word is its own beginning. */
function beginningsIn(text: string): Set<string> {
	const words = asAddress(text).split(/[^\p{L}\p{N}]+/u);
	return new Set(words.filter((word) => word !== '').map((word) => word.slice(0, BEGINNING)));
}
