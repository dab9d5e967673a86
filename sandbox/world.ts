import type { Json } from './json';
import { BRANDS, type Brand } from './domain';
import { AnswerTable } from './answers';
import { idKeyOf, makeBulk, makeRecords, type Resource } from './records';
import { madeOnce } from './recent';
import { usualNumbers } from './usual';

/** The keys the sandbox knows. */
export const KEYS = {
	/** Agency workspace with three projects. */
	agency: 'sandbox-key-agency',
	/** Another workspace with one project; the agency's projects answer 403. */
	second: 'sandbox-key-second',
	/** A workspace without projects. */
	empty: 'sandbox-key-empty',
	/** The GEO API works, every call of the Agents API answers 403. */
	geoOnly: 'sandbox-key-geo-only',
} as const;

/** The projects of the sandbox by what they are about: the first three are the agency's. */
export const PROJECTS = {
	coffee: 'proj-ember-oak',
	outdoor: 'proj-ridgeline',
	saas: 'proj-taskpilot',
	skincare: 'proj-lumen-skin',
	bikes: 'proj-kettle-cycles',
} as const;

/** One project. */
export interface Project {
	readonly id: string;
	readonly name: string;
	readonly url: string;
	readonly created_at: string;
	readonly type: string;
}

/** What a key is scoped to: exactly one workspace (spec). */
export interface Workspace {
	readonly key: string;
	readonly id: string;
	readonly name: string;
	/** Whether the key reaches the Agents API. */
	readonly agents: boolean;
	readonly projects: Project[];
}

type BrandName = keyof typeof BRANDS;

const DAY_MS = 86_400_000;

function project(brand: BrandName, number: number): Project {
	const { name, url } = BRANDS[brand];
	const created_at = new Date(Date.UTC(2026, 0, number % 28)).toISOString();
	return { id: PROJECTS[brand], name, url, created_at, type: 'STANDARD' };
}

function makeWorkspaces(): Workspace[] {
	const workspace = (key: keyof typeof KEYS, name: string, projects: Project[]): Workspace => ({
		...{ key: KEYS[key], id: KEYS[key].replace('sandbox-key', 'ws'), name, projects },
		agents: key !== 'geoOnly',
	});
	const agency = [project('coffee', 4101), project('outdoor', 4102), project('saas', 4103)];
	return [
		workspace('agency', 'Bright Harbor Agency', agency),
		workspace('second', 'Lumen Skin', [project('skincare', 4201)]),
		workspace('empty', 'Fresh Start', []),
		workspace('geoOnly', 'Kettle Cycles', [project('bikes', 4301)]),
	];
}

const BRAND_NAMES = ['coffee', 'outdoor', 'saas', 'skincare', 'bikes'] as const;
const BRAND_OF = new Map(
	BRAND_NAMES.map((name): [string, Brand] => [PROJECTS[name], BRANDS[name]]),
);

/**
 * The data of the sandbox. Lists are live: what a test changes is what the next request reads. A list is
 * made when it is first read, and depends on the seed alone, not on which lists were read before.
 */
export class World {
	private lists = new Map<string, Json[]>();

	private tables = new Map<string, AnswerTable>();

	/** The numbers of each list without dates, by its name and day. They survive a reset. */
	private usual = new Map<string, ReturnType<typeof usualNumbers>>();

	/** Which entry of its list a record is that the sandbox has made itself. */
	private entries = new WeakMap<Json, number>();

	/** What was changed in records, whatever the period. */
	private patched = new WeakMap<Json, Json>();

	workspaces: readonly Workspace[] = makeWorkspaces();

	constructor(
		private readonly seed: number,
		readonly now: () => number,
	) {}

	/** Returns the list of a project, with the numbers that it has without dates. */
	list(projectId: string, resource: Resource): Json[] {
		const name = `${projectId}/${resource}`;
		const known = this.lists.get(name);
		if (known) return known;
		const made = makeRecords(this.answers(projectId), resource, this.today);
		const numbers = madeOnce(this.usual, `${name}/${this.today}`, () =>
			usualNumbers(this.answers(projectId), resource, this.now()),
		);
		for (const { record, index } of made) {
			this.entries.set(record, index);
			Object.assign(record, numbers(index));
		}
		const records = made.map(({ record }) => record);
		this.lists.set(name, records);
		return records;
	}

	/** Returns the answers that AI platforms gave about a project; throws for an unknown project. */
	answers(projectId: string): AnswerTable {
		this.check(projectId);
		// Projects that a test adds have no brand of their own and borrow one.
		const brand = BRAND_OF.get(projectId) ?? BRANDS.coffee;
		return madeOnce(
			this.tables,
			projectId,
			() => new AnswerTable(`${this.seed}/${projectId}`, brand),
		);
	}

	/** Returns which entry of its list a record is; `undefined` if a test has added it. */
	entryOf(record: Json): number | undefined {
		return this.entries.get(record);
	}

	/** The day of the clock, in days since 1970. */
	get today(): number {
		return Math.floor(this.now() / DAY_MS);
	}

	/** Replaces a list by `count` small records. */
	bulk(projectId: string, resource: Resource, count: number): void {
		this.check(projectId);
		this.lists.set(`${projectId}/${resource}`, makeBulk(resource, count, this.today));
	}

	/** Puts a record at the end of a list. */
	add(projectId: string, resource: Resource, record: Json): void {
		this.list(projectId, resource).push(record);
	}

	/** Changes members of the record with this ID; throws when there is none. */
	patch(projectId: string, resource: Resource, id: string, change: Json): void {
		const found = this.list(projectId, resource)[this.placeOf(projectId, resource, id)];
		if (found === undefined) return;
		Object.assign(found, change);
		this.patched.set(found, { ...this.patched.get(found), ...change });
	}

	/** Returns what was changed in a record by `patch`. */
	patchOf(record: Json): Json | undefined {
		return this.patched.get(record);
	}

	/** Takes the record with this ID out of its list; throws when there is none. */
	remove(projectId: string, resource: Resource, id: string): void {
		this.list(projectId, resource).splice(this.placeOf(projectId, resource, id), 1);
	}

	private placeOf(projectId: string, resource: Resource, id: string): number {
		const key = idKeyOf(resource);
		const place = this.list(projectId, resource).findIndex((row) => row[key] === id);
		if (place < 0) throw new Error(`Project '${projectId}' has no record '${id}' in ${resource}.`);
		return place;
	}

	/** Puts everything back to how it started. */
	reset(): void {
		this.lists = new Map();
		this.workspaces = makeWorkspaces();
	}

	/** @throws Error for an unknown project */
	private check(projectId: string): void {
		const isKnown = this.workspaces.some(({ projects }) =>
			projects.some(({ id }) => id === projectId),
		);
		if (!isKnown) throw new Error(`The sandbox has no project '${projectId}'.`);
	}
}
