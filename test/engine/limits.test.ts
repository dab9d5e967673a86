import {
	createServer,
	request,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { AUTOMATIC_CONCURRENCY } from '../../nodes/shared/api';
import {
	CALL,
	COFFEE,
	DISTINCT,
	numbered,
	pathsOf,
	project,
	PROMPTS,
	respond,
	useBench,
} from './harness/fixture';
import { SELF_SIGNED } from './harness/selfSigned';
import { placed } from '../../dev/placed';

const bench = useBench();

const getPrompts = { ...PROMPTS, limit: 1, metrics: [] };
const distinct = { ...getPrompts, ...DISTINCT };
const call = {
	...{ ...CALL, path: 'tasks' },
	...{ bodyMode: 'json', bodyJson: '={{ ({ n: $json.n }) }}' },
};

/** The items in the order in which the service saw them. */
const seen = () =>
	bench.sandbox.requests.map(({ body }) => (/"(m\d+)"/.exec(JSON.stringify(body)) ?? [])[1]);
const all = (count: number) => numbered(count).map(({ n }) => n);

const mostAtOnce = () => Math.max(...bench.sandbox.requests.map(({ inFlight }) => inFlight));

const batching = (batchSize: number, batchInterval = 0): INodeParameters => ({
	batching: { batch: { batchSize, batchInterval } },
});

describe('Input items', () => {
	it.each([
		[12, 80],
		[1, 10],
	])('are worked on side by side, as many as Items per Batch says: %d', async (size, latencyMs) => {
		bench.sandbox.behave({ latencyMs });
		const items = numbered(30);
		const run = await bench.run('geo', { ...distinct, ...placed(batching(size)) }, { items });
		expect(mostAtOnce()).toBe(size);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('are worked on five at once at first, and more while the service answers quickly', async () => {
		bench.sandbox.behave({ latencyMs: 200 });
		await bench.run('geo', distinct, { items: numbered(200) });
		const first = Math.min(...bench.sandbox.requests.map(({ at }) => at));
		const early = bench.sandbox.requests.filter(({ at }) => at < first + 150);
		expect(early).toHaveLength(5);
		expect(mostAtOnce()).toBeGreaterThan(20);
		expect(mostAtOnce()).toBeLessThanOrEqual(AUTOMATIC_CONCURRENCY.max);
	});

	it('are not held up by a slow one, and come out in input order', async () => {
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 1500 });
		const items = numbered(20);
		const run = await bench.run('geo', distinct, { items });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		const [slow, ...others] = bench.sandbox.requests;
		const last = Math.max(...others.map(({ at }) => at));
		expect(last - (slow?.at ?? 0)).toBeLessThan(1500);
	});

	it.each([
		['geo', distinct],
		['agents', call],
	] as const)('start in batches with the interval between them: %s', async (node, parameters) => {
		const options = batching(2, 500);
		await bench.run(node, { ...parameters, ...placed(options) }, { items: numbered(5) });
		const starts = bench.sandbox.requests.map(({ at }) => at);
		expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(350);
		expect((starts[4] ?? 0) - (starts[2] ?? 0)).toBeGreaterThan(350);
	});
});

describe('Identical reads', () => {
	it('are sent once, and every item gets a copy of its own', async () => {
		respond(bench, { body: { data: [{ prompt_id: 'p', topic: { name: 'T' } }], total: 1 } });
		const run = await bench.run('geo', getPrompts, { items: numbered(50) });
		expect(bench.sandbox.requests).toHaveLength(1);
		expect(new Set(run.items.map(({ json }) => json.topic)).size).toBe(50);
		expect(run.rows[49]).toEqual(run.rows[0]);
	});
});

describe('A read that failed', () => {
	const onError = 'continueErrorOutput' as const;
	const failure = { status: 500, body: { message: 'Down' } };

	it.each([1, 5])('is not kept for other items, %d at once', async (size) => {
		respond(bench, failure);
		const setup = { items: numbered(4), onError };
		const run = await bench.run('geo', { ...getPrompts, ...placed(batching(size)) }, setup);
		expect(run.errorItems.map(({ json }) => [json.n, json.error])).toEqual([['m0', 'Down']]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[1, 2, 3].map((item) => ({ item })),
		);
	});

	it.each([
		['refused', 422, [0, 1, 2, 3], 1],
		['down', 500, [0, 1, 2, 3], 2],
	])(
		'because the service is %s is sent no more often than it helps',
		async (_, status, failed, sent) => {
			respond(bench, { status, body: { message: 'No' }, times: 2 });
			const setup = { items: numbered(4), onError };
			const run = await bench.run('geo', { ...getPrompts, ...placed(batching(4)) }, setup);
			expect(run.errorItems.map(({ json }) => json.n)).toEqual(failed.map((item) => `m${item}`));
			expect(bench.sandbox.requests).toHaveLength(sent);
		},
	);

	it('is not kept where it is the list of projects, or one that filters name', async () => {
		const condition = [
			{
				filter: 'topics',
				topicValue: { __rl: true, mode: 'nameOrId', value: 'Espresso machines' },
			},
		];
		for (const [path, fields, errors] of [
			[/business.projects/, { project: project('Ember & Oak Coffee', 'name') }, 1],
			[/business.topics/, { filters: { condition } }, 0],
		] as const) {
			bench.sandbox.reset();
			respond(bench, { ...failure, match: { path } });
			const parameters = { ...getPrompts, ...fields, ...placed({ ...batching(1) }) };
			const run = await bench.run('geo', parameters, { items: numbered(3), onError });
			expect(run.errorItems).toHaveLength(errors);
			expect(pathsOf(bench).filter((sent) => path.test(sent))).toHaveLength(2);
		}
	});

	it('is sent once where the first error stops the run', async () => {
		respond(bench, { ...failure, times: Infinity });
		const run = await bench.run('geo', getPrompts, { items: numbered(4) });
		expect(run.error?.message).toBe('Down');
		expect(bench.sandbox.requests).toHaveLength(1);
	});
});

describe('Calls that may change something', () => {
	it('go one at a time, in input order, and none is begun after one has failed', async () => {
		bench.sandbox.behave({ latencyMs: 5 });
		respond(bench, { status: 422, after: 5 });
		const { error } = await bench.run('agents', call, { items: numbered(8) });
		expect(error?.context?.itemIndex).toBe(5);
		expect(mostAtOnce()).toBe(1);
		expect(seen()).toEqual(all(6));
	});

	it('are all made before an item that cannot be read stops the run', async () => {
		bench.sandbox.behave({ latencyMs: 20 });
		const items = [...numbered(4), { n: undefined, bad: true }];
		const bodyJson = '={{ $json.bad ? "not JSON" : ({ n: $json.n }) }}';
		const { error } = await bench.run('agents', { ...call, bodyJson }, { items });
		expect(error?.context?.itemIndex).toBe(4);
		expect(seen()).toEqual(all(4));
	});

	it('go side by side if they are safe to repeat', async () => {
		bench.sandbox.behave({ latencyMs: 80 });
		const options = { safeToRepeat: true, ...batching(4) };
		await bench.run('agents', { ...call, ...placed(options) }, { items: numbered(8) });
		expect(mostAtOnce()).toBe(4);
	});
});

describe('Pages', () => {
	const everything = { ...PROMPTS, returnAll: true, ...placed({ pageSize: 20, ...batching(4) }) };

	it.each([
		['has said how many records there are', 4, {}],
		['gives fewer than asked', 1, { pageCap: 7 }],
		['gives fewer than asked and no total', 1, { pageCap: 7, total: 'none' }],
	] as const)('are all read where the service %s, %d at once', async (_, atOnce, behaviour) => {
		bench.sandbox.behave({ latencyMs: 40, ...behaviour });
		const run = await bench.run('geo', everything);
		expect(run.rows).toHaveLength(240);
		expect(new Set(run.rows.map(({ prompt_id: id }) => id)).size).toBe(240);
		expect(mostAtOnce()).toBe(atOnce);
	});

	it('are not read beyond the limit', async () => {
		await bench.run('geo', { ...everything, returnAll: false, limit: 50 });
		expect(bench.sandbox.requests).toHaveLength(3);
	});
});

describe('A cancelled execution', () => {
	const isQuiet = async () => {
		const before = bench.sandbox.requests.length;
		await setTimeout(300);
		return bench.sandbox.requests.length === before;
	};

	it('gives up the requests under way at once', async () => {
		bench.sandbox.faults.order({ kind: 'hang', times: Infinity });
		const { finished, cancel } = bench.start('geo', distinct, { items: numbered(20) });
		while (bench.sandbox.requests.length < 5) await setTimeout(5);
		const start = performance.now();
		cancel();
		await finished;
		await setTimeout(100);
		// Without it, they would hang for a minute.
		expect(performance.now() - start).toBeLessThan(5000);
		expect(bench.sandbox.requests).toHaveLength(5);
		expect(bench.sandbox.requests.every(({ aborted }) => aborted)).toBe(true);
		expect(await isQuiet()).toBe(true);
	});

	it('ends at once also where the service asked to wait', async () => {
		const headers = { 'retry-after': '30' };
		bench.sandbox.faults.order({ kind: 'respond', status: 429, headers, after: 60 });
		const setup = { items: numbered(400), onError: 'continueRegularOutput' } as const;
		const running = bench.start('geo', distinct, setup);
		while (!bench.sandbox.requests.some(({ status }) => status === 429)) await setTimeout(5);
		await setTimeout(100);
		const start = performance.now();
		running.cancel();
		await running.finished;
		expect(performance.now() - start).toBeLessThan(5000);
		// What was on its way by then still arrives.
		await setTimeout(500);
		expect(await isQuiet()).toBe(true);
	});
});

describe('A run that is stopped by an error', () => {
	it('sends nothing after it', async () => {
		// The first connections of a process take long.
		await bench.run('geo', distinct, { items: numbered(5) });
		await bench.reset();
		respond(bench, { status: 422, delayMs: 100 });
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 600, times: Infinity });
		const { error } = await bench.run('geo', distinct, { items: numbered(30) });
		await setTimeout(700);
		expect(error?.httpCode).toBe('422');
		expect(seen().sort()).toEqual(all(5));
	});
});

