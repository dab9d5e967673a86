import type { JsonValue } from 'n8n-workflow';
import { type ApiName, type ApiRequest, APIS, createGeoReadRequest } from '../api';
import {
	adviceOf,
	asDescribedError,
	CONTACT_SUPPORT,
	DescribedError,
	formatNameList,
	isObject,
	mayLackRecords,
	type Notice,
	addSubjectToNotice,
	parseMoment,
	quoted,
	ServiceError,
} from '../base';
import { GEO_PROJECTS_PAGING, type ListQuery, type Lists, DEFAULT_PAGE_SIZE } from '../reading';
import { KEY_IS_ID, type Project } from '../table';
import { normalizeAddress, normalizeName, distinctById, sortBySimilarity, wordsIn } from './names';

/** The request of the operation Who Am I. In the response, `projects` has entries with an `id` (our spec). */
export const WHOAMI_REQUEST: ApiRequest = {
	api: 'agents',
	effect: 'safe',
	method: 'GET',
	path: '/api/v1/business/whoami',
};

/** Project IDs have only these characters (our spec). An ID is sent in a header, which could lose others. */
export const PROJECT_ID = /^[\x21-\x7e]+$/;

/** @throws DescribedError if the service sent an ID with invalid characters */
export function checkListedProject({ id }: Project): void {
	if (PROJECT_ID.test(id)) return;
	throw new ServiceError(
		'The service lists a project whose ID has characters that an ID cannot have',
		`Nothing was read under this ID: ${CONTACT_SUPPORT}.`,
	);
}

/** Lists the projects with names and URLs. The body may have `limit`, `offset` and `query` (public docs). */
export const GEO_PROJECTS_REQUEST = createGeoReadRequest('business/projects');

export const NO_PROJECT_LIST = new ServiceError(
	'The service returned no list of projects with IDs',
	{
		forPeople:
			"Choose 'By ID' under 'Project' and enter the ID. Agents → Identity → Who Am I shows what the service sends.",
		forModel: "Enter the ID of the project in 'Project'.",
	},
);

const COMMON_PROJECT_QUERY = {
	answerKind: 'list',
	listNames: ['projects'],
	noListError: NO_PROJECT_LIST,
	key: KEY_IS_ID,
	limit: Infinity,
	maxPageSize: DEFAULT_PAGE_SIZE,
} as const;

const PROJECT_QUERIES: Readonly<Record<ApiName, ListQuery>> = {
	agents: { ...COMMON_PROJECT_QUERY, request: WHOAMI_REQUEST },
	geo: { ...COMMON_PROJECT_QUERY, request: GEO_PROJECTS_REQUEST, paging: GEO_PROJECTS_PAGING },
};

/**
 * `name` may be a name, a URL or an ID. In a tool, it may be several with commas, unless `isSingle` is set. `containing`
 * is only set if an AI model wrote the name: the model may choose, and errors name, the projects that contain this text.
 */
export type SingleProjectChoice =
	| { readonly by: 'id'; readonly id: string }
	| Readonly<{
			by: 'name';
			name: string;
			isInTool?: boolean;
			isSingle?: boolean;
			containing?: string;
	  }>;

export type ProjectChoice =
	SingleProjectChoice | { readonly by: 'all'; readonly containing?: string };

export interface ProjectList {
	readonly projects: readonly Project[];
	readonly notices: readonly Notice[];
}

interface NamedProjects extends ProjectList {
	/** Warns that a search may miss projects, because some names or URLs are unknown. */
	readonly unknownNames?: Notice;
}

/**
 * Finds the chosen projects.
 *
 * @param api the API of the node, which is asked first
 * @param isWatched whether a trigger watches a project. An unknown name or URL of such a project is reported as `gap`
 * @throws DescribedError if no project has the name
 * @throws DescribedError if several projects have the name
 * @throws ServiceError if the service lists no projects
 */
export async function findProjects(
	lists: Lists,
	api: ApiName,
	choice: ProjectChoice,
	isWatched: (id: string) => boolean = () => false,
): Promise<ProjectList> {
	if (choice.by === 'name') {
		return { projects: await findProjectsByNames(choice, lists, api), notices: [] };
	}
	if (choice.by === 'id') return { projects: [{ id: choice.id, name: choice.id }], notices: [] };
	const { containing } = choice;
	if (containing === undefined) return await readProjectsWithFallback(lists, api);
	return projectsContaining(containing, await readNamedProjects(lists, api), isWatched);
}

