import { jsonParse, type IDataObject } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS } from '../../sandbox';
import { Agency, agencyProjects, KINDS, MARKS, messagesOf, newProject } from './harness/agency';
import { project, useBench } from './harness/fixture';
import { listOf } from './harness/projects';

const bench = useBench();
const { coffee, outdoor, saas } = PROJECTS;
const DAY = 24 * 3600_000;

describe.each(KINDS)('The projects that the %s watches', (_title, kind) => {
	const agency = new Agency(bench, kind);
	const { list, id: idName } = kind;

	it('starts an added project quietly, without starting over the others', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		agencyProjects(bench).push(newProject('added'));
		agency.add(coffee, 'c1');
		await trigger.poll();
		agency.add('added', 'a1');
		// What n8n has saved is enough.
		await trigger.activate();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			['added', 'a1'],
		]);
	});

	it('saves an added project at once, also if there is no event', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		agencyProjects(bench).push(newProject('added'));
		bench.sandbox.world.list('added', list).splice(0);
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		agency.add('added', 'a1');
		await trigger.activate();
		expect(agency.ids(trigger)).toEqual([['added', 'a1']]);
	});

	it('goes on with a project that was not listed for a while, and forgets it after 30 days', async () => {
		const now = jest.spyOn(Date, 'now');
		try {
			const start = Date.now();
			const trigger = agency.everywhere();
			await trigger.activate();
			const [gone] = agencyProjects(bench).splice(1, 1);
			await trigger.poll();
			now.mockReturnValue(start + 29 * DAY);
			await trigger.poll();
			if (gone !== undefined) agencyProjects(bench).push(gone);
			agency.add(outdoor, 'o1');
			await trigger.poll();
			expect(agency.ids(trigger)).toEqual([[outdoor, 'o1']]);
			agencyProjects(bench).pop();
			await trigger.poll();
			now.mockReturnValue(start + 60 * DAY);
			agency.add(coffee, 'c1');
			await trigger.poll();
			expect(trigger.stored).not.toContain(outdoor);
			expect(trigger.stored).toContain(coffee);
			expect(trigger.failures).toEqual([]);
		} finally {
			now.mockRestore();
		}
	});

	it('takes no project for gone because the list is not whole, and says so once', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		const part = { projects: [{ id: coffee, name: 'Ember & Oak Coffee' }], total: 3 };
		const match = { path: listOf(kind.node) };
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 200, body: part, times: Infinity, match },
		});
		agency.add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([
			'Some projects are not watched: The service lists only a part of the projects',
		]);
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		const { watch } =
			Object.values(jsonParse<Record<string, IDataObject>>(trigger.stored))[0] ?? {};
		expect(watch).not.toHaveProperty('missing');
		bench.sandbox.faults.clear();
		agency.add(outdoor, 'o1');
		await trigger.poll();
		expect(agency.ids(trigger).slice(1)).toEqual([[outdoor, 'o1']]);
	});

	it('starts over with another choice of projects', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		agency.add(coffee, 'c1');
		await trigger.activate({ project: project(coffee) });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		agency.add(coffee, 'c2');
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
		expect(trigger.events).toMatchObject([{ ...MARKS.outdoor, before: 50, after: 40 }]);
		expect(Object.keys(trigger.events[0] ?? {})).toEqual([
			...Object.keys(MARKS.outdoor),
			...['name', 'metric', 'before', 'after', 'change', 'change_percent', 'record'],
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
		expect(trigger.events).toMatchObject([{ ...MARKS.coffee, after: 10 }]);
		expect(messagesOf(trigger)).toEqual([
			'The project Taskpilot cannot be watched at the moment: No record has a number in score',
		]);
	});
});
