import type { INode, INodeParameters } from 'n8n-workflow';
import { json, text } from '../../../sandbox/json';
import { CREDENTIAL_TYPE, type CredentialReference, type WorkflowDraft } from '../../../dev/n8n';
import { Geo } from '../../../nodes/Geo/Geo.node';

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
	/** The version of the agent's node, default that of the newest n8n. */
	readonly agentVersion?: number;
}

/**
 * What the editor stores of a tool that was dropped on the canvas: the resource and the operation if
 * they are not those of a new node, the picker, and empty options. Everything else is a default.
 * (Seen in the editors of n8n 1.123 and 2.41.)
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
	agentVersion = 3.1,
}: AgentSetup): WorkflowDraft {
	const toAgent = (type: 'ai_languageModel' | 'ai_tool' | 'main') => ({
		[type]: [[{ node: AGENT, type, index: 0 }]],
	});
	return {
		name: 'An agent with nodes of the package as tools',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, [0, 0], {}),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', agentVersion, [220, 0], {
				promptType: 'define',
				text: question,
			}),
			{
				...node('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, [60, 240], {
					model: { __rl: true, mode: 'id', value: 'scripted' },
					responsesApiEnabled: false,
				}),
				credentials: { openAiApi: model },
			},
			...tools.map(({ name, type, parameters, onError }, index) => ({
				...node(name, `n8n-nodes-agents-geo.${type}`, 1, [380 + 180 * index, 240], parameters),
				credentials: { [CREDENTIAL_TYPE]: service },
				onError,
			})),
		],
		connections: {
			Start: toAgent('main'),
			'Chat Model': toAgent('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, toAgent('ai_tool')])),
		},
	};
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	position: [number, number],
	parameters: INodeParameters,
): INode {
	return { id: name, name, type, typeVersion, position, parameters };
}
