import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import type { ActiveTrigger } from './harness/activeTrigger';
import { project, useBench, type TriggerName } from './harness/fixture';

const bench = useBench();
const { coffee } = PROJECTS;

/** What the service has: a number for each id. */
type Records = ReadonlyMap<string, number>;

/** What can happen to a workflow. */
type Step =
	| { readonly kind: 'change'; readonly id: string; readonly value: number | undefined }
	| { readonly kind: 'failedPoll'; readonly after: number }
	| { readonly kind: 'failedStart' | 'manualTest' | 'poll' | 'restart' | 'twoPolls' };

/** Says what has to be announced, by a rule that is written down here once more. */
interface Kind {
	readonly name: TriggerName;
	readonly parameters: INodeParameters;
	/** What is handed over for one record, given what is known of it; and what is then known. */
	rule(id: string, value: number, known: number | undefined): { event?: string; known: number };
	/** An event that was handed over, in the words of the rule. */
	readonly read: (event: Record<string, unknown>) => string;
}

const tasks = (event: string): Pick<Kind, 'name' | 'parameters' | 'read'> => ({
	name: 'agentsTrigger',
	parameters: { event, view: 'list', watchedFields: 'value' },
	read: ({ id, value }) => `${String(id)} ${String(value)}`,
});

const metric = (
	condition: string,
	fields: INodeParameters,
): Pick<Kind, 'name' | 'parameters' | 'read'> => ({
	name: 'geoTrigger',
	parameters: {
		...{ event: 'changedMetric', resource: 'prompt', metric: 'value', unit: 'points' },
		...{ condition, ...fields },
	},
	read: ({ before, after }) => `${String(before)} → ${String(after)}`,
});

const KINDS: ReadonlyArray<[string, Kind]> = [
	[
		'New Task',
		{
			...tasks('newTask'),
			rule: (id, value, known) =>
				known === undefined ? { event: `${id} ${value}`, known: value } : { known },
		},
	],
	[
		'Changed Task',
		{
			...tasks('changedTask'),
			rule: (id, value, known) =>
				known === undefined || known === value
					? { known: value }
					: { event: `${id} ${value}`, known: value },
		},
	],
	[
		'New or Changed Task',
		{
			...tasks('newOrChangedTask'),
			rule: (id, value, known) =>
				known === value ? { known } : { event: `${id} ${value}`, known: value },
		},
	],
	[
		'a fall by 20',
		{
			...metric('fallsBy', { amount: 20 }),
			rule(_, value, known = value) {
				if (known - value >= 20) return { event: `${known} → ${value}`, known: value };
				return { known: value - known >= 20 ? value : known };
			},
		},
	],
	[
		'a rise to 50',
		{
			...metric('risesTo', { threshold: 50 }),
			rule(_, value, known = value) {
				if (known < 50 && value >= 50) return { event: `${known} → ${value}`, known: value };
				return { known: known >= 50 && value < 50 ? value : known };
			},
		},
	],
];

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const values = fc.constantFrom(0, 10, 30, 45, 50, 70, 100);
const change = fc.record({
	kind: fc.constant('change' as const),
	id: ids,
	value: fc.option(values, { nil: undefined }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
	{ arbitrary: change, weight: 5 },
	{ arbitrary: fc.constant<Step>({ kind: 'poll' }), weight: 3 },
	fc.record({ kind: fc.constant('failedPoll' as const), after: fc.constantFrom(0, 1) }),
	fc.constantFrom<Step>(
		{ kind: 'restart' },
		{ kind: 'failedStart' },
		{ kind: 'manualTest' },
		{ kind: 'twoPolls' },
	),
);

function show({ name }: Kind, records: Records): void {
	const resource = name === 'agentsTrigger' ? 'tasks' : 'prompts';
	const list = bench.sandbox.world.list(coffee, resource);
	const rows = [...records].map(([id, value]) => ({ id, value }));
	list.splice(0, Infinity, { id: 'always', value: 0 }, ...rows);
}

function breakRequest(after: number): void {
	bench.sandbox.faults.order({ kind: 'respond', status: 500, after });
}

const ACTS: Readonly<
	Record<
		Exclude<Step['kind'], 'change' | 'failedPoll'>,
		(trigger: ActiveTrigger) => Promise<unknown>
	>
> = {
	poll: async (trigger) => await trigger.poll(),
	twoPolls: async (trigger) => await Promise.all([trigger.poll(), trigger.poll()]),
	restart: async (trigger) => await trigger.activate(),
	manualTest: async (trigger) => await trigger.test(),
	async failedStart(trigger) {
		breakRequest(0);
		await expect(trigger.activate()).rejects.toThrow();
		await trigger.activate();
	},
};

describe('Over any changes, polls, failures and restarts, every event is handed over once', () => {
	it.each(KINDS)('%s', async (_, kind) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
				await bench.reset();
				// Pages of two, so that a poll can fail in the middle of its pages.
				const options = { maxRetries: 0, ...(kind.name === 'geoTrigger' ? { pageSize: 2 } : {}) };
				const parameters = { ...kind.parameters, project: project(coffee), options };
				const trigger = bench.trigger(kind.name, parameters);
				const records = new Map([['a', 50]]);
				const known = new Map<string, number>();
				const expected: string[] = [];
				const look = () => {
					for (const [id, value] of records) {
						const now = kind.rule(id, value, known.get(id));
						known.set(id, now.known);
						if (now.event !== undefined) expected.push(now.event);
					}
				};
				show(kind, records);
				await trigger.activate();
				for (const [id, value] of records) known.set(id, value);

				for (const next of [...steps, { kind: 'poll' } as const]) {
					if (next.kind === 'change') {
						if (next.value === undefined) records.delete(next.id);
						else records.set(next.id, next.value);
						show(kind, records);
						continue;
					}
					if (next.kind === 'failedPoll') {
						const failures = trigger.failures.length;
						breakRequest(next.after);
						await trigger.poll();
						bench.sandbox.faults.clear();
						// Where all records were on the first page, nothing has failed.
						if (trigger.failures.length === failures) look();
						continue;
					}
					await ACTS[next.kind](trigger);
					if (next.kind !== 'manualTest') look();
				}
				expect(trigger.events.map(kind.read)).toEqual(expected);
			}),
			{ numRuns: 60 },
		);
	});
});
