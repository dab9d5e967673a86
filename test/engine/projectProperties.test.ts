import './harness/scaledTime';
import fc from 'fast-check';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS } from '../../sandbox';
import { samples } from '../samples';
import { agencyProjects, newProject, refuse } from './harness/agency';
import { project, useBench } from './harness/fixture';
import { KINDS, type Kind, type Value } from './harness/oracle';
import { type Shown, WorkspaceOracle } from './harness/workspaceOracle';

const bench = useBench();

/** The last one is not listed at the start. */
const IDS = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas, 'p-added'] as const;
type Id = (typeof IDS)[number];

/** What can happen to a workflow over all projects. */
type Step =
	| { readonly kind: 'change'; readonly project: Id; readonly id: string; readonly value: Change }
	| { readonly kind: 'comeOrGo' | 'failOrRecover'; readonly project: Id }
	| { readonly kind: 'manualTest' | 'poll' | 'restart' };
type Change = Value | undefined;

const someProject = fc.constantFrom(...IDS);

const change = fc.record({
	kind: fc.constant('change' as const),
	project: someProject,
	id: fc.constantFrom('a', 'b', 'c'),
	value: fc.constantFrom<Change[]>(0, 25, 30, 49, 50, 60, 100, null, undefined),
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ arbitrary: change, weight: 6 },
	{ arbitrary: fc.constant<Step>({ kind: 'poll' }), weight: 5 },
	{
		arbitrary: fc.record({
			kind: fc.constantFrom('comeOrGo' as const, 'failOrRecover' as const),
			project: someProject,
		}),
		weight: 3,
	},
	fc.constantFrom<Step>({ kind: 'restart' }, { kind: 'manualTest' }),
);

/** A workflow over all projects beside what has to become of it. */
class Trial {
	private readonly records = new Map<Id, Map<string, Value>>(
		IDS.map((id) => [id, new Map([['a', 50]])]),
	);

	private readonly listed = new Set<Id>(IDS.slice(0, -1));

	private readonly refused = new Set<Id>();

	readonly oracle: WorkspaceOracle;

	readonly trigger;

	constructor(private readonly kind: Kind) {
		this.oracle = new WorkspaceOracle(kind);
		const everywhere = { ...kind.parameters, project: project(ALL_PROJECTS) };
		this.trigger = bench.trigger(kind.node, everywhere);
		this.show();
	}

	get events(): string[] {
		const { read } = this.kind;
		return this.trigger.events.map(({ project_id: id, ...event }) => `${id as Id}: ${read(event)}`);
	}

	async start(): Promise<void> {
		await this.trigger.activate();
		this.oracle.start(this.shown);
	}

	async take(next: Step): Promise<void> {
		if (next.kind === 'change') this.change(next.project, next.id, next.value);
		else if (next.kind === 'comeOrGo') toggle(this.listed, next.project);
		else if (next.kind === 'failOrRecover') toggle(this.refused, next.project);
		this.show();
		if (next.kind === 'poll') {
			await this.trigger.poll();
			this.oracle.look(this.shown);
		}
		// Without a project that can be read, n8n cannot activate the workflow.
		const isPossible = this.shown.some(({ isRefused }) => !isRefused);
		if (next.kind === 'manualTest' && isPossible) await this.trigger.test();
		if (next.kind === 'restart' && isPossible) {
			await this.trigger.activate();
			this.oracle.restart(this.shown);
		}
	}

	/** Everything can be read again, and is. */
	async finish(): Promise<void> {
		this.refused.clear();
		for (const id of IDS) this.listed.add(id);
		await this.take({ kind: 'poll' });
	}

	private change(projectId: Id, id: string, value: Change): void {
		if (value === undefined) this.records.get(projectId)?.delete(id);
		else this.records.get(projectId)?.set(id, value);
	}

	private get shown(): Shown[] {
		return IDS.filter((id) => this.listed.has(id)).map((id) => ({
			id,
			isRefused: this.refused.has(id),
			records: this.records.get(id) ?? new Map<string, Value>(),
		}));
	}

	private show(): void {
		const { world, faults } = bench.sandbox;
		agencyProjects(bench).splice(0, Infinity, ...this.shown.map(({ id }) => newProject(id)));
		faults.clear();
		for (const { id, isRefused, records } of this.shown) {
			if (isRefused) refuse(bench, id);
			const rows = [...records].map(([key, value]) => ({ id: key, value }));
			const others = ['always', 'too'].map((key) => ({ id: key, value: 0 }));
			world.list(id, this.kind.list).splice(0, Infinity, ...others, ...rows);
		}
	}
}

function toggle(set: Set<Id>, id: Id): void {
	if (!set.delete(id)) set.add(id);
}

describe('Over projects that come, go, fail and recover, every event is handed over once', () => {
	it.each(KINDS)('$title', async (kind) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
				await bench.reset();
				const trial = new Trial(kind);
				await trial.start();
				for (const next of steps) await trial.take(next);
				await trial.finish();
				expect(trial.events).toEqual(trial.oracle.expected);
				expect(trial.trigger.failures).toHaveLength(trial.oracle.failures);
			}),
			{ numRuns: samples(5) },
		);
	});
});
