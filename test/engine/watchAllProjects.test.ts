import { jsonParse, type IDataObject, type INodeParameters } from 'n8n-workflow';
import type { ActiveTrigger } from '../../dev/engine';
import { ALL_PROJECTS } from '../../nodes/shared/fields/project';
import { KEYS, PROJECTS, type Project, type Resource } from '../../sandbox';
import { project, type TriggerName, useBench } from './harness/fixture';

const bench = useBench();
const { coffee, outdoor, saas } = PROJECTS;

const COFFEE = { project_id: coffee, project_name: 'Ember & Oak Coffee' };
const OUTDOOR = { project_id: outdoor, project_name: 'Ridgeline Outfitters' };
const SAAS = { project_id: saas, project_name: 'Taskpilot' };

/** A trigger for new records, and the list that it watches. */
interface Kind {
	readonly node: TriggerName;
	readonly list: Resource;
	readonly id: string;
	readonly parameters: INodeParameters;
}

const AGENTS: Kind = {
	...{ node: 'agentsTrigger', list: 'tasks', id: 'id' },
	parameters: { event: 'newTask', view: 'list' },
};
const GEO: Kind = {
	...{ node: 'geoTrigger', list: 'prompts', id: 'prompt_id' },
	parameters: { event: 'newRecord', recordType: 'prompt' },
};
const WHOAMI = '/api/v1/business/whoami';
const DAY = 24 * 3600_000;

const workspace = (): Project[] => {
	const own = bench.sandbox.world.workspaces.find(({ key }) => key === KEYS.agency);
	return own?.projects ?? [];
};
const newProject = (id: string): Project => ({
	...{ id, number: 9, name: `Name of ${id}`, url: 'https://p.example' },
	...{ created_at: '2026-01-01T00:00:00Z', type: 'STANDARD' },
});
const refuse = (id: string, times = Infinity, status = 403) =>
	bench.sandbox.faults.order({
		...{ kind: 'respond', status, times },
		...{ body: { detail: 'Not yours' }, match: { project: id } },
	});
const messages = (trigger: ActiveTrigger) => trigger.failures.map(({ message }) => message);

