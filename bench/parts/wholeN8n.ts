import { batches, distinctItems, httpRequest, ownNode } from '../contenders';
import { median, ratio, seconds, type Goal, type Section } from '../report';
import { resultOf, takeTurns, type Arena, type Contender } from '../rounds';
import type { Scene, Traffic } from '../service';
import { WholeN8n, type WholeMeasured } from '../wholeN8n';

const ITEMS = 1000;

/** One contender and the name of the HTTP Request that its time is shown beside. */
interface Rival extends Contender {
	readonly beside: string;
}

/** The medians of one contender over all rounds. */
interface Result extends WholeMeasured, Traffic {
	readonly name: string;
	readonly all: readonly number[];
}

/** Who runs at which latency, and the most that the default may take against HTTP Request's. */
interface Heat {
	readonly title: string;
	readonly latencyMs: number;
	readonly rivals: readonly Rival[];
	readonly most?: number;
}

/** 1,000 different items in a whole n8n; this part only runs on request. */
export async function wholeN8n({ service, rounds }: Arena): Promise<Section[]> {
	const heats = heatsOf(service.url);
	const rivals = heats.flatMap(({ rivals }) => rivals);
	const n8n = await WholeN8n.open(service.url, [...new Set(rivals)]);
	const once = async (scene: Scene, rival: Rival) => {
		await service.reset(scene);
		return { ...(await n8n.run(rival)), ...(await service.traffic()) };
	};
	try {
		// Each run is a new process: what one before it warms up is what lies on the disk.
		for (const rival of heats[0]?.rivals ?? []) await once({ latencyMs: 0 }, rival);
		const sections: Section[] = [];
		for (const heat of heats) {
			const { latencyMs } = heat;
			const samples = await takeTurns(
				rounds,
				heat.rivals,
				async (rival) => await once({ latencyMs }, rival),
			);
			const results = [...samples].map(([name, runs]): [string, Result] => [
				name,
				summary(name, runs),
			]);
			sections.push(sectionOf(heat, new Map(results)));
		}
		return sections;
	} finally {
		await n8n.remove();
	}
}

function heatsOf(url: string): Heat[] {
	const items = distinctItems(ITEMS);
	const beside = 'HTTP Request, default';
	const dropped: Rival[] = [
		{ name: 'this node, default', node: ownNode(), items, beside },
		{ name: beside, node: httpRequest(url), items, beside },
	];
	const bounded = [5, 20, 100].flatMap((bound): Rival[] => {
		const http = `HTTP Request, ${bound} each 20 ms`;
		return [
			{
				name: `this node, ${bound} at once`,
				node: ownNode(batches(bound)),
				items,
				beside: http,
			},
			{ name: http, node: httpRequest(url, batches(bound, 20)), items, beside: http },
		];
	});
	return [
		{
			title: '7a. A whole n8n, service 20 ms, both nodes as they are dropped on the canvas',
			latencyMs: 20,
			rivals: dropped,
			most: 0.6,
		},
		{
			title: '7b. A whole n8n, service 200 ms, both nodes as they are dropped on the canvas',
			latencyMs: 200,
			rivals: dropped,
			most: 1,
		},
		{
			title: '7c. A whole n8n, service 20 ms, with Items per Batch',
			latencyMs: 20,
			rivals: bounded,
		},
	];
}

function summary(name: string, runs: ReadonlyArray<WholeMeasured & Traffic>): Result {
	const middle = (of: (run: WholeMeasured & Traffic) => number) => median(runs.map(of));
	return {
		name,
		ms: middle(({ ms }) => ms),
		delivered: middle(({ delivered }) => delivered),
		items: middle(({ items }) => items),
		requests: middle(({ requests }) => requests),
		mostAtOnce: middle(({ mostAtOnce }) => mostAtOnce),
		refused: middle(({ refused }) => refused),
		all: runs.map(({ ms }) => ms),
	};
}

function sectionOf(
	{ title, latencyMs, rivals, most }: Heat,
	results: ReadonlyMap<string, Result>,
): Section {
	const goals = rivals.flatMap(({ name, beside }): Goal[] => {
		if (most === undefined || name === beside) return [];
		const value = resultOf(results, name).ms / resultOf(results, beside).ms;
		const words = `in n8n, default with default, ${latencyMs} ms: time against HTTP Request`;
		return [{ words, value, most, unit: ' ×' }];
	});
	return {
		title: `${title}: ${ITEMS} items, ${ITEMS} different requests`,
		notes: ["The time is that of the node in n8n's record of the run (SQLite, n8n execute)."],
		head: ['', 'time / HTTP Request', 'time', 'requests', 'in flight', 'delivered'],
		rows: rivals.map(({ name, beside }) => {
			const result = resultOf(results, name);
			return [
				name,
				ratio(result.ms, resultOf(results, beside).ms),
				seconds(result.ms),
				String(result.requests),
				String(result.mostAtOnce),
				String(result.delivered),
			];
		}),
		goals,
		data: [...results.values()],
	};
}
