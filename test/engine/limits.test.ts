import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { AUTOMATIC } from '../../nodes/shared/api';
import { project, useBench } from './harness/fixture';
import { SELF_SIGNED } from './harness/selfSigned';

const bench = useBench();

const getPrompts = {
	...{ resource: 'prompt', operation: 'getAll', limit: 1 },
	project: project('proj-ember-oak'),
	additionalBodyJson: '={{ ({ metrics: [$json.n] }) }}',
};
const numbered = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n: `m${String(n)}` }));

/**
 * Expects that after a refusal nothing came for most of a second, but for the requests that were
 * under way: on a busy machine those arrive late.
 */
function expectQuiet(refusedAt: number, atOnce: number): void {
	const later = bench.sandbox.requests.map(({ at }) => at).filter((at) => at > refusedAt);
	const times = [refusedAt, ...later];
	const quiet = times.findIndex((at, index) => (times[index + 1] ?? at) - at > 700);
	expect(quiet).toBeGreaterThanOrEqual(0);
	expect(quiet).toBeLessThan(atOnce);
}

describe('A rate limit', () => {
	it('makes all items wait together, and loses none', async () => {
		bench.sandbox.behave({ rateLimit: { requests: 10, perMs: 1000 } });
		const run = await bench.run('geo', getPrompts, { items: numbered(24) });
		expect(run.rows).toHaveLength(24);
		const refused = bench.sandbox.requests.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.length).toBeLessThanOrEqual(24);
		for (const { at } of refused) expectQuiet(at, AUTOMATIC.max);
	});

	it('lets nothing through while it asks to wait, every time', async () => {
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 429, headers: { 'retry-after': '1' } },
			after: 80,
		});
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 429, headers: { 'retry-after': '1' } },
			after: 100,
		});
		const options = { batching: { batch: { batchSize: 20 } } };
		const run = await bench.run('geo', { ...getPrompts, options }, { items: numbered(140) });
		expect(run.rows).toHaveLength(140);
		const refused = bench.sandbox.requests.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(2);
		for (const { at } of refused) expectQuiet(at, 20);
	});

	it('that asks for too long a wait fails at once and says what to raise', async () => {
		const headers = { 'retry-after': '300' };
		bench.sandbox.faults.order({ kind: 'respond', status: 429, headers });
		const start = performance.now();
		const { error } = await bench.run('geo', getPrompts);
		expect(performance.now() - start).toBeLessThan(1000);
		expect(error?.httpCode).toBe('429');
		expect(error?.description).toContain('asks to wait 300 seconds');
		expect(error?.description).toContain("'Max Wait'");
		expect(error?.description).toContain('now 180');
	});

	it('that does not end is given up for all items at once after Max Wait', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 429, times: Infinity });
		const parameters = { ...getPrompts, options: { maxWait: 1 } };
		const setup = { items: numbered(500), onError: 'continueRegularOutput' } as const;
		const start = performance.now();
		const { rows } = await bench.run('geo', parameters, setup);
		expect(performance.now() - start).toBeLessThan(5000);
		expect(rows).toHaveLength(500);
		expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
		expect(rows[0]?.message).toContain('has accepted no request for 1 second');
		expect(rows[0]?.message).toContain("'Max Wait'");
		expect(bench.sandbox.requests.length).toBeLessThan(20);
	});

	it('of one request at a time is passed by everything', async () => {
		bench.sandbox.behave({ rateLimit: { requests: 1, perMs: 50, retryAfter: 'none' } });
		const run = await bench.run('geo', getPrompts, { items: numbered(4) });
		expect(run.error).toBeUndefined();
		expect(run.rows).toHaveLength(4);
	});
});

describe('A timeout', () => {
	it('says how long was waited and what to raise', async () => {
		bench.sandbox.faults.order({ kind: 'hang', times: Infinity });
		const options = { timeout: 150, maxRetries: 0 };
		const { error } = await bench.run('geo', { ...getPrompts, options });
		expect(error?.message).toBe('The GEO API did not answer within 0.15 seconds');
		expect(error?.description).toContain("'Timeout'");
	});
});

