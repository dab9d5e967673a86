import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import type { INode, INodeExecutionData, ITaskData } from 'n8n-workflow';
import { Engine, START } from '../dev/engine';
import { ROOT } from '../dev/paths';
import { KEYS } from '../sandbox';
import { type Contender, HTTP_REQUEST } from './contenders';
import { FLOOR, Floor } from './floor';
import { type Goal, median, ratio, type Section } from './report';
import { type Scene, Service, type Traffic } from './service';

/** Where n8n's own nodes are: in a folder of the bench, because no test needs them. */
const NODES_BASE = join(__dirname, 'node_modules/n8n-nodes-base');

/** Input items of a run that nobody measures: it compiles the code and opens what stays open. */
const WARM_UP = 100;

/** What one run of one node took, and how much it gave. */
export interface Run {
	readonly ms: number;
	/** Time of this process alone, on all its threads. */
	readonly cpuMs?: number;
	readonly credentialReads?: number;
	/** How many input items got an answer. */
	readonly delivered: number;
	/** How many items came out, failed ones left out. */
	readonly items: number;
}

type Measured = Run & Traffic;

/** n8n's engine with the package, n8n's HTTP Request and the floor, beside the service. */
export class Stand {
	private constructor(
		private readonly engine: Engine,
		readonly service: Service,
		private readonly rounds: number,
	) {}

	static async open(rounds: number): Promise<Stand> {
		// tsx maps the stacks of errors back to TypeScript, which n8n in production does not.
		process.setSourceMapsEnabled(false);
		installNodesBase();
		const base = new LazyPackageDirectoryLoader(NODES_BASE, [], [HTTP_REQUEST]);
		await base.loadAll();
		const others = { [FLOOR]: new Floor(), [HTTP_REQUEST]: base.getNode('httpRequest').type };
		return new Stand(await Engine.load(ROOT, others), await Service.start(), rounds);
	}

	close(): void {
		this.service.stop();
	}

	/** Runs the contenders in n8n's engine, in turns, and gives the medians as a table. */
	async compare(
		title: string,
		scene: Scene,
		contenders: readonly Contender[],
		rounds = this.rounds,
	): Promise<Section> {
		for (const contender of contenders) {
			await this.service.reset({ latencyMs: 0 });
			await this.run({ ...contender, items: contender.items.slice(0, WARM_UP) });
		}
		return await this.takeTurns(title, scene, contenders, (one) => this.run(one), rounds);
	}

	/**
	 * Runs the contenders in turns, A B C A B C …: what slows the machine down for a while then slows
	 * all of them down.
	 */
	async takeTurns(
		title: string,
		scene: Scene,
		contenders: readonly Contender[],
		run: (contender: Contender) => Promise<Run>,
		rounds = this.rounds,
	): Promise<Section> {
		const results = new Map(contenders.map(({ name }): [string, Measured[]] => [name, []]));
		for (let round = 0; round < rounds; round++) {
			for (const contender of contenders) {
				await this.service.reset(scene);
				const measured = await run(contender);
				results.get(contender.name)?.push({ ...measured, ...(await this.service.traffic()) });
			}
		}
		return sectionOf(title, contenders, results);
	}

	/** Runs a node once on its items. */
	async run({ node, items }: Pick<Contender, 'items' | 'node'>): Promise<Run> {
		const { url } = this.service;
		const start: INode = { ...node, id: 'start', name: 'Start', type: START, parameters: {} };
		const file = {
			name: 'Bench',
			nodes: [{ ...start, retryOnFail: false }, node],
			connections: { Start: { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] } },
		};
		const credential = { apiKey: KEYS.agency, agentsBaseUrl: url, geoBaseUrl: url };
		const inputs = items.map((json): INodeExecutionData => ({ json }));
		const cpu = process.cpuUsage();
		const begin = performance.now();
		const run = await this.engine.run(file, credential, inputs);
		const ms = performance.now() - begin;
		const { user, system } = process.cpuUsage(cpu);
		const { error, runData } = run.data.resultData;
		if (error !== undefined) throw new Error(`${error.message} ${error.description ?? ''}`);
		const { credentialReads } = this.engine;
		const cpuMs = (user + system) / 1000;
		return { ms, cpuMs, credentialReads, ...yieldOf(runData[node.name]?.at(-1)) };
	}
}

/** Counts what a node gave in one run; nothing if it did not run. */
export function yieldOf(run: ITaskData | undefined): Pick<Run, 'delivered' | 'items'> {
	const given = run?.data?.main?.[0] ?? [];
	const good = given.filter(({ json }) => json.error === undefined);
	return { delivered: new Set(good.map(sourceOf)).size, items: good.length };
}

function sourceOf({ pairedItem }: INodeExecutionData): number | undefined {
	const source = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof source === 'object' ? source.item : source;
}

/** The counts of a table, each with the title of its column. */
const COUNTS = [
	['requests', 'requests'],
	['mostAtOnce', 'in flight'],
	['refused', 'answered 429'],
	['credentialReads', 'credential reads'],
	['delivered', 'delivered'],
	['items', 'items'],
] as const;

const HEAD = ['', 'time / base', 'CPU / base', 'time', ...COUNTS.map(([, title]) => title)];

function sectionOf(
	title: string,
	contenders: readonly Contender[],
	results: ReadonlyMap<string, readonly Measured[]>,
): Section {
	const middle = (name: string, of: keyof Measured) =>
		median((results.get(name) ?? []).map((run) => run[of] ?? NaN));
	const baseOf = (beside: number | string, of: 'cpuMs' | 'ms') =>
		typeof beside === 'number' ? beside : middle(beside, of);
	const goalsOf = ({ name, beside, mostTime, mostCpu, expected }: Contender): Goal[] => {
		const against = (of: 'cpuMs' | 'ms') => middle(name, of) / baseOf(beside, of);
		const time = { words: `${name}: time`, value: against('ms'), unit: ' ×' };
		const cpu = { words: `${name}: processor time`, value: against('cpuMs'), unit: ' ×' };
		const lost = { words: `${name}: items lost`, most: 0, unit: '' };
		return [
			...(mostTime === undefined ? [] : [{ ...time, most: mostTime }]),
			...(mostCpu === undefined ? [] : [{ ...cpu, most: mostCpu }]),
			...(expected === undefined ? [] : [{ ...lost, value: expected - middle(name, 'items') }]),
		];
	};
	const rows = contenders.map(({ name, beside }) => [
		name,
		ratio(middle(name, 'ms'), baseOf(beside, 'ms')),
		typeof beside === 'number' ? '–' : ratio(middle(name, 'cpuMs'), baseOf(beside, 'cpuMs')),
		`${(middle(name, 'ms') / 1000).toFixed(2)} s`,
		...COUNTS.map(([of]) => String(middle(name, of))),
	]);
	return { title, head: HEAD, rows, goals: contenders.flatMap(goalsOf) };
}

/**
 * Installs n8n's own nodes into the folder of the bench, unless they are there. Its lockfile links
 * n8n-workflow and n8n-core to those of the package: with copies of its own, an error of the engine
 * would not be an instance of the error class that the HTTP Request node knows.
 */
function installNodesBase(): void {
	if (existsSync(NODES_BASE)) return;
	console.log("Installing n8n's own nodes into bench/node_modules, once (725 MB)…");
	const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status } = spawnSync('npm', args, { cwd: __dirname, stdio: 'inherit' });
	if (status !== 0) throw new Error("n8n's own nodes could not be installed");
}
