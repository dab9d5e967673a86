import type { INode, INodeParameters } from 'n8n-workflow';
import { inChild } from '../child';
import { AUTOMATIC, batches, floor, ownNode } from '../contenders';
import type { Peak } from '../heap';
import { megabytes, ratio, seconds, type Section } from '../report';
import { inTurns, resultOf, type Arena, type Contender } from '../rounds';

/** What the memory process reports. */
export interface MemoryReport {
	/** As it happens to be. */
	readonly peak: Peak;
	/** With the heap cleared again and again, so that only what is needed counts. */
	readonly needed: Peak;
}

export const RECORDS = 100_000;
export const PAGE = 100;
export const LATENCY = 20;

/** One way to read all records, and the name of the floor that it stands beside in the table. */
interface Way {
	readonly name: string;
	readonly beside: string;
	/** @param url the base URL of the service */
	readonly node: (url: string) => INode;
}

const AUTOMATIC_FLOOR = `floor, ${AUTOMATIC} at once`;

/** GEO → Prompt → Get Many with Return All, and the floor. */
export const WAYS: readonly Way[] = [
	{ name: 'this node, default', beside: AUTOMATIC_FLOOR, node: () => returnAllNode() },
	{ name: AUTOMATIC_FLOOR, beside: AUTOMATIC_FLOOR, node: (url) => pages(url, AUTOMATIC) },
	{
		name: 'this node, 5 at once',
		beside: 'floor, 5 at once',
		node: () => returnAllNode(batches(5)),
	},
	{ name: 'floor, 5 at once', beside: 'floor, 5 at once', node: (url) => pages(url, 5) },
];

/** The ways whose memory is measured, each in a process of its own. */
const IN_MEMORY = ['this node, default', AUTOMATIC_FLOOR];

/** Return All of 100,000 records: time beside the floor, memory beside the parsed records. */
export async function returnAll(arena: Arena): Promise<Section[]> {
	return [await time(arena), await memory()];
}

async function time(arena: Arena): Promise<Section> {
	const contenders = WAYS.map(({ name, node }): Contender => {
		return { name, node: node(arena.service.url), items: [{}] };
	});
	const results = await inTurns(arena, { latencyMs: LATENCY, prompts: RECORDS }, contenders);
	const own = resultOf(results, 'this node, 5 at once');
	const least = resultOf(results, 'floor, 5 at once');
	const fewest = Math.min(...[...results.values()].map(({ items }) => items));
	return {
		title: `3a. Return All of ${RECORDS} records, ${PAGE} a page, ${LATENCY} ms a page`,
		notes: [],
		head: ['', 'time / floor', 'CPU / floor', 'time', 'requests', 'in flight', 'records'],
		rows: WAYS.map(({ name, beside }) => {
			const result = resultOf(results, name);
			const base = resultOf(results, beside);
			return [
				name,
				ratio(result.ms, base.ms),
				ratio(result.cpuMs, base.cpuMs),
				seconds(result.ms),
				String(result.requests),
				String(result.mostAtOnce),
				String(result.items),
			];
		}),
		goals: [
			{
				words: '5 at once: time against the floor',
				value: own.ms / least.ms,
				most: 1.1,
				unit: ' ×',
			},
			{ words: 'records lost', value: RECORDS - fewest, most: 0, unit: '' },
		],
		data: [...results.values()],
	};
}

async function memory(): Promise<Section> {
	const { peak } = await inChild<MemoryReport>('memoryProcess.ts');
	const parsed = peak.held;
	const reports = new Map<string, MemoryReport>();
	for (const name of IN_MEMORY) {
		reports.set(name, await inChild<MemoryReport>('memoryProcess.ts', name));
	}
	const own = resultOf(reports, 'this node, default');
	const goalOf = (words: string, { heap }: Peak) => {
		return {
			words: `${words} against the parsed records`,
			value: heap / parsed,
			most: 2,
			unit: ' ×',
		};
	};
	return {
		title: `3b. Memory over the idle process, against the parsed records (${megabytes(parsed)})`,
		notes: [
			'"needed": the heap is cleared ten times a second, so that only what is in use counts.',
		],
		head: ['', 'peak heap', 'needed', 'held at the end', 'peak heap', 'peak process'],
		rows: [...reports].map(([name, { peak, needed }]) => [
			name,
			ratio(peak.heap, parsed),
			ratio(needed.heap, parsed),
			ratio(peak.held, parsed),
			megabytes(peak.heap),
			megabytes(peak.resident),
		]),
		goals: [goalOf('default: peak heap', own.peak), goalOf('default: needed heap', own.needed)],
		data: { parsed, ...Object.fromEntries(reports) },
	};
}

function returnAllNode(options?: INodeParameters): INode {
	return ownNode({ ...options, additionalBodyJson: '{}' }, { returnAll: true });
}

function pages(url: string, atOnce: number): INode {
	return floor('pages', url, atOnce, PAGE);
}
