import { KEYS } from '../../sandbox';
import { Bench, project } from './harness/fixture';

let bench: Bench;
beforeAll(async () => {
	bench = await Bench.open();
});
beforeEach(() => bench.sandbox.reset());
afterAll(async () => await bench.sandbox.close());

const PROJECT = 'proj-ember-oak';
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT) };
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT) };
const whoAmI = { resource: 'identity', operation: 'whoAmI' };

describe('A status other than 2xx', () => {
	it.each([
		[401, 'missing or invalid API key', "'API Key'"],
		[403, 'no access to this project or workspace', "'Project'"],
		[404, 'nothing at this address', "'Agents API Base URL'"],
		[422, 'validation error in the body or headers', 'parameters'],
		[429, 'rate limit exceeded', 'Wait'],
		[500, 'failed to process', 'later'],
	])(
		'%i is told in the words of the service, its meaning and what to do',
		async (status, meaning, todo) => {
			bench.sandbox.faults.order({ kind: 'respond', status, body: { detail: 'In its own words' } });
			const { error } = await bench.run('agents', queryTasks);
			expect(error?.name).toBe('NodeApiError');
			expect(error?.message).toBe('In its own words');
			expect(error?.description).toContain(`The Agents API answered ${String(status)}: `);
			expect(error?.description).toContain(meaning);
			expect(error?.description).toContain(todo);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.context?.itemIndex).toBe(0);
		},
	);

	it('comes from the service for a wrong key, another workspace and a bad body', async () => {
		const wrongKey = await bench.run('agents', whoAmI, { credential: { apiKey: 'wrong' } });
		expect(wrongKey.error?.httpCode).toBe('401');
		const foreign = await bench.run('agents', queryTasks, { credential: { apiKey: KEYS.second } });
		expect(foreign.error?.httpCode).toBe('403');
		const invalid = await bench.run('geo', {
			resource: 'endpoint',
			operation: 'call',
			path: 'business/topics',
			withProject: false,
		});
		expect(invalid.error?.httpCode).toBe('422');
		expect(invalid.error?.message).toMatch(/^body → project_id: /);
	});

	it.each(['message', 'error', 'errorMessage', 'errors', 'text', 'html'] as const)(
		'finds the words of the service in an error body of the form %s',
		async (errorShape) => {
			bench.sandbox.behave({ errorShape });
			const { error } = await bench.run('agents', whoAmI, { credential: { apiKey: 'wrong' } });
			expect(error?.message).toMatch(/key/i);
			expect(error?.message).not.toMatch(/[<>{}]/);
		},
	);

	it('costs one request, also with a wrong key', async () => {
		await bench.run('agents', whoAmI, { credential: { apiKey: 'wrong' } });
		expect(bench.sandbox.requests).toHaveLength(1);
	});
});

