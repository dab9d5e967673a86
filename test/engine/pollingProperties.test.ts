import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { ActiveTrigger } from '../../dev/engine';
import { PROJECTS } from '../../sandbox';
import { samples } from '../samples';
import { useBench } from './harness/fixture';
import { KINDS, Oracle, type Kind, type Value } from './harness/oracle';

const bench = useBench();

/** What can happen to a workflow. */
type Step =
	| { readonly kind: 'change'; readonly id: string; readonly value: Value | undefined }
	| { readonly kind: 'failedPoll'; readonly after: number }
	| { readonly kind: 'failedStart' | 'manualTest' | 'poll' | 'restart' | 'twoPolls' };

const change = fc.record({
	kind: fc.constant('change' as const),
	id: fc.constantFrom('a', 'b', 'c', 'd'),
	value: fc.constantFrom<Array<Value | undefined>>(
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
			await this.trigger.test();
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

	private change(id: string, value: Value | undefined): void {
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
			{ numRuns: samples(10) },
		);
	});
});
