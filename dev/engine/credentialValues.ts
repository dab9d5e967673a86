import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowDataProxyAdditionalKeys,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { bareDescription } from './nodeTypes';

/** The node and the workflow with which n8n resolves a credential where there are no items. */
const NOBODY: INode = {
	...{ id: '', name: '', type: 'mock', typeVersion: 1, position: [0, 0], parameters: {} },
};

const TYPE = { description: bareDescription('') };

const BLANK = new Workflow({
	...{ nodes: [NOBODY], connections: {}, active: false },
	nodeTypes: {
		getByName: () => TYPE,
		getByNameAndVersion: () => TYPE,
		getKnownTypes: () => ({}),
	},
});

/** What a user has entered, with the defaults of the other fields, the way n8n adds them. */
export function withDefaults(
	properties: INodeProperties[],
	entered: ICredentialDataDecryptedObject,
): INodeParameters {
	return NodeHelpers.getNodeParameters(properties, plain(entered), true, false, null, null) ?? {};
}

/** The values with their expressions resolved, where there is no input item. */
export function resolvedForNobody(
	values: INodeParameters,
	mode: WorkflowExecuteMode,
	keys: IWorkflowDataProxyAdditionalKeys,
): Record<string, boolean | number | string> {
	const { expression } = BLANK;
	return plain(
		expression.getComplexParameterValue(NOBODY, values, mode, keys, undefined, undefined, values),
	);
}

/** The values that a credential of this package has: texts, numbers and switches. */
export function plain(values: unknown): Record<string, boolean | number | string> {
	return Object.fromEntries(
		Object.entries(json(values)).filter((entry): entry is [string, boolean | number | string] =>
			['boolean', 'number', 'string'].includes(typeof entry[1]),
		),
	);
}
