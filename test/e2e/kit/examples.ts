import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonParse, type IDataObject, type INode, type IPinData } from 'n8n-workflow';
import { json, type Json } from '../../../sandbox/json';
import { importAll, type N8n, type WorkflowDraft, type WorkflowFile } from '../../../dev/n8n';
import { ROOT } from '../../../dev/paths';
import { withProject } from '../../../examples/withProject';
import { PROJECTS } from '../../../sandbox';

const FOLDER = join(ROOT, 'examples');
const OURS = 'n8n-nodes-agents-geo.';
const BASE = 'n8n-nodes-base.';
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';
const MODEL = `${LANGCHAIN}lmChatOpenAi`;
const MODEL_ACCOUNT = { id: 'model-account', name: 'Model account' };

/** What a person says to a trigger that waits for one, as the output of that trigger. */
const SAID: Readonly<Record<string, IDataObject>> = {
	[`${LANGCHAIN}chatTrigger`]: {
		sessionId: 'a-chat',
		action: 'sendMessage',
		chatInput: 'How visible are our brands, and what is to be done?',
	},
	[`${BASE}formTrigger`]: { Tasks: 'Answer the reviews\r\n\r\n  Update the price list ' },
};

/** What other services answer, where a node after theirs needs it. */
const ANSWERED: Readonly<Record<string, IDataObject>> = {
	[`${BASE}googleDocs`]: { id: 'a-document' },
};

/** Nodes of n8n that reach no other service, so that they run for real. */
const LOCAL: readonly string[] = [
	...['filter', 'if', 'limit', 'manualTrigger', 'removeDuplicates', 'scheduleTrigger'].map(
		(name) => BASE + name,
	),
	...['set', 'sort', 'splitOut', 'stickyNote', 'summarize'].map((name) => BASE + name),
	...['agent', 'memoryBufferWindow'].map((name) => LANGCHAIN + name),
	MODEL,
];

/** What an example file holds. */
export interface ExampleWorkflow extends Pick<
	WorkflowFile,
	'id' | 'name' | 'nodes' | 'connections'
> {
	readonly pinData?: IPinData;
}

/** One file of the folder `examples`. */
export interface Example {
	readonly file: string;
	readonly workflow: ExampleWorkflow;
}

/** Reads every example that there is. */
export function readExamples(): Example[] {
	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
	return files.sort().map((file) => ({
		file,
		workflow: jsonParse<ExampleWorkflow>(readFileSync(join(FOLDER, file), 'utf8')),
	}));
}

/** Tells whether a node is one of the package's. */
export function isOurs({ type }: INode): boolean {
	return type.startsWith(OURS);
}

/** Tells whether a node is a tool of an agent. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Tells whether a node is a note on the canvas. */
export function isNote({ type }: INode): boolean {
	return type === `${BASE}stickyNote`;
}

/** Tells whether a node works with a service that is not ours, so that a test cannot run it. */
export function isForeign(node: INode): boolean {
	return !isOurs(node) && !LOCAL.includes(node.type) && SAID[node.type] === undefined;
}

/** The nodes from which an example can be run. */
export function triggersOf({ nodes }: ExampleWorkflow): INode[] {
	return nodes.filter(({ type }) => /trigger$/i.test(type));
}

/** The resource locators among the fields of a node: what its user picks from lists. */
export function locatorsOf({ parameters }: INode): Json[] {
	return Object.values(parameters)
		.map(json)
		.filter(({ __rl }) => __rl === true);
}

/**
 * Imports examples as they are, but for what their user has to choose: the project is one of the
 * sandbox, the model is a stand-in, nodes of other services are pinned.
 *
 * @param sandbox the address of the sandbox
 * @param model the address of the stand-in for the model
 * @throws when n8n refuses one
 */
export async function importExamples(
	n8n: N8n,
	examples: readonly Example[],
	{ sandbox, model }: { readonly sandbox: string; readonly model: string },
): Promise<void> {
	const file = join(n8n.home, 'model-account.json');
	const data = { apiKey: 'key-of-the-scripted-model', url: model };
	writeFileSync(file, JSON.stringify([{ ...MODEL_ACCOUNT, type: 'openAiApi', data }]));
	await n8n.run('import:credentials', `--input=${file}`);
	const ready = examples.map(({ workflow }) => readyToRun(workflow));
	await importAll(n8n, sandbox, ready);
}

/** An example as `npm start` imports it: what is switched off stays off. */
export function asStarted({ name, nodes, connections }: ExampleWorkflow): WorkflowDraft {
	return { name: `${name} (as started)`, nodes: nodes.map(withCoffee), connections };
}

function readyToRun({ id, name, nodes, connections }: ExampleWorkflow): WorkflowFile {
	const file: WorkflowFile & { readonly pinData: IPinData } = {
		id,
		name,
		active: false,
		versionId: `${id}-1`,
		// A trigger that is off until something is set up has to run here, too.
		nodes: nodes.map((node) => ({ ...chosen(node), disabled: false })),
		connections,
		settings: { executionOrder: 'v1' },
		pinData: Object.fromEntries(nodes.flatMap(pinned)),
	};
	return file;
}

/** A node with what the user chooses. */
function chosen(node: INode): INode {
	const { parameters } = node;
	if (node.type === MODEL) {
		return {
			...node,
			// The stand-in speaks the older of OpenAI's two languages.
			parameters: { ...parameters, responsesApiEnabled: false },
			credentials: { openAiApi: MODEL_ACCOUNT },
		};
	}
	return isOurs(node) ? withCoffee(node) : node;
}

/** A node as `npm start` imports it. */
function withCoffee(node: INode): INode {
	const { parameters } = node;
	const project = { id: PROJECTS.coffee, name: 'Ember & Oak Coffee' };
	return { ...node, parameters: { ...parameters, ...withProject(parameters, project) } };
}

function pinned(node: INode): Array<[string, IPinData[string]]> {
	const said =
		SAID[node.type] ?? (isForeign(node) ? (ANSWERED[node.type] ?? { pinned: true }) : undefined);
	return said === undefined ? [] : [[node.name, [{ json: said }]]];
}
