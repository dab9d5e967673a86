import type { INode } from 'n8n-workflow';
import { batches, distinctItems, httpRequest, ownNode } from '../contenders';
import { seconds, type Goal, type Section } from '../report';
import { once, type Arena } from '../rounds';
import type { Traffic } from '../service';
import type { Measured } from '../stand';

const ITEMS = 1000;
const LATENCY = 20;
const PER_SECOND = 100;

/** What the service needs at least: ten seconds of 100 requests each. */
const LEAST_MS = (ITEMS / PER_SECOND) * 1000;

/** How many of the contenders, from the first on, have goals. */
const WITH_GOALS = 3;

/** The most that n8n lets people choose: 5 tries, 5 seconds apart. */
const RETRIES = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 } as const;

/** 1,000 items where the service answers 429 beyond 100 requests a second. */
export async function rateLimit(arena: Arena): Promise<Section[]> {
	const { url } = arena.service;
	const http = httpRequest(url, batches(20, 20));
	const contenders: Array<[string, INode]> = [
		['this node, default', ownNode()],
		['this node, 5 at once', ownNode(batches(5))],
		['this node, 20 at once', ownNode(batches(20))],
		['this node, 5 each 50 ms: the limit itself', ownNode(batches(5, 50))],
		['HTTP Request, default', httpRequest(url)],
		['HTTP Request, 20 each 20 ms', http],
		['HTTP Request, the same with Retry On Fail (5 tries, 5 s)', { ...http, ...RETRIES }],
		['HTTP Request, 5 each 50 ms: the limit itself', httpRequest(url, batches(5, 50))],
	];
	const scene = {
		latencyMs: LATENCY,
		rateLimit: { requests: PER_SECOND, perMs: 1000 },
	};
	const items = distinctItems(ITEMS);
	const results: Array<Measured & Traffic & { readonly name: string }> = [];
	for (const [name, node] of contenders) {
		const continued: INode = { ...node, onError: 'continueRegularOutput' };
		results.push({ name, ...(await once(arena, scene, continued, items)) });
	}
	const goals = results.slice(0, WITH_GOALS).flatMap(({ name, delivered, ms }): Goal[] => [
		{ words: `${name}: items lost`, value: ITEMS - delivered, most: 0, unit: '' },
		{ words: `${name}: time against the least`, value: ms / LEAST_MS, most: 1.15, unit: ' ×' },
	]);
	return [
		{
			title: `2. ${ITEMS} items, service allows ${PER_SECOND} requests a second, then 429 with Retry-After in seconds`,
			notes: [
				'All with On Error = Continue, so that the items that got through can be counted.',
				'With it, n8n only looks at the first item to decide whether the node is run again.',
			],
			head: ['', 'delivered', 'time / least', 'time', 'requests', 'answered 429'],
			rows: results.map(({ name, delivered, ms, requests, refused }) => [
				name,
				`${((100 * delivered) / ITEMS).toFixed(1)} %`,
				`${(ms / LEAST_MS).toFixed(2)} ×`,
				seconds(ms),
				String(requests),
				String(refused),
			]),
			goals,
			data: results,
		},
	];
}
