import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { messagesOf } from './harness/agency';
import { project, useBench } from './harness/fixture';
import { ProjectsOf } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);

const ACME = { id: 'acme', name: 'Acme' };
const TASKS = '/api/v1/business/tasks/query';
const ALL = project(ALL_PROJECTS, 'list');
const query = { resource: 'task', operation: 'query', project: ALL };

/** The error of a run, with what is told to do about it. */
const said = (error: { message: string; description?: string | null } | undefined) =>
	[error?.message, error?.description].join('\n');

describe.each(['проект-1', 'ac\nme'])('A project with the ID %j', (id) => {
	beforeEach(() => {
		projects.whoamiLists([ACME, { id, name: 'Acme Fun' }]);
		projects.always(TASKS, 200, { tasks: [{ id: 't1' }] });
	});

	it('gets no call By Name, nor does another project', async () => {
		const call = { resource: 'endpoint', operation: 'call', path: 'tasks/create' };
		const run = await bench.run('agents', { ...call, project: project('Acme Fun', 'name') });
		expect(said(run.error)).toContain(
			`The project ID '${id}' cannot be sent\nThe Agents API takes`,
		);
		expect(projects.used).toEqual([]);
	});

	it('is an error of its own with All Projects', async () => {
		const run = await bench.run('agents', query, { onError: 'continueRegularOutput' });
		expect(run.rows).toEqual([
			{ project_id: 'acme', project_name: 'Acme', id: 't1' },
			{
				error: `The project ID '${id}' cannot be sent`,
				message: expect.stringContaining(`This happened in the project Acme Fun (${id}).`),
			},
		]);
		expect(projects.used).toEqual(['acme']);
	});

	it('is shown by a trigger that watches the others', async () => {
		const trigger = bench.trigger('agentsTrigger', {
			event: 'newTask',
			view: 'list',
			project: ALL,
		});
		await trigger.activate();
		expect(messagesOf(trigger)).toEqual([
			`The project Acme Fun cannot be watched at the moment: The project ID '${id}' cannot be sent`,
		]);
		expect(new Set(projects.used)).toEqual(new Set(['acme']));
	});
});
