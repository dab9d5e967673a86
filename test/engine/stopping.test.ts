import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const getPrompts = {
	...{ resource: 'prompt', operation: 'getAll', project: project('proj-ember-oak'), limit: 1 },
	additionalBodyJson: '={{ ({ metrics: [$json.n] }) }}',
};

const safeCall = {
	...{ resource: 'endpoint', operation: 'call', path: 'tasks', withProject: false },
	...{ bodyMode: 'json', bodyJson: '={{ ({ n: $json.n }) }}', options: { safeToRepeat: true } },
};

const numbered = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n: `m${String(n)}` }));

/** The items that the service saw, sorted. */
const seen = () =>
	bench.sandbox.requests.map(({ body }) => (/"(m\d+)"/.exec(JSON.stringify(body)) ?? [])[1]).sort();

describe('A run that is stopped by an error', () => {
	it.each([
		['reads', 'geo', getPrompts],
		['calls that are safe to repeat', 'agents', safeCall],
	] as const)('sends nothing after it: %s', async (_, node, parameters) => {
		// The first connections of a process take long.
		await bench.run(node, parameters, { items: numbered(5) });
		await bench.reset();
		bench.sandbox.faults.order({ kind: 'respond', status: 422, delayMs: 100 });
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 600, times: Infinity });
		const { error } = await bench.run(node, parameters, { items: numbered(30) });
		await setTimeout(700);
		expect(error?.httpCode).toBe('422');
		expect(seen()).toEqual(numbered(5).map(({ n }) => n));
	});
});

describe('A poll that fails', () => {
	const rejected = jest.fn();
	beforeEach(() => process.on('unhandledRejection', rejected));
	afterEach(() => process.off('unhandledRejection', rejected));

	it('ends what is still under way, and frees its connections', async () => {
		const trigger = bench.trigger('geoTrigger', {
			...{ event: 'newRecord', recordType: 'prompt', project: project('proj-ember-oak') },
			options: { pageSize: 2, maxRetries: 0 },
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

describe('A run that is over', () => {
	it('no longer listens whether the execution is cancelled', async () => {
		const listen = jest.spyOn(AbortSignal.prototype, 'addEventListener');
		await bench.run('geo', getPrompts, { items: numbered(3) });
		const contexts = new Set<unknown>(listen.mock.contexts);
		const signals = [...contexts].filter((context) => context instanceof AbortSignal);
		listen.mockRestore();
		expect(signals.length).toBeGreaterThan(0);
		for (const signal of signals) expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
