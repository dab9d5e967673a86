import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	injectDomainRestrictionFields,
	isExpression,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type ICredentialTypeData,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { refuse } from './additionalData';
import { plain, resolvedForNobody, withDefaults } from './credentialValues';

/** The values of each credential type, as a user would have entered them. */
export type CredentialValues = Record<string, ICredentialDataDecryptedObject>;

/** How often the credentials were read, for tests of what a run costs. */
export interface CredentialReads {
	count: number;
}

/**
 * n8n's credential store in memory. Applies `authenticate` of the loaded credential types the way
 * n8n's own helper does: header by header, with expressions over `$credentials` resolved.
 */
export class MemoryCredentials extends ICredentialsHelper {
	readonly reads: CredentialReads = { count: 0 };

	constructor(
		private readonly types: ICredentialTypeData,
		private readonly values: CredentialValues,
	) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.types[typeName]?.type.authenticate;
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		return applied(authenticate, options, (text) => resolve(text, credentials, workflow, node));
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_node: unknown,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads.count += 1;
		const properties = this.getCredentialsProperties(type);
		const keys = getAdditionalKeys(additionalData, mode, null);
		const values = withDefaults(properties, this.values[type] ?? {});
		if (item === undefined) return await Promise.resolve(resolvedForNobody(values, mode, keys));
		const { workflow, node, runExecutionData, runIndex, itemIndex, connectionInputData } = item;
		return plain(
			workflow.expression.getParameterValue(
				values,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				keys,
				executeData,
				false,
				values,
			),
		);
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		const { type } = this.types[name] ?? {};
		return type === undefined ? [] : injectDomainRestrictionFields(type);
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	preAuthentication = nothing;

	runPreAuthentication = nothing;

	getCredentials = refuse;

	updateCredentials = refuse;

	updateCredentialsOauthTokenData = refuse;
}

/** There is no token to fetch before a request. */
async function nothing(): Promise<undefined> {
	await Promise.resolve();
	return undefined;
}

function applied(
	{ properties }: IAuthenticateGeneric,
	options: IHttpRequestOptions,
	resolved: (text: string) => string,
): IHttpRequestOptions {
	const headers = Object.entries(properties.headers ?? {}).map(
		([name, value]): [string, string] => [
			resolved(name),
			typeof value === 'string' ? resolved(value) : '',
		],
	);
	return { ...options, headers: { ...options.headers, ...Object.fromEntries(headers) } };
}

function resolve(
	text: string,
	credentials: ICredentialDataDecryptedObject,
	workflow: Workflow,
	node: INode,
): string {
	if (!isExpression(text)) return text;
	const keys = { $credentials: credentials };
	const value = workflow.expression.getSimpleParameterValue(node, text, 'internal', keys);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