describe.each<[string, Kind]>([
	['Agents Trigger', AGENTS],
	['GEO Trigger', GEO],
])('The %s with All Projects', (_title, { node, list, id: idName, parameters }) => {
	const everywhere = (options: IDataObject = {}) =>
		bench.trigger(node, { ...parameters, project: project(ALL_PROJECTS, 'list'), options });
	const add = (projectId: string, id: string) =>
		bench.sandbox.world.add(projectId, list, { [idName]: id });
	const ids = (trigger: ActiveTrigger) =>
		trigger.events.map((event) => [event.project_id, event[idName]]);

	it('starts quietly, then gives the events of each project with the project in front', async () => {
		const trigger = everywhere();
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		add(coffee, 'new');
		add(saas, 'new');
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.events).toEqual([
			{ ...COFFEE, [idName]: 'new' },
			{ ...SAAS, [idName]: 'new' },
		]);
		expect(Object.keys(trigger.events[0] ?? {}).slice(0, 2)).toEqual(Object.keys(COFFEE));
		expect(trigger.failures).toEqual([]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it('asks for the projects once a poll, and for each of them', async () => {
		await everywhere().activate();
		const [first, ...others] = bench.sandbox.requests;
		expect(first?.path).toBe(WHOAMI);
		const asked = others.map(
			({ headers, body }) => (body as IDataObject).project_id ?? headers['x-project-id'],
		);
		expect([...new Set(asked)]).toEqual([coffee, outdoor, saas]);
		expect(others.some(({ path }) => path === WHOAMI)).toBe(false);
	});

	it('marks test events and rows for sheets, too', async () => {
		const trigger = everywhere({ flatten: true });
		const events = (await trigger.test())?.[0]?.map(({ json }) => json) ?? [];
		expect(events).toHaveLength(3);
		for (const event of events) expect(event).toMatchObject(COFFEE);
		await trigger.activate();
		bench.sandbox.world.add(outdoor, list, { [idName]: 'new', nested: { value: 1 } });
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...OUTDOOR, [idName]: 'new', nested_value: 1 }]);
		expect(Object.keys(trigger.events[0] ?? {}).slice(0, 2)).toEqual(Object.keys(OUTDOOR));
	});

	it('makes test events of projects that have records and can be read', async () => {
		refuse(coffee);
		bench.sandbox.world.list(outdoor, list).splice(0);
		const events = (await everywhere().test())?.[0] ?? [];
		expect(events.map(({ json }) => json.project_id)).toEqual([saas, saas, saas]);
		refuse(outdoor);
		refuse(saas);
		await expect(everywhere().test()).rejects.toMatchObject({ message: 'Not yours' });
	});

	it('watches the others where one is refused, and says so once until it works again', async () => {
		const trigger = everywhere();
		await trigger.activate();
		refuse(outdoor);
		add(coffee, 'c1');
		add(outdoor, 'o1');
		await trigger.poll();
		expect(ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toMatchObject([
			{
				message: 'The project Ridgeline Outfitters cannot be watched at the moment: Not yours',
				description: expect.stringMatching(/proj-ridgeline.*\n?.*reported once/s),
				httpCode: '403',
			},
		]);
		add(saas, 's1');
		await trigger.poll();
		await trigger.activate();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(1);
		bench.sandbox.faults.clear();
		add(outdoor, 'o2');
		await trigger.poll();
		expect(ids(trigger)).toEqual([
			[coffee, 'c1'],
			[saas, 's1'],
			[outdoor, 'o1'],
			[outdoor, 'o2'],
		]);
		refuse(outdoor);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
	});

	it('starts where one is refused; that one starts quietly later', async () => {
		refuse(outdoor);
		const trigger = everywhere();
		await trigger.activate();
		await trigger.poll();
		expect(messages(trigger)).toEqual([expect.stringContaining('Ridgeline Outfitters')]);
		bench.sandbox.faults.clear();
		await trigger.poll();
		add(outdoor, 'o1');
		add(coffee, 'c1');
		await trigger.poll();
		expect(ids(trigger)).toEqual([
			[coffee, 'c1'],
			[outdoor, 'o1'],
		]);
		expect(trigger.failures).toHaveLength(1);
	});

	it('outputs the existing records once, also of a project that was refused at first', async () => {
		const count = (projectId: string) => bench.sandbox.world.list(projectId, list).length;
		refuse(outdoor);
		const trigger = everywhere({ emitExisting: true });
		await trigger.activate();
		expect(trigger.events).toHaveLength(count(coffee) + count(saas));
		await trigger.activate();
		bench.sandbox.faults.clear();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toHaveLength(count(coffee) + count(saas) + count(outdoor));
		workspace().push(newProject('added'));
		await trigger.poll();
		add('added', 'a1');
		await trigger.poll();
		expect(trigger.events.filter(({ project_id: id }) => id === 'added')).toEqual([
			{ project_id: 'added', project_name: 'Name of added', [idName]: 'a1' },
		]);
	});

	it('fails as with one project where none can be read, each time', async () => {
		for (const id of [coffee, outdoor, saas]) refuse(id);
		const trigger = everywhere();
		await expect(trigger.activate()).rejects.toMatchObject({
			...{ message: 'Not yours', httpCode: '403' },
			description: expect.stringContaining('All 3 projects failed'),
		});
		expect(trigger.stored).toBe('{}');
		bench.sandbox.faults.clear();
		await trigger.activate();
		const { stored } = trigger;
		for (const id of [coffee, outdoor, saas]) refuse(id);
		add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messages(trigger)).toEqual(['Not yours', 'Not yours']);
		expect(trigger.stored).toBe(stored);
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(ids(trigger)).toEqual([[coffee, 'c1']]);
	});

	it('fails where the projects are not listed', async () => {
		const trigger = everywhere();
		await trigger.activate();
		add(coffee, 'c1');
		bench.sandbox.faults.order({ kind: 'respond', status: 500, match: { path: WHOAMI } });
		await trigger.poll();
		expect(trigger.failures).toHaveLength(1);
		await trigger.poll();
		expect(ids(trigger)).toEqual([[coffee, 'c1']]);
	});

	it('starts an added project quietly, without starting over the others', async () => {
		const trigger = everywhere();
		await trigger.activate();
		workspace().push(newProject('added'));
		add(coffee, 'c1');
		await trigger.poll();
		add('added', 'a1');
		// What n8n has saved is enough.
		await trigger.activate();
		expect(ids(trigger)).toEqual([
			[coffee, 'c1'],
			['added', 'a1'],
		]);
	});

	it('saves an added project at once, also if there is no event', async () => {
		const trigger = everywhere();
		await trigger.activate();
		workspace().push(newProject('added'));
		bench.sandbox.world.list('added', list).splice(0);
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		add('added', 'a1');
		await trigger.activate();
		expect(ids(trigger)).toEqual([['added', 'a1']]);
	});

	it('goes on with a project that was not listed for a while, and forgets it after 30 days', async () => {
		const now = jest.spyOn(Date, 'now');
		try {
			const start = Date.now();
			const trigger = everywhere();
			await trigger.activate();
			const [gone] = workspace().splice(1, 1);
			await trigger.poll();
			now.mockReturnValue(start + 29 * DAY);
			await trigger.poll();
			if (gone !== undefined) workspace().push(gone);
			add(outdoor, 'o1');
			await trigger.poll();
			expect(ids(trigger)).toEqual([[outdoor, 'o1']]);
			workspace().pop();
			await trigger.poll();
			now.mockReturnValue(start + 60 * DAY);
			add(coffee, 'c1');
			await trigger.poll();
			expect(trigger.stored).not.toContain(outdoor);
			expect(trigger.stored).toContain(coffee);
			expect(trigger.failures).toEqual([]);
		} finally {
			now.mockRestore();
		}
	});

	it('takes no project for gone because the list is not whole, and says so once', async () => {
		const trigger = everywhere();
		await trigger.activate();
		const part = { projects: [{ id: coffee, name: 'Ember & Oak Coffee' }], total: 3 };
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 200, body: part, times: 2, match: { path: WHOAMI } },
		});
		add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messages(trigger)).toEqual([
			'Some projects are not watched: The service lists only a part of the projects',
		]);
		expect(ids(trigger)).toEqual([[coffee, 'c1']]);
		const { watch } =
			Object.values(jsonParse<Record<string, IDataObject>>(trigger.stored))[0] ?? {};
		expect(watch).not.toHaveProperty('missing');
		add(outdoor, 'o1');
		await trigger.poll();
		expect(ids(trigger).slice(1)).toEqual([[outdoor, 'o1']]);
	});

	it('starts over with another choice of projects', async () => {
		const trigger = everywhere();
		await trigger.activate();
		add(coffee, 'c1');
		await trigger.activate({ project: project(coffee) });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		add(coffee, 'c2');
		await trigger.poll();
		expect(trigger.events).toEqual([{ [idName]: 'c2' }]);
	});
});

