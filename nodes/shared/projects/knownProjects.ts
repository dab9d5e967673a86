import { type ApiName, APIS, type Client } from '../api';
import { DescribedError, type Notice, ServiceError } from '../base';
import { asAddress, asName, distinct, nearestTo, someOf } from './names';
import {
	hasNoAccess,
	isPart,
	type ListedProjects,
	listProjects,
	type Project,
	type ProjectList,
	readProjects,
} from './readProjects';

/** A project by its ID, or by what the user knows of it: its name, its URL, or its ID all the same. */
export type OneProject =
	{ readonly by: 'id'; readonly id: string } | { readonly by: 'name'; readonly name: string };

/** Which projects the user has chosen: one, all, or those of all with a text in their name or URL. */
export type ProjectChoice = OneProject | { readonly by: 'all'; readonly containing?: string };

/** What one or both APIs say of the projects. A project that both of them list is there twice. */
interface Known extends ListedProjects {
	/** The projects with their names and URLs as they are compared. */
	readonly compared: ReadonlyArray<{ project: Project; name: string; address: string }>;
}

/** The projects of an API key. Each API is asked for them once, and only if they are needed. */
export class KnownProjects {
	private own?: Promise<Known>;
	private both?: Promise<Known>;

	/** @param api the API of the node, whose list comes first */
	constructor(
		private readonly client: Client,
		private readonly api: ApiName,
	) {}

	/**
	 * The projects that were chosen: exactly one, unless all are.
	 *
	 * @param isWatched whether a project, by its ID, must not be lost: if its name or URL is not known any
	 * more, some of the projects are missing, although no later run may know them
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
		if (containing === undefined) return await this.listed();
		return await this.containing(containing, isWatched);
	}

	/** The one with this name or URL, without regard to case, or with this ID. */
	private async named(name: string): Promise<ProjectList> {
		const own = await this.listed();
		const found = own.projects.every(isNamed) ? matching(own, name) : [];
		const known = found.length > 0 ? own : await this.known();
		const projects = found.length > 0 ? found : matching(known, name);
		if (projects.length === 0) throw notFound(name, known);
		if (projects.length === 1) return { projects, notices: isPart(known) ? [MAYBE_ANOTHER] : [] };
		const ids = someOf(projects.map(({ id }) => id));
		throw new DescribedError(
			`${projects.length} projects match '${name}'`,
			`Enter one of their IDs in 'Project', with 'By ID': ${ids}.`,
		);
	}

	/** Those with a text in their name or URL (public: the same as `query` of the GEO API). */
	private async containing(text: string, isWatched: (id: string) => boolean): Promise<ProjectList> {
		const known = await this.known();
		const { notices, unknown } = known;
		const wanted = asName(text);
		const hasText = (own: Project) =>
			[isNamed(own) ? own.name : '', own.url ?? ''].some((term) => asName(term).includes(wanted));
		const found = known.projects.filter(hasText);
		if (found.length > 0) {
			const isLost = (own: Project) => !isKnown(own) && !hasText(own) && isWatched(own.id);
			const kind = known.projects.some(isLost) ? 'gap' : unknown?.kind;
			return { projects: distinct(found), notices, unknown: unknown && { ...unknown, kind } };
		}
		if (isBare(known)) throw noNames(known);
		if (unknown !== undefined) {
			const title = `No project is known to have '${text}' in its name or URL`;
			throw new DescribedError(title, unknown.message);
		}
		const message = `No project has '${text}' in its name or URL. ${nearest(text, known)}`;
		return { projects: [], notices: [{ kind: 'note', message }, ...notices] };
	}

	/** What the API of the node lists. */
	private async listed(): Promise<Known> {
		this.own ??= listProjects(this.client, this.api).then(compared);
		return await this.own;
	}

	/** The same with what the other API lists, where that may have more. */
	private async known(): Promise<Known> {
		this.both ??= this.listed().then(async (own) => await this.completed(own));
		return await this.both;
	}

