import type { Project } from './readProjects';

/** The most names that an error or a hint lists. */
const MOST_NAMES = 5;

/** Longer texts are compared by their beginning. */
const LONGEST = 60;

/** A name as it is compared: without regard to case, to blanks, and to how accents are encoded. */
export function asName(text: string): string {
	return text.normalize('NFC').toUpperCase().normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A URL as it is compared: also without scheme, `www.` and slashes at its end. */
export function asAddress(text: string): string {
	return asName(text)
		.replace(/^[A-Z][A-Z0-9+.-]*:\/\//, '')
		.replace(/^WWW\./, '')
		.replace(/\/+$/, '');
}

/** A project as a wanted text is compared with it: letters and digits only. */
interface Forms {
	readonly project: Project;
	/** Its name and URL. */
	readonly wholes: readonly string[];
	/** The words of its name. */
	readonly words: readonly string[];
}

/** Projects by all that a user may know of them. */
export class ProjectNames {
	private readonly byName = new Map<string, Project[]>();
	private readonly byUrl = new Map<string, Project[]>();
	private forms?: readonly Forms[];

	/** @param projects each once or, with what another API says of it, several times */
	constructor(readonly projects: readonly Project[]) {
		for (const project of projects) {
			// An ID is compared as it is; the mark keeps it apart from names.
			add(this.byName, markedId(project.id), project);
			if (isNamed(project)) add(this.byName, asName(project.name), project);
			if (project.url !== undefined) add(this.byUrl, asAddress(project.url), project);
		}
	}

	/** Those with this name, or with this ID. */
	named(name: string): Project[] {
		const { byName } = this;
		return distinct([asName(name), markedId(name)].flatMap((key) => byName.get(key) ?? []));
	}

	/** Those with this name or ID; if there is none, those with this URL. */
	matching(name: string): Project[] {
		const named = this.named(name);
		const address = asAddress(name);
		if (named.length > 0 || address === '') return named;
		return distinct(this.byUrl.get(address) ?? []);
	}

	/** Those with a text in their name or URL (public: the same as `query` of the GEO API). */
	containing(text: string): Project[] {
		const wanted = asName(text);
		const found = this.projects.filter((project) => {
			const texts = [isNamed(project) ? project.name : '', project.url ?? ''];
			return texts.some((own) => asName(own).includes(wanted));
		});
		return distinct(found);
	}

	/** The names that are most like a text, the nearest first. */
	nearest(text: string): string[] {
		const wanted = lettersOf(text);
		this.forms ??= this.projects.map(formsOf);
		const near = this.forms
			.map((forms) => ({ name: forms.project.name, distance: distanceTo(forms, wanted) }))
			.filter(({ distance }) => Number.isFinite(distance))
			.sort((one, other) => one.distance - other.distance);
		return [...new Set(near.map(({ name }) => name))].slice(0, MOST_NAMES);
	}
}

/** Some IDs for an error, not too many. */
export function someIds(projects: readonly Project[]): string {
	const more = projects.length - MOST_NAMES;
	const ids = projects.slice(0, MOST_NAMES).map(({ id }) => id);
	return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Whether the service has sent a name. */
export function isNamed({ id, name }: Project): boolean {
	return name !== id;
}

function add(index: Map<string, Project[]>, key: string, project: Project): void {
	const known = index.get(key);
	if (known === undefined) index.set(key, [project]);
	else known.push(project);
}

function markedId(id: string): string {
	return `\n${id.trim()}`;
}

/** The first entry of each project, in their order. */
function distinct(projects: readonly Project[]): Project[] {
	const byId = new Map<string, Project>();
	for (const project of projects) if (!byId.has(project.id)) byId.set(project.id, project);
	return [...byId.values()];
}

function formsOf(project: Project): Forms {
	const lettersIn = (texts: readonly string[]) =>
		texts.map(lettersOf).filter((form) => form !== '');
	return {
		project,
		wholes: lettersIn([project.name, project.url ?? '']),
		words: lettersIn(project.name.split(/\s+/)),
	};
}

function lettersOf(text: string): string {
	return asAddress(text)
		.replace(/[^\p{L}\p{N}]/gu, '')
		.slice(0, LONGEST);
}

/**
 * How far a text is from a project: from its name or URL, or from a word of its name and the rest of
 * the name. Infinite if too far.
 */
function distanceTo({ wholes, words }: Forms, wanted: string): number {
	const [{ length } = ''] = wholes;
	return Math.min(
		...wholes.map((whole) =>
			isPart(whole, wanted) || isPart(wanted, whole)
				? Math.abs(whole.length - wanted.length)
				: nearDistance(whole, wanted),
		),
		...words.map((word) => nearDistance(word, wanted) + length - word.length),
	);
}

function isPart(part: string, whole: string): boolean {
	return part.length > 2 && whole.includes(part);
}

/** The edit distance, if no more than a third of the letters differ; else infinite. */
function nearDistance(one: string, other: string): number {
	const most = Math.floor(Math.max(one.length, other.length) / 3);
	if (Math.abs(one.length - other.length) > most) return Infinity;
	let row = Array.from({ length: other.length + 1 }, (_, place) => place);
	for (let index = 0; index < one.length; index++) {
		const next = [index + 1];
		let least = index + 1;
		for (let place = 0; place < other.length; place++) {
			const replaced = (row[place] ?? 0) + (one[index] === other[place] ? 0 : 1);
			const distance = Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1);
			next.push(distance);
			least = Math.min(least, distance);
		}
		// It never becomes less again. In a list of a thousand clients, most end here.
		if (least > most) return Infinity;
		row = next;
	}
	const distance = row.at(-1) ?? 0;
	return distance > most ? Infinity : distance;
}
