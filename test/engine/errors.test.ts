import { KEYS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const once = { options: { maxRetries: 0, maxWait: 0 } };
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT), ...once };
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT), ...once };
const whoAmI = { resource: 'identity', operation: 'whoAmI', ...once };

describe('A status other than 2xx', () => {
	it.each([
		[401, 'missing or invalid API key', "'API Key'"],
		[404, 'nothing at this address', "'Agents API Base URL'"],
		[500, 'failed to process', 'may pass by itself'],
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
		const wrongKey = await bench.run('agents', whoAmI, { credential: { apiKey: 'wrong-key' } });
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

	it('costs one request, also with a wrong key', async () => {
		await bench.run('agents', whoAmI, { credential: { apiKey: 'wrong-key' } });
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

	it('is a success with its text if it answers a call that changes something', async () => {
		const body = 'Created\n';
		bench.sandbox.faults.order({ kind: 'respond', status: 201, body });
		const call = { resource: 'endpoint', operation: 'call', path: 'tasks', withProject: false };
		const { rows } = await bench.run('agents', call);
		expect(rows).toEqual([{ success: true, text: body }]);
		bench.sandbox.faults.order({ kind: 'respond', status: 201, body });
		const { error } = await bench.run('agents', { ...call, method: 'GET' });
		expect(error?.message).toContain('answered with text instead of JSON: "Created"');
	});

	it('is an error if it is empty where records are expected', async () => {
		bench.sandbox.behave({ envelope: 'empty' });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toBe('The GEO API returned an empty response');
	});

	it('is an error if the connection ends in the middle of it', async () => {
		bench.sandbox.faults.order({ kind: 'truncate', status: 200, body: { data: [1, 2, 3] } });
		const { error } = await bench.run('geo', getPrompts);
		expect(error?.message).toContain('The connection to the ');
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
		expect(run.rows[1]).toEqual({ error: expect.any(String), message: expect.any(String) });
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
				message: expect.stringContaining('403'),
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

	it('has no message where there is no advice: n8n 1.123 takes an empty one for no failure', async () => {
		const run = await bench.run(
			'geo',
			{ ...parameters, limit: '={{ $("Nowhere").item.json.limit }}' },
			{ items: [{ id: PROJECT }], onError: 'continueErrorOutput' },
		);
		expect(run.errorItems.map(({ json }) => json)).toEqual([
			{ id: PROJECT, error: "Referenced node doesn't exist" },
		]);
	});
});
