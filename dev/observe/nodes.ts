import { Bench, project } from '../engine';
import type { Judged } from './judge';
import { isGood } from './seen';

/** What the nodes made of each endpoint, by its path. The words are for people: they may have data. */
export type Readings = ReadonlyMap<string, { readonly verdict: string; readonly words: string }>;

/** Hints that are there because the replay has a limit. */
const OF_LIMIT = /'(Return All|Limit)'/;

/** Runs the built nodes in n8n's engine against a replay of the first answers. */
export async function readWithNodes(judged: readonly Judged[]): Promise<Readings> {
	const bench = await new Bench().open();
	const readings = new Map<string, Awaited<ReturnType<typeof readFirst>>>();
	try {
		for (const one of judged) {
			const isAnswered = typeof one.answers.get('first')?.answer === 'number';
			if (isAnswered) readings.set(one.endpoint.path, await readFirst(bench, one));
		}
	} finally {
		await bench.close();
	}
	return readings;
}

/** Reads all where the offset makes no difference, elsewhere as many records as there are in the answer. */
async function readFirst(bench: Bench, { endpoint, answers, heeds, list }: Judged) {
	const { kind, path, read } = endpoint;
	const first = answers.get('first');
	const answer = { status: Number(first?.answer), body: first?.body };
	const headers = { 'content-type': 'application/json' };
	const fault = { match: { path }, times: Infinity, headers, ...answer };
	bench.sandbox.faults.order({ kind: 'respond', ...fault });
	const [node, resource, operation] = read;
	const count = list?.rows.length ?? 0;
	const limit = heeds['offset'] === 'no' ? {} : { limit: Math.max(1, count) };
	const { items, hints, error } = await bench.run(node, {
		...{ resource, operation, project: project('observed'), requestOptions: { maxRetries: 0 } },
		...(kind === 'report' ? { options: limit } : { returnAll: !('limit' in limit), ...limit }),
	});
	if (error) return { verdict: 'error', words: error.message };
	const words = hints.filter((hint) => !OF_LIMIT.test(hint)).join(' ');
	const isShort = kind !== 'whoami' && isGood(first) && items.length < count;
	return { verdict: isShort ? 'incomplete' : words === '' ? 'complete' : 'hint', words };
}
