import { join } from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import { CREDENTIAL } from '../dev/engine';
import {
	ACCOUNT,
	execute,
	importAll,
	installN8n,
	installPackage,
	N8n,
	packPackage,
	type WorkflowFile,
} from '../dev/n8n';
import type { Contender } from './rounds';
import { PACKAGE, yieldOf, type Yield } from './stand';

const TARBALL = join(PACKAGE, '.artifacts', 'bench.tgz');

/**
 * What n8n needs to be measured: its whole result, and no task runner that starts beside the node.
 * None of the nodes needs one, and in an n8n that has been running for a while it has long started.
 */
const ENVIRONMENT = {
	NODE_OPTIONS: `--require=${require.resolve('./blockingOutput.js')}`,
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'nobody',
};

/** What one run of one node took and how much it gave. */
export interface WholeMeasured extends Yield {
	/** The time of the node in n8n's own record of the run. */
	readonly ms: number;
}

/**
 * A whole n8n in a temporary folder: the newest version under its own Node.js with SQLite, the
 * built package installed as from npm. Each run is an `n8n execute`, a process of its own.
 */
export class WholeN8n {
	private constructor(private readonly n8n: N8n) {}

	/**
	 * Installs n8n unless it is there, then a fresh one with a workflow for each contender.
	 *
	 * @param url the base URL of both APIs
	 * @throws when something cannot be installed or imported
	 */
	static async open(url: string, contenders: readonly Contender[]): Promise<WholeN8n> {
		const installation = await installN8n();
		const n8n = new N8n({ name: 'bench', installation, env: ENVIRONMENT });
		try {
			await packPackage(TARBALL);
			await installPackage(n8n.home, TARBALL);
			await importAll(n8n, url, contenders.map(workflowOf));
		} catch (error) {
			await n8n.remove();
			throw error;
		}
		return new WholeN8n(n8n);
	}

	/**
	 * Runs the workflow of a contender once.
	 *
	 * @throws when n8n or the run fails
	 */
	async run({ name, node }: Contender): Promise<WholeMeasured> {
		const [run] = (await execute(this.n8n, idOf(name)))[node.name] ?? [];
		if (run === undefined) throw new Error(`In n8n, ${name} did not run`);
		return { ms: run.executionTime, ...yieldOf(run) };
	}

	/** Deletes everything of this n8n but the program itself. */
	async remove(): Promise<void> {
		await this.n8n.remove();
	}
}

/** A button, two nodes that make the input items without a Code node, and what is measured. */
function workflowOf({ name, node, items }: Contender): WorkflowFile {
	const nodes = [
		nodeOf('Start', 'manualTrigger', 1, {}),
		nodeOf('List', 'set', 3.5, { mode: 'raw', jsonOutput: JSON.stringify({ items }) }),
		nodeOf('Items', 'splitOut', 1, { fieldToSplitOut: 'items' }),
		{ ...node, credentials: { [CREDENTIAL]: { ...ACCOUNT } } },
	];
	const connections: IConnections = {};
	for (const [index, { name: from }] of nodes.entries()) {
		const to = nodes[index + 1];
		if (to) connections[from] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	}
	const id = idOf(name);
	const settings = { executionOrder: 'v1' } as const;
	return { id, name, active: false, versionId: `${id}-1`, nodes, connections, settings };
}

function nodeOf(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): INode {
	const position: INode['position'] = [0, 0];
	return { id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position, parameters };
}

function idOf(name: string): string {
	return name.toLowerCase().replace(/\W+/g, '-');
}
