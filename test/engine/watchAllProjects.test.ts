import type { IDataObject } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import {
	Agency,
	agencyProjects,
	KINDS,
	MARKS,
	messagesOf,
	newProject,
	refuse,
} from './harness/agency';
import { useBench } from './harness/fixture';
import { listOf } from './harness/projects';

const bench = useBench();
const { coffee, outdoor, saas } = PROJECTS;

describe.each(KINDS)('The %s with All Projects', (_title, kind) => {
	const agency = new Agency(bench, kind);
	const { list, id: idName } = kind;

	it('starts quietly, then gives the events of each project with the project in front', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		agency.add(coffee, 'new');
		agency.add(saas, 'new');
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.events).toEqual([
			{ ...MARKS.coffee, [idName]: 'new' },
			{ ...MARKS.saas, [idName]: 'new' },
		]);
		expect(Object.keys(trigger.events[0] ?? {}).slice(0, 2)).toEqual(Object.keys(MARKS.coffee));
		expect(trigger.failures).toEqual([]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it('asks for the projects once a poll, and for each of them', async () => {
		await agency.everywhere().activate();
		const [first, ...others] = bench.sandbox.requests;
		expect(first?.path).toBe(listOf(kind.node));
		const asked = others.map(
			({ headers, body }) => (body as IDataObject).project_id ?? headers['x-project-id'],
		);
		expect([...new Set(asked)]).toEqual([coffee, outdoor, saas]);
		expect(others.some(({ path }) => path === listOf(kind.node))).toBe(false);
	});

	it('marks test events and rows for sheets, too', async () => {
		const trigger = agency.everywhere({ flatten: true });
		const events = (await trigger.test())?.[0]?.map(({ json }) => json) ?? [];
		expect(events).toHaveLength(3);
		for (const event of events) expect(event).toMatchObject(MARKS.coffee);
		await trigger.activate();
		bench.sandbox.world.add(outdoor, list, { [idName]: 'new', nested: { value: 1 } });
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...MARKS.outdoor, [idName]: 'new', nested_value: 1 }]);
		expect(Object.keys(trigger.events[0] ?? {}).slice(0, 2)).toEqual(Object.keys(MARKS.outdoor));
	});

	it('watches the others where one is refused, and says so once until it works again', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		refuse(bench, outdoor);
		agency.add(coffee, 'c1');
		agency.add(outdoor, 'o1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toMatchObject([
			{
				message: 'The project Ridgeline Outfitters cannot be watched at the moment: Not yours',
				description: expect.stringMatching(/proj-ridgeline.*\n?.*reported once/s),
				httpCode: '403',
			},
		]);
		agency.add(saas, 's1');
		await trigger.poll();
		await trigger.activate();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(1);
		bench.sandbox.faults.clear();
		agency.add(outdoor, 'o2');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			[saas, 's1'],
			[outdoor, 'o1'],
			[outdoor, 'o2'],
		]);
		refuse(bench, outdoor);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
	});

	it('has n8n save that a project works again, so that its next failure is seen after a restart', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		refuse(bench, outdoor);
		await trigger.poll();
		await trigger.activate();
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		refuse(bench, outdoor);
		await trigger.activate();
		await trigger.poll();
		expect(messagesOf(trigger)).toHaveLength(3);
	});

	it('starts where one is refused; that one starts quietly later', async () => {
		refuse(bench, outdoor);
		const trigger = agency.everywhere();
		await trigger.activate();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([expect.stringContaining('Ridgeline Outfitters')]);
		bench.sandbox.faults.clear();
		await trigger.poll();
		agency.add(outdoor, 'o1');
		agency.add(coffee, 'c1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			[outdoor, 'o1'],
		]);
		expect(trigger.failures).toHaveLength(1);
	});

	it('outputs the existing records once, also of a project that was refused at first', async () => {
		const count = (projectId: string) => bench.sandbox.world.list(projectId, list).length;
		refuse(bench, outdoor);
		const trigger = agency.everywhere({ emitExisting: true });
		await trigger.activate();
		expect(trigger.events).toHaveLength(count(coffee) + count(saas));
		await trigger.activate();
		bench.sandbox.faults.clear();
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toHaveLength(count(coffee) + count(saas) + count(outdoor));
		agencyProjects(bench).push(newProject('added'));
		await trigger.poll();
		agency.add('added', 'a1');
		await trigger.poll();
		expect(trigger.events.filter(({ project_id: id }) => id === 'added')).toEqual([
			{ project_id: 'added', project_name: 'Name of added', [idName]: 'a1' },
		]);
	});

	it('fails as with one project where none can be read, each time', async () => {
		for (const id of [coffee, outdoor, saas]) refuse(bench, id);
		const trigger = agency.everywhere();
		await expect(trigger.activate()).rejects.toMatchObject({
			...{ message: 'Not yours', httpCode: '403' },
			description: expect.stringContaining('All 3 projects failed'),
		});
		expect(trigger.stored).toBe('{}');
		bench.sandbox.faults.clear();
		await trigger.activate();
		const { stored } = trigger;
		for (const id of [coffee, outdoor, saas]) refuse(bench, id);
		agency.add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(['Not yours', 'Not yours']);
		expect(trigger.stored).toBe(stored);
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
	});
});

describe('An event of a record with a project of its own', () => {
	it('keeps it beside the project that was read', async () => {
		const [[, kind] = []] = KINDS;
		if (kind === undefined) throw new Error('There is no trigger');
		const trigger = new Agency(bench, kind).everywhere();
		await trigger.activate();
		bench.sandbox.world.add(coffee, 'tasks', {
			id: 'new',
			project_id: 'other',
			project_name: null,
		});
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...MARKS.coffee, id: 'new', project_id_2: 'other' }]);
	});
});
