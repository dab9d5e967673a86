import './environment';
import { LoadOptionsContext, PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeTypeDescription,
	type INodeTypes,
	type IRun,
	type IWorkflowBase,
	type IWorkflowSettings,
} from 'n8n-workflow';
import { ActiveTrigger } from './activeTrigger';
import { additionalDataFor } from './additionalData';
import { MemoryCredentials } from './credentials';
import { testCredential, type TestVerdict } from './credentialTest';
import { nodeTypesOf, type OtherNodes, START } from './nodeTypes';
import { placed } from './placed';

/** The package's credential type, under which tests and demo store their values. */
export const CREDENTIAL = 'agentsGeoApi';

/** The part of a workflow file that the engine needs. */
export interface WorkflowFile {
	readonly name: string;
	readonly nodes: INode[];
	readonly connections: IConnections;
	/** Such as the time zone. */
	readonly settings?: IWorkflowSettings;
}

/** A workflow under way. */
export interface RunningWorkflow {
	readonly finished: PromiseLike<IRun>;
	readonly cancel: () => void;
}

/** n8n's own engine with one package loaded, the way n8n loads it from disk. */
export class Engine {
	private constructor(
		readonly loader: PackageDirectoryLoader,
		private readonly nodeTypes: INodeTypes,
	) {}

	private helper?: MemoryCredentials;

	/** How often the latest run read the credential. */
	get credentialReads(): number {
		return this.helper?.reads.count ?? 0;
	}

	/**
	 * Loads a built package with n8n's own loader.
	 *
	 * @param directory where its package.json is
	 * @param others further types of nodes, by their whole names
	 */
	static async load(directory: string, others?: OtherNodes): Promise<Engine> {
		const loader = new PackageDirectoryLoader(directory);
		await loader.loadAll();
		return new Engine(loader, nodeTypesOf(loader, others));
	}

	/**
	 * Runs a workflow from its Manual Trigger on.
	 *
	 * @param credential what the user entered in the credential
	 * @param items what the trigger gives
	 * @returns n8n's run with the data of every node, also if a node failed
	 */
	async run(
		file: WorkflowFile,
		credential: ICredentialDataDecryptedObject,
		items: INodeExecutionData[] = [{ json: {} }],
	): Promise<IRun> {
		return await this.start(file, credential, items).finished;
	}

	/** Starts the same run and gives it with the button that stops it. */
	start(
		file: WorkflowFile,
		credential: ICredentialDataDecryptedObject,
		items: INodeExecutionData[] = [{ json: {} }],
	): RunningWorkflow {
		const { workflow, base } = this.workflowOf(file);
		const node = file.nodes.find(({ type }) => type === START);
		if (node === undefined) throw new Error('The workflow has no Manual Trigger');
		const execution = new WorkflowExecute(
			additionalDataFor(base, this.credentials(credential)),
			'manual',
			createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
				},
			}),
		);
		const finished = execution.processRunExecutionData(workflow);
		return { finished, cancel: () => finished.cancel() };
	}

	/** A workflow that starts with this trigger node, not activated yet. */
	trigger(node: INode, credential: ICredentialDataDecryptedObject): ActiveTrigger {
		return new ActiveTrigger(
			(staticData, current) => {
				const file = { name: 'Triggered', nodes: [current], connections: {} };
				const { workflow, base } = this.workflowOf(file, staticData);
				return { workflow, additionalData: additionalDataFor(base, this.credentials(credential)) };
			},
			node,
			(changed) => this.placed(changed),
		);
	}

	/** A node whose parameters are named by their fields alone, wherever its form has these. */
	placed(node: INode): INode {
		const { description } = this.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return placed(node, description);
	}

	/** What a node of the package tells the editor about itself. */
	description(name: string): INodeTypeDescription {
		return NodeHelpers.getVersionedNodeType(this.loader.getNode(name).type).description;
	}

	/** Runs the search behind a resource locator, as the editor does when its list is opened. */
	async search(
		node: INode,
		method: string,
		credential: ICredentialDataDecryptedObject,
		filter?: string,
	): Promise<INodeListSearchResult> {
		const { workflow, base } = this.workflowOf({ name: 'Search', nodes: [node], connections: {} });
		const type = this.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const search = type.methods?.listSearch?.[method];
		if (search === undefined) throw new Error(`${node.type} has no list search ${method}`);
		const data = additionalDataFor(base, this.credentials(credential), node.parameters);
		const context = new LoadOptionsContext(workflow, node, data, `parameters.${method}`);
		return await search.call(context, filter);
	}

	/** Runs the test of the credential dialog and gives the verdict that the dialog would show. */
	async test(credential: ICredentialDataDecryptedObject): Promise<TestVerdict> {
		const type = this.loader.credentialTypes[CREDENTIAL]?.type;
		if (type?.test === undefined) throw new Error('The credential has no test');
		return await testCredential(CREDENTIAL, type.test, credential, this.credentials(credential));
	}

	private credentials(credential: ICredentialDataDecryptedObject): MemoryCredentials {
		this.helper = new MemoryCredentials(this.loader.credentialTypes, {
			[CREDENTIAL]: credential,
		});
		return this.helper;
	}

	private workflowOf(
		file: WorkflowFile,
		staticData: IDataObject = {},
	): { workflow: Workflow; base: IWorkflowBase } {
		const settings: IWorkflowSettings = { executionOrder: 'v1', ...file.settings };
		const common = { ...file, id: 'workflow', active: false, settings };
		const now = new Date();
		return {
			workflow: new Workflow({ ...common, staticData, nodeTypes: this.nodeTypes }),
			base: { ...common, isArchived: false, createdAt: now, updatedAt: now, activeVersionId: null },
		};
	}
}
