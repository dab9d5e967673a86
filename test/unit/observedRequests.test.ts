import { readService } from '../../dev/observe/read';
import { READS } from '../../dev/observe/requests';
import { KEYS, startSandbox } from '../../sandbox';

it('observe sends requests to documented reads alone, five times as many as endpoints at most, and sends nothing that is not documented', async () => {
	const sandbox = await startSandbox({ seed: 7 });
	try {
		const urls = { agents: sandbox.url, geo: sandbox.url };
		const reader = await readService({ key: KEYS.agency, urls, timeoutMs: 30_000 });
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(reader.requests).toBe(sandbox.requests.length);
		expect(reader.requests).toBeLessThanOrEqual(5 * READS.length);
		const tried = reader.seen.map(
			({ endpoint, name }) => `${endpoint.path.replace(/^.*(business|geo)\//, '')}: ${name}`,
		);
		expect(tried.toSorted()).toMatchSnapshot();
		expect(
			[...new Set(sandbox.requests.map(({ method, path }) => `${method} ${path}`))].toSorted(),
		).toMatchSnapshot();
		expect(new Set(tried).size).toBe(tried.length);
	} finally {
		await sandbox.close();
	}
});
