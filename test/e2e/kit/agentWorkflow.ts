import type { INode, INodeParameters } from 'n8n-workflow';
import { CREDENTIAL_TYPE, type CredentialReference, type WorkflowDraft } from '../../../dev/n8n';

/** The name of the agent in `agentWorkflow`. */
export const AGENT = 'AI Agent';

/** The credentials that `agentWorkflow` needs. */
export interface AgentCredentials {
	readonly service: CredentialReference;
	readonly model: CredentialReference;
}

/** A workflow in which an AI agent has both nodes as tools, as they are when they are added. */
export function agentWorkflow({ service, model }: AgentCredentials): WorkflowDraft {
	const own = { [CREDENTIAL_TYPE]: service };
	return {
		name: 'An agent with both nodes as tools',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, [0, 0], {}),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', 3.1, [220, 0], {
				promptType: 'define',
				text: 'How visible are our brands, and what is to be done?',
			}),
			{
				...node('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, [60, 240], {
					model: { __rl: true, mode: 'id', value: 'scripted' },
					responsesApiEnabled: false,
				}),
				credentials: { openAiApi: model },
			},
			{
				...node('Agents', 'n8n-nodes-agents-geo.agentsTool', 1, [380, 240], {
					resource: 'task',
					operation: 'query',
				}),
				credentials: own,
			},
			{
				...node('GEO', 'n8n-nodes-agents-geo.geoTool', 1, [560, 240], {
					resource: 'prompt',
					operation: 'getAll',
				}),
				credentials: own,
			},
		],
		connections: {
			Start: { main: [[{ node: AGENT, type: 'main', index: 0 }]] },
			'Chat Model': {
				ai_languageModel: [[{ node: AGENT, type: 'ai_languageModel', index: 0 }]],
			},
			Agents: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
			GEO: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
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
