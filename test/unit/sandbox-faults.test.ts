import { startSandbox } from '../../sandbox';
import { Limiter } from '../../sandbox/limiter';
import { WHOAMI, PROMPTS, sandbox, call, read, tasks } from './sandbox-kit';

describe('rate limit, latency and random failures', () => {
	it('answers 429 until the window ends', async () => {
		sandbox.behave({ rateLimit: { requests: 2, perMs: 300 } });
		const statuses = [];
		for (let count = 0; count < 3; count += 1) statuses.push((await call(WHOAMI)).status);
		expect(statuses).toEqual([200, 200, 429]);
		expect((await call(WHOAMI)).headers.get('retry-after')).toBe('1');
		await new Promise((resolve) => setTimeout(resolve, 320));
		expect((await call(WHOAMI)).status).toBe(200);
	});

	it.each([
		['seconds', /^(9|10)$/],
		['date', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
		['none', /^null$/],
	] as const)('sends Retry-After as %s', async (retryAfter, pattern) => {
		sandbox.behave({ rateLimit: { requests: 0, perMs: 10_000, retryAfter } });
		const header = (await call(WHOAMI)).headers.get('retry-after');
		expect(String(header)).toMatch(pattern);
		if (retryAfter !== 'date') return;
		const ahead = Date.parse(String(header)) - Date.now();
		expect(ahead).toBeGreaterThan(9_000);
		expect(ahead).toBeLessThanOrEqual(11_000);
	});

	it.each([0, 15_286.210016540024, 14_394.105739869838])(
		'asks for the rest of the window, whatever the clock says: %d',
		(now) => {
			const limiter = new Limiter();
			expect(limiter.take({ requests: 0, perMs: 10_000 }, now)).toBe(10_000);
			expect(limiter.take({ requests: 0, perMs: 10_000 }, now + 4_000)).toBeCloseTo(6_000);
		},
	);

	it('waits as long as it is told', async () => {
		sandbox.behave({ latencyMs: 60 });
		const start = performance.now();
		await call(WHOAMI);
		expect(performance.now() - start).toBeGreaterThanOrEqual(58);
	});

	it('fails at random, the same way for the same seed', async () => {
		const run = async () => {
			sandbox.reset();
			sandbox.behave({ failRate: 0.6 });
			const seen: (number | string)[] = [];
			for (let count = 0; count < 40; count += 1) {
				seen.push(
					await call(WHOAMI).then(
						({ status }) => status,
						() => 'cut',
					),
				);
			}
			return seen;
		};
		const seen = await run();
		expect(new Set(seen)).toEqual(new Set([200, 429, 502, 503, 504, 'cut']));
		expect(await run()).toEqual(seen);
	});
});

describe('faults', () => {
	it('respond, after some requests and a number of times', async () => {
		sandbox.faults.order({ kind: 'respond', status: 503, after: 1, times: 2 });
		const seen = [];
		for (let count = 0; count < 4; count += 1) seen.push((await call(WHOAMI)).status);
		expect(seen).toEqual([200, 503, 503, 200]);
	});

	it('hit the requests they match, also below the prefix', async () => {
		const times = Number.POSITIVE_INFINITY;
		sandbox.faults.order({ kind: 'respond', times, match: { path: /\/geo\// }, body: { a: 1 } });
		sandbox.faults.order({ kind: 'respond', status: 418, match: { method: 'get', path: WHOAMI } });
		expect((await tasks()).status).toBe(200);
		expect((await call(`/proxy${WHOAMI}`)).status).toBe(418);
		expect((await call(WHOAMI)).status).toBe(200);
		expect(await read(PROMPTS, { body: {} })).toEqual({ status: 500, body: { a: 1 } });
		sandbox.faults.clear();
		expect((await call(PROMPTS, { body: {} })).status).toBe(422);
	});

	it('redirect', async () => {
		const headers = { location: 'http://127.0.0.1:1/elsewhere' };
		sandbox.faults.order({ kind: 'respond', status: 307, headers });
		const response = await call(WHOAMI);
		expect([response.status, response.headers.get('location')]).toEqual([307, headers.location]);
	});

	it('cut the connection', async () => {
		sandbox.faults.order({ kind: 'reset' });
		await expect(call(WHOAMI)).rejects.toThrow('fetch failed');
		expect(sandbox.requests).toMatchObject([{ aborted: false }]);
		expect(sandbox.requests[0]?.status).toBeUndefined();
	});

	it('hang until the client leaves', async () => {
		sandbox.faults.order({ kind: 'hang' });
		await expect(call(WHOAMI, { signal: AbortSignal.timeout(60) })).rejects.toThrow('timeout');
		await new Promise((resolve) => setTimeout(resolve, 30));
		expect(sandbox.requests).toMatchObject([{ aborted: true }]);
		await call(WHOAMI);
		expect(sandbox.requests[1]).toMatchObject({ inFlight: 1, aborted: false, status: 200 });
	});

	it('answer late', async () => {
		sandbox.faults.order({ kind: 'slow', delayMs: 60 });
		const start = performance.now();
		expect((await call(WHOAMI)).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThanOrEqual(58);
	});

	it.each([undefined, { told: 'x'.repeat(100) }])('break off half way: %j', async (body) => {
		sandbox.faults.order({ kind: 'truncate', body });
		const response = await call(WHOAMI);
		expect(response.status).toBe(200);
		await expect(response.text()).rejects.toThrow('terminated');
		expect(sandbox.requests[0]?.aborted).toBe(false);
	});

	it('let a sandbox close while something hangs', async () => {
		const other = await startSandbox();
		other.faults.order({ kind: 'hang' });
		const hanging = fetch(`${other.url}${WHOAMI}`).catch(() => 'cut');
		while (other.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await other.close();
		expect(await hanging).toBe('cut');
	});
});