describe('Changed Metric with All Projects', () => {
	const falling = { event: 'changedMetric', metric: 'score', condition: 'fallsBy', unit: 'points' };
	const parameters = {
		...falling,
		recordType: 'prompt',
		amount: 5,
		project: project(ALL_PROJECTS),
	};
	const show = (projectId: string, score: number) =>
		bench.sandbox.world.list(projectId, 'prompts').splice(0, Infinity, { prompt_id: 'p', score });

	it('tells the same ID in two projects apart', async () => {
		for (const id of [coffee, outdoor, saas]) show(id, 50);
		const trigger = bench.trigger('geoTrigger', parameters);
		await trigger.activate();
		show(outdoor, 40);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ ...OUTDOOR, before: 50, after: 40 }]);
		expect(Object.keys(trigger.events[0] ?? {})).toEqual([
			...Object.keys(OUTDOOR),
			...['metric', 'before', 'after', 'change', 'change_percent', 'record'],
		]);
	});

	it('lists the numbers of the first project that has records', async () => {
		bench.sandbox.world.list(coffee, 'prompts').splice(0);
		show(outdoor, 1);
		const { results } = await bench.search('geoTrigger', 'searchNumbers', parameters);
		expect(results.map(({ value }) => value)).toEqual(['score']);
	});

	it('keeps a project whose number is gone out of the way of the others', async () => {
		for (const id of [coffee, outdoor, saas]) show(id, 50);
		const trigger = bench.trigger('geoTrigger', parameters);
		await trigger.activate();
		bench.sandbox.world.list(saas, 'prompts').splice(0, Infinity, { prompt_id: 'p' });
		show(coffee, 10);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ ...COFFEE, after: 10 }]);
		expect(messages(trigger)).toEqual([
			'The project Taskpilot cannot be watched at the moment: No record has a number in score',
		]);
	});
});
