import { project, rows, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const queryTasks = { resource: 'task', operation: 'query', project: project(PROJECT) };
const getProjects = { resource: 'project', operation: 'getAll' };

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
			'a limit that is a list',
			{ ...getProjects, limit: '={{ [2] }}' },
			"'Limit' is not a whole number of 1 or more",
		],
		['a switch that is text', { ...getProjects, returnAll: '={{ "maybe" }}' }, 'nor false'],
		[
			'a wrong option',
			{ options: { maxRetries: -1 } },
			"'Max Retries' is not a whole number from 0 to 100",
		],
		['a proxy that is no address', { options: { proxy: 'myproxy' } }, "'Proxy' is not an address"],
		[
			'two rows of one name',
			{ additionalBodyFields: rows(['a', '1'], ['a', '2']) },
			'two rows named a',
		],
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