describe('An answer that is not what it should be', () => {
	it.each(['html', 'text'] as const)('quotes the start of %s', async (envelope) => {
		bench.sandbox.behave({ envelope });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toMatch(
			/^The GEO API answered with (a web page|text) instead of JSON: "/,
		);
		expect(error?.description).toContain("'GEO API Base URL'");
	});

	it('is an error if it is empty where records are expected', async () => {
		bench.sandbox.behave({ envelope: 'empty' });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe('The GEO API sent an empty answer');
	});

	it('is an error if the connection ends in the middle of it', async () => {
		bench.sandbox.faults.order({ kind: 'truncate', status: 200, body: { data: [1, 2, 3] } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toContain('the connection was closed before the answer was complete');
	});
});

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
	it.each(['/', '//', '/proxy', '/proxy/'])('work with %s at the end', async (end) => {
		const credential = { geoBaseUrl: bench.sandbox.url + end };
		const { rows } = await bench.run('geo', { ...getPrompts, limit: 1 }, { credential });
		expect(rows).toHaveLength(1);
	});

	it.each([
		['', 'The credential has no base URL for the Agents API'],
		['agents.example.com', 'The base URL of the Agents API is not an address'],
		['https://host/api/v1/business/', 'already ends in /api/v1/business'],
	])('%s is refused with what to change', async (agentsBaseUrl, message) => {
		const { error } = await bench.run('agents', whoAmI, { credential: { agentsBaseUrl } });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain("'Agents API Base URL'");
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});

describe('Redirects', () => {
	it('are followed on the same origin, method and body kept', async () => {
		const location = '/proxy/v2/geo/business/prompts';
		bench.sandbox.faults.order({ kind: 'respond', status: 307, headers: { location } });
		const { rows } = await bench.run('geo', { ...getPrompts, limit: 2 });
		expect(rows).toHaveLength(2);
		expect(bench.sandbox.requests[1]).toMatchObject({ method: 'POST', violations: [] });
	});

	it('to another origin are not followed, so the key stays here', async () => {
		const other = await Bench.open();
		const location = `${other.sandbox.url}/v2/geo/business/prompts`;
		bench.sandbox.faults.order({ kind: 'respond', status: 302, headers: { location } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe(`The GEO API redirects to another address: ${other.sandbox.url}`);
		expect(other.sandbox.requests).toHaveLength(0);
		await other.sandbox.close();
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

describe('On Error', () => {
	const items = [
		{ id: PROJECT, note: 'first' },
		{ id: 'unknown', note: 'second' },
		{ id: PROJECT },
	];
	const parameters = { ...getPrompts, project: project('={{ $json.id }}'), limit: 1 };

	it('stop: the error names the item', async () => {
		const { error } = await bench.run('geo', parameters, { items });
		expect(error?.httpCode).toBe('403');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('continue: the error takes the place of the item', async () => {
		const run = await bench.run('geo', parameters, { items, onError: 'continueRegularOutput' });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(run.rows[1]).toEqual({ error: expect.any(String), details: expect.any(String) });
		expect(run.rows[2]).toHaveProperty('prompt_id');
	});

	it('continue using error output: the item goes there with its own fields', async () => {
		const run = await bench.run('geo', parameters, { items, onError: 'continueErrorOutput' });
		expect(run.rows).toHaveLength(2);
		expect(run.errorItems.map(({ json }) => json)).toEqual([
			{
				id: 'unknown',
				note: 'second',
				error: expect.any(String),
				details: expect.stringContaining('403'),
			},
		]);
	});

	it('treats a wrong parameter of one item the same way', async () => {
		const run = await bench.run(
			'geo',
			{ ...parameters, limit: '={{ $json.limit }}' },
			{
				items: [
					{ id: PROJECT, limit: 0 },
					{ id: PROJECT, limit: 1 },
				],
				onError: 'continueErrorOutput',
			},
		);
		expect(run.rows).toHaveLength(1);
		expect(run.errorItems[0]?.json).toMatchObject({ error: expect.stringContaining("'Limit'") });
	});
});

describe('Fields', () => {
	it.each([
		['no project', { project: project('={{ "" }}') }, 'No project is chosen'],
		[
			'a project with a line break',
			{ project: project('a\r\nX-Evil: 1') },
			'characters that an ID cannot have',
		],
		['an object as project', { project: project({ id: 1 }) }, 'No project is chosen'],
		['no view', { view: ' ' }, "'View' is empty"],
		[
			'broken JSON',
			{ additionalBodyMode: 'json', additionalBodyJson: '{ view: ' },
			'is not valid JSON',
		],
		[
			'JSON that is no object',
			{ additionalBodyMode: 'json', additionalBodyJson: '[1]' },
			'is not a JSON object',
		],
	])('%s is refused before anything is sent', async (_, parameters, message) => {
		const { error } = await bench.run('agents', { ...queryTasks, ...parameters });
		expect(error?.message).toContain(message);
		expect(error?.name).toBe('NodeOperationError');
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('takes a project id that is a number', async () => {
		bench.sandbox.behave({ projects: 'numeric' });
		const run = await bench.run('agents', { ...queryTasks, project: project(4101) });
		expect(run.error).toBeUndefined();
		expect(bench.sandbox.requests[0]?.headers).toMatchObject({ 'x-project-id': '4101' });
	});
});