/** Finds a project by its ID. If that fails, the ID is also the name. */
export async function findProjectById(id: string, lists: Lists, api: ApiName): Promise<Project> {
	return await findProjectByName(id, lists, api).catch((error: unknown) => {
		asDescribedError(error);
		return { id, name: id };
	});
}

/** Matches a comma between names, but not that of `Acme, Inc.` */
const COMMA =
	/,(?!\s*(?:inc|l\.?l\.?c|llp|ltd|plc|corp|co|company|gmbh|ag|s\.?a|b\.?v)\.?\s*(?:,|$))/i;

/**
 * Finds a project by its name; in a tool, several: `Acme, Globex`. There, words of a name are enough if no other project
 * has them.
 */
async function findProjectsByNames(
	{ name, isInTool, isSingle, containing }: Extract<ProjectChoice, { by: 'name' }>,
	lists: Lists,
	api: ApiName,
): Promise<readonly Project[]> {
	if (isInTool !== true) return [await findProjectByName(name, lists, api)];
	const all = keepContaining(await readProjectsWithFallback(lists, api), containing);
	const parts = name.split(COMMA).map((part) => part.trim());
	const isOne = isSingle || matchProjects(all, name).length > 0;
	const wanted = isOne ? [name] : parts.filter((part) => part !== '');
	const found = await Promise.all(
		wanted.map(async (one) => {
			const [first, ...others] =
				matchProjects(all, one).length > 0 ? [] : projectsWithAllWords(all, one);
			if (first !== undefined && others.length === 0) return { ...first, enteredName: one };
			return await findProjectByName(one, lists, api, containing);
		}),
	);
	return distinctById(found);
}

/** Finds the projects whose names contain all words of a text. */
function projectsWithAllWords({ projects }: ProjectList, text: string): Project[] {
	const wanted = wordsIn(normalizeName(text));
	if (wanted.length === 0) return [];
	return projects.filter(({ name }) => {
		const words = wordsIn(normalizeName(name));
		return wanted.every((word) => words.includes(word));
	});
}

async function findProjectByName(name: string, lists: Lists, api: ApiName, containing?: string) {
	const isFromModel = containing !== undefined;
	const readNamed = async () => keepContaining(await readNamedProjects(lists, api), containing);
	const list = await readProjectsWithFallback(lists, api);
	const own = matchProjects(keepContaining(list, containing), name);
	const projects = own.length > 0 ? own : matchProjects(await readNamed(), name);
	const [first, ...others] = projects;
	if (first === undefined) throw projectNotFoundError(name, await readNamed(), isFromModel);
	if (others.length === 0) return first;
	const ids = formatNameList(projects.map(({ id }) => id));
	throw new DescribedError(`${projects.length} projects match '${name}'`, {
		forPeople: `Enter one of their IDs in 'Project', with 'By ID': ${ids}.`,
		forModel: isFromModel ? `Enter one of their IDs in 'Project': ${ids}.` : '',
	});
}

function keepContaining(list: NamedProjects, text = ''): NamedProjects {
	return { ...list, projects: list.projects.filter((one) => projectContainsText(one, text)) };
}

function projectsContaining(
	text: string,
	all: NamedProjects,
	isWatched: (id: string) => boolean,
): ProjectList {
	const { notices, unknownNames } = all;
	const { projects } = keepContaining(all, text);
	if (projects.length > 0) {
		if (unknownNames === undefined) return { projects, notices };
		const isLost = (project: Project) =>
			!hasNameAndUrl(project) && !projectContainsText(project, text) && isWatched(project.id);
		const kind = all.projects.some(isLost) ? 'gap' : unknownNames.kind;
		return { projects, notices: [...notices, { ...unknownNames, kind }] };
	}
	if (unknownNames !== undefined) {
		throw new DescribedError(
			`No project is known to have '${text}' in its name or URL`,
			adviceOf(unknownNames),
		);
	}
	const nothing = `No project has '${text}' in its name or URL.`;
	const advice = nearestProjectsText(text, all);
	return { projects, notices: [{ kind: 'note', text: nothing, advice }, ...notices] };
}

/** Reads the projects from an API. If the API key has no access to it, asks Who Am I. */
async function readProjectsWithFallback(lists: Lists, api: ApiName): Promise<ProjectList> {
	return await readProjects(lists, api).catch(async (error: unknown) => {
		if (!hasNoAccess(error) || !lists.hasBaseUrl('agents')) throw error;
		return await readProjects(lists, 'agents');
	});
}

