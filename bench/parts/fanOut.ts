import { distinctItems, floor, httpRequest, identicalItems, ownNode } from '../contenders';
import { ratio, seconds, type Goal, type Section } from '../report';
import { inTurns, type Arena, type Contender, type Result } from '../rounds';

const ITEMS = 1000;
const LATENCY = 20;

/** The default of the node and one that suits a service without a limit: both have goals. */
const WITH_GOALS = [5, 20];

/** The most that the node allows: there only CPU counts. */
const BOUNDS = [...WITH_GOALS, 100];

/** 1,000 input items, one request for each. */
export async function fanOut(arena: Arena): Promise<Section[]> {
	return [await distinct(arena), await identical(arena)];
}

async function distinct(arena: Arena): Promise<Section> {
	const items = distinctItems(ITEMS);
	const { url } = arena.service;
	const contenders = BOUNDS.flatMap((bound): Contender[] => [
		{ name: `this node, ${bound} at once`, node: ownNode(bound === 5 ? undefined : bound), items },
		{ name: `floor, ${bound} at once`, node: floor('items', url, bound), items },
		...[1, LATENCY].map((interval) => ({
			name: `HTTP Request, ${bound} each ${interval} ms`,
			node: httpRequest(url, bound, interval),
			items,
		})),
	]);
	const results = await inTurns(arena, { latencyMs: LATENCY }, contenders);
	const goals = WITH_GOALS.flatMap((bound): Goal[] => {
		const own = of(results, `this node, ${bound} at once`);
		const http = (interval: number): Goal => ({
			words: `${bound} at once: time against HTTP Request, ${bound} each ${interval} ms`,
			value: own.ms / of(results, `HTTP Request, ${bound} each ${interval} ms`).ms,
			most: 0.75,
			unit: ' ×',
		});
		const floorGoal = {
			words: `${bound} at once: time against the floor`,
			value: own.ms / of(results, `floor, ${bound} at once`).ms,
			most: 1.15,
			unit: ' ×',
		};
		return [floorGoal, http(1), http(LATENCY)];
	});
	return {
		title: `1a. ${ITEMS} items, ${ITEMS} different requests, service ${LATENCY} ms`,
		notes: [
			'HTTP Request starts a batch each interval and waits for none: see "in flight".',
			'It gives one item per answer, which still has to be split; the others one per record.',
			'A credential read costs next to nothing here; in n8n it is a query to the database.',
		],
		...tableOf(results, (name) => `floor, ${/(\d+) (at once|each)/.exec(name)?.[1] ?? ''} at once`),
		goals,
	};
}

async function identical(arena: Arena): Promise<Section> {
	const items = identicalItems(ITEMS);
	const { url } = arena.service;
	const results = await inTurns(arena, { latencyMs: LATENCY }, [
		{ name: 'this node, default', node: ownNode(), items },
		{
			name: 'this node, Reuse Identical Reads off',
			node: ownNode(undefined, { options: { reuseReads: false } }),
			items,
		},
		{ name: 'floor, 5 at once', node: floor('items', url, 5), items },
		{ name: 'HTTP Request, 5 each 20 ms', node: httpRequest(url, 5, LATENCY), items },
	]);
	return {
		title: `1b. ${ITEMS} items that all ask for the same`,
		notes: [],
		...tableOf(results, () => 'floor, 5 at once'),
		goals: [],
	};
}

function tableOf(results: ReadonlyMap<string, Result>, floorOf: (name: string) => string) {
	const rows = [...results.values()].map((result) => {
		const base = of(results, floorOf(result.name));
		return [
			result.name,
			ratio(result.ms, base.ms),
			ratio(result.cpuMs, base.cpuMs),
			seconds(result.ms),
			`${(result.cpuMs / ITEMS).toFixed(2)} ms`,
			String(result.requests),
			String(result.mostAtOnce),
			String(result.credentialReads),
			String(result.delivered),
		];
	});
	const head = [
		'',
		'time / floor',
		'CPU / floor',
		'time',
		'CPU per item',
		'requests',
		'in flight',
		'credential reads',
		'delivered',
	];
	return { head, rows, data: [...results.values()] };
}

function of(results: ReadonlyMap<string, Result>, name: string): Result {
	const result = results.get(name);
	if (result === undefined) throw new Error(`Nothing was measured of ${name}`);
	return result;
}