describe('A base URL with http:// on another machine', () => {
	it('gives a hint that the key is sent unencrypted', async () => {
		const credential = { geoBaseUrl: 'http://no-such-host.invalid' };
		const parameters = { ...getPrompts, options: { maxRetries: 0 } };
		const setup = { credential, items: numbered(3), onError: 'continueRegularOutput' } as const;
		const { hints } = await bench.run('geo', parameters, setup);
		expect(hints).toEqual([expect.stringContaining('is sent unencrypted')]);
	});

	it('does not where the machine is this one', async () => {
		expect((await bench.run('geo', getPrompts)).hints).toEqual([]);
	});
});

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Listens on this machine until the end of the test, and gives the port. */
async function listening(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Passes a request on to the sandbox. */
function passOn(incoming: IncomingMessage, answer: ServerResponse): void {
	const { pathname } = new URL(incoming.url ?? '/', bench.sandbox.url);
	const { method, headers } = incoming;
	const outgoing = request(
		new URL(pathname, bench.sandbox.url),
		{ method, headers },
		(response) => {
			answer.writeHead(response.statusCode ?? 500, response.headers);
			response.pipe(answer);
		},
	);
	incoming.pipe(outgoing);
}

describe('Ignore SSL Issues', () => {
	it('decides whether a certificate has to be verified', async () => {
		const port = await listening(createSecureServer(SELF_SIGNED, passOn));
		const credential = { geoBaseUrl: `https://127.0.0.1:${String(port)}` };
		const strict = await bench.run('geo', getPrompts, { credential, items: numbered(1) });
		expect(strict.error?.message).toContain('the certificate of the host is self-signed');
		const options = { allowUnauthorizedCerts: true };
		const loose = await bench.run(
			'geo',
			{ ...getPrompts, options },
			{ credential, items: numbered(1) },
		);
		expect(loose.error).toBeUndefined();
		expect(loose.rows).toHaveLength(1);
	});
});

describe('Proxy', () => {
	it('carries the requests', async () => {
		const targets: string[] = [];
		const port = await listening(
			createServer((incoming, answer) => {
				targets.push(incoming.url ?? '');
				passOn(incoming, answer);
			}),
		);
		const options = { proxy: `http://127.0.0.1:${String(port)}` };
		const run = await bench.run('geo', { ...getPrompts, options }, { items: numbered(1) });
		expect(run.error).toBeUndefined();
		expect(run.rows).toHaveLength(1);
		expect(targets).toEqual([`${bench.sandbox.url}/v2/geo/business/prompts`]);
	});
});

describe('A list in the editor', () => {
	it.each(['searchProjects', 'searchTopics'])(
		'goes through the proxy of the node: %s',
		async (method) => {
			const targets: Array<string | undefined> = [];
			const server = createServer((incoming, outgoing) => {
				targets.push(incoming.url);
				passOn(incoming, outgoing);
			});
			const options = { proxy: `http://127.0.0.1:${String(await listening(server))}` };
			const { results } = await bench.search('geo', method, { ...getPrompts, options });
			expect(results.length).toBeGreaterThan(0);
			expect(targets[0]).toContain(bench.sandbox.url);
		},
	);

	it.each(['searchProjects', 'searchTopics'])(
		'ignores SSL issues as the node does: %s',
		async (method) => {
			const port = await listening(createSecureServer(SELF_SIGNED, passOn));
			const url = `https://127.0.0.1:${String(port)}`;
			const credential = { geoBaseUrl: url, agentsBaseUrl: url };
			const strict = bench.search('geo', method, getPrompts, credential);
			await expect(strict).rejects.toThrow('the certificate of the host is self-signed');
			const loose = { ...getPrompts, options: { allowUnauthorizedCerts: true } };
			const { results } = await bench.search('geo', method, loose, credential);
			expect(results.length).toBeGreaterThan(0);
		},
	);
});
