import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	INodeParameters,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** What n8n needs around an execution; parts that no node of this package uses refuse to work. */
export function additionalDataFor(
	workflow: IWorkflowBase,
	credentialsHelper: ICredentialsHelper,
	currentNodeParameters?: INodeParameters,
): IWorkflowExecuteAdditionalData {
	const base = 'http://localhost';
	return {
		credentialsHelper,
		currentNodeParameters,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: `${base}/`,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
		logAiEvent: () => undefined,
		setExecutionStatus: () => undefined,
		executeWorkflow: refuse,
		getRunExecutionData: refuse,
		getRuntimeCredential: refuse,
		startRunnerTask: refuse,
	};
}

/** Stands for what no node of this package uses. */
export async function refuse(): Promise<never> {
	return await Promise.reject(new Error('Not part of an n8n in process'));
}
