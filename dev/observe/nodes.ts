import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bench, project } from '../engine';
import { isGood, isRefused, type Judged } from './judge';

/** What the nodes made of an endpoint. The words are for people: they may have data. */
export interface Reading {
	readonly verdict: 'complete' | 'error' | 'hint' | 'incomplete';
	readonly words: string;
}

/** Hints that are there because the replay has a limit. */
const OF_LIMIT = /'(Return All|Limit)'/;

/**
 * Runs the built nodes in n8n's engine against a server that replays the first answers. Where the offset
 * makes no difference, a node reads all, elsewhere as many records as there are in the first answer.
 *
 * @returns the readings by the path of the endpoint
 */
export async function readWithNodes(judged: readonly Judged[]): Promise<Map<string, Reading>> {
	const readings = new Map<string, Reading>();
	const first = new Map(
		judged.map(({ endpoint, answers }) => [endpoint.path, answers.get('first')]),
	);
	const bench = await new Bench().open();
	const server = createServer(({ url = '' }, response) => {
		const { status = 404, body } = first.get(url) ?? {};
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const credential = { apiKey: 'key-of-a-replay', agentsBaseUrl: base, geoBaseUrl: base };
	const readFirst = async ({ endpoint, heeds, list }: Judged): Promise<void> => {
		const { kind, path, read } = endpoint;
		if (!isGood(first.get(path)) && !isRefused(first.get(path))) return;
		const [node, resource, operation] = read;
		const count = list?.rows.length ?? 0;
		const limit = heeds['offset'] === 'no' ? undefined : { limit: Math.max(1, count) };
		const options = { maxRetries: 0, ...(kind === 'report' && limit) };
		const own = kind === 'report' ? {} : { returnAll: limit === undefined, ...limit };
		const parameters = { resource, operation, project: project('observed'), options, ...own };
		const { items, hints, error } = await bench.run(node, parameters, { credential });
		const words = error?.message ?? hints.filter((hint) => !OF_LIMIT.test(hint)).join(' ');
		const isShort = kind !== 'whoami' && items.length < count;
		const verdict = isShort ? 'incomplete' : words === '' ? 'complete' : 'hint';
		readings.set(path, { verdict: error ? 'error' : verdict, words });
	};
	try {
		for (const one of judged) await readFirst(one);
	} finally {
		server.close();
		await bench.close();
	}
	return readings;
}
