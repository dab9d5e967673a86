import { setImmediate, setTimeout } from 'node:timers/promises';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	OnError,
} from 'n8n-workflow';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox';
import { ROOT } from '../paths';
import type { ActiveTrigger } from './activeTrigger';
import { CREDENTIAL, Engine, type RunningWorkflow, type WorkflowFile } from './engine';
import { START } from './nodeTypes';

const TESTED = 'Tested';

/** Turns of the event loop in which all requests arrive: one for each connection that is opened, and some to spare. */
const TURNS = 120;

/** The nodes of the package. */
export type NodeName = 'agents' | 'geo' | ToolName | TriggerName;
/** The nodes as tools of an AI agent. */
export type ToolName = 'agentsTool' | 'geoTool';
export type TriggerName = 'agentsTrigger' | 'geoTrigger';

/** What one run of one node gave. */
export interface NodeRun {
	/** The items of the first output. */
	readonly items: INodeExecutionData[];
	/** The items of the error output, if the node has one. */
	readonly errorItems: INodeExecutionData[];
	/** The `json` of the first output's items. */
	readonly rows: IDataObject[];
	/** The error that stopped the run, as n8n keeps it. */
	readonly error?: NodeFailure;
	readonly hints: string[];
	readonly run: IRun;
}

/** The parts of an error that people and workflows see. */
export interface NodeFailure {
	readonly message: string;
	readonly description?: string | null;
	readonly httpCode?: string | null;
	readonly context?: { itemIndex?: number };
	readonly name: string;
}

/** How to run a node. */
export interface NodeSetup {
	readonly items?: IDataObject[];
	readonly credential?: Partial<ICredentialDataDecryptedObject>;
	readonly onError?: OnError;
	/** The time zone in the settings of the workflow. */
	readonly timezone?: string;
}

/** The built package in n8n's engine beside a running sandbox. */
export class Bench {
	private parts?: { readonly engine: Engine; readonly sandbox: Sandbox };

	/** @param now the clock of the sandbox, in milliseconds since 1970 */
	constructor(private readonly now = Date.now()) {}

	get engine(): Engine {
		return this.opened.engine;
	}

	get sandbox(): Sandbox {
		return this.opened.sandbox;
	}

	async open(): Promise<this> {
		// The clock stands still, so that no number moves while a test runs.
		const { now } = this;
		const sandbox = await startSandbox({ now: () => now });
		this.parts = { engine: await Engine.load(ROOT), sandbox };
		return this;
	}

	async close(): Promise<void> {
		await this.parts?.sandbox.close();
	}

	private get opened() {
		if (this.parts === undefined) throw new Error('The bench is not open');
		return this.parts;
	}

	/** Puts the sandbox back to how it started, once nothing of an earlier run is under way. */
	async reset(): Promise<void> {
		await this.arrival();
		// Not for ever: a test may leave a request without an answer.
		for (let tries = 0; tries < 20 && this.sandbox.inFlight > 0; tries++) await setTimeout(5);
		this.sandbox.reset();
	}

	/**
	 * Waits until the sandbox knows of every request that was sent. It is in the same process, so a
	 * few turns of the event loop are enough: for the connection at both ends, then for what it brings.
	 */
	async arrival(): Promise<void> {
		for (let turn = 0; turn < TURNS; turn++) await setImmediate();
	}

	/** The credential of the sandbox's agency, with both base URLs. */
	credential(change: Partial<ICredentialDataDecryptedObject> = {}): ICredentialDataDecryptedObject {
		const { url } = this.sandbox;
		return { apiKey: KEYS.agency, agentsBaseUrl: url, geoBaseUrl: url, ...change };
	}

	/** Runs one node once: a trigger gives the items, the node gets them. */
	async run(name: NodeName, parameters: INodeParameters, setup: NodeSetup = {}): Promise<NodeRun> {
		const run = await this.start(name, parameters, setup).finished;
		const { error, runData } = run.data.resultData;
		const task = runData[TESTED]?.[0];
		const [first, second] = task?.data?.main ?? [];
		return {
			run,
			error,
			items: first ?? [],
			errorItems: second ?? [],
			rows: (first ?? []).map(({ json }) => json),
			hints: (task?.hints ?? []).map(({ message }) => message),
		};
	}

	/** Starts the same run and gives it with the button that stops it. */
	start(
		name: NodeName,
		parameters: INodeParameters,
		{ items = [{}], credential, onError, timezone }: NodeSetup = {},
	): RunningWorkflow {
		const file = workflowWith({ ...this.nodeOf(name, parameters), onError }, timezone);
		const inputs = items.map((json): INodeExecutionData => ({ json }));
		return this.engine.start(file, this.credential(credential), inputs);
	}

	/** A workflow that starts with one of the triggers, not activated yet. */
	trigger(
		name: TriggerName,
		parameters: INodeParameters,
		credential: Partial<ICredentialDataDecryptedObject> = {},
	): ActiveTrigger {
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		const node = this.nodeOf(name, { pollTimes, ...parameters });
		return this.engine.trigger(node, this.credential(credential));
	}

	/** Opens the list of the project picker. */
	async projects(
		name: NodeName,
		credential: Partial<ICredentialDataDecryptedObject> = {},
		filter?: string,
	) {
		const method = name.endsWith('Trigger') ? 'searchProjectsOrAll' : 'searchProjects';
		return await this.search(name, method, {}, credential, filter);
	}

	/** Opens the list of any picker of a node that is filled in so far. */
	async search(
		name: NodeName,
		method: string,
		parameters: INodeParameters,
		credential: Partial<ICredentialDataDecryptedObject> = {},
		filter?: string,
	) {
		const values = this.credential(credential);
		return await this.engine.search(this.nodeOf(name, parameters), method, values, filter);
	}

	/** @param parameters named by their fields alone, wherever the form has these */
	private nodeOf(name: NodeName, parameters: INodeParameters): INode {
		const node = nodeOf(name, parameters);
		return this.engine.placed(node);
	}
}

/** A value of the project picker. */
export function project(id: unknown, mode: 'list' | 'id' | 'name' = 'id'): INodeParameters {
	return { __rl: true, mode, value: id as string };
}

function nodeOf(name: string, parameters: INodeParameters): INode {
	const type = `n8n-nodes-agents-geo.${name}`;
	return {
		...{ id: TESTED, name: TESTED, type, typeVersion: 1, position: [0, 0], parameters },
		credentials: { [CREDENTIAL]: { id: 'credential', name: 'Account' } },
	};
}

function workflowWith(node: INode, timezone?: string): WorkflowFile {
	const start: INode = {
		...{
			id: 'start',
			name: 'Start',
			type: START,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
	};
	return {
		name: 'Test',
		nodes: [start, node],
		settings: timezone === undefined ? {} : { timezone },
		connections: { Start: { main: [[{ node: TESTED, type: 'main', index: 0 }]] } },
	};
}
