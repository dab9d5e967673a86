import { setTimeout } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { AUTOMATIC } from '../../nodes/shared/api';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT), limit: 1 };

/** A body field that makes every item's request another one. */
const distinct = {
	additionalBodyJson: '={{ ({ metrics: [$json.n] }) }}',
};

const numbered = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n: `m${String(n)}` }));

/** The items in the order in which the service saw them. */
const seen = () =>
	bench.sandbox.requests.map(({ body }) => (/"(m\d+)"/.exec(JSON.stringify(body)) ?? [])[1]);

const mostAtOnce = () => Math.max(...bench.sandbox.requests.map(({ inFlight }) => inFlight));

const batching = (batchSize: number, batchInterval = 0): INodeParameters => ({
	batching: { batch: { batchSize, batchInterval } },
});

describe('Input items', () => {
	it.each([
		['as many as Items per Batch says', batching(12), 12, 80],
		['one', batching(1), 1, 10],
	])('are worked on side by side: %s', async (_, options, atOnce, latencyMs) => {
		bench.sandbox.behave({ latencyMs });
		const items = numbered(30);
		const run = await bench.run('geo', { ...getPrompts, ...distinct, options }, { items });
		expect(mostAtOnce()).toBe(atOnce);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((__, item) => ({ item })),
		);
	});

	it('are worked on five at once at first, and more while the service answers quickly', async () => {
		bench.sandbox.behave({ latencyMs: 200 });
		await bench.run('geo', { ...getPrompts, ...distinct }, { items: numbered(200) });
		const first = Math.min(...bench.sandbox.requests.map(({ at }) => at));
		const early = bench.sandbox.requests.filter(({ at }) => at < first + 150);
		expect(early).toHaveLength(5);
		expect(mostAtOnce()).toBeGreaterThan(20);
		expect(mostAtOnce()).toBeLessThanOrEqual(AUTOMATIC.max);
	});

	it('are not held up by a slow one, and come out in input order', async () => {
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 1500 });
		const items = numbered(20);
		const run = await bench.run('geo', { ...getPrompts, ...distinct }, { items });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(bench.sandbox.requests).toHaveLength(20);
		const [slow, ...others] = bench.sandbox.requests;
		const last = Math.max(...others.map(({ at }) => at));
		expect(last - (slow?.at ?? 0)).toBeLessThan(1500);
	});

	it('start in batches with the interval between them', async () => {
		const options = batching(2, 500);
		await bench.run('geo', { ...getPrompts, ...distinct, options }, { items: numbered(5) });
		const starts = bench.sandbox.requests.map(({ at }) => at);
		expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(350);
		expect((starts[4] ?? 0) - (starts[2] ?? 0)).toBeGreaterThan(350);
	});
});

describe('Identical reads', () => {
	it('are sent once, and every item gets a copy of its own', async () => {
		const run = await bench.run('geo', getPrompts, { items: numbered(50) });
		expect(bench.sandbox.requests).toHaveLength(1);
		expect(run.items).toHaveLength(50);
		expect(new Set(run.items.map(({ json }) => json)).size).toBe(50);
		expect(run.rows[49]).toEqual(run.rows[0]);
	});

	it('are sent for each item if the user wants that', async () => {
		const options = { reuseReads: false };
		await bench.run('geo', { ...getPrompts, options }, { items: numbered(8) });
		expect(bench.sandbox.requests).toHaveLength(8);
	});
});

describe('Calls that may change something', () => {
	const call = {
		...{ resource: 'endpoint', operation: 'call', path: 'tasks', withProject: false },
		...{ bodyMode: 'json', bodyJson: '={{ ({ n: $json.n }) }}' },
	};

	it('go one at a time, in input order', async () => {
		bench.sandbox.behave({ latencyMs: 5 });
		await bench.run('agents', call, { items: numbered(8) });
		expect(mostAtOnce()).toBe(1);
		expect(seen()).toEqual(numbered(8).map(({ n }) => n));
	});

	it('are not begun after one has failed', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 422, after: 2 });
		const { error } = await bench.run('agents', call, { items: numbered(8) });
		expect(error?.context?.itemIndex).toBe(2);
		expect(seen()).toEqual(['m0', 'm1', 'm2']);
	});

	it('are all made before an item that cannot be read stops the run', async () => {
		bench.sandbox.behave({ latencyMs: 20 });
		const items = [...numbered(4), { n: undefined, bad: true }];
		const bodyJson = '={{ $json.bad ? "not JSON" : ({ n: $json.n }) }}';
		const { error } = await bench.run('agents', { ...call, bodyJson }, { items });
		expect(error?.context?.itemIndex).toBe(4);
		expect(seen()).toEqual(['m0', 'm1', 'm2', 'm3']);
	});

	it('start in batches with the interval between them', async () => {
		await bench.run('agents', { ...call, options: batching(3, 1000) }, { items: numbered(6) });
		const starts = bench.sandbox.requests.map(({ at }) => at);
		expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeLessThan(800);
		expect((starts[3] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(800);
		expect(mostAtOnce()).toBe(1);
	});

	it('go side by side if they are safe to repeat', async () => {
		bench.sandbox.behave({ latencyMs: 15 });
		await bench.run(
			'agents',
			{ ...call, options: { safeToRepeat: true, ...batching(4) } },
			{ items: numbered(8) },
		);
		expect(mostAtOnce()).toBe(4);
	});
});

