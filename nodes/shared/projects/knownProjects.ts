import {
	type Advice,
	adviceFor,
	DescribedError,
	joinedAdvice,
	type Notice,
	ServiceError,
} from '../base';
import type { Client } from '../api';
import { isNamed, ProjectNames, someIds } from './projectNames';
import {
	hasNoAccess,
	type ListedProjects,
	listProjects,
	type Project,
	type ProjectList,
	readProjects,
} from './readProjects';

/** All that can be known of the projects of an API key. */
interface Knowledge {
	readonly names: ProjectNames;
	readonly remarks: readonly Notice[];
	/** Why the GEO API did not list the names and URLs that are missing. */
	readonly failure?: Failure;
}

interface Failure {
	/** What happened and what to do about it. */
	readonly why: Advice;
	/** Whether the key has no GEO API, so that hardly any later run will know more. */
	readonly isLasting: boolean;
}

/** The projects of an API key. Each API is asked for them once, and only if they are needed. */
export class KnownProjects {
	private listed?: Promise<ListedProjects>;
	private first?: Promise<Knowledge>;
	private whole?: Promise<Knowledge>;

	constructor(private readonly client: Client) {}

	/**
	 * All of them.
	 *
	 * @throws ServiceError if there is none, or the service does not list them
	 */
	async all(): Promise<ListedProjects> {
		this.listed ??= listProjects(this.client);
		return await this.listed;
	}

	/**
	 * The one with this name or URL, without regard to case, or with this ID. A name goes before a URL.
	 *
	 * @throws DescribedError if there is none, or several; ServiceError as `all`
	 */
	async named(name: string): Promise<ProjectList> {
		this.first ??= this.all().then(({ projects, remarks }) => ({
			names: new ProjectNames(projects),
			remarks,
		}));
		const first = await this.first;
		const found = first.names.projects.every(isNamed) ? first.names.named(name) : [];
		return found.length > 0 ? only(found, name, first) : await this.namedInWhole(name);
	}

	/**
	 * Those with a text in their name or URL; none is no error, but a remark names the nearest. If some
	 * names or URLs are not known, others may belong to them: they are in doubt.
	 *
	 * @throws DescribedError if the service sends no names, or there is none as far as is known and
	 * some URLs are not; ServiceError as `all`
	 */
	async containing(text: string): Promise<ProjectList> {
		const known = await this.known();
		const { names, remarks } = known;
		const projects = names.containing(text);
		if (projects.length > 0) {
			const inDoubt = inDoubtBeside(projects, known);
			return { projects, remarks, inDoubt };
		}
		if (known.failure !== undefined) {
			const title = `No project is known to have '${text}' in its name or URL`;
			throw new DescribedError(title, unknownUrls(known.failure));
		}
		const message = `No project has '${text}' in its name or URL. ${nearestTo(text, names)}`;
		return { projects, remarks: [note(message), ...remarks] };
	}

	private async namedInWhole(name: string): Promise<ProjectList> {
		const known = await this.known(name);
		const found = known.names.matching(name);
		if (found.length > 0) return only(found, name, known);
		throw notFound(name, known);
	}

	/**
	 * All that can be known of the projects.
	 *
	 * @param id what to accept as an ID, if the service sends no names
	 * @throws DescribedError if the service sends neither names nor URLs
	 */
	private async known(id?: string): Promise<Knowledge> {
		this.whole ??= this.gather();
		const known = await this.whole;
		const { projects } = known.names;
		const isBare = projects.every((project) => !isNamed(project) && project.url === undefined);
		const isId = id !== undefined && known.names.named(id).length > 0;
		if (isBare && !isId) throw noNames(known.failure);
		return known;
	}

