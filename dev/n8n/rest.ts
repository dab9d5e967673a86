import type {
	IConnections,
	INode,
	INodeParameters,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { isJson, json, type Json, list, text } from '../../sandbox/json';
import { until } from './until';

/** Who owns every n8n of the suite. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Password1234',
} as const;

/** The package's credential type. */
export const CREDENTIAL_TYPE = 'agentsGeoApi';

/** A reference to a credential, as nodes keep it. */
export interface CredentialReference {
	readonly id: string;
	readonly name: string;
}

/** A workflow to be saved. */
export interface WorkflowDraft {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly settings?: IWorkflowSettings;
}

/** A run as n8n's database has it. */
export interface Execution {
	readonly id: string;
	/** new, running, waiting, success, error, canceled or crashed. */
	readonly status: string;
	readonly mode: string;
	readonly data: IRunExecutionData;
}

/** A run as the list of runs shows it. */
export type ExecutionSummary = Omit<Execution, 'data'>;

const UNDER_WAY = ['new', 'running', 'waiting'];

/** What the editor does over HTTP, done without the editor. */
export class Rest {
	/** The cookie that proves who is signed in; empty before `signUp` and `signIn`. */
	session = '';

	/** @param url the address of n8n, without a slash at its end */
	constructor(readonly url: string) {}

	/** Makes the owner of a fresh n8n and signs in. */
	async signUp(owner: typeof OWNER = OWNER): Promise<this> {
		await this.ready();
		await this.call('POST', '/owner/setup', owner);
		return this;
	}

	/** Signs in as the owner. */
	async signIn({ email, password }: typeof OWNER = OWNER): Promise<this> {
		await this.ready();
		await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
		return this;
	}

	/** n8n 1.123 says that it is ready before it has its routes. */
	private async ready(): Promise<void> {
		await until('the REST API', async () => {
			const { ok } = await fetch(`${this.url}/rest/settings`);
			return ok || undefined;
		});
	}

	/** Saves a credential of the package. */
	async createCredential(
		name: string,
		data: Json,
		type = CREDENTIAL_TYPE,
	): Promise<CredentialReference> {
		const made = json(await this.call('POST', '/credentials', { name, type, data }));
		return { id: idOf(made), name };
	}

	/** Runs the test of a credential with these values, saved or not. */
	async testCredential(
		data: Json,
		{ id, name }: CredentialReference,
		type = CREDENTIAL_TYPE,
	): Promise<{ status: string; message: string }> {
		const body = { credentials: { id, name, type, data } };
		const verdict = json(await this.call('POST', '/credentials/test', body));
		return { status: text(verdict.status) ?? '', message: text(verdict.message) ?? '' };
	}

	/**
	 * Opens the list of a resource locator of the package, as far as its node is filled in.
	 *
	 * @param node the name of the node without that of the package
	 * @returns the names in the list
	 * @throws with what the editor would show
	 */
	async listed(
		account: CredentialReference,
		node: string,
		methodName: string,
		currentNodeParameters: INodeParameters,
		filter = '',
	): Promise<string[]> {
		const answer = await this.call('POST', '/dynamic-node-parameters/resource-locator-results', {
			path: 'parameters.project',
			nodeTypeAndVersion: { name: `n8n-nodes-agents-geo.${node}`, version: 1 },
			...{ currentNodeParameters, methodName, filter },
			credentials: { [CREDENTIAL_TYPE]: account },
		});
		return list(json(answer).results).map((entry) => text(json(entry).name) ?? '');
	}

	/** Saves a workflow and gives its ID. */
	async createWorkflow({ settings, ...draft }: WorkflowDraft): Promise<string> {
		const body = { ...draft, active: false, settings: { executionOrder: 'v1', ...settings } };
		return idOf(json(await this.call('POST', '/workflows', body)));
	}

	/** The names and IDs of all workflows. */
	async workflows(): Promise<Array<{ id: string; name: string }>> {
		const all = list(await this.call('GET', '/workflows')).map(json);
		return all.map((workflow) => ({ id: idOf(workflow), name: text(workflow.name) ?? '' }));
	}

	/** Publishes the latest saved version of a workflow, which sets its triggers going. */
	async activate(id: string): Promise<void> {
		const { versionId } = json(await this.call('GET', `/workflows/${id}`));
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
	}

	/**
	 * Runs a saved workflow by hand and gives the ID of the run.
	 *
	 * @param trigger the name of the trigger to start from
	 */
	async run(id: string, trigger: string): Promise<string> {
		// n8n 1.123 runs what it is given, newer versions what they have.
		const workflowData = await this.call('GET', `/workflows/${id}`);
		const body = { workflowData, triggerToStartFrom: { name: trigger } };
		const { executionId } = json(await this.call('POST', `/workflows/${id}/run`, body));
		return idOf({ id: executionId });
	}

	/** Reads a run. */
	async execution(id: string): Promise<Execution> {
		const found = json(await this.call('GET', `/executions/${id}`));
		// An ES module, which a CommonJS file can only import this way.
		const { parse } = await import('flatted');
		const data: unknown = parse(text(found.data) ?? '[]');
		if (!isRunData(data)) throw new Error(`Execution ${id} has no data`);
		return { id, status: text(found.status) ?? '', mode: text(found.mode) ?? '', data };
	}

	/** Waits until a run has ended, well or badly, and gives it. */
	async finished(id: string, timeoutMs = 60_000): Promise<Execution> {
		await until(
			`execution ${id} to end`,
			async () => {
				const { status } = json(await this.call('GET', `/executions/${id}`));
				return UNDER_WAY.includes(text(status) ?? 'new') ? undefined : true;
			},
			{ timeoutMs },
		);
		return await this.execution(id);
	}

	/** The runs of a workflow, or of all, newest first, at most a hundred. */
	async executions(workflowId?: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify(workflowId ? { workflowId } : {}));
		const page = json(await this.call('GET', `/executions?filter=${filter}&limit=100`));
		return list(page.results).map((entry) => {
			const found = json(entry);
			return { id: idOf(found), status: text(found.status) ?? '', mode: text(found.mode) ?? '' };
		});
	}

	/**
	 * Calls any address below `/rest`.
	 *
	 * @returns the `data` of the answer
	 * @throws when n8n answers with an error, with what it said
	 */
	async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.session },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const said = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${said}`);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.session = cookies.join('; ');
		const answer: unknown = JSON.parse(said);
		return json(answer).data;
	}
}

function idOf({ id }: Json): string {
	if (typeof id === 'string' && id !== '') return id;
	throw new Error(`n8n gave no ID but ${JSON.stringify(id)}`);
}

function isRunData(value: unknown): value is IRunExecutionData {
	return isJson(value) && isJson(value.resultData) && isJson(value.resultData.runData);
}
