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
	it.each(['/', '//', '/proxy', '/proxy/', '/v2/geo/business', '/proxy/v2/geo/'])(
		'work with %s at the end',
		async (end) => {
			const credential = { geoBaseUrl: bench.sandbox.url + end };
			const { rows } = await bench.run('geo', { ...getPrompts, limit: 1 }, { credential });
			expect(rows).toHaveLength(1);
		},
	);

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
	it.each([301, 302, 307, 308])('of a read keep method and body (%d)', async (status) => {
		const location = '/proxy/v2/geo/business/prompts';
		bench.sandbox.faults.order({ kind: 'respond', status, headers: { location } });
		const credential = { geoBaseUrl: `${bench.sandbox.url}/proxy/` };
		const { rows } = await bench.run('geo', { ...getPrompts, limit: 2 }, { credential });
		expect(rows).toHaveLength(2);
		expect(bench.sandbox.requests[1]).toMatchObject({ method: 'POST', violations: [] });
	});

	it('out of the path of the base URL are not followed', async () => {
		const location = '/v2/geo/business/prompts';
		bench.sandbox.faults.order({ kind: 'respond', status: 307, headers: { location } });
		const credential = { geoBaseUrl: `${bench.sandbox.url}/proxy` };
		const { error } = await bench.run('geo', getPrompts, { credential });
		expect(error?.message).toBe(`The GEO API redirects to another address: ${location}`);
		expect(error?.description).toContain(`below ${bench.sandbox.url}/proxy/v2/geo/,`);
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it.each([301, 302])('of a call send nothing a second time, with a hint (%d)', async (status) => {
		const location = '/api/v1/business/tasks/';
		bench.sandbox.faults.order({ kind: 'respond', status, headers: { location } });
		const body = { bodyMode: 'json', bodyJson: '{"a": 1}' };
		const run = await bench.run('agents', { ...call, path: 'tasks', withProject: false, ...body });
		expect(run.error).toBeUndefined();
		expect(bench.sandbox.requests.map(({ method, rawBody }) => [method, rawBody])).toEqual([
			['POST', '{"a":1}'],
			['GET', undefined],
		]);
		expect(run.hints).toEqual([expect.stringContaining('POST /api/v1/business/tasks')]);
	});

	it('of a call that leave the API: the call may have been carried out', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 302, headers: { location: '/login' } });
		const { error } = await bench.run('agents', { ...call, path: 'tasks', withProject: false });
		expect(error?.message).toBe('The Agents API redirects to another address: /login');
		expect(error?.description).toContain('may have been carried out');
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

	it('after 303 read the result and send nothing a second time', async () => {
		const location = '/api/v1/business/tasks/77?view=full';
		bench.sandbox.faults.order({ kind: 'respond', status: 303, headers: { location } });
		const body = { bodyMode: 'json', bodyJson: '{"a": 1}' };
		await bench.run('agents', { ...call, path: 'tasks', withProject: false, ...body });
		expect(bench.sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /api/v1/business/tasks',
			'GET /api/v1/business/tasks/77',
		]);
	});

	it('after 303 send nothing a second time, also where the result has to be asked for again', async () => {
		const location = '/api/v1/business/jobs/1';
		const path = '/api/v1/business/tasks';
		bench.sandbox.faults.order({
			kind: 'respond',
			status: 303,
			headers: { location },
			match: { path },
		});
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 429, times: 2, headers: { 'retry-after': '0' } },
			match: { path: location },
		});
		const run = await bench.run('agents', { ...call, path: 'tasks', withProject: false });
		expect(run.error).toBeUndefined();
		expect(bench.sandbox.requests.map(({ method }) => method)).toEqual([
			'POST',
			'GET',
			'GET',
			'GET',
		]);
	});

	it('keep the query that they name, and only that', async () => {
		const location = '/api/v1/business/tasks/?a=1';
		bench.sandbox.faults.order({ kind: 'respond', status: 307, headers: { location } });
		const query = { queryJson: '{"a": 1}' };
		await bench.run('agents', {
			...call,
			method: 'GET',
			path: 'tasks',
			withProject: false,
			...query,
		});
		expect(bench.sandbox.requests.map((request) => request.query)).toEqual([
			{ a: '1' },
			{ a: '1' },
		]);
	});

	it('that leave the API are not followed, even on the same origin', async () => {
		const location = '/login?next=/v2/geo';
		bench.sandbox.faults.order({ kind: 'respond', status: 302, headers: { location } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe('The GEO API redirects to another address: /login');
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it('that never end are given up', async () => {
		bench.sandbox.faults.order({
			kind: 'respond',
			status: 308,
			headers: { location: '/v2/geo/business/prompts' },
			times: Infinity,
		});
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.httpCode).toBe('308');
		expect(bench.sandbox.requests).toHaveLength(6);
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
	it.each(['\n', ' ', '\t '])('works with %j around it, and does not leak', async (blank) => {
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
		['sandbox\u200bkey', 'The API key has blanks'],
		['sandbox', 'The API key is not complete'],
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