/** Reads the projects. If names or URLs are missing, asks the GEO API, which has both (public docs). */
async function readNamedProjects(lists: Lists, api: ApiName): Promise<NamedProjects> {
	const own = await readProjectsWithFallback(lists, api);
	if (!own.notices.some(mayLackRecords) && own.projects.every(hasNameAndUrl)) return own;
	try {
		const { projects, notices } = await readProjects(lists, 'geo');
		return { projects: distinctById([...projects, ...own.projects]), notices };
	} catch (thrown) {
		const error = asDescribedError(thrown);
		return { ...own, unknownNames: unknownNamesNotice(error, lists.hasBaseUrl('geo')) };
	}
}

/** Whether the name or URL contains the text. The GEO API compares `query` in the same way (public docs). */
export function projectContainsText({ name, url = '' }: Project, text: string): boolean {
	const wanted = normalizeName(text);
	return [name, url].some((term) => normalizeName(term).includes(wanted));
}

function matchProjects({ projects }: ProjectList, text: string): readonly Project[] {
	const wanted = normalizeName(text);
	const named = projects.filter(
		({ id, name }) => normalizeName(name) === wanted || id === text.trim(),
	);
	const address = normalizeAddress(text);
	if (named.length > 0 || address === '') return named;
	return projects.filter(({ url = '' }) => normalizeAddress(url) === address);
}

function hasNameAndUrl({ id, name, url }: Project): boolean {
	return name !== id && url !== undefined;
}

/** Whether the API refused the key (403). A key may be for only one of the APIs (our spec). */
function hasNoAccess(error: unknown): boolean {
	return error instanceof ServiceError && error.status === 403;
}

function projectNotFoundError(name: string, list: NamedProjects, isFromModel: boolean) {
	const known = [
		nearestProjectsText(name, list),
		...[...list.notices, list.unknownNames].flatMap((notice) => notice?.text ?? []),
		"Enter the name or ID of one that there is in 'Project'",
	].join(' ');
	return new DescribedError(`No project has the name or URL '${name}'`, {
		forPeople: `${known}, or choose it from the list.`,
		forModel: isFromModel ? `${known}.` : '',
	});
}

function nearestProjectsText(text: string, { projects }: ProjectList): string {
	const names = projects.map(({ name }) => name);
	const list = formatNameList(sortBySimilarity(text, names), 10, quoted);
	return `The projects are, nearest first: ${list || 'none'}.`;
}

/** Says why names and URLs are unknown. If a later run may know them, the kind of the notice is `gap`. */
function unknownNamesNotice(error: DescribedError, isOffered: boolean): Notice {
	const { title } = APIS.geo;
	// Without access, the usual advice to check the project does not help, so it is left out.
	const [why, advice] = hasNoAccess(error)
		? [`The API key has no access to the ${title} (403)`]
		: [error.message, error.description];
	const text = `Not all names and URLs are known, because the ${title} did not list the projects: ${why}.`;
	return { kind: hasNoAccess(error) || !isOffered ? 'note' : 'gap', text, advice };
}

const NO_PROJECTS = new ServiceError(
	'This API key has no projects',
	'Create a project in the web application, or use the API key of another workspace.',
);

/**
 * @throws ServiceError if there are no projects
 * @throws ServiceError if a project cannot be read
 */
async function readProjects(lists: Lists, api: ApiName): Promise<ProjectList> {
	const { records, notices, error } = await lists.read(PROJECT_QUERIES[api]);
	if (error !== undefined) throw error;
	const projects = records.flatMap((entry) => parseProject(entry) ?? []);
	// Each project has an ID (our spec). If an entry has none, this is not the list of projects.
	if (projects.length < records.length) throw NO_PROJECT_LIST;
	if (records.length === 0) {
		const none = notices.some(mayLackRecords) ? NO_PROJECT_LIST : NO_PROJECTS;
		throw notices.reduce((found, notice) => found.withAdvice(adviceOf(notice)), none);
	}
	return {
		projects: distinctById(projects),
		notices: notices.map((notice) => addSubjectToNotice(notice, 'the list of projects')),
	};
}

function parseProject(entry: JsonValue): Project | undefined {
	const { id, name, url, created_at: created } = isObject(entry) ? entry : {};
	const text = typeof id === 'number' ? String(id) : id;
	if (typeof text !== 'string' || toNonEmptyText(text) === undefined) return undefined;
	// HTTP ignores spaces around a header, so they are removed. Other blanks, such as tabs, make the ID invalid.
	const value = /^[\x20-\x7e]*$/.test(text) ? text.trim() : text;
	const createdOn =
		parseMoment(created) === undefined ? undefined : toNonEmptyText(created)?.slice(0, 10);
	return { id: value, name: toNonEmptyText(name) ?? value, url: toNonEmptyText(url), createdOn };
}

function toNonEmptyText(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}
