import type { INodeParameters } from 'n8n-workflow';
import { PROJECTS, type Resource } from '../../../sandbox';
import { project, type TriggerName } from './fixture';
import { placed } from '../../../dev/placed';

/** What a record of a trial holds; `null` is a field without a value. */
export type Value = number | null;

/** What was read of a record since its last event, oldest first. */
type Readings = readonly Value[];

/** A trigger, and what counts as an event, written down from the README and not from the code. */
export interface Kind {
	readonly title: string;
	readonly node: TriggerName;
	readonly list: Resource;
	readonly parameters: INodeParameters;
	/** Whether a record that holds this has anything to watch. */
	isThere(value: Value): boolean;
	/** The event in words, if there is one; no readings mean that the record is new. */
	event(id: string, value: Value, readings: Readings | undefined): string | undefined;
	/** Whether an event could be missed if n8n restarted with these readings only. */
	isLost(readings: Readings, saved: Readings): boolean;
	/** An event that was handed over, in the same words. */
	readonly read: (event: Record<string, unknown>) => string;
}

/** @param isLost as in `Kind`; of new records, nothing but that they are there is kept */
function taskKind(
	title: string,
	event: string,
	isEvent: (value: Value, readings: Readings | undefined) => boolean,
	isLost: Kind['isLost'] = () => false,
): Kind {
	return {
		title,
		node: 'agentsTrigger',
		list: 'tasks',
		parameters: {
			...{ event, view: 'list', watchedFields: 'value', ...placed({ maxRetries: 0 }) },
			project: project(PROJECTS.coffee),
		},
		isThere: () => true,
		event: (id, value, readings) =>
			isEvent(value, readings) ? `${id} ${String(value)}` : undefined,
		isLost,
		read: ({ id, value }) => `${String(id)} ${String(value)}`,
	};
}

const isOther: Kind['isLost'] = (readings, saved) => readings.at(-1) !== saved.at(-1);

const newRecord: Kind = {
	...taskKind('New Record', '', (_, readings) => readings === undefined),
	node: 'geoTrigger',
	list: 'prompts',
	// Pages of two, so that a poll can fail in the middle of its pages.
	parameters: {
		...{ event: 'newRecord', recordType: 'prompt', ...placed({ maxRetries: 0, pageSize: 2 }) },
		project: project(PROJECTS.coffee),
	},
};

/** @param from the number that an event starts from, out of those since the last event */
function metricKind(
	title: string,
	fields: INodeParameters,
	from: (value: number, readings: readonly number[]) => number | undefined,
	isLost: (readings: readonly number[], saved: readonly number[]) => boolean,
): Kind {
	const numbers = (readings: Readings) => readings.filter((reading) => reading !== null);
	return {
		...newRecord,
		title,
		parameters: {
			...{ ...newRecord.parameters, event: 'changedMetric', metric: 'value', unit: 'points' },
			...fields,
		},
		isThere: (value) => value !== null,
		event(_, value, readings) {
			const start = from(value ?? 0, numbers(readings ?? []));
			return start === undefined ? undefined : `${start} → ${String(value)}`;
		},
		isLost: (readings, saved) => isLost(numbers(readings), numbers(saved)),
		read: ({ before, after }) => `${String(before)} → ${String(after)}`,
	};
}

const top = (numbers: readonly number[]) => Math.max(...numbers);
const bottom = (numbers: readonly number[]) => Math.min(...numbers);
const last = (numbers: readonly number[]) => numbers.at(-1);
const isUp = (value = 0) => value >= 50;

/** Every kind of event. */
export const KINDS: readonly Kind[] = [
	newRecord,
	taskKind('New Task', 'newTask', (_, readings) => readings === undefined),
	taskKind(
		'Changed Task',
		'changedTask',
		(value, readings) => readings !== undefined && readings.at(-1) !== value,
		isOther,
	),
	taskKind(
		'New or Changed Task',
		'newOrChangedTask',
		(value, readings) => readings?.at(-1) !== value,
		isOther,
	),
	metricKind(
		'a fall by 20',
		{ condition: 'fallsBy', amount: 20 },
		(value, readings) => (top(readings) - value >= 20 ? top(readings) : undefined),
		(readings, saved) => top(readings) !== top(saved),
	),
	metricKind(
		'a rise by 10 percent',
		{ condition: 'risesBy', amount: 10, unit: 'percent' },
		(value, readings) =>
			readings.length > 0 &&
			value > bottom(readings) &&
			10 * (value - bottom(readings)) >= bottom(readings)
				? bottom(readings)
				: undefined,
		(readings, saved) => bottom(readings) !== bottom(saved),
	),
	metricKind(
		'a rise or fall by 20',
		{ condition: 'changesBy', amount: 20 },
		(value, readings) => {
			if (top(readings) - value >= 20) return top(readings);
			return value - bottom(readings) >= 20 ? bottom(readings) : undefined;
		},
		(readings, saved) => top(readings) !== top(saved) || bottom(readings) !== bottom(saved),
	),
	metricKind(
		'a rise to 50',
		{ condition: 'risesTo', threshold: 50 },
		(value, readings) =>
			readings.length > 0 && isUp(value) && !isUp(last(readings)) ? last(readings) : undefined,
		(readings, saved) => isUp(last(readings)) !== isUp(last(saved)),
	),
	metricKind(
		'a crossing of 50',
		{ condition: 'crosses', threshold: 50 },
		(value, readings) =>
			readings.length > 0 && isUp(value) !== isUp(last(readings)) ? last(readings) : undefined,
		(readings, saved) => isUp(last(readings)) !== isUp(last(saved)),
	),
];

/** What has to be handed over, and what a restart of n8n leaves of what was read. */
export class Oracle {
	readonly expected: string[] = [];

	private known = new Map<string, Readings>();

	private saved = new Map<string, Readings>();

	constructor(private readonly kind: Kind) {}

	/** The first look, which is quiet. */
	start(records: ReadonlyMap<string, Value>): void {
		this.read(records);
		this.expected.length = 0;
		this.saved = new Map(this.known);
	}

	/** A poll that succeeds. n8n saves with an event, or where one could be missed. */
	look(records: ReadonlyMap<string, Value>): void {
		const { length } = this.expected;
		this.read(records);
		const isLost = [...this.known].some(([id, readings]) => {
			const saved = this.saved.get(id);
			return saved === undefined || this.kind.isLost(readings, saved);
		});
		if (isLost || this.expected.length > length) this.saved = new Map(this.known);
	}

	/** A start of n8n with what it saved; n8n saves after it in any case. */
	restart(records: ReadonlyMap<string, Value>): void {
		this.known = new Map(this.saved);
		this.read(records);
		this.saved = new Map(this.known);
	}

	private read(records: ReadonlyMap<string, Value>): void {
		for (const [id, value] of records) {
			if (!this.kind.isThere(value)) continue;
			const before = this.known.get(id);
			const event = this.kind.event(id, value, before);
			if (event !== undefined) this.expected.push(event);
			this.known.set(id, event === undefined ? [...(before ?? []), value] : [value]);
		}
	}
}
