import type { Kind, Value } from './oracle';

/** What was read of the records of each project since their last event. */
type Known = Map<string, Map<string, readonly Value[]>>;

/** A project at the time of a poll; one that is not among them is not listed. */
export interface Shown {
	readonly id: string;
	readonly isRefused: boolean;
	readonly records: ReadonlyMap<string, Value>;
}

interface Memory {
	readonly known: Known;
	readonly refused: ReadonlySet<string>;
}

/** What a trigger over all projects has to hand over and to show as failed. */
export class WorkspaceOracle {
	readonly expected: string[] = [];

	failures = 0;

	private memory: Memory = { known: new Map(), refused: new Set() };

	private saved = this.memory;

	constructor(private readonly kind: Kind) {}

	/** The first look, which is quiet, and after which n8n saves in any case. */
	start(shown: readonly Shown[]): void {
		this.look(shown);
		this.saved = this.memory;
	}

	/** A start of n8n with what it saved. */
	restart(shown: readonly Shown[]): void {
		this.memory = this.saved;
		this.start(shown);
	}

	/** A poll. If no project can be read, it fails as a whole. */
	look(shown: readonly Shown[]): void {
		const read = shown.filter(({ isRefused }) => !isRefused);
		const refused = new Set(shown.filter(({ isRefused }) => isRefused).map(({ id }) => id));
		const before = this.memory;
		if (read.length === 0 || [...refused].some((id) => !before.refused.has(id))) this.failures += 1;
		if (read.length === 0) return;

		const { length } = this.expected;
		const known: Known = new Map(before.known);
		for (const project of read) known.set(project.id, this.read(project, known.get(project.id)));
		this.memory = { known, refused };
		const isNews = this.expected.length > length;
		if (isNews || read.some(({ id }) => this.isLost(id)) || this.hasEnded()) {
			this.saved = this.memory;
		}
	}

	/** A project that was never read before starts quietly. */
	private read({ id: project, records }: Shown, known: ReturnType<Known['get']>) {
		const after = new Map(known);
		for (const [id, value] of records) {
			if (!this.kind.isThere(value)) continue;
			const before = after.get(id);
			const event = known === undefined ? undefined : this.kind.event(id, value, before);
			if (event !== undefined) this.expected.push(`${project}: ${event}`);
			after.set(id, event === undefined ? [...(before ?? []), value] : [value]);
		}
		return after;
	}

	private isLost(project: string): boolean {
		const saved = this.saved.known.get(project);
		const now = this.memory.known.get(project) ?? new Map<string, readonly Value[]>();
		return [...now].some(([id, readings]) => {
			const old = saved?.get(id);
			return old === undefined || this.kind.isLost(readings, old);
		});
	}

	/** Whether a failure is over, which n8n does not know yet. */
	private hasEnded(): boolean {
		return [...this.saved.refused].some((id) => !this.memory.refused.has(id));
	}
}
