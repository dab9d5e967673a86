import { KEYS } from '../../sandbox';
import { Bench, project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const once = { options: { maxRetries: 0 } };
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT), ...once };
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT), ...once };
const call = { resource: 'endpoint', operation: 'call' };
const whoAmI = { resource: 'identity', operation: 'whoAmI', ...once };

describe('A service that cannot be reached', () => {
	it.each([
		['http://127.0.0.1:9', 'nothing accepts connections at this address'],
		['http://no-such-host.invalid', 'the host name'],
	])('%s: says what happened and names the field', async (agentsBaseUrl, meaning) => {
		const { error } = await bench.run('agents', whoAmI, { credential: { agentsBaseUrl } });
		expect(error?.message).toContain('The Agents API cannot be reached at ');
		expect(error?.message).toContain(meaning);
		expect(error?.description).toContain("'Agents API Base URL'");
	});
});

describe('Base URLs', () => {
	it.each(['/', '/proxy/', '/proxy/v2/geo/'])('work with %s at the end', async (end) => {
		const credential = { geoBaseUrl: bench.sandbox.url + end };
		const { rows } = await bench.run('geo', { ...getPrompts, limit: 1 }, { credential });
		expect(rows).toHaveLength(1);
	});

	it.each([
		['', 'The credential has no base URL for the Agents API'],
		['agents.example.com', 'The base URL of the Agents API is not an address'],
	])('%s is refused with what to change', async (agentsBaseUrl, message) => {
		const { error } = await bench.run('agents', whoAmI, { credential: { agentsBaseUrl } });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain("'Agents API Base URL'");
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});

describe('Redirects', () => {
	const SAME = '/v2/geo/business/prompts/';

	it.each([301, 307])('are not followed, and named (%d)', async (status) => {
		bench.sandbox.faults.order({ kind: 'respond', status, headers: { location: SAME } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe(`The GEO API redirects to another address: ${SAME}`);
		expect(error?.description).toContain("'GEO API Base URL'");
		expect(error?.httpCode).toBe(String(status));
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it.each([
		[301, true],
		[307, false],
	])('of a call (%d): it may have been carried out: %s', async (status, isOpen) => {
		bench.sandbox.faults.order({ kind: 'respond', status, headers: { location: '/login' } });
		const { error } = await bench.run('agents', { ...call, path: 'tasks', withProject: false });
		expect(error?.message).toBe('The Agents API redirects to another address: /login');
		expect(error?.description?.includes('may have been carried out')).toBe(isOpen);
		expect(error?.description).toContain("'Path'");
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it('to another origin are not followed, so the key stays here', async () => {
		const other = await new Bench().open();
		const location = `${other.sandbox.url}/v2/geo/business/prompts`;
		bench.sandbox.faults.order({ kind: 'respond', status: 302, headers: { location } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe(`The GEO API redirects to another address: ${other.sandbox.url}`);
		expect(other.sandbox.requests).toHaveLength(0);
		await other.close();
	});
});

describe('The API key', () => {
	it('is in nothing that a run leaves behind, also when the service sends it back', async () => {
		bench.sandbox.behave({ echoKey: true });
		const apiKey = 'key-that-nobody-may-see';
		const runs = [
			await bench.run('agents', whoAmI, { credential: { apiKey } }),
			await bench.run('geo', getPrompts, {
				credential: { apiKey },
				onError: 'continueRegularOutput',
			}),
			await bench.run('geo', getPrompts, {
				credential: { apiKey, geoBaseUrl: 'http://127.0.0.1:9' },
			}),
		];
		expect(runs[0]?.error?.message).toContain('*****');
		for (const { run, error } of runs) {
			expect(JSON.stringify(run)).not.toContain(apiKey);
			expect(JSON.stringify({ ...error })).not.toContain(apiKey);
		}
	});
});

describe('A key that was pasted badly', () => {
	it.each(['\n'])('works with %j around it, and does not leak', async (blank) => {
		const credential = { apiKey: `${blank}${KEYS.agency}${blank}` };
		const fine = await bench.run('agents', whoAmI, { credential });
		expect(fine.error).toBeUndefined();
		bench.sandbox.behave({ echoKey: true });
		const foreign = { ...queryTasks, project: project('unknown') };
		const { run, error } = await bench.run('agents', foreign, { credential });
		expect(error?.message).toContain('*****');
		expect(JSON.stringify(run)).not.toContain(KEYS.agency);
	});

	it.each([
		['', 'The credential has no API key'],
		['sandbox key', 'The API key has blanks'],
	])('is refused if it is %j', async (apiKey, message) => {
		const { error } = await bench.run('agents', whoAmI, { credential: { apiKey } });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain("'API Key'");
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('gives every item its error, if the node is set to continue', async () => {
		const items = [{ a: 1 }, { a: 2 }];
		const setup = { items, credential: { apiKey: '' }, onError: 'continueErrorOutput' } as const;
		const { errorItems } = await bench.run('agents', whoAmI, setup);
		expect(errorItems.map(({ json }) => json.a)).toEqual([1, 2]);
	});
});
