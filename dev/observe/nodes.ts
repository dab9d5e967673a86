import { Bench, project } from '../engine';
import { isGood, type Judged } from './judge';

/** What the nodes made of an endpoint. The words are for people: they may have data. */
export interface Reading {
	readonly verdict: 'complete' | 'error' | 'hint' | 'incomplete';
	readonly words: string;
}

/** Hints that are there because the replay has a limit. */
const OF_LIMIT = /'(Return All|Limit)'/;

/**
 * Runs the built nodes in n8n's engine against a replay of the first answers. Where the offset makes no
 * difference, a node reads all, elsewhere as many records as there are in the first answer.
 *
 * @returns the readings by the path of the endpoint
 */
export async function readWithNodes(judged: readonly Judged[]): Promise<Map<string, Reading>> {
	const readings = new Map<string, Reading>();
	const bench = await new Bench().open();
	const readFirst = async ({ endpoint, answers, heeds, list }: Judged): Promise<void> => {
		const { kind, path, read } = endpoint;
		const { answer: status, body } = answers.get('first') ?? {};
		if (typeof status !== 'number') return;
		const answer = { status, body, headers: { 'content-type': 'application/json' } };
		bench.sandbox.faults.order({ kind: 'respond', match: { path }, times: Infinity, ...answer });
		const [node, resource, operation] = read;
		const count = list?.rows.length ?? 0;
		const limit = heeds['offset'] === 'no' ? undefined : { limit: Math.max(1, count) };
		const options = kind === 'report' ? limit : undefined;
		const own = kind === 'report' ? {} : { returnAll: limit === undefined, ...limit };
		const parameters = {
			resource,
			operation,
			project: project('observed'),
			options,
			requestOptions: { maxRetries: 0 },
			...own,
		};
		const { items, hints, error } = await bench.run(node, parameters);
		const words = error?.message ?? hints.filter((hint) => !OF_LIMIT.test(hint)).join(' ');
		const isShort = kind !== 'whoami' && isGood(answers.get('first')) && items.length < count;
		const verdict = isShort ? 'incomplete' : words === '' ? 'complete' : 'hint';
		readings.set(path, { verdict: error ? 'error' : verdict, words });
	};
	try {
		for (const one of judged) await readFirst(one);
	} finally {
		await bench.close();
	}
	return readings;
}
