import type { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	deepCopy,
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

/** The type name of n8n's Manual Trigger, which example workflows start with. */
export const START = 'n8n-nodes-base.manualTrigger';

/** Returns the description of a node that has nothing but a name, and what else it is given. */
export function bareDescription(
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		...{ displayName: name, name, description: name, defaults: { name }, group: ['input'] },
		...{ version: 1, inputs: [], outputs: [], properties: [], ...more },
	};
}

/** A node that passes its input on. n8n's own Manual Trigger comes in a package of 400 nodes. */
class Bystander implements INodeType {
	constructor(readonly description: INodeTypeDescription) {}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await Promise.resolve([this.getInputData()]);
	}
}

/** The button "Execute workflow" and the notes on the canvas. */
const BYSTANDERS: ReadonlyArray<readonly [string, INodeType]> = [
	[
		START,
		new Bystander(
			bareDescription('manualTrigger', { group: ['trigger'], outputs: [NodeConnectionTypes.Main] }),
		),
	],
	['n8n-nodes-base.stickyNote', new Bystander(bareDescription('stickyNote'))],
];

/**
 * The tool variant of a node, as n8n makes it when it starts, but with its inputs and outputs: here it
 * stands in the workflow itself, and its items are what the model fills in.
 */
function toolOf(type: INodeType | IVersionedNodeType): INodeType {
	const node = NodeHelpers.getVersionedNodeType(type);
	const { description } = node;
	return {
		description: { ...deepCopy(description), name: `${description.name}Tool` },
		async execute() {
			return (await node.execute?.call(this)) ?? null;
		},
	};
}

/** Types of nodes by their whole names. */
export type OtherNodes = Readonly<Record<string, INodeType | IVersionedNodeType>>;

/** The node types of a loaded package, and what stands around them in a workflow. */
export function nodeTypesOf(loader: PackageDirectoryLoader, others: OtherNodes = {}): INodeTypes {
	const known = new Map<string, INodeType | IVersionedNodeType>([
		...BYSTANDERS,
		...Object.entries(others),
	]);
	for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
		known.set(`${loader.packageName}.${name}`, type);
		const isTool = 'usableAsTool' in type.description;
		if (isTool) known.set(`${loader.packageName}.${name}Tool`, toolOf(type));
	}
	const find = (name: string) => {
		const type = known.get(name);
		if (type === undefined) throw new Error(`No node type ${name} in this n8n`);
		return type;
	};
	return {
		getByName: find,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(find(name), version),
		getKnownTypes: (): IDataObject => ({}),
	};
}
