import { inChild } from '../child';
import { floor, ownNode } from '../contenders';
import { megabytes, ratio, seconds, type Section } from '../report';
import { inTurns, type Arena } from '../rounds';
import type { Peak } from '../heap';

/** What the memory process is asked to measure. */
export const MEASURED = ['parsed', 'node', 'floor'] as const;

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

const AT_ONCE = 5;

/** GEO → Prompt → Get Many with Return All. */
export const returnAllNode = ownNode(undefined, {
	returnAll: true,
	additionalBodyFields: {},
});

/** Return All of 100,000 records: time beside the floor, memory beside the parsed records. */
export async function returnAll(arena: Arena): Promise<Section[]> {
	const items = [{}];
	const pages = floor('pages', arena.service.url, AT_ONCE, PAGE);
	const results = await inTurns(arena, { latencyMs: LATENCY, prompts: RECORDS }, [
		{ name: 'this node, default', node: returnAllNode, items },
		{ name: 'floor, 5 at once', node: pages, items },
	]);
	const [own, least] = [...results.values()];
	if (own === undefined || least === undefined) throw new Error('Nothing was measured');
	const memory = {
		parsed: await inChild<MemoryReport>('memoryProcess.ts', 'parsed'),
		node: await inChild<MemoryReport>('memoryProcess.ts', 'node'),
		floor: await inChild<MemoryReport>('memoryProcess.ts', 'floor'),
	};
	const parsed = memory.parsed.peak.held;
	const row = ({ peak, needed }: MemoryReport) => [
		ratio(peak.heap, parsed),
		ratio(needed.heap, parsed),
		ratio(peak.held, parsed),
		megabytes(peak.heap),
		megabytes(peak.resident),
	];
	return [
		{
			title: `3a. Return All of ${RECORDS} records, ${PAGE} a page, ${LATENCY} ms a page`,
			notes: [],
			head: ['', 'time / floor', 'CPU / floor', 'time', 'requests', 'in flight', 'records'],
			rows: [own, least].map((result) => [
				result.name,
				ratio(result.ms, least.ms),
				ratio(result.cpuMs, least.cpuMs),
				seconds(result.ms),
				String(result.requests),
				String(result.mostAtOnce),
				String(result.items),
			]),
			goals: [
				{ words: 'time against the floor', value: own.ms / least.ms, most: 1.15, unit: ' ×' },
				{ words: 'records lost', value: RECORDS - own.items, most: 0, unit: '' },
			],
			data: [own, least],
		},
		{
			title: `3b. Memory over the idle process, against the parsed records (${megabytes(parsed)})`,
			notes: [
				'"needed": the heap is cleared ten times a second, so that only what is in use counts.',
			],
			head: ['', 'peak heap', 'needed', 'held at the end', 'peak heap', 'peak process'],
			rows: [
				['this node, default', ...row(memory.node)],
				['floor, 5 at once', ...row(memory.floor)],
			],
			goals: [
				{
					words: 'peak heap against the parsed records',
					value: memory.node.peak.heap / parsed,
					most: 2,
					unit: ' ×',
				},
				{
					words: 'needed heap against the parsed records',
					value: memory.node.needed.heap / parsed,
					most: 2,
					unit: ' ×',
				},
			],
			data: memory,
		},
	];
}
