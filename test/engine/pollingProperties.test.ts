import './harness/scaledTime';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { ActiveTrigger } from '../../dev/engine';
import { PROJECTS } from '../../sandbox';
import { samples } from '../samples';
import { agencyProjects, newProject, refuse } from './harness/agency';
import { EVERYWHERE, useBench } from './harness/fixture';
import { KINDS, Oracle, type Kind, type Value } from './harness/oracle';
import { type Shown, WorkspaceOracle } from './harness/workspaceOracle';

const bench = useBench();

type Change = Value | undefined;

/** What can happen to a workflow. */
type Step =
	| { readonly kind: 'change'; readonly id: string; readonly value: Change }
	| { readonly kind: 'failedPoll'; readonly after: number }
	| { readonly kind: 'failedStart' | 'manualTest' | 'poll' | 'restart' | 'twoPolls' };

const change = fc.record({
	kind: fc.constant('change' as const),
	id: fc.constantFrom('a', 'b', 'c', 'd'),
	value: fc.constantFrom<Change[]>(
		...[0, 10, 25, 30, 45, 49, 50, 55, 60, 70, 100],
		...[null, undefined],
	),
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ arbitrary: change, weight: 5 },
	{ arbitrary: fc.constant<Step>({ kind: 'poll' }), weight: 4 },
	fc.record({ kind: fc.constant('failedPoll' as const), after: fc.constantFrom(0, 1) }),
	fc.constantFrom<Step>(
		{ kind: 'restart' },
		{ kind: 'failedStart' },
		{ kind: 'manualTest' },
		{ kind: 'twoPolls' },
	),
);

/** A workflow beside what has to become of it. */
class Trial {
	private readonly records = new Map<string, Value>([['a', 50]]);

	private readonly oracle: Oracle;

	readonly trigger: ActiveTrigger;

	constructor(private readonly kind: Kind) {
		this.oracle = new Oracle(kind);
		this.trigger = bench.trigger(kind.node, kind.parameters);
		this.show();
	}

	get expected(): readonly string[] {
		return this.oracle.expected;
	}

	async start(): Promise<void> {
		await this.trigger.activate();
		this.oracle.start(this.records);
	}

	async take(next: Step): Promise<void> {
		if (next.kind === 'change') this.change(next.id, next.value);
		else if (next.kind === 'failedPoll') await this.failedPoll(next.after);
		else await this.acts[next.kind]();
	}

	private readonly acts = {
		poll: async () => {
			await this.trigger.poll();
			this.oracle.look(this.records);
		},
		twoPolls: async () => {
			await Promise.all([this.trigger.poll(), this.trigger.poll()]);
			this.oracle.look(this.records);
		},
		restart: async () => {
			await this.trigger.activate();
			this.oracle.restart(this.records);
		},
		failedStart: async () => {
			this.breakRequest(0);
			await expect(this.trigger.activate()).rejects.toThrow();
			await this.acts.restart();
		},
		manualTest: async () => {
			// Where each number is 0, no record can show a move in percent.
			await this.trigger.test().catch(expectNoRecords);
		},
	};

	/** Where all records are on the first page, the second request does not come, and fails nothing. */
	private async failedPoll(after: number): Promise<void> {
		const { length } = this.trigger.failures;
		this.breakRequest(after);
		await this.trigger.poll();
		bench.sandbox.faults.clear();
		await allArrived();
		if (this.trigger.failures.length === length) this.oracle.look(this.records);
	}

	private change(id: string, value: Change): void {
		if (value === undefined) this.records.delete(id);
		else this.records.set(id, value);
		this.show();
	}

	private show(): void {
		const list = bench.sandbox.world.list(PROJECTS.coffee, this.kind.list);
		const rows = [...this.records].map(([id, value]) => ({ id, value }));
		// Three at the start: more than a page.
		const others = ['always', 'too'].map((id) => ({ id, value: 0 }));
		list.splice(0, Infinity, ...others, ...rows);
	}

	private breakRequest(after: number): void {
		bench.sandbox.faults.order({ kind: 'respond', status: 500, after });
	}
}

function expectNoRecords(error: Error): void {
	expect(error.message).toContain('No record can become a test event');
}

/** Waits for pages that were requested ahead: they must not meet a fault that comes later. */
async function allArrived(): Promise<void> {
	await bench.arrival();
	while (bench.sandbox.inFlight > 0) await setTimeout(1);
}

describe('Over any changes, polls, failures and restarts, every event is handed over once', () => {
	it.each(KINDS)('$title', async (kind) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
				await bench.reset();
				const trial = new Trial(kind);
				await trial.start();
				for (const next of steps) await trial.take(next);
				await trial.take({ kind: 'poll' });
				expect(trial.trigger.events.map(kind.read)).toEqual(trial.expected);
			}),
			{ numRuns: samples(4) },
		);
	});
});

/** The last one is not listed at the start. */
const IDS = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas, 'p-added'] as const;
type Id = (typeof IDS)[number];

/** What can happen to a workflow over all projects. */
type ProjectStep =
	| { readonly kind: 'change'; readonly project: Id; readonly id: string; readonly value: Change }
	| { readonly kind: 'comeOrGo' | 'failOrRecover'; readonly project: Id }
	| { readonly kind: 'manualTest' | 'poll' | 'restart' };

const someProject = fc.constantFrom(...IDS);

const projectChange = fc.record({
	kind: fc.constant('change' as const),
	project: someProject,
	id: fc.constantFrom('a', 'b', 'c'),
	value: fc.constantFrom<Change[]>(0, 25, 30, 49, 50, 60, 100, null, undefined),
});

const projectStep: fc.Arbitrary<ProjectStep> = fc.oneof(
	{ arbitrary: projectChange, weight: 6 },
	{ arbitrary: fc.constant<ProjectStep>({ kind: 'poll' }), weight: 5 },
	{
		arbitrary: fc.record({
			kind: fc.constantFrom('comeOrGo' as const, 'failOrRecover' as const),
			project: someProject,
		}),
		weight: 3,
	},
	fc.constantFrom<ProjectStep>({ kind: 'restart' }, { kind: 'manualTest' }),
);

/** A workflow over all projects beside what has to become of it. */
class ProjectTrial {
	private readonly records = new Map<Id, Map<string, Value>>(
		IDS.map((id) => [id, new Map([['a', 50]])]),
	);

	private readonly listed = new Set<Id>(IDS.slice(0, -1));

	private readonly refused = new Set<Id>();

	readonly oracle: WorkspaceOracle;

	readonly trigger;

	constructor(private readonly kind: Kind) {
		this.oracle = new WorkspaceOracle(kind);
		const everywhere = { ...kind.parameters, project: EVERYWHERE };
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

	async take(next: ProjectStep): Promise<void> {
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
		if (next.kind === 'manualTest' && isPossible) {
			await this.trigger.test().catch(expectNoRecords);
		}
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
			fc.asyncProperty(fc.array(projectStep, { maxLength: 30 }), async (steps) => {
				await bench.reset();
				const trial = new ProjectTrial(kind);
				await trial.start();
				for (const next of steps) await trial.take(next);
				await trial.finish();
				expect(trial.events).toEqual(trial.oracle.expected);
				expect(trial.trigger.failures).toHaveLength(trial.oracle.failures);
			}),
			{ numRuns: samples(2) },
		);
	});
});
