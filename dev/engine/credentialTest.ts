import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import type { MemoryCredentials } from './credentials';
import { bareDescription } from './nodeTypes';

/** What the credential dialog shows. */
export interface TestVerdict {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

/**
 * Runs a declarative credential test the way n8n does: as the routing of a node with one property,
 * and then by the rules, status codes after a failed request, bodies after a successful one.
 */
export async function testCredential(
	name: string,
	test: ICredentialTestRequest,
	data: ICredentialDataDecryptedObject,
	helper: MemoryCredentials,
): Promise<TestVerdict> {
	const temp = { displayName: 'Temp', name: 'temp', type: 'string', default: '' } as const;
	const type = {
		description: bareDescription('temp', {
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name, required: true }],
			properties: [{ ...temp, routing: { request: test.request } }],
		}),
	};
	const node: INode = {
		...{ id: 'temp', name: 'Temp-Node', type: 'test', typeVersion: 1, position: [0, 0] },
		parameters: {},
		credentials: { [name]: { id: 'credential', name } },
	};
	const base = { id: 'test', name: 'Test', nodes: [node], connections: {}, active: false };
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ ...base, nodeTypes });
	const now = new Date();
	const dates = { createdAt: now, updatedAt: now };
	const file = { ...base, ...dates, isArchived: false, activeVersionId: null };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataFor(file, helper, node.parameters),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const routing = new RoutingNode(context, type, { id: 'credential', name, type: name, data });
	return await routing.runNode().then(
		(output) => verdictOfAnswer(test, output?.[0]?.[0]),
		(error: unknown) => verdictOfError(test, error),
	);
}

function verdictOfAnswer(
	test: ICredentialTestRequest,
	item: INodeExecutionData | undefined,
): TestVerdict {
	for (const rule of test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		// A list without entries gives no item, on which n8n itself breaks down.
		if (item === undefined) return { status: 'Error', message: 'n8n cannot read an empty list' };
		const body: unknown = item.json;
		if (memberOf(body, rule.properties.key) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** A member by its path, as lodash's `get` has it, with which n8n looks: also a letter in a text. */
function memberOf(body: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((holder, name) => {
		if (typeof holder === 'string') return name === 'length' ? holder.length : holder[Number(name)];
		return new Map(Object.entries(holder ?? {})).get(name);
	}, body);
}

function verdictOfError(test: ICredentialTestRequest, error: unknown): TestVerdict {
	const cause = error instanceof Error ? error.cause : undefined;
	if (isFailedRequest(cause)) {
		const { status, statusText } = cause.response;
		const rule = (test.rules ?? []).find(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);
		return { status: 'Error', message: rule?.properties.message ?? statusText };
	}
	const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
	return { status: 'Error', message: code ?? (error instanceof Error ? error.message : '') };
}

function isFailedRequest(
	cause: unknown,
): cause is { response: { status: number; statusText: string } } {
	return cause instanceof Error && 'response' in cause && cause.response !== undefined;
}
