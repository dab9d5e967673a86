import {
	AUTOMATIC,
	batches,
	distinctItems,
	floor,
	httpRequest,
	identicalItems,
	ownNode,
} from '../contenders';
import { ratio, seconds, type Goal, type Section } from '../report';
import { inTurns, resultOf, type Arena, type Contender, type Result } from '../rounds';

const ITEMS = 1000;
const LATENCY = 20;

/**
 * The latencies at which both nodes run as they are dropped on the canvas, and the most that the
 * time of this node may be against that of HTTP Request: it has all requests under way at once, and
 * its credential costs nothing in the engine alone.
 */
const DEFAULTS = [
	{ part: '1a', latencyMs: LATENCY, most: 1.6 },
	{ part: '1b', latencyMs: 200, most: 3 },
] as const;

/** A value of Items per Batch and the goals that it has. */
interface Bound {
	readonly bound: number;
	readonly mostTime: number;
	readonly mostCpu?: number;
}

/** Values of Items per Batch, and the most that each may take against the floor. */
const BOUNDS: readonly Bound[] = [
	{ bound: 5, mostTime: 1.15 },
	{ bound: 20, mostTime: 1.15, mostCpu: 1.2 },
	{ bound: 100, mostTime: 1.15, mostCpu: 1.2 },
];

const HTTP_NOTE =
	'HTTP Request gives one item per answer, which still has to be split; the others one per record.';
const CREDENTIAL_NOTE =
	'A credential read costs next to nothing here; in n8n it is a query to the database (part 7).';

/** A contender and the name of the floor that it stands beside in the table. */
interface Rival extends Contender {
	readonly beside: string;
}

/** 1,000 input items, one request for each. */
export async function fanOut(arena: Arena): Promise<Section[]> {
	const sections: Section[] = [];
	for (const scene of DEFAULTS) sections.push(await asDropped(arena, scene));
	sections.push(await bounded(arena), await identical(arena));
	return sections;
}

async function asDropped(
	arena: Arena,
	{ part, latencyMs, most }: (typeof DEFAULTS)[number],
): Promise<Section> {
	const items = distinctItems(ITEMS);
	const { url } = arena.service;
	const beside = `floor, ${AUTOMATIC} at once`;
	const rivals: Rival[] = [
		{ name: 'this node, default', node: ownNode(), items, beside },
		{ name: 'HTTP Request, default', node: httpRequest(url), items, beside },
		{ name: beside, node: floor('items', url, AUTOMATIC), items, beside },
	];
	const results = await inTurns(arena, { latencyMs }, rivals);
	const own = resultOf(results, 'this node, default');
	const http = resultOf(results, 'HTTP Request, default');
	return {
		title: `${part}. ${ITEMS} items, ${ITEMS} different requests, service ${latencyMs} ms, both nodes as they are dropped on the canvas`,
		notes: [HTTP_NOTE, CREDENTIAL_NOTE],
		...tableOf(results, rivals),
		goals: [
			{
				words: `default with default, ${latencyMs} ms: time against HTTP Request`,
				value: own.ms / http.ms,
				most,
				unit: ' ×',
			},
		],
	};
}

async function bounded(arena: Arena): Promise<Section> {
	const items = distinctItems(ITEMS);
	const { url } = arena.service;
	const rivals = BOUNDS.flatMap(({ bound, mostCpu }): Rival[] => {
		const beside = `floor, ${bound} at once`;
		const withField: Rival = {
			name: `${beside}, one field read`,
			node: floor('fields', url, bound),
			items,
			beside,
		};
		return [
			{ name: `this node, ${bound} at once`, node: ownNode(batches(bound)), items, beside },
			{ name: beside, node: floor('items', url, bound), items, beside },
			...(mostCpu === undefined ? [] : [withField]),
			...[1, LATENCY].map((interval) => ({
				name: `HTTP Request, ${bound} each ${interval} ms`,
				node: httpRequest(url, batches(bound, interval)),
				items,
				beside,
			})),
		];
	});
	const results = await inTurns(arena, { latencyMs: LATENCY }, rivals);
	return {
		title: `1c. ${ITEMS} items, ${ITEMS} different requests, service ${LATENCY} ms, with Items per Batch`,
		notes: [
			'The floor reads no field; "one field read" resolves the expression that the others resolve, too.',
			'HTTP Request starts a batch each interval and waits for none: see "in flight".',
			HTTP_NOTE,
			CREDENTIAL_NOTE,
		],
		...tableOf(results, rivals),
		goals: BOUNDS.flatMap((goal) => boundGoals(results, goal)),
	};
}

function boundGoals(
	results: ReadonlyMap<string, Result>,
	{ bound, mostTime, mostCpu }: Bound,
): Goal[] {
	const own = resultOf(results, `this node, ${bound} at once`);
	const least = resultOf(results, `floor, ${bound} at once`);
	const goalOf = (words: string, value: number, most: number | undefined): Goal[] =>
		most === undefined ? [] : [{ words: `${bound} at once: ${words}`, value, most, unit: ' ×' }];
	return [
		...goalOf('time against the floor', own.ms / least.ms, mostTime),
		...goalOf('processor time against the floor', own.cpuMs / least.cpuMs, mostCpu),
	];
}

async function identical(arena: Arena): Promise<Section> {
	const items = identicalItems(ITEMS);
	const { url } = arena.service;
	const beside = 'floor, 5 at once';
	const rivals: Rival[] = [
		{ name: 'this node, default', node: ownNode(), items, beside },
		{ name: 'HTTP Request, default', node: httpRequest(url), items, beside },
		{ name: beside, node: floor('items', url, 5), items, beside },
	];
	const results = await inTurns(arena, { latencyMs: LATENCY }, rivals);
	return {
		title: `1d. ${ITEMS} items that all ask for the same, service ${LATENCY} ms`,
		notes: [],
		...tableOf(results, rivals),
		goals: [],
	};
}

const HEAD = [
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

function tableOf(results: ReadonlyMap<string, Result>, rivals: readonly Rival[]) {
	const rows = rivals.map(({ name, beside }) => {
		const result = resultOf(results, name);
		const base = resultOf(results, beside);
		return [
			name,
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
	return { head: HEAD, rows, data: [...results.values()] };
}
