import { AUTOMATIC, batches, distinctItems, floor, httpRequest, ownNode } from '../contenders';
import type { Contender } from '../contenders';
import type { Section } from '../report';
import type { Stand } from '../stand';

const ITEMS = 1000;
const LATENCY = 20;

/** Values of Items per Batch, with the most processor time that this node may take against the floor. */
const BOUNDS = [
	{ bound: 5, interval: 20 },
	{ bound: 20, interval: 20, mostCpu: 1.2 },
	{ bound: 100, interval: 1, mostCpu: 1.2 },
];

/** 1,000 input items, one request for each. */
export async function fanOut(stand: Stand): Promise<Section[]> {
	const title = (part: string) => `1${part}. ${ITEMS} different requests`;
	const { url } = stand.service;
	const items = distinctItems(ITEMS);
	const bounded = BOUNDS.flatMap(({ bound, interval, mostCpu }): Contender[] => {
		const beside = `floor, ${bound} at once`;
		const http = httpRequest(url, batches(bound, interval));
		const own = ownNode(batches(bound));
		return [
			{ name: `this node, ${bound} at once`, node: own, items, beside, mostTime: 1.15, mostCpu },
			{ name: beside, node: floor(url, bound), items, beside },
			{ name: `HTTP Request, ${bound} each ${interval} ms`, node: http, items, beside },
		];
	});
	// HTTP Request has all requests under way at once, and its credential costs nothing here.
	return [
		await stand.compare(
			`${title('a')}, service 20 ms, nodes as dropped on the canvas`,
			{ latencyMs: LATENCY },
			dropped(url, 1.6),
		),
		await stand.compare(
			`${title('b')}, service 200 ms, nodes as dropped on the canvas`,
			{ latencyMs: 200 },
			dropped(url, 3),
		),
		await stand.compare(
			`${title('c')}, service 20 ms, with Items per Batch`,
			{ latencyMs: LATENCY },
			bounded,
		),
	];
}

/** Returns the nodes as they are dropped on the canvas, and the floor. */
function dropped(url: string, mostTime: number): Contender[] {
	const items = distinctItems(ITEMS);
	const beside = 'HTTP Request, default';
	return [
		{ name: 'this node, default', node: ownNode(), items, beside, mostTime },
		{ name: beside, node: httpRequest(url), items, beside },
		{ name: `floor, ${AUTOMATIC} at once`, node: floor(url, AUTOMATIC), items, beside },
	];
}
