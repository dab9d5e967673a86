import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject, INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { resources as agents } from '../../nodes/Agents/operations';
import { resources as geo } from '../../nodes/Geo/operations';
import type { Bench } from '../engine';
import { ROOT } from '../paths';

/** A tool as a model meets it in n8n. */
export interface Tool {
	readonly kind: 'agents' | 'geo';
	readonly parameters: INodeParameters;
	readonly name: string;
	readonly description: string;
	readonly schema: object;
}

interface MadeTool {
	readonly name: string;
	readonly description: string;
	readonly schema: object;
}

/** What n8n makes tools of: n8n-core exports it, but not in its types for a path of its own. */
const load = createRequire(__filename);

const isMaker = (
	value: unknown,
): value is { createNodeAsTool: (options: object) => { response: MadeTool } } =>
	typeof value === 'object' && value !== null && 'createNodeAsTool' in value;

const isWriter = (value: unknown): value is { toJsonSchema: (schema: object) => object } =>
	typeof value === 'object' && value !== null && 'toJsonSchema' in value;

const isNode = (
	value: unknown,
): value is Record<string, new () => { description: INodeTypeDescription }> =>
	typeof value === 'object' && value !== null;

/** The description of a built node. */
function descriptionOf(name: 'Agents' | 'Geo'): INodeTypeDescription {
	const Node = loaded(join(ROOT, `dist/nodes/${name}/${name}.node.js`), isNode)[name];
	if (Node === undefined) throw new Error(`There is no node ${name}`);
	return new Node().description;
}

function loaded<Module>(path: string, isModule: (value: unknown) => value is Module): Module {
	const found: unknown = load(path);
	if (!isModule(found)) throw new Error(`${path} has changed`);
	return found;
}

/** Every operation but Endpoint → Call as a tool that was just added. */
export function toolsOf(): Tool[] {
	const core = load.resolve('n8n-core').replace(/index\.js$/, '');
	const way = `${core}execution-engine/node-execution-context/utils/create-node-as-tool.js`;
	const { createNodeAsTool } = loaded(way, isMaker);
	const { toJsonSchema } = loaded('@langchain/core/utils/json_schema', isWriter);
	const nodes = [
		{ kind: 'geo', description: descriptionOf('Geo'), resources: geo },
		{ kind: 'agents', description: descriptionOf('Agents'), resources: agents },
	] as const;
	return nodes.flatMap(({ kind, description, resources }) =>
		resources.flatMap(({ value: resource, operations }) =>
			operations
				.filter(({ value }) => value !== 'call')
				.map(({ value: operation, action }): Tool => {
					const where = { resource, operation };
					const about = toolDescription(description);
					const node = nodeOf(about, where, `${action} in ${description.displayName}`);
					const options = {
						node,
						nodeType: { description: about },
						handleToolInvocation: () => Promise.resolve(''),
					};
					const { name, description: text, schema } = createNodeAsTool(options).response;
					const json = toJsonSchema(schema);
					return { kind, parameters: where, name, description: text, schema: json };
				}),
		),
	);
}

function toolDescription(base: INodeTypeDescription): INodeTypeDescription {
	return { ...base, name: `${base.name}Tool`, displayName: `${base.displayName} Tool` };
}

function nodeOf(about: INodeTypeDescription, where: INodeParameters, name: string): INode {
	const node: INode = {
		...{ id: 'tool', type: about.name, typeVersion: 1, position: [0, 0], name },
		parameters: where,
	};
	const parameters = NodeHelpers.getNodeParameters(
		about.properties,
		where,
		true,
		false,
		node,
		about,
	);
	return { ...node, parameters: parameters ?? {} };
}

/** Returns the functions that a chat model gets. */
export function functionsOf(tools: readonly Tool[]) {
	return tools.map(({ name, description, schema }) => ({
		type: 'function',
		function: { name, description, parameters: schema },
	}));
}

/** Calls a tool as a model does, and returns the text that the model gets. */
export async function callTool(
	bench: Bench,
	{ kind, parameters }: Pick<Tool, 'kind' | 'parameters'>,
	input: IDataObject,
): Promise<string> {
	const run = await bench.run(`${kind}Tool`, parameters, { items: [input], timezone: 'UTC' });
	return run.error === undefined ? JSON.stringify(run.rows) : `ERROR: ${run.error.message}`;
}
