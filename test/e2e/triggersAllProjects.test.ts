import { setTimeout } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { json } from '../../dev/json';
import {
	accountData,
	CREDENTIAL_TYPE,
	type CredentialReference,
	installationIn,
	installPackage,
	lastLines,
	N8n,
	Rest,
	until,
} from '../../dev/n8n';
import { ALL_PROJECTS } from '../../nodes/shared/fields/project';
import { PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { RANGE } from './kit/range';
import { outputOf } from './kit/runs';
import { packageNode, projectById } from './kit/workflows';

const TRIGGER = 'Trigger';
const { coffee, outdoor, saas } = PROJECTS;
const MARKS = {
	coffee: { project_id: coffee, project_name: 'Ember & Oak Coffee' },
	outdoor: { project_id: outdoor, project_name: 'Ridgeline Outfitters' },
	saas: { project_id: saas, project_name: 'Taskpilot' },
};

/** A poll comes within a minute, or a little later on a busy machine. */
const NEXT_POLL_MS = 110_000;

const REFUSED = 'The project Taskpilot cannot be watched at the moment: Not yours';

describe.each(RANGE)('In $title', ({ title, folder, env }) => {
	const cleanup = useCleanup();
	let sandbox: Sandbox;
	let n8n: N8n;
	let rest: Rest;
	let account: CredentialReference;
	const workflows = { tasks: '', prompts: '' };

	beforeAll(async () => {
		sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		n8n = cleanup.keep(
			new N8n({ name: `${title}-all-projects`, installation: installationIn(folder), env }),
			async (one) => await one.remove(),
		);
		await installPackage(n8n.home);
		await n8n.start();
		rest = await new Rest(n8n.url).signUp();
		account = await rest.createCredential('Agents and GEO account', accountData(sandbox.url));
		workflows.tasks = await save('agentsTrigger', { event: 'newTask', view: 'list' });
		workflows.prompts = await save('geoTrigger', { event: 'newRecord', recordType: 'prompt' });
	}, 300_000);

	/** A workflow with a trigger that watches all projects every minute, the shortest interval. */
	async function save(type: string, parameters: INodeParameters): Promise<string> {
		const node = packageNode(TRIGGER, type, {
			...{ pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
			project: projectById(ALL_PROJECTS),
		});
		const nodes = [{ ...node, credentials: { [CREDENTIAL_TYPE]: account } }];
		return await rest.createWorkflow({ name: `All projects: ${type}`, nodes, connections: {} });
	}

	/** What the runs of both workflows gave, oldest first, once there are so many of each. */
	async function outcomes(count: number): Promise<unknown[][]> {
		return await Promise.all(
			Object.values(workflows).map(async (id) => {
				const runs = await until(
					`${count} runs of ${id}`,
					async () => {
						const found = await rest.executions(id);
						const isUnderWay = found.some(({ status }) => ['new', 'running'].includes(status));
						return found.length >= count && !isUnderWay ? found.reverse() : undefined;
					},
					{ timeoutMs: NEXT_POLL_MS, detail: () => lastLines(n8n.log) },
				);
				const executions = await Promise.all(runs.map(async (run) => await rest.execution(run.id)));
				return executions.map((run) =>
					run.status === 'success' ? outputOf(run, TRIGGER) : messageOf(run.data.resultData),
				);
			}),
		);
	}

	/** Waits until both triggers have polled so often from now on. */
	async function polls(count: number): Promise<void> {
		const from = sandbox.requests.length;
		const asked = (path: string) =>
			sandbox.requests.slice(from).filter((one) => one.path === path && isFor(coffee, one)).length;
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
		sandbox.world.add(project, 'tasks', { id });
		sandbox.world.add(project, 'prompts', { prompt_id: id });
	}

	test('One refused project is shown once as a failed execution, and the others are watched', async () => {
		sandbox.faults.order({
			...{ kind: 'respond', status: 403, body: { detail: 'Not yours' } },
			...{ times: Infinity, match: { project: saas } },
		});
		for (const id of Object.values(workflows)) await rest.activate(id);
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
		sandbox.faults.clear();
		// The run without items makes n8n save that the project is watched now.
		const quiet = await outcomes(3);
		expect(quiet.map((runs) => runs.at(-1))).toEqual([[], []]);
		await n8n.kill();
		add(saas, 's1');
		await n8n.start();
		await rest.signIn();
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
