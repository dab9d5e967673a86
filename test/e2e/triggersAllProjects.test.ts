import { setTimeout } from 'node:timers/promises';
import { json } from '../../sandbox/json';
import { until } from '../../dev/n8n';
import { ALL_PROJECTS } from '../../nodes/shared/form';
import { PROJECTS } from '../../sandbox';
import { RANGE } from './kit/range';
import { outputOf } from './kit/runs';
import { useStage } from './kit/stage';
import { ended, NEXT_POLL_MS, TRIGGER, triggerNode } from './kit/triggers';
import { projectById, rowOf } from './kit/workflows';

const { coffee, outdoor, saas } = PROJECTS;
const COFFEE = { project_id: coffee, project_name: 'Ember & Oak Coffee' };
const OUTDOOR = { project_id: outdoor, project_name: 'Ridgeline Outfitters' };
const SAAS = { project_id: saas, project_name: 'Taskpilot' };

const TASKS = '/api/v1/business/tasks/query';
const PROMPTS = '/v2/geo/business/prompts';
const REFUSED = `Not all projects can be watched at the moment. Taskpilot (${saas}): Not yours`;

describe.each(RANGE)('In $title', (version) => {
	const stage = useStage('all projects', version, false);
	const workflows: string[] = [];

	beforeAll(async () => {
		const account = await stage.account();
		const project = projectById(ALL_PROJECTS);
		for (const [type, event] of [
			['agentsTrigger', { event: 'newTask', view: 'list' }],
			['geoTrigger', { event: 'newRecord', recordType: 'prompt' }],
		] as const) {
			const trigger = triggerNode(type, { ...event, project }, account);
			workflows.push(await stage.rest.createWorkflow(rowOf(`All projects: ${type}`, [trigger])));
		}
	});

	/** What the runs of both workflows gave, oldest first, once there are so many of each. */
	async function outcomes(count: number): Promise<unknown[][]> {
		const outcomeOf = async ({ id }: { id: string }) => {
			const run = await stage.rest.execution(id);
			const message: unknown = json(run.data.resultData.error).message;
			return run.status === 'success' ? outputOf(run, TRIGGER) : message;
		};
		const runs = await Promise.all(workflows.map(async (id) => await ended(stage, id, count)));
		return await Promise.all(
			runs.map(async (all) => await Promise.all(all.reverse().map(outcomeOf))),
		);
	}

	/** Waits until both triggers have polled from now on. */
	async function poll(): Promise<void> {
		const from = stage.sandbox.requests.length;
		const look = () => {
			const since = stage.sandbox.requests.slice(from).filter(({ headers, body }) => {
				return headers['x-project-id'] === coffee || json(body).project_id === coffee;
			});
			return [TASKS, PROMPTS].every((path) => since.some((one) => one.path === path)) || undefined;
		};
		await until('a poll', look, { timeoutMs: NEXT_POLL_MS });
		// The projects are read side by side, and what is added must be new in all of them at once.
		await setTimeout(2000);
	}

	function add(project: string, id: string): void {
		stage.sandbox.world.add(project, 'tasks', { id });
		stage.sandbox.world.add(project, 'prompts', { prompt_id: id });
	}

	test('One refused project is shown once as a failed execution, and the others are watched', async () => {
		stage.sandbox.faults.order({
			...{ kind: 'respond', status: 403, body: { detail: 'Not yours' } },
			...{ times: Infinity, match: { project: saas } },
		});
		for (const id of workflows) await stage.rest.activate(id);
		expect(await outcomes(1)).toEqual([[REFUSED], [REFUSED]]);
		await poll();
		add(coffee, 'c1');
		add(outdoor, 'o1');
		const events = (name: string) => [
			{ ...COFFEE, [name]: 'c1' },
			{ ...OUTDOOR, [name]: 'o1' },
		];
		expect(await outcomes(2)).toMatchObject([
			[REFUSED, events('id')],
			[REFUSED, events('prompt_id')],
		]);
	}, 400_000);

	test('Once it works again it starts quietly, and its events come, also after a kill', async () => {
		await poll();
		stage.sandbox.faults.clear();
		// The run without items makes n8n save that the project is watched now.
		const quiet = await outcomes(3);
		expect(quiet.map((runs) => runs.at(-1))).toEqual([[], []]);
		await stage.n8n.kill();
		add(saas, 's1');
		await stage.restart();
		const found = await outcomes(4);
		expect(found.map((runs) => runs.slice(3))).toMatchObject([
			[[{ ...SAAS, id: 's1' }]],
			[[{ ...SAAS, prompt_id: 's1' }]],
		]);
	}, 600_000);
});
