import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { resources as agents } from '../../../nodes/Agents/operations';
import { resources as geo } from '../../../nodes/Geo/operations';
import type { RequestEffect } from '../../../nodes/shared/api';
import type { Operation } from '../../../nodes/shared/run';
import { PROJECTS } from '../../../sandbox';
import { examplesIn, startOf } from '../../unit/parametersOf';
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
	/** All fields of the operation. */
	readonly fields: readonly INodeProperties[];
	/** Whether a second request may change something a second time. */
	readonly isOnce: boolean;
	/** Whether a request may change something. */
	readonly isWrite: boolean;
	/** Whether nothing is known about the answer, so that none counts as success, too. */
	readonly isFree: boolean;
	/** Whether it has no field by which items could ask for something else. */
	readonly isAlike: boolean;
}

/** What the input items hold: each asks for something else. */
export const ITEMS: IDataObject[] = Object.values(PROJECTS)
	.slice(0, 3)
	.map((id, index) => ({ id, limit: index + 2, note: `note ${index}` }));

/** The item that the fault hits: the second one. */
export const HIT = 1;

/** What to enter in fields so that each item asks for something else. */
const FILLERS: Readonly<Record<string, INodeParameters[string]>> = {
	limit: '={{ $json.limit }}',
	project: project('={{ $json.id }}'),
	path: '=matrix/{{ $json.note }}',
};

/** The effect of each operation whose `value` does not start with `get`. The others are taken for reads. */
export const EFFECTS: Readonly<Record<string, RequestEffect>> = {
	'agents: Identity → Who Am I': 'safe',
	'agents: Task → Query': 'safe',
};

/** Every operation of every node; one whose effect is not known with each that it can have. */
export const CALLS: Call[] = NODES.flatMap((node) =>
	OFFERED[node].flatMap((resource) =>
		(resource.isOnlyInTools ? [] : resource.operations).flatMap((operation) => {
			const where = { resource: resource.value, operation: operation.value };
			const title = `${node}: ${resource.name} → ${operation.name}`;
			return callsOf(node, title, operation).map((call) => ({
				...call,
				parameters: { ...where, ...call.parameters },
			}));
		}),
	),
);

function callsOf(node: NodeName, title: string, operation: Operation): Call[] {
	const { value, fields } = operation;
	const own = Object.entries(FILLERS).filter(([name]) => fields.some((one) => one.name === name));
	const parameters = { ...examplesIn(fields), ...Object.fromEntries(own) };
	const isAlike = own.length === 0;
	const plain = {
		...{ title, node, parameters, options: {}, fields, isAlike },
		...{ isOnce: false, isWrite: false },
	};
	if (!hasOption(fields, 'safeToRepeat')) {
		const effect = effectOf(title, value);
		const may = { isOnce: effect === 'unsafe', isWrite: effect !== 'safe' };
		return [{ ...plain, ...may, isFree: startOf(operation).answerKind === 'any' }];
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

function effectOf(title: string, value: string): RequestEffect {
	const effect = EFFECTS[title] ?? (value.startsWith('get') ? 'safe' : undefined);
	if (effect !== undefined) return effect;
	throw new Error(`The fault matrix does not know what '${title}' may change: add it to EFFECTS`);
}

function hasOption(fields: readonly INodeProperties[], option: string): boolean {
	const options = fields.find(({ name }) => name === 'options')?.options ?? [];
	return options.some(({ name }) => name === option);
}
