import type { INode, INodeParameters, NodeConnectionType } from 'n8n-workflow';
import {
	ACCOUNT,
	CREDENTIAL_TYPE,
	type CredentialReference,
	type WorkflowDraft,
	type WorkflowFile,
} from '../../../dev/n8n';
import { resources as agentsResources } from '../../../nodes/Agents/operations';
import { resources as geoResources } from '../../../nodes/Geo/operations';
import { PROJECTS } from '../../../sandbox';
import { examplesIn } from '../../unit/parametersOf';

/** The name of the button "Execute workflow" in all these workflows. */
export const START = 'Start';

/** A project as the node's field By ID has it. */
export function projectById(id: string): INodeParameters {
	return { __rl: true, mode: 'id', value: id };
}

/** One operation of one node. */
export interface OperationCase {
	/** The name of its node. */
	readonly title: string;
	readonly node: 'agents' | 'geo';
	readonly resource: string;
	readonly parameters: INodeParameters;
}

/** What the fields of an operation are filled with that has them. */
const FILLED: INodeParameters = {
	project: projectById(PROJECTS.coffee),
	returnAll: true,
	bodyMode: 'json',
};

/** What Endpoint → Call of each node is to call. */
const CALLED: Readonly<Record<OperationCase['node'], INodeParameters>> = {
	agents: { path: 'tasks/query', bodyJson: '{ "view": "list" }' },
	geo: { path: 'business/topics', bodyJson: '{ "pagination": { "limit": 5, "offset": 0 } }' },
};

const CATALOGUE = { agents: agentsResources, geo: geoResources };

/** Every operation of both nodes, out of the nodes' own tables, but for those that only tools have. */
export const OPERATIONS: readonly OperationCase[] = (['agents', 'geo'] as const).flatMap((node) =>
	CATALOGUE[node].flatMap(({ name, value: resource, operations, isOnlyInTools }) =>
		(isOnlyInTools === true ? [] : operations).map(
			({ name: verb, value: operation, fields }): OperationCase => {
				const known = Object.entries({ ...FILLED, ...CALLED[node] });
				const own = known.filter(([key]) => fields.some((field) => field.name === key));
				const entered = { ...examplesIn(fields), ...Object.fromEntries(own) };
				const parameters = { resource, operation, ...entered };
				return { title: `${node}: ${name} → ${verb}`, node, resource, parameters };
			},
		),
	),
);

/** A node of the package with an account, default that of the agency. */
export function packageNode(
	name: string,
	type: string,
	parameters: INodeParameters,
	account: CredentialReference = ACCOUNT,
): INode {
	const node = otherNode(name, `n8n-nodes-agents-geo.${type}`, parameters);
	return { ...node, credentials: { [CREDENTIAL_TYPE]: { ...account } } };
}

/** How many nodes stand side by side in a grid, and how far apart. */
const COLUMNS = 7;
const STEP = { x: 320, y: 240 };

/** Nodes side by side, none on another, as near to each other as a person can tell them apart. */
export function inGrid(nodes: readonly INode[]): INode[] {
	return nodes.map((node, index) => ({
		...node,
		position: [(index % COLUMNS) * STEP.x, (1 + Math.floor(index / COLUMNS)) * STEP.y],
	}));
}

/** A node of n8n's own. */
export function otherNode(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	typeVersion = 1,
): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

/** A connection from one node to another, default an ordinary one. */
type Wire = readonly [from: string, to: string, kind?: NodeConnectionType];

function connectionsOf(wires: readonly Wire[]): WorkflowFile['connections'] {
	const connections: WorkflowFile['connections'] = {};
	for (const [from, to, kind = 'main'] of wires) {
		const slots = ((connections[from] ??= {})[kind] ??= [[]]);
		slots[0]?.push({ node: to, type: kind, index: 0 });
	}
	return connections;
}

/** A workflow of nodes in a row, the first of which starts it. */
export function rowOf(name: string, nodes: readonly INode[]): WorkflowDraft {
	const names = nodes.map((node) => node.name);
	const wires = names.slice(1).map((to, index): Wire => [names[index] ?? '', to]);
	return { name, nodes, connections: connectionsOf(wires) };
}

/** A workflow with a button that starts it, and by default each of its nodes. */
export function workflowOf(
	id: string,
	nodes: readonly INode[],
	wires: readonly Wire[] = nodes.map(({ name }) => [START, name]),
): WorkflowFile {
	const start = otherNode(START, 'n8n-nodes-base.manualTrigger');
	const common = { id, name: id, active: false, versionId: `${id}-1` } as const;
	const settings = { executionOrder: 'v1' } as const;
	return { ...common, nodes: [start, ...nodes], connections: connectionsOf(wires), settings };
}
