import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject, INode, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { Bench } from '../engine';
import { ROOT } from '../paths';

const ASK = { resource: 'any', operation: 'ask' };

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

const isPackage = (
	value: unknown,
): value is { Geo: new () => { description: INodeTypeDescription } } =>
	typeof value === 'object' && value !== null && 'Geo' in value;

function loaded<Module>(path: string, isModule: (value: unknown) => value is Module): Module {
	const found: unknown = load(path);
	if (!isModule(found)) throw new Error(`${path} has changed`);
	return found;
}

/** Returns Ask, as a tool that was just added, as the function that a chat model gets. */
export function askTool() {
	const core = load.resolve('n8n-core').replace(/index\.js$/, '');
	const way = `${core}execution-engine/node-execution-context/utils/create-node-as-tool.js`;
	const { createNodeAsTool } = loaded(way, isMaker);
	const { toJsonSchema } = loaded('@langchain/core/utils/json_schema', isWriter);
	const { Geo } = loaded(join(ROOT, 'dist/nodes/Geo/Geo.node.js'), isPackage);
	const about = { ...new Geo().description, name: 'geoTool', displayName: 'GEO Tool' };
	const node: INode = {
		...{ id: 'tool', type: about.name, typeVersion: 1, position: [0, 0] },
		...{ name: 'Ask for any data in GEO', parameters: ASK },
	};
	const parameters =
		NodeHelpers.getNodeParameters(about.properties, ASK, true, false, node, about) ?? {};
	const { name, description, schema } = createNodeAsTool({
		node: { ...node, parameters },
		nodeType: { description: about },
		handleToolInvocation: () => Promise.resolve(''),
	}).response;
	return { type: 'function', function: { name, description, parameters: toJsonSchema(schema) } };
}

/** Calls Ask as a model does, and returns the text that the model gets. */
export async function callAsk(bench: Bench, input: IDataObject): Promise<string> {
	const run = await bench.run('geoTool', ASK, { items: [input], timezone: 'UTC' });
	return run.error === undefined ? JSON.stringify(run.rows) : `ERROR: ${run.error.message}`;
}
