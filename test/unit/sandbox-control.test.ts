import { type Behaviour, KEYS, PROJECTS, startSandbox } from '../../sandbox';
import { WHOAMI, TASKS, PROMPTS, sandbox, call, read, rows, tasks } from './sandbox-kit';

describe('prefix and unpublished endpoints', () => {
	it('answers the same below /proxy', async () => {
		expect(await read(`/proxy${WHOAMI}`)).toEqual(await read(WHOAMI));
		expect(sandbox.requests.map(({ path }) => path)).toEqual([`/proxy${WHOAMI}`, WHOAMI]);
		expect(sandbox.requests[0]?.violations).toEqual([]);
	});

	it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('echoes %s', async (method) => {
		const body = method === 'GET' ? undefined : { name: 'x' };
		const headers = { 'X-Project-Id': PROJECTS.saas };
		const answer = await read('/api/v1/business/a/b/c?deep=1', { method, body, headers });
		expect(answer).toEqual({
			status: 200,
			body: {
				sandbox: true,
				note: 'The sandbox has no data for this endpoint; it echoes the request.',
				method,
				path: '/api/v1/business/a/b/c',
				query: { deep: '1' },
				project_id: PROJECTS.saas,
				body: body ?? null,
			},
		});
	});

	it('still checks key and project', async () => {
		const path = '/api/v1/business/grids';
		const headers = { 'X-Project-Id': PROJECTS.skincare };
		expect((await call(path, { key: null })).status).toBe(401);
		expect((await call(path, { headers })).status).toBe(403);
		const body = { project_id: PROJECTS.skincare };
		expect((await call('/v2/geo/business/nothing', { body })).status).toBe(403);
		expect((await call('/v2/geo/business/nothing', { body: {} })).status).toBe(200);
	});
});

describe('records of requests', () => {
	it('keep what arrived', async () => {
		await tasks({ key: 'nobody', body: '{"view":' });
		await tasks({ body: { view: 'list' } });
		expect(sandbox.requests).toMatchObject([
			{ id: 1, method: 'POST', path: TASKS, rawBody: '{"view":', status: 401 },
			{ id: 2, body: { view: 'list' }, status: 200, headers: { 'x-project-id': PROJECTS.coffee } },
		]);
	});

	it('count the requests in flight', async () => {
		sandbox.behave({ latencyMs: 40 });
		await Promise.all([call(WHOAMI), call(WHOAMI), call(WHOAMI)]);
		await call(WHOAMI);
		expect(sandbox.requests.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 1]);
	});
});

describe('control over HTTP', () => {
	const order = (path: string, body: unknown) =>
		read(`/__sandbox/${path}`, { key: null, body }).then(({ status }) => status);
	const place = { projectId: PROJECTS.coffee, resource: 'topics' };

	it('changes behaviour, orders faults, and takes everything back', async () => {
		expect(await order('behave', { pageCap: 2, rateLimit: null })).toBe(200);
		expect(
			await order('faults', { kind: 'respond', match: { pattern: 'whoami$' }, times: null }),
		).toBe(200);
		expect(await rows(PROMPTS)).toHaveLength(2);
		expect((await call(WHOAMI)).status).toBe(500);
		expect((await call(WHOAMI)).status).toBe(500);
		const state = await read('/__sandbox/state', { key: null });
		expect(state.body).toMatchObject({ requests: 3, behaviour: { pageCap: 2 } });
		expect((await read('/__sandbox/requests')).body).toMatchObject([{ path: PROMPTS }, {}, {}]);
		expect((await call('/__sandbox/reset', { method: 'POST' })).status).toBe(200);
		expect(sandbox.requests).toEqual([]);
		expect(await rows(PROMPTS)).toHaveLength(50);
		expect((await call(WHOAMI)).status).toBe(200);
	});

	it('changes the world', async () => {
		expect(await order('world/bulk', { ...place, count: 3 })).toBe(200);
		expect(await order('world/add', { ...place, record: { topic_id: 'new', name: 'New' } })).toBe(
			200,
		);
		expect(await order('world/patch', { ...place, id: 'new', change: { name: 'Newer' } })).toBe(
			200,
		);
		const found = await rows('/v2/geo/business/topics');
		expect(found).toHaveLength(4);
		expect(found[3]).toEqual({ topic_id: 'new', name: 'Newer' });
		expect(await order('world/remove', { ...place, id: 'new' })).toBe(200);
		expect(await rows('/v2/geo/business/topics')).toHaveLength(3);
		sandbox.reset();
		expect(await rows('/v2/geo/business/topics')).toHaveLength(12);
	});

	it('changes a number for all periods, also one that moves with the period', async () => {
		const path = '/v2/geo/business/prompts';
		const id = 'prompt-0001';
		const inDays = (day: string) =>
			rows(path, { start_date: `${day}T00:00:00Z`, end_date: `${day}T23:59:59Z` });
		const scores = async () => {
			const days = await Promise.all([rows(path), inDays('2026-11-01'), inDays('2026-11-02')]);
			return days.map(([first = {}]) => [first['prompt_id'], first['avg_visibility_score']]);
		};
		const before = await scores();
		expect(new Set(before.map(String)).size).toBe(3);
		const change = { avg_visibility_score: 0 };
		expect(await order('world/patch', { ...place, resource: 'prompts', id, change })).toBe(200);
		expect(await scores()).toEqual(Array(3).fill([id, 0]));
		sandbox.reset();
		expect(await scores()).toEqual(before);
	});

	it.each([
		['behave', { envelope: 'square' }],
		['behave', { latency: 5 }],
		['faults', { kind: 'explode' }],
		['faults', { kind: 'reset', match: { pattern: '(' } }],
		['world/bulk', { ...place, projectId: 'nobody', count: 1 }],
		['world/patch', { ...place, id: 'nobody', change: {} }],
		['world/remove', { ...place, id: 'nobody' }],
		['world/add', { ...place, resource: 'nothing', record: {} }],
	])('refuses a bad order: %s %j', async (path, body) => {
		expect(await order(path, body)).toBe(400);
	});
});

describe('seed', () => {
	const everything = async (behaviour: Partial<Behaviour>, seed?: number) => {
		const other = await startSandbox({ seed, behaviour });
		const options = { method: 'POST', body: JSON.stringify({ project_id: PROJECTS.coffee }) };
		const headers = { 'X-API-Key': KEYS.agency, 'Content-Type': 'application/json' };
		const response = await fetch(`${other.url}${PROMPTS}`, { ...options, headers });
		const answer = await response.text();
		await other.close();
		return answer;
	};

	it('makes the same data again, and other data for another seed', async () => {
		const first = await everything({ defaultPageSize: 240 }, 1);
		expect(await everything({ defaultPageSize: 240 }, 1)).toBe(first);
		expect(await everything({ defaultPageSize: 240 })).toBe(first);
		expect(await everything({ defaultPageSize: 240 }, 2)).not.toBe(first);
	});
});
