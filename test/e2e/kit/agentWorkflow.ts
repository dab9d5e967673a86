import type { INode, INodeParameters } from 'n8n-workflow';
import { json, text } from '../../../sandbox/json';
import type { CredentialReference, WorkflowDraft } from '../../../dev/n8n';
import { Geo } from '../../../nodes/Geo/Geo.node';
import { otherNode, packageNode } from './workflows';

/** The name of the agent in `agentWorkflow`. */
export const AGENT = 'AI Agent';

/** A tool of an agent: its node, and what is chosen in it. */
export interface AgentTool {
	readonly name: string;
	readonly type: 'agentsTool' | 'geoTool';
	readonly parameters: INodeParameters;
	readonly onError?: INode['onError'];
}

/** What `agentWorkflow` is to have. */
export interface AgentSetup {
	readonly service: CredentialReference;
	readonly model: CredentialReference;
	/** What the agent is asked. */
	readonly question: string;
	readonly tools: readonly AgentTool[];
	/** The version of the agent's node. */
	readonly agentVersion: number;
}

/**
 * What the editor stores of a tool that was dropped on the canvas: the resource and the operation if
 * they are not those of a new node, the picker, and empty options. Everything else is a default.
 * (Seen in the editors of n8n 1.123 and 2.41.) In a tool other than Ask, Project was left to the model.
 */
export function asDropped(chosen: INodeParameters = {}): INodeParameters {
	const { properties } = new Geo().description;
	const picker = properties.find(
		({ name, displayOptions }) =>
			name === 'project' && displayOptions?.show?.['@tool']?.[0] === true,
	);
	const { mode, value } = json(picker?.default);
	const project = { __rl: true, mode: text(mode) ?? '', value: text(value) ?? '' };
	return { ...chosen, project, options: {} };
}

/** A workflow in which an AI agent has nodes of the package as tools. */
export function agentWorkflow({
	service,
	model,
	question,
	tools,
	agentVersion,
}: AgentSetup): WorkflowDraft {
	const toAgent = (type: 'ai_languageModel' | 'ai_tool' | 'main') => ({
		[type]: [[{ node: AGENT, type, index: 0 }]],
	});
	const scripted = { __rl: true, mode: 'id', value: 'scripted' };
	const chat = { model: scripted, responsesApiEnabled: false };
	const asked = { promptType: 'define', text: question };
	const nodes: Array<[node: INode, position: [number, number]]> = [
		[otherNode('Start', 'n8n-nodes-base.manualTrigger'), [0, 0]],
		[otherNode(AGENT, '@n8n/n8n-nodes-langchain.agent', asked, agentVersion), [220, 0]],
		[
			{
				...otherNode('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', chat, 1.3),
				credentials: { openAiApi: model },
			},
			[60, 240],
		],
		...tools.map(({ name, type, parameters, onError }, index): (typeof nodes)[number] => [
			{ ...packageNode(name, type, parameters, service), onError },
			[380 + 180 * index, 240],
		]),
	];
	return {
		name: 'An agent with nodes of the package as tools',
		nodes: nodes.map(([node, position]) => ({ ...node, position })),
		connections: {
			Start: toAgent('main'),
			'Chat Model': toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
	};
}
