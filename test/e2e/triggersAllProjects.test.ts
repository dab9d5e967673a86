import { setTimeout } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { until } from '../../dev/n8n';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS, type Sandbox } from '../../sandbox';
import { RANGE } from './kit/range';
import { outputOf } from './kit/runs';
import { NEXT_POLL_MS, TRIGGER, useTriggers } from './kit/triggers';
import { projectById } from './kit/workflows';

const { coffee, outdoor, saas } = PROJECTS;
const MARKS = {
	coffee: { project_id: coffee, project_name: 'Ember & Oak Coffee' },
	outdoor: { project_id: outdoor, project_name: 'Ridgeline Outfitters' },
	saas: { project_id: saas, project_name: 'Taskpilot' },
};

const REFUSED = 'The project Taskpilot cannot be watched at the moment: Not yours';

describe.each(RANGE)('In $title', (version) => {
	const workflows = { tasks: '', prompts: '' };

	const triggers = useTriggers(`${version.title}-all-projects`, version, async () => {
		workflows.tasks = await save('agentsTrigger', { event: 'newTask', view: 'list' });
		workflows.prompts = await save('geoTrigger', { event: 'newRecord', recordType: 'prompt' });
	});

	/** A workflow with a trigger that watches all projects. */
	async function save(type: string, parameters: INodeParameters): Promise<string> {
		const project = projectById(ALL_PROJECTS);
		const nodes = [triggers.trigger(type, { ...parameters, project })];
		const name = `All projects: ${type}`;
		return await triggers.rest.createWorkflow({ name, nodes, connections: {} });
	}

	/** What the runs of both workflows gave, oldest first, once there are so many of each. */
	async function outcomes(count: number): Promise<unknown[][]> {
		return await Promise.all(
			Object.values(workflows).map(async (id) => {
				const runs = (await triggers.ended(id, count)).reverse();
				const executions = await Promise.all(
					runs.map(async (run) => await triggers.rest.execution(run.id)),
				);
				return executions.map((run) =>
					run.status === 'success' ? outputOf(run, TRIGGER) : messageOf(run.data.resultData),
				);
			}),
		);
	}

	/** Waits until both triggers have polled so often from now on. */
	async function polls(count: number): Promise<void> {
		const from = triggers.sandbox.requests.length;
		const asked = (path: string) =>
			triggers.sandbox.requests.slice(from).filter((one) => one.path === path && isFor(coffee, one))
				.length;
		await until(
			`${count} polls`,
			() =>
				(asked('/api/v1/business/tasks/query') >= count &&
					asked('/v2/geo/business/prompts') >= count) ||
				undefined,
			{ timeoutMs: count * NEXT_POLL_MS },
		);
		// The projects are read side by side, and what is added must be new in all of them at once.
		await setTimeout(2000);
	}

	function add(project: string, id: string): void {
		triggers.sandbox.world.add(project, 'tasks', { id });
		triggers.sandbox.world.add(project, 'prompts', { prompt_id: id });
	}

	test('One refused project is shown once as a failed execution, and the others are watched', async () => {
		triggers.sandbox.faults.order({
			...{ kind: 'respond', status: 403, body: { detail: 'Not yours' } },
			...{ times: Infinity, match: { project: saas } },
		});
		for (const id of Object.values(workflows)) await triggers.rest.activate(id);
		expect(await outcomes(1)).toEqual([[REFUSED], [REFUSED]]);
		await polls(1);
		add(coffee, 'c1');
		add(outdoor, 'o1');
		const events = (name: string) => [
			{ ...MARKS.coffee, [name]: 'c1' },
			{ ...MARKS.outdoor, [name]: 'o1' },
		];
		expect(await outcomes(2)).toEqual([
			[REFUSED, events('id')],
			[REFUSED, events('prompt_id')],
		]);
	}, 400_000);

	test('Once it works again it starts quietly, and its events come, also after a kill', async () => {
		await polls(1);
		triggers.sandbox.faults.clear();
		// The run without items makes n8n save that the project is watched now.
		const quiet = await outcomes(3);
		expect(quiet.map((runs) => runs.at(-1))).toEqual([[], []]);
		await triggers.n8n.kill();
		add(saas, 's1');
		await triggers.restart();
		const found = await outcomes(4);
		expect(found.map((runs) => runs.slice(3))).toEqual([
			[[{ ...MARKS.saas, id: 's1' }]],
			[[{ ...MARKS.saas, prompt_id: 's1' }]],
		]);
	}, 600_000);
});

function messageOf(result: object): unknown {
	return json(json(result).error).message;
}

function isFor(project: string, { headers, body }: Sandbox['requests'][number]): boolean {
	return headers['x-project-id'] === project || json(body).project_id === project;
}
