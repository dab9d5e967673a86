import '../dev/engine/environment';
import { join } from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type ITaskData,
	type IVersionedNodeType,
} from 'n8n-workflow';
import {
	additionalDataFor,
	CREDENTIAL,
	MemoryCredentials,
	nodeTypesOf,
	START,
} from '../dev/engine';
import { KEYS } from '../sandbox';
import { FLOOR, FloorFields, FloorItems, FloorPages } from './floor';

/** Where the package is. */
export const PACKAGE = join(__dirname, '..');

/** Where n8n's own nodes are: in a folder of the bench, because no test needs them. */
export const NODES_BASE = join(__dirname, 'node_modules/n8n-nodes-base');

/** How much one run of one node gave. */
export interface Yield {
	/** How many input items got an answer. */
	readonly delivered: number;
	/** How many items came out, failed ones left out. */
	readonly items: number;
}

/** What one run of one node took and how much it gave. */
export interface Measured extends Yield {
	readonly ms: number;
	/** Time of this process alone, on all its threads. */
	readonly cpuMs: number;
	readonly credentialReads: number;
}

/** A run and its data, which take memory as long as somebody holds them. */
export interface Run {
	readonly measured: Measured;
	readonly data: IRun;
}

/** n8n's engine with the package, n8n's HTTP Request node and the bare loops. */
export class Stand {
	private constructor(
		private readonly packageLoader: PackageDirectoryLoader,
		private readonly nodeTypes: INodeTypes,
	) {}

	/** @param withHttpRequest whether n8n's own nodes are needed, which take a while to load */
	static async load(withHttpRequest: boolean): Promise<Stand> {
		// tsx maps the stacks of errors back to TypeScript, which n8n in production does not.
		process.setSourceMapsEnabled(false);
		const loader = new PackageDirectoryLoader(PACKAGE);
		await loader.loadAll();
		const others = new Map<string, INodeType | IVersionedNodeType>([
			[FLOOR.items, new FloorItems()],
			[FLOOR.fields, new FloorFields()],
			[FLOOR.pages, new FloorPages()],
		]);
		if (withHttpRequest) {
			const base = new LazyPackageDirectoryLoader(NODES_BASE, [], [HTTP_REQUEST]);
			await base.loadAll();
			others.set(HTTP_REQUEST, base.getNode('httpRequest').type);
		}
		return new Stand(loader, withOthers(nodeTypesOf(loader), others));
	}

	/**
	 * Runs a node once on these items.
	 *
	 * @param url the base URL of both APIs
	 */
	async run(node: INode, url: string, items: readonly IDataObject[]): Promise<Run> {
		const credentials = new MemoryCredentials(this.packageLoader.credentialTypes, {
			[CREDENTIAL]: { apiKey: KEYS.agency, agentsBaseUrl: url, geoBaseUrl: url },
		});
		const cpu = process.cpuUsage();
		const start = performance.now();
		const run = await this.execute(node, credentials, items);
		const ms = performance.now() - start;
		const { user, system } = process.cpuUsage(cpu);
		const { error, runData } = run.data.resultData;
		if (error !== undefined) throw new Error(`${error.message} ${error.description ?? ''}`);
		const measured = {
			ms,
			cpuMs: (user + system) / 1000,
			...yieldOf(runData[node.name]?.at(-1)),
			credentialReads: credentials.reads.count,
		};
		return { measured, data: run };
	}

	private async execute(
		node: INode,
		credentials: MemoryCredentials,
		items: readonly IDataObject[],
	): Promise<IRun> {
		const start: INode = { ...node, id: 'start', name: 'Start', type: START, parameters: {} };
		const file = {
			id: 'bench',
			name: 'Bench',
			active: false,
			nodes: [{ ...start, retryOnFail: false }, node],
			connections: { Start: { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] } },
			settings: { executionOrder: 'v1' as const },
		};
		const now = new Date();
		const base = {
			...file,
			isArchived: false,
			createdAt: now,
			updatedAt: now,
			activeVersionId: null,
		};
		const main = [items.map((json): INodeExecutionData => ({ json }))];
		const nodeExecutionStack = [{ node: start, data: { main }, source: null }];
		const execution = new WorkflowExecute(
			additionalDataFor(base, credentials),
			'trigger',
			createRunExecutionData({ executionData: { nodeExecutionStack } }),
		);
		const workflow = new Workflow({ ...file, nodeTypes: this.nodeTypes });
		return await execution.processRunExecutionData(workflow);
	}
}

/** n8n's name for its HTTP Request node. */
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

function withOthers(
	own: INodeTypes,
	others: ReadonlyMap<string, INodeType | IVersionedNodeType>,
): INodeTypes {
	return {
		...own,
		getByName: (name) => others.get(name) ?? own.getByName(name),
		getByNameAndVersion: (name, version) => {
			const other = others.get(name);
			return other === undefined
				? own.getByNameAndVersion(name, version)
				: NodeHelpers.getVersionedNodeType(other, version);
		},
	};
}

/** Counts what a node gave in one run; nothing if it did not run. */
export function yieldOf(run: ITaskData | undefined): Yield {
	const given = run?.data?.main?.[0] ?? [];
	const good = given.filter(({ json }) => json.error === undefined);
	return { delivered: new Set(good.map(sourceOf)).size, items: good.length };
}

function sourceOf({ pairedItem }: INodeExecutionData): number | undefined {
	const source = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof source === 'object' ? source.item : source;
}
