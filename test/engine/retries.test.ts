import { restartClock, waitedFor } from './harness/scaledTime';
import { useBench } from './harness/fixture';

const bench = useBench();

describe('A read that the service asks to repeat at once', () => {
	it('is repeated with time in between, also while others are answered', async () => {
		const match = { path: '/api/v1/business/down' };
		const headers = { 'retry-after': '0' };
		bench.sandbox.faults.order({ kind: 'respond', status: 503, headers, match, times: Infinity });
		const parameters = {
			...{ resource: 'endpoint', operation: 'call', method: 'GET', withProject: false },
			path: '={{ $json.path }}',
			options: { batching: { batch: { batchSize: 2 } } },
		};
		const others = Array.from({ length: 40 }, (_, n) => ({ path: `other${String(n)}` }));
		const items = [{ path: 'down' }, ...others];
		restartClock();
		await bench.run('agents', parameters, { items, onError: 'continueRegularOutput' });
		expect(bench.sandbox.requests.filter(({ path }) => path === match.path)).toHaveLength(6);
		// Back-off with jitter: 7.75 seconds on average.
		expect(waitedFor()).toBeGreaterThan(500);
	});
});