describe('Pages', () => {
	const all = { ...getPrompts, returnAll: true, options: { pageSize: 20 } };
	const offsets = () =>
		bench.sandbox.requests.map(({ body }) =>
			Number(/"offset":(\d+)/.exec(JSON.stringify(body))?.[1]),
		);

	it('are read side by side once the service has said how many records there are', async () => {
		bench.sandbox.behave({ latencyMs: 15 });
		const run = await bench.run('geo', { ...all, options: { pageSize: 20, ...batching(4) } });
		expect(run.rows.map(({ prompt_id: id }) => id)).toEqual(
			Array.from({ length: 240 }, (_, n) => `prompt-${String(n + 1).padStart(4, '0')}`),
		);
		expect(mostAtOnce()).toBe(4);
		expect(new Set(offsets()).size).toBe(offsets().length);
	});

	it('are read one by one if it has not', async () => {
		bench.sandbox.behave({ latencyMs: 5, total: 'none' });
		expect((await bench.run('geo', all)).rows).toHaveLength(240);
		expect(mostAtOnce()).toBe(1);
	});

	it('are not read beyond the limit', async () => {
		await bench.run('geo', { ...all, returnAll: false, limit: 50 });
		expect(offsets().sort((one, other) => one - other)).toEqual([0, 20, 40]);
	});

	it.each([
		['ignores the limit', { ignoreLimit: true }],
		['gives fewer than asked and no total', { pageCap: 7, total: 'none' }],
	] as const)('lose and double nothing if the service %s', async (_, behaviour) => {
		bench.sandbox.behave(behaviour);
		const run = await bench.run('geo', all);
		const ids = run.rows.map(({ prompt_id: id }) => id);
		expect(new Set(ids).size).toBe(240);
		expect(ids).toHaveLength(240);
	});
});

describe('A cancelled execution', () => {
	const isQuiet = async () => {
		const before = bench.sandbox.requests.length;
		await setTimeout(300);
		return bench.sandbox.requests.length === before;
	};

	it('gives up the requests under way within a second', async () => {
		bench.sandbox.faults.order({ kind: 'hang', times: Infinity });
		const { finished, cancel } = bench.start(
			'geo',
			{ ...getPrompts, ...distinct },
			{ items: numbered(20) },
		);
		await setTimeout(150);
		const start = performance.now();
		cancel();
		await finished;
		await setTimeout(100);
		expect(performance.now() - start).toBeLessThan(1000);
		expect(bench.sandbox.requests).toHaveLength(5);
		expect(bench.sandbox.requests.every(({ aborted }) => aborted)).toBe(true);
		expect(await isQuiet()).toBe(true);
	});

	it('ends within a second also where the service asked to wait', async () => {
		const headers = { 'retry-after': '4' };
		bench.sandbox.faults.order({ kind: 'respond', status: 429, headers, after: 60 });
		const setup = { items: numbered(400), onError: 'continueRegularOutput' } as const;
		const running = bench.start('geo', { ...getPrompts, ...distinct }, setup);
		while (!bench.sandbox.requests.some(({ status }) => status === 429)) await setTimeout(5);
		await setTimeout(100);
		const start = performance.now();
		running.cancel();
		await running.finished;
		expect(performance.now() - start).toBeLessThan(1000);
		// What was on its way by then still arrives.
		await setTimeout(100);
		expect(await isQuiet()).toBe(true);
	});

	it('gives up waiting for a rate limit', async () => {
		const headers = { 'retry-after': '1' };
		bench.sandbox.faults.order({ kind: 'respond', status: 429, headers, times: Infinity });
		const { finished, cancel } = bench.start(
			'geo',
			{ ...getPrompts, ...distinct },
			{ items: numbered(20) },
		);
		await setTimeout(150);
		cancel();
		await finished;
		await bench.arrival();
		const { length } = bench.sandbox.requests;
		await setTimeout(1200);
		expect(bench.sandbox.requests).toHaveLength(length);
		bench.sandbox.faults.clear();
	});
});
