import type { Json } from '../../../sandbox/json';
import type { Execution } from '../../../dev/n8n';

/** What a node gave in a run, item by item; nothing if it did not run. */
export function outputOf({ data }: Execution, node: string): Json[] {
	const runs = data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => (run.data?.main?.[0] ?? []).map(({ json }) => json));
}

/** What was handed to a node in a run: the output of the nodes before it. */
export function handedTo({ data }: Execution, node: string): Json[] {
	const sources = (data.resultData.runData[node] ?? []).flatMap(({ source }) => source);
	return sources.flatMap((source) => {
		if (source === null) return [];
		const before = data.resultData.runData[source.previousNode]?.[source.previousNodeRun ?? 0];
		const items = before?.data?.main?.[source.previousNodeOutput ?? 0] ?? [];
		return items.map(({ json }) => json);
	});
}
