import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, rows, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT) };
const CALL = { resource: 'endpoint', operation: 'call', path: 'tasks', bodyMode: 'fields' };
const getProjects = { resource: 'project', operation: 'getAll' };

describe('Fields', () => {
	it.each([
		[
			'an expression that gives no project',
			{ project: project('={{ $json.none }}') },
			"The expression in 'Project' gives nothing",
		],
		[
			'a project with a line break',
			{ project: project('a\r\nX-Evil: 1') },
			'characters that an ID cannot have',
		],
		['a list as project', { project: project('={{ ["a"] }}') }, 'is not text, but a list'],
		[
			'an object in a text in JSON',
			{ additionalBodyJson: '={ "topic": "{{ ({}) }}" }' },
			"'Additional Body Fields (JSON)' has a text that an expression has put an object into",
		],
		[
			'a number that would lose digits',
			{ additionalBodyJson: '{ "owner": 12345678901234567890 }' },
			"'Additional Body Fields (JSON)' has a number that cannot be sent exactly: 12345678901234567890",
		],
		[
			'a limit that is a list',
			{ ...getProjects, limit: '={{ [2] }}' },
			"'Limit' is not a whole number of 1 or more",
		],
		[
			'a wrong option',
			{ options: { maxRetries: -1 } },
			"'Max Retries' is not a whole number from 0 to 100",
		],
		[
			'two rows of one name',
			{ ...CALL, bodyFields: rows(['a', '1'], ['a', '2']) },
			'two rows named a',
		],
		['JSON that is no object', { additionalBodyJson: '[1]' }, 'is not a JSON object'],
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

describe('A field with an expression in it has a value for each item, others one for all', () => {
	const items = ['a', 'b', 'c'].map((id, index) => ({ id, size: index + 1 }));
	const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT) };
	const bodiesOf = async (parameters: INodeParameters) => {
		const run = await bench.run('geo', { ...getPrompts, ...parameters }, { items });
		expect(run.error).toBeUndefined();
		const bodies = bench.sandbox.requests.map(({ body }) => body);
		return items.map(({ id }) => bodies.find((body) => JSON.stringify(body).includes(`"${id}"`)));
	};

	it.each<[string, INodeParameters, (id: string) => IDataObject]>([
		[
			'a row of a fixed collection',
			{
				...CALL,
				...{
					path: 'business/prompts',
					bodyFields: rows(['fixed', 'one'], ['own', '={{ $json.id }}']),
				},
			},
			(id) => ({ fixed: 'one', own: id }),
		],
		['JSON', { additionalBodyJson: '={ "own": ["{{ $json.id }}"] }' }, (id) => ({ own: [id] })],
	])('where it is in %s', async (_, parameters, expected) => {
		const bodies = await bodiesOf(parameters);
		expect(bodies).toMatchObject(items.map(({ id }) => expected(id)));
	});

	it('where it is in a resource locator', async () => {
		const ids = ['proj-ember-oak', 'proj-ridgeline'];
		const run = await bench.run(
			'geo',
			{ ...getPrompts, project: project('={{ $json.id }}'), limit: '={{ $json.size }}' },
			{ items: ids.map((id, index) => ({ id, size: index + 1 })) },
		);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
		const sent = bench.sandbox.requests.map(({ body }) => body);
		expect(sent).toMatchObject(ids.map((id) => ({ project_id: id })));
	});
});