	/** What Who Am I sends beside IDs is not known; the GEO API sends names and URLs (public). */
	private async completed(own: Known): Promise<Known> {
		const { client } = this;
		const isGeo = own.api === 'geo';
		const isWhole = !isPart(own) && own.projects.every(isGeo ? isNamed : isKnown);
		if (isWhole || (isGeo && !client.offers('agents'))) return own;
		const api = isGeo ? 'agents' : 'geo';
		const other = await readProjects(client, api).catch((error: unknown) => {
			if (error instanceof DescribedError) return error;
			throw error;
		});
		if (other instanceof DescribedError) {
			return { ...own, unknown: unknownNames(other, api, client.offers(api)) };
		}
		// What Who Am I lacks is in the list of the GEO API, which is documented; not the other way round.
		const isSettled = ({ kind }: Notice) => !isGeo && (kind === 'gap' || kind === 'doubt');
		const notices = own.notices.filter((notice) => !isSettled(notice));
		return compared({
			api,
			projects: [...own.projects, ...other.projects],
			notices: [...notices, ...other.notices],
		});
	}
}

function compared(list: ListedProjects): Known {
	const entries = list.projects.map((project) => ({
		project,
		name: isNamed(project) ? asName(project.name) : '',
		address: asAddress(project.url ?? ''),
	}));
	return { ...list, compared: entries };
}

/** Those with this name or ID; if there is none, those with this URL. */
function matching({ compared: all }: Known, text: string): Project[] {
	const [wanted, address] = [asName(text), asAddress(text)];
	const named = all.filter(({ name, project: { id } }) => name === wanted || id === text.trim());
	const found =
		named.length > 0 ? named : all.filter((own) => address !== '' && own.address === address);
	return distinct(found.map(({ project }) => project));
}

/** Whether the service has sent a name. */
function isNamed({ id, name }: Project): boolean {
	return name !== id;
}

/** Whether the service has sent all that people may know of a project. */
function isKnown(project: Project): boolean {
	return isNamed(project) && project.url !== undefined;
}

/** Whether the service has sent neither names nor URLs. */
function isBare({ projects }: Known): boolean {
	return projects.every((project) => !isNamed(project) && project.url === undefined);
}

const MAYBE_ANOTHER: Notice = {
	kind: 'note',
	message:
		'The service lists only a part of the projects. If another one has the same name, the node does not know it.',
};

function notFound(name: string, known: Known): DescribedError {
	if (isBare(known)) return noNames(known);
	const count = distinct(known.projects).length;
	const part = `The service lists only ${count} of the projects, so it may be among the others.`;
	const advice = [
		nearest(name, known),
		...(isPart(known) ? [part] : []),
		...(known.unknown === undefined ? [] : [known.unknown.message]),
		"Enter the name or ID of one that there is in 'Project', or choose it from the list.",
	];
	return new DescribedError(`No project has the name or URL '${name}'`, advice.join(' '));
}

/** The projects that share a word or its beginning with a text, else the first ones. */
function nearest(text: string, { projects }: Known): string {
	const names = distinct(projects).map(({ name }) => name);
	const { similar, others } = nearestTo(text, names);
	if (similar.length === 0) return `The projects are: ${someOf(others)}.`;
	return `The nearest ${similar.length === 1 ? 'is' : 'are'}: ${someOf(similar)}.`;
}

/** Why some names and URLs are not known: a note if no later run would know more. */
function unknownNames(error: DescribedError, api: ApiName, isOffered: boolean): Notice {
	const { title } = APIS[api];
	// What helps against a refusal elsewhere, such as another project, does not here.
	const why = hasNoAccess(error)
		? `The API key has no access to the ${title} (403).`
		: `${error.message}. ${error.description}`;
	const message = `Not all names and URLs are known, because the ${title} did not list the projects: ${why}`;
	return { kind: hasNoAccess(error) || !isOffered ? 'note' : 'gap', message };
}

function noNames({ unknown }: Known): ServiceError {
	const todo = "Choose the project from the list of 'Project', or enter its ID.";
	return new ServiceError(
		'The service lists the projects without names and URLs',
		unknown === undefined ? todo : `${todo} ${unknown.message}`,
	);
}
