import { batches, distinctItems, httpRequest, LIMIT, ownNode } from '../contenders';
import type { Section } from '../report';
import type { Stand } from '../stand';

const ITEMS = 1000;
const PER_SECOND = 100;

/** What the service needs at least: ten seconds of 100 requests each. */
const LEAST_MS = (ITEMS / PER_SECOND) * 1000;

/** The most that n8n lets people choose: 5 tries, 5 seconds apart. */
const RETRIES = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 } as const;

/** 1,000 items where the service answers 429 beyond 100 requests a second. */
export async function rateLimit(stand: Stand): Promise<Section[]> {
	const { url } = stand.service;
	const http = httpRequest(url, batches(20, 20));
	const goals = { mostTime: 1.15, expected: ITEMS * LIMIT };
	// Failed items come out, too, so that those that got through can be counted.
	const contenders = [
		{ name: 'this node, default', node: ownNode(), ...goals },
		{ name: 'this node, 5 at once', node: ownNode(batches(5)), ...goals },
		{ name: 'this node, 20 at once', node: ownNode(batches(20)), ...goals },
		{ name: 'HTTP Request, default', node: httpRequest(url) },
		{ name: 'HTTP Request, 20 each 20 ms, Retry On Fail', node: { ...http, ...RETRIES } },
		{ name: 'HTTP Request, 5 each 50 ms: the limit', node: httpRequest(url, batches(5, 50)) },
	].map(({ node, ...contender }) => ({
		...contender,
		...{ node: { ...node, onError: 'continueRegularOutput' as const } },
		...{ items: distinctItems(ITEMS), beside: LEAST_MS },
	}));
	const scene = { latencyMs: 20, rateLimit: { requests: PER_SECOND, perMs: 1000 } };
	const title = `2. ${ITEMS} requests, service allows ${PER_SECOND} a second, then 429 with Retry-After`;
	return [await stand.compare(title, scene, contenders, 1)];
}
