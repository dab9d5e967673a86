import type { IDataObject, INode } from 'n8n-workflow';
import { median } from './report';
import type { Scene, Service, Traffic } from './service';
import type { Measured, Stand } from './stand';

/** One way to do the work. */
export interface Contender {
	readonly name: string;
	readonly node: INode;
	readonly items: readonly IDataObject[];
}

/** Where the contenders run. */
export interface Arena {
	readonly stand: Stand;
	readonly service: Service;
	readonly rounds: number;
}

/** The medians of one contender over all rounds; what is counted is the same in each. */
export interface Result extends Traffic, Measured {
	readonly name: string;
	/** Every single time, to see how far they lie apart. */
	readonly all: readonly number[];
}

/** Items of a run that nobody measures: it compiles the code and opens what stays open. */
const WARM_UP = 100;

/**
 * Runs the contenders in turns, A B C A B C …: what slows the machine down for a while then slows
 * all of them down.
 */
export async function inTurns(
	arena: Arena,
	scene: Scene,
	contenders: readonly Contender[],
): Promise<Map<string, Result>> {
	const { stand, service, rounds } = arena;
	for (const { node, items } of contenders) {
		await service.reset({ latencyMs: 0 });
		await stand.run(node, service.url, items.slice(0, WARM_UP));
	}
	const samples = await takeTurns(
		rounds,
		contenders,
		async ({ node, items }) => await once(arena, scene, node, items),
	);
	return new Map([...samples].map(([name, runs]) => [name, summary(name, runs)]));
}

/**
 * Runs everyone once per round and gives what the runs gave, by name.
 *
 * @throws what a run throws
 */
export async function takeTurns<One extends { readonly name: string }, Sample>(
	rounds: number,
	contenders: readonly One[],
	run: (contender: One) => Promise<Sample>,
): Promise<Map<string, Sample[]>> {
	const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]));
	for (let round = 0; round < rounds; round++) {
		for (const contender of contenders) {
			samples.get(contender.name)?.push(await run(contender));
		}
	}
	return samples;
}

/**
 * Finds one result.
 *
 * @throws when nobody of this name took part
 */
export function resultOf<One>(results: ReadonlyMap<string, One>, name: string): One {
	const result = results.get(name);
	if (result === undefined) throw new Error(`Nothing was measured of ${name}`);
	return result;
}

/** One run against a service set like this, with what arrived there. */
export async function once(
	{ stand, service }: Omit<Arena, 'rounds'>,
	scene: Scene,
	node: INode,
	items: readonly IDataObject[],
): Promise<Measured & Traffic> {
	await service.reset(scene);
	const { measured } = await stand.run(node, service.url, items);
	return { ...measured, ...(await service.traffic()) };
}

function summary(name: string, runs: ReadonlyArray<Measured & Traffic>): Result {
	const middle = (of: (run: Measured & Traffic) => number) => median(runs.map(of));
	return {
		name,
		ms: middle(({ ms }) => ms),
		cpuMs: middle(({ cpuMs }) => cpuMs),
		delivered: middle(({ delivered }) => delivered),
		items: middle(({ items }) => items),
		credentialReads: middle(({ credentialReads }) => credentialReads),
		requests: middle(({ requests }) => requests),
		mostAtOnce: middle(({ mostAtOnce }) => mostAtOnce),
		refused: middle(({ refused }) => refused),
		all: runs.map(({ ms }) => Math.round(ms)),
	};
}
