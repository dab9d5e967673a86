import { isJson, json, list } from '../../dev/json';
import { KEYS, PROJECTS } from '../../sandbox';
import { WHOAMI, TASKS, PROMPTS, type Call, sandbox, call, read, geo, tasks } from './sandbox-kit';

describe('keys and projects', () => {
	it.each([null, '', 'nobody'])('answers 401 for the key %p', async (key) => {
		expect(await read(WHOAMI, { key })).toEqual({
			status: 401,
			body: { detail: 'Missing or invalid API key' },
		});
	});

	it('checks the key before the body, and the body before the project', async () => {
		const wrong = { 'X-Project-Id': PROJECTS.skincare };
		expect((await tasks({ key: 'nobody', body: '{' })).status).toBe(401);
		expect((await tasks({ body: {}, headers: wrong })).status).toBe(422);
		expect((await tasks({ headers: wrong })).status).toBe(403);
		expect((await tasks()).status).toBe(200);
	});

	it.each([
		['second key, agency project', KEYS.second, PROJECTS.coffee, 403],
		['second key, own project', KEYS.second, PROJECTS.skincare, 200],
		['empty workspace', KEYS.empty, PROJECTS.coffee, 403],
		['GEO-only key on Agents', KEYS.geoOnly, PROJECTS.bikes, 403],
	])('%s', async (_name, key, project, status) => {
		expect((await tasks({ key, headers: { 'X-Project-Id': project } })).status).toBe(status);
	});

	it('lets the GEO-only key use GEO and not whoami', async () => {
		const body = { project_id: PROJECTS.bikes };
		expect((await call(PROMPTS, { key: KEYS.geoOnly, body })).status).toBe(200);
		expect((await call(WHOAMI, { key: KEYS.geoOnly })).status).toBe(403);
	});

	it.each([
		['named', [{ id: PROJECTS.coffee, name: 'Ember & Oak Coffee' }]],
		['unnamed', [{ id: PROJECTS.coffee }]],
		['numeric', [{ id: 4101, name: 'Ember & Oak Coffee' }]],
	] as const)('shows %s projects', async (projects, expected) => {
		sandbox.behave({ projects });
		const { body } = await read(WHOAMI);
		expect(list(json(body)['projects']).slice(0, 1)).toEqual(expected);
	});

	it('takes a numeric project id back as text', async () => {
		expect((await tasks({ headers: { 'X-Project-Id': '4101' } })).status).toBe(200);
	});

	it('shows projects as an object, or none', async () => {
		sandbox.behave({ projects: 'object' });
		expect(isJson(json((await read(WHOAMI)).body)['projects'])).toBe(true);
		sandbox.behave({ projects: 'none' });
		expect(json((await read(WHOAMI)).body)['projects']).toEqual([]);
	});
});

describe('validation', () => {
	it.each([
		['no view', {}, ['body', 'view'], 'missing'],
		['view of the wrong type', { view: 1 }, ['body', 'view'], 'string_type'],
		['not an object', [], ['body'], 'dict_type'],
		['broken JSON', '{"view":', ['body', 0], 'json_invalid'],
	])('answers 422 for %s', async (_name, sent, loc, type) => {
		const response = await tasks({ body: sent });
		expect(response.status).toBe(422);
		const answer: unknown = await response.json();
		expect(answer).toEqual({ detail: [expect.objectContaining({ loc, type })] });
	});

	it('names every mistake of a body', async () => {
		const { detail } = await geo(PROMPTS, { project_id: 1, metrics: 2 });
		expect(list(detail)).toHaveLength(2);
	});

	it('answers 422 without X-Project-Id, and without a body', async () => {
		const detail = (loc: string[]) => ({
			detail: [{ loc, msg: 'Field required', type: 'missing' }],
		});
		expect((await read(TASKS, { body: { view: 'list' } })).body).toEqual(
			detail(['header', 'x-project-id']),
		);
		expect((await read(PROMPTS, { method: 'POST' })).body).toEqual(detail(['body']));
	});

	it.each([
		[{ start_date: 'yesterday' }, ['body', 'start_date']],
		[{ order_by: [{ field: 'x', order: 'up' }] }, ['body', 'order_by', 0, 'order']],
		[{ pagination: { limit: '10' } }, ['body', 'pagination', 'limit']],
		[{ metrics: 'answers_count' }, ['body', 'metrics']],
	])('finds the mistake in %j', async (more, loc) => {
		expect(await geo(PROMPTS, more)).toEqual({ detail: [expect.objectContaining({ loc })] });
	});

	it('keeps the limits of the documented project list', async () => {
		const path = '/v2/geo/business/projects';
		const status = async (body: object) => (await call(path, { body })).status;
		expect(await status({ limit: 100 })).toBe(200);
		expect(await status({ limit: 101 })).toBe(422);
		expect(await status({ limit: 0 })).toBe(422);
		expect(await status({ offset: -1 })).toBe(422);
		const { body } = await read(path, { body: { query: 'RIDGE', limit: 1 } });
		expect(body).toMatchObject({ data: [{ id: PROJECTS.outdoor }], total: 1, limit: 1, offset: 0 });
	});
});

describe('errors', () => {
	it.each([
		['detail', '{"detail":"Missing or invalid API key"}'],
		['message', '{"message":"Missing or invalid API key"}'],
		['error', '{"error":"Missing or invalid API key"}'],
		['errorMessage', '{"error":{"message":"Missing or invalid API key"}}'],
		['errors', '{"errors":[{"message":"Missing or invalid API key"}]}'],
		['html', '<!doctype html><title>Error</title><h1>Missing or invalid API key</h1>'],
		['text', 'Missing or invalid API key'],
	] as const)('come as %s', async (errorShape, expected) => {
		sandbox.behave({ errorShape });
		expect(await (await call(WHOAMI, { key: null })).text()).toBe(expected);
	});

	it('repeat the key when told to, and only then', async () => {
		const leak = async (options: Call) => {
			const response = await tasks(options);
			return [response.headers.get('x-received-key'), await response.text()].join(' ');
		};
		expect(await leak({ key: 'secret-1' })).not.toContain('secret-1');
		sandbox.behave({ echoKey: true });
		expect(await leak({ key: 'secret-1' })).toMatch(/secret-1.*secret-1/);
		expect(await leak({ body: {} })).toMatch(/sandbox-key-agency.*sandbox-key-agency/);
		expect(await leak({})).not.toContain('sandbox-key-agency');
	});

	it('are 404 outside both APIs', async () => {
		expect(await read('/nowhere')).toEqual({ status: 404, body: { detail: 'Not Found' } });
	});
});