	/** The GEO API sends names and URLs (public). What whoami sends beside IDs is not known. */
	private async gather(): Promise<Knowledge> {
		const { api, projects, remarks } = await this.all();
		if (api === 'geo' || (projects.every(isKnown) && !isPart(remarks))) {
			return { names: new ProjectNames(projects), remarks };
		}
		const others = await readProjects(this.client, 'geo').catch((error: unknown) => {
			if (error instanceof DescribedError) return error;
			throw error;
		});
		if (others instanceof DescribedError) {
			const isLasting = !this.client.offers('geo') || hasNoAccess(others);
			const why = joinedAdvice([`${others.message}.`, detailsOf(others)], ' ');
			const failure = { why, isLasting };
			return { names: new ProjectNames(projects), remarks, failure };
		}
		return {
			names: new ProjectNames([...projects, ...others.projects]),
			// What is missing from one list is in the other, unless something is missing there, too.
			remarks: [...remarks.filter(({ kind }) => kind !== 'gap'), ...others.remarks],
		};
	}
}

/** What else is said of a failure. What helps against a refusal elsewhere, such as another project, does not here. */
function detailsOf(error: DescribedError): Advice {
	return hasNoAccess(error) ? 'The API key has no access to the GEO API (403).' : error.advice;
}

/** Whether the service has sent all that people may know of a project. */
function isKnown(project: Project): boolean {
	return isNamed(project) && project.url !== undefined;
}

/** @throws DescribedError if there are several */
function only(found: readonly Project[], name: string, { remarks }: Knowledge): ProjectList {
	if (found.length > 1) {
		throw new DescribedError(
			`${found.length} projects match '${name}'`,
			`Enter one of their IDs in 'Project', with 'By ID': ${someIds(found)}.`,
		);
	}
	return { projects: [...found], remarks: isPart(remarks) ? [note(MAYBE_ANOTHER)] : [] };
}

const MAYBE_ANOTHER =
	'The service lists only a part of the projects. If another one has the same name, the node does not know it.';

function isPart(remarks: readonly Notice[]): boolean {
	return remarks.some(({ kind }) => kind === 'gap' || kind === 'doubt');
}

/** The projects that may belong to those that were found, by a name or URL that is not known. */
function inDoubtBeside(found: readonly Project[], { names, failure }: Knowledge) {
	if (failure === undefined) return undefined;
	const others = names.projects.filter((project) => !isKnown(project) && !found.includes(project));
	const message = adviceFor('forPeople', unknownUrls(failure));
	const remark: Notice = { kind: failure.isLasting ? 'note' : 'gap', message };
	return { ids: others.map(({ id }) => id), remark };
}

function note(message: string): Notice {
	return { kind: 'note', message };
}

function notFound(name: string, { names, remarks, failure }: Knowledge): DescribedError {
	const part = isPart(remarks)
		? `The service lists only ${countOf(names)} of the projects, so it may be among the others. `
		: '';
	const known = `${nearestTo(name, names)} ${part}`.trim();
	const todo =
		"Enter the name or ID of one that there is in 'Project', or choose it from the list.";
	const advice = failure === undefined ? [known, todo] : [known, unknownUrls(failure), todo];
	return new DescribedError(`No project has the name or URL '${name}'`, joinedAdvice(advice, ' '));
}

function nearestTo(text: string, names: ProjectNames): string {
	const nearest = names.nearest(text);
	if (nearest.length === 0) return `None of the ${countOf(names)} projects has a similar name.`;
	return `The nearest ${nearest.length === 1 ? 'is' : 'are'}: ${nearest.join(', ')}.`;
}

function countOf({ projects }: ProjectNames): number {
	return new Set(projects.map(({ id }) => id)).size;
}

function unknownUrls({ why }: Failure): Advice {
	return joinedAdvice([UNKNOWN_URLS, why], ' ');
}

const UNKNOWN_URLS =
	'Not all names and URLs are known, because the GEO API did not list the projects:';

function noNames(failure: Failure | undefined): ServiceError {
	const todo = "Choose the project from the list of 'Project', or enter its ID.";
	return new ServiceError(
		'The service lists the projects without names and URLs',
		joinedAdvice(failure === undefined ? [todo] : [todo, failure.why], ' '),
	);
}
