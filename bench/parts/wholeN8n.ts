import { join } from 'node:path';
import type { IConnections, INode } from 'n8n-workflow';
import { CREDENTIAL } from '../../dev/engine';
import {
	ACCOUNT,
	execute,
	importAll,
	installN8n,
	installPackage,
	N8n,
	packPackage,
	type WorkflowFile,
} from '../../dev/n8n';
import { ROOT } from '../../dev/paths';
import { type Contender, distinctItems, httpRequest, ownNode } from '../contenders';
import type { Section } from '../report';
import { type Run, type Stand, yieldOf } from '../stand';

const ITEMS = 1000;
const TARBALL = join(ROOT, '.artifacts', 'bench.tgz');
const HTTP = 'HTTP Request, default';

/** The latencies, with the most time that this node may take against HTTP Request. */
const LATENCIES = [
	{ part: 'a', latencyMs: 20, mostTime: 0.6 },
	{ part: 'b', latencyMs: 200, mostTime: 1 },
];

/**
 * What n8n needs to be measured: its whole result, and no task runner that starts beside the node.
 * None of the nodes needs one, and in an n8n that has been running for a while it has long started.
 */
const ENVIRONMENT = {
	NODE_OPTIONS: `--require=${require.resolve('../blockingOutput.js')}`,
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'nobody',
};

/**
 * 1,000 different items in a whole n8n: the newest version under its own Node.js with SQLite, the built
 * package installed as from npm. Each run is an `n8n execute`, a process of its own; the time is that of
 * the node in n8n's record.
 */
export async function wholeN8n(stand: Stand): Promise<Section[]> {
	const { url } = stand.service;
	const items = distinctItems(ITEMS);
	const contenders: Contender[] = [
		{ name: 'this node, default', node: ownNode(), items, beside: HTTP },
		{ name: HTTP, node: httpRequest(url), items, beside: HTTP },
	];
	const n8n = new N8n({ name: 'bench', installation: await installN8n(), env: ENVIRONMENT });
	const run = async ({ name, node }: Contender): Promise<Run> => {
		const [done] = (await execute(n8n, idOf(name)))[node.name] ?? [];
		if (done === undefined) throw new Error(`In n8n, ${name} did not run`);
		return { ms: done.executionTime, ...yieldOf(done) };
	};
	try {
		await packPackage(TARBALL);
		await installPackage(n8n.home, TARBALL);
		await importAll(n8n, url, contenders.map(workflowOf));
		const sections: Section[] = [];
		for (const { part, latencyMs, mostTime } of LATENCIES) {
			const title = `5${part}. ${ITEMS} different requests in a whole n8n, service ${latencyMs} ms`;
			const withGoal = contenders.map((one) => (one.name === HTTP ? one : { ...one, mostTime }));
			sections.push(await stand.takeTurns(title, { latencyMs }, withGoal, run));
		}
		return sections;
	} finally {
		await n8n.remove();
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
