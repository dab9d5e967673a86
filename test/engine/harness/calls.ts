import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { resources as agents } from '../../../nodes/Agents/operations';
import { resources as geo } from '../../../nodes/Geo/operations';
import type { Effect } from '../../../nodes/shared/api';
import type { Operation } from '../../../nodes/shared/run/types';
import { PROJECTS } from '../../../sandbox';
import { project } from './fixture';

/** The operations of every node. A new node is one line here. */
const OFFERED = { agents, geo };

type NodeName = keyof typeof OFFERED;

const NODES: readonly NodeName[] = ['agents', 'geo'];

/** One operation the way a user would fill it in, and what may be done with its requests. */
export interface Call {
	readonly title: string;
	readonly node: NodeName;
	readonly parameters: INodeParameters;
	readonly options: INodeParameters;
	/** Whether a second request may change something a second time. */
	readonly isOnce: boolean;
	/** Whether a request may change something. */
	readonly isWrite: boolean;
	/** Whether nothing is known about the answer, so that none counts as success, too. */
	readonly isFree: boolean;
}

/** What the input items hold: each asks for something else. */
export const ITEMS: IDataObject[] = Object.values(PROJECTS)
	.slice(0, 3)
	.map((id, index) => ({ id, limit: index + 2, note: `note ${index}` }));

/** The item that the fault hits: the second one. */
export const HIT = 1;

/** What to enter in required fields that are empty in a new node. */
const FILLERS: Readonly<Record<string, INodeParameters[string]>> = {
	project: project('={{ $json.id }}'),
	path: '=matrix/{{ $json.note }}',
};

/** The effect of each operation whose `value` does not start with `get`. The others are taken for reads. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
	'agents: Identity → Who Am I': 'read',
	'agents: Task → Query': 'read',
};

/** Every operation of every node; one whose effect is not known with each that it can have. */
export const CALLS: Call[] = NODES.flatMap((node) =>
	OFFERED[node].flatMap((resource) =>
		resource.operations.flatMap((operation) => {
			const where = { resource: resource.value, operation: operation.value };
			const title = `${node}: ${resource.name} → ${operation.name}`;
			return callsOf(node, title, operation).map((call) => ({
				...call,
				parameters: { ...where, ...call.parameters },
			}));
		}),
	),
);

function callsOf(node: NodeName, title: string, { value, fields }: Operation): Call[] {
	const parameters = Object.fromEntries(
		fields.filter((field) => isShown(field, fields)).flatMap(fillerOf),
	);
	const plain = { title, node, parameters, options: {}, isOnce: false, isWrite: false };
	if (!hasOption(fields, 'safeToRepeat')) {
		const effect = effectOf(title, value);
		const may = { isOnce: effect === 'once', isWrite: effect !== 'read' };
		// What a call that changes something answers is not known, so an empty answer is success.
		return [{ ...plain, ...may, isFree: effect !== 'read' }];
	}
	const free = { ...plain, isFree: true };
	return [
		{ ...free, title: `${title} (GET)`, parameters: { ...parameters, method: 'GET' } },
		{ ...free, title: `${title} (POST)`, isOnce: true, isWrite: true },
		{
			...{ ...free, title: `${title} (POST, safe to repeat)`, isWrite: true },
			options: { safeToRepeat: true },
		},
	];
}

function effectOf(title: string, value: string): Effect {
	const effect = EFFECTS[title] ?? (value.startsWith('get') ? 'read' : undefined);
	if (effect !== undefined) return effect;
	throw new Error(`The fault matrix does not know what '${title}' may change: add it to EFFECTS`);
}

/** The least that a field needs. */
function fillerOf({ name, required, default: start }: INodeProperties) {
	if (name === 'limit') return [[name, '={{ $json.limit }}'] as const];
	if (required !== true) return [];
	const filler = FILLERS[name];
	if (filler !== undefined) return [[name, filler] as const];
	if (typeof start === 'string' && start !== '') return [];
	if (Array.isArray(start) && start.length > 0) return [];
	throw new Error(`The fault matrix does not know what to enter in '${name}': add it to FILLERS`);
}

/** Whether a new node shows the field: whatever is for other choices only can stay empty. */
function isShown({ displayOptions }: INodeProperties, fields: readonly INodeProperties[]): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const other = fields.find((field) => field.name === name);
		return other === undefined || values?.some((value) => value === other.default) === true;
	});
}

function hasOption(fields: readonly INodeProperties[], option: string): boolean {
	const options = fields.find(({ name }) => name === 'options')?.options ?? [];
	return options.some(({ name }) => name === option);
}