describe('A poll that fails', () => {
	const rejected = jest.fn();
	beforeEach(() => process.on('unhandledRejection', rejected));
	afterEach(() => process.off('unhandledRejection', rejected));

	it('ends what is still under way, and frees its connections', async () => {
		const trigger = bench.trigger('geoTrigger', {
			...{ event: 'newRecord', recordType: 'prompt', project: COFFEE },
			...placed({ pageSize: 2, maxRetries: 0 }),
		});
		const fault = { after: 1, status: 422 };
		bench.sandbox.faults.order({ ...fault, kind: 'respond', delayMs: 200 });
		bench.sandbox.faults.order({ ...fault, kind: 'hang', times: Infinity });
		await expect(trigger.activate()).rejects.toMatchObject({ httpCode: '422' });
		const others = bench.sandbox.requests.slice(2);
		expect(others.length).toBeGreaterThan(1);
		for (let waited = 0; waited < 2000 && !others.every(({ aborted }) => aborted); waited += 20) {
			await setTimeout(20);
		}
		expect(others.map(({ aborted }) => aborted)).toEqual(others.map(() => true));
		expect(rejected).not.toHaveBeenCalled();
	});
});

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
		const run = await bench.run('geo', distinct, { items: numbered(24) });
		expect(run.rows).toHaveLength(24);
		const refused = bench.sandbox.requests.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.length).toBeLessThanOrEqual(24);
		for (const { at } of refused) expectQuiet(at, AUTOMATIC_CONCURRENCY.max);
	});

	it('that asks for too long a wait fails at once and says what to raise', async () => {
		respond(bench, { status: 429, headers: { 'retry-after': '300' } });
		const start = performance.now();
		const { error } = await bench.run('geo', getPrompts);
		expect(performance.now() - start).toBeLessThan(1000);
		expect(error?.httpCode).toBe('429');
		expect(error?.description).toMatch(/asks to wait 300 seconds.*'Max Wait'/s);
	});

	it('that does not end is given up for all items at once after Max Wait', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 429, times: Infinity });
		const parameters = { ...distinct, ...placed({ maxWait: 1 }) };
		const setup = { items: numbered(500), onError: 'continueRegularOutput' } as const;
		const start = performance.now();
		const { rows } = await bench.run('geo', parameters, setup);
		expect(performance.now() - start).toBeLessThan(15_000);
		expect(rows).toHaveLength(500);
		expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
		expect(rows[0]?.message).toContain('has accepted no request for 1 second');
		expect(rows[0]?.message).toContain("'Max Wait'");
		expect(bench.sandbox.requests.length).toBeLessThan(20);
	});
});

describe('A base URL with http:// on another machine', () => {
	it('gives a hint that the key is sent unencrypted', async () => {
		const credential = { geoBaseUrl: 'http://no-such-host.invalid' };
		const parameters = { ...distinct, ...placed({ maxRetries: 0 }) };
		const setup = { credential, items: numbered(3), onError: 'continueRegularOutput' } as const;
		const { hints } = await bench.run('geo', parameters, setup);
		expect(hints).toEqual([expect.stringContaining('is sent unencrypted')]);
	});
});

const servers: Array<SecureServer | Server> = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.close();
		server.closeAllConnections();
	}
});

/** Listens on this machine until the end of the test, and gives the port. */
async function listening(server: SecureServer | Server): Promise<number> {
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

/** The node, and the lists in the editor. */
const READERS = [
	[
		'the node',
		async (options: INodeParameters, credential = {}) => {
			const { error } = await bench.run(
				'geo',
				{ ...getPrompts, ...placed(options) },
				{ credential },
			);
			if (error !== undefined) throw new Error(error.message);
		},
	],
	[
		'searchTopics',
		async (options: INodeParameters, credential = {}) => {
			await bench.search('geo', 'searchTopics', { ...getPrompts, ...placed(options) }, credential);
		},
	],
] as const;

describe.each(READERS)('Options of the connection: %s', (_what, read) => {
	it('verifies a certificate, unless Ignore SSL Issues says not to', async () => {
		const port = await listening(createSecureServer(SELF_SIGNED, passOn));
		const url = `https://127.0.0.1:${String(port)}`;
		const credential = { geoBaseUrl: url, agentsBaseUrl: url };
		const strict = read({}, credential);
		await expect(strict).rejects.toThrow('the certificate of the host is not trusted');
		await read({ allowUnauthorizedCerts: true }, credential);
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it('trusts any certificate if Ignore SSL Issues of the credential is on, as its test does', async () => {
		const port = await listening(createSecureServer(SELF_SIGNED, passOn));
		const url = `https://127.0.0.1:${String(port)}`;
		const account = { geoBaseUrl: url, agentsBaseUrl: url };
		const strict = await bench.engine.test(bench.credential(account));
		expect(strict).toEqual({ status: 'Error', message: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		const trusting = { ...account, allowUnauthorizedCerts: true };
		const verdict = await bench.engine.test(bench.credential(trusting));
		expect(verdict.status).toBe('OK');
		await read({ allowUnauthorizedCerts: false }, trusting);
		expect(bench.sandbox.requests).toHaveLength(2);
	});

	it('sends all through the Proxy', async () => {
		const targets: string[] = [];
		const server = createServer((incoming, answer) => {
			targets.push(incoming.url ?? '');
			passOn(incoming, answer);
		});
		await read({ proxy: `http://127.0.0.1:${String(await listening(server))}` });
		expect(targets).toEqual(bench.sandbox.requests.map(({ path }) => bench.sandbox.url + path));
		expect(targets).not.toEqual([]);
	});
});

describe.each(READERS)("n8n's Allowed HTTP Request Domains: %s", (_what, read) => {
	const only = (allowedDomains: string) => ({
		...{ allowedHttpRequestDomains: 'domains', allowedDomains },
	});

	it.each([
		['other.example', 'Domain not allowed'],
		[' ', "The credential has no 'Allowed Domains'"],
	])(
		'sends nothing to a host that %j does not name, as the test of the credential does',
		async (domains, message) => {
			await expect(read({}, only(domains))).rejects.toThrow(message);
			const verdict = await bench.engine.test(bench.credential(only(domains)));
			expect(verdict.status).toBe('Error');
			expect(bench.sandbox.requests).toEqual([]);
		},
	);

	it.each([only('other.example, 127.0.0.1'), { allowedHttpRequestDomains: 'none' }])(
		'reads with %j, as the test of the credential does',
		async (credential) => {
			await read({}, credential);
			const verdict = await bench.engine.test(bench.credential(credential));
			expect(verdict.status).toBe('OK');
			expect(bench.sandbox.requests).toHaveLength(2);
		},
	);
});

describe('A response without end', () => {
	/** Reads from a service that answers like this. */
	const readFrom = async (answerWith: (answer: ServerResponse) => void, timeout = 100) => {
		let [asked, closed] = [0, 0];
		const server = createServer((_incoming, answer) => {
			asked += 1;
			answer.once('close', () => (closed += 1));
			answerWith(answer);
		});
		const credential = { geoBaseUrl: `http://127.0.0.1:${String(await listening(server))}` };
		const options = placed({ timeout, maxRetries: 1 });
		const { error } = await bench.run('geo', { ...getPrompts, ...options }, { credential });
		await setTimeout(100);
		expect(closed).toBe(asked);
		return { message: error?.message, asked };
	};

	/** Writes a piece of the body again and again until the node hangs up. */
	const repeat = (answer: ServerResponse, piece: string, ms: number) => {
		const timer = setInterval(() => answer.write(piece), ms);
		answer.once('close', () => clearInterval(timer));
	};

	it('is given up after 256 MB, also if it is compressed', async () => {
		const megabyte = gzipSync(Buffer.alloc(2 ** 20, ' '));
		const { message, asked } = await readFrom((answer) => {
			answer.writeHead(200, { 'Content-Encoding': 'gzip' });
			for (let sent = 0; sent < 257; sent++) answer.write(megabyte);
		}, 60_000);
		expect(message).toBe('The response of the GEO API is larger than 256 MB');
		expect(asked).toBe(1);
	});

	it('is given up after ten times Timeout, although data keeps coming', async () => {
		const started = performance.now();
		const { message, asked } = await readFrom((answer) => repeat(answer, ' ', 20));
		expect(message).toBe('The response of the GEO API was not complete after 10 × 0.1 seconds');
		expect(performance.now() - started).toBeLessThan(3000);
		expect(asked).toBe(1);
	});

	it.each([
		['that stops in the middle', (answer: ServerResponse) => answer.write('{"data": [')],
		[
			'to another protocol',
			({ socket }: ServerResponse) =>
				socket?.write('HTTP/1.1 101 Upgrade\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
		],
	])('%s is read again after Timeout', async (_, answerWith) => {
		const { message, asked } = await readFrom(answerWith);
		expect(message).toBe('The GEO API did not answer within 0.1 seconds');
		expect(asked).toBe(2);
	});
});
