import { PROJECTS } from '../../sandbox';
import { drawn } from '../samples';
import {
	Agency,
	agencyProjects,
	KINDS,
	MARKS,
	messagesOf,
	newProject,
	refuse,
} from './harness/agency';
import { COFFEE, EVERYWHERE, useBench } from './harness/fixture';
import { GEO_PROJECTS, listOf, ProjectsOf } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee, outdoor, saas } = PROJECTS;
const CLIENTS = [coffee, outdoor, saas];
const NOT_ALL = 'Not all projects can be watched at the moment.';

describe.each(KINDS)('The %s with All Projects', (_title, kind) => {
	const agency = new Agency(bench, kind);
	const { list, id: idName } = kind;

	it('starts quietly, then gives the events of each project with the project in front', async () => {
		const trigger = agency.everywhere({ flatten: true });
		await trigger.activate();
		const [first, ...others] = bench.sandbox.requests;
		expect(first?.path).toBe(listOf(kind.node));
		expect(others.some(({ path }) => path === listOf(kind.node))).toBe(false);
		expect([...new Set(projects.used)]).toEqual(CLIENTS);
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		agency.add(coffee, 'new');
		bench.sandbox.world.add(saas, list, { [idName]: 'new', nested: { value: 1 } });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.events).toEqual([
			{ ...MARKS.coffee, [idName]: 'new', nested_value: null },
			{ ...MARKS.saas, [idName]: 'new', nested_value: 1 },
		]);
		expect(Object.keys(trigger.events[0] ?? {}).slice(0, 2)).toEqual(Object.keys(MARKS.coffee));
		expect(trigger.failures).toEqual([]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
		const [samples = []] = (await trigger.test()) ?? [];
		expect(samples.map(({ json }) => json)).toMatchObject(Array(3).fill(MARKS.coffee));
	});

	it('reports a project whose listed ID cannot be one, and watches the others', async () => {
		agency.serve(1);
		agencyProjects(bench).push(newProject('p\u200b0'));
		const trigger = agency.everywhere({ maxRetries: 0 });
		await trigger.activate();
		expect(messagesOf(trigger)).toEqual([
			expect.stringContaining('The service lists a project whose ID has characters'),
		]);
		expect(new Set(projects.used)).toEqual(new Set(['p0']));
	});

	it('shows a project that is refused now and then in a short time', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		trigger.budget = 36_000;
		for (let poll = 0; poll < 2; poll++) {
			refuse(bench, outdoor);
			await trigger.poll();
			bench.sandbox.faults.clear();
			await trigger.poll();
		}
		const message = `${NOT_ALL} Ridgeline Outfitters (proj-ridgeline): Not yours`;
		expect(messagesOf(trigger)).toEqual([message, message]);
		expect(trigger.failures).toMatchObject(
			Array(2).fill({ failure: { cause: 'configuration-invalid' } }),
		);
	});

	it('watches the others where one is refused, and says so once until it works again', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		refuse(bench, outdoor);
		agency.add(coffee, 'c1');
		agency.add(outdoor, 'o1');
		for (let poll = 0; poll < 3; poll++) await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toMatchObject([
			{
				message: `${NOT_ALL} Ridgeline Outfitters (proj-ridgeline): Not yours`,
				description: expect.stringMatching(/proj-ridgeline.*\n?.*reported once/s),
				httpCode: '403',
			},
		]);
		await trigger.activate();
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(agency.ids(trigger).slice(1)).toEqual([[outdoor, 'o1']]);
		refuse(bench, outdoor);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
	});

	it('names a second one, and counts the first, which it said before', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		for (const id of [outdoor, coffee]) {
			refuse(bench, id, 'Not yours.');
			await trigger.poll();
		}
		expect(trigger.failures).toMatchObject([
			{
				description: expect.stringMatching(
					/: Not yours\. The [^]*\nAll other projects are watched\. /,
				),
			},
			{ description: expect.stringContaining('watched, except 1 reported earlier or waiting') },
		]);
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

	it('fails as with one project where none can be read, each time', async () => {
		for (const id of CLIENTS) refuse(bench, id);
		const trigger = agency.everywhere();
		await expect(trigger.activate()).rejects.toMatchObject({
			...{ message: 'Not yours', httpCode: '403' },
			description: expect.stringContaining('All 3 projects failed'),
		});
		expect(trigger.stored).toBe('{}');
		bench.sandbox.faults.clear();
		await trigger.activate();
		const { stored } = trigger;
		for (const id of CLIENTS) refuse(bench, id);
		agency.add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(['Not yours', 'Not yours']);
		expect(trigger.stored).toBe(stored);
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
	});

	it('outputs the existing records once, also of a project that was refused at first', async () => {
		const count = (projectId: string) => bench.sandbox.world.list(projectId, list).length;
		refuse(bench, outdoor);
		const trigger = agency.everywhere({ emitExisting: true });
		await trigger.activate();
		expect(trigger.events).toHaveLength(count(coffee) + count(saas));
		expect(messagesOf(trigger)).toEqual([expect.stringContaining('Ridgeline Outfitters')]);
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

	it('starts an added project quietly, saved at once, without starting over the others', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		agencyProjects(bench).push(newProject('added'));
		bench.sandbox.world.list('added', list).splice(0);
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		agency.add(coffee, 'c1');
		agency.add('added', 'a1');
		// What n8n has saved is enough.
		await trigger.activate();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			['added', 'a1'],
		]);
	});

	it('goes on with a project that was not listed for a while', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		const [gone] = agencyProjects(bench).splice(1, 1);
		agency.add(coffee, 'c1');
		await trigger.poll();
		await trigger.activate();
		if (gone !== undefined) agencyProjects(bench).push(gone);
		agency.add(outdoor, 'o1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			[outdoor, 'o1'],
		]);
		expect(trigger.failures).toEqual([]);
	});

	it('starts with the projects that can be read, and quietly with another once it can be', async () => {
		refuse(bench, outdoor);
		const trigger = agency.everywhere();
		await trigger.activate();
		expect(messagesOf(trigger)).toEqual([expect.stringContaining('Ridgeline Outfitters')]);
		agency.add(coffee, 'c1');
		await trigger.poll();
		bench.sandbox.faults.clear();
		await trigger.poll();
		agency.add(outdoor, 'o1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([
			[coffee, 'c1'],
			[outdoor, 'o1'],
		]);
		expect(messagesOf(trigger)).toHaveLength(1);
	});

	it('takes no project for gone because the list is not whole, and says so once', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		const body = { projects: [{ id: coffee, name: 'Ember & Oak Coffee' }], total: 3 };
		projects.always(listOf(kind.node), 200, body);
		agency.add(coffee, 'c1');
		await trigger.poll();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([`${NOT_ALL} The service did not list all projects`]);
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		bench.sandbox.faults.clear();
		agency.add(outdoor, 'o1');
		await trigger.poll();
		expect(agency.ids(trigger).slice(1)).toEqual([[outdoor, 'o1']]);
	});

	it('starts over with another choice of projects', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		agency.add(coffee, 'c1');
		await trigger.activate({ project: COFFEE });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		agency.add(coffee, 'c2');
		await trigger.poll();
		expect(trigger.events).toEqual([{ [idName]: 'c2' }]);
	});
});

describe('An event of a record with a project of its own', () => {
	it('keeps it beside the project that was read', async () => {
		const fields = { event: 'newTask', view: 'list', project: EVERYWHERE };
		const trigger = bench.trigger('agentsTrigger', fields);
		await trigger.activate();
		const own = { id: 'new', project_id: 'other', project_name: null };
		bench.sandbox.world.add(coffee, 'tasks', own);
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...MARKS.coffee, id: 'new', project_id_2: 'other' }]);
	});
});

describe('Many projects', () => {
	const [, [, kind]] = KINDS;
	const agency = new Agency(bench, kind);

	it('are read in a short time, those first that were read longest ago', async () => {
		const ids = agency.serve(12);
		const trigger = agency.everywhere({ maxRetries: 0 });
		await trigger.activate();
		trigger.budget = 1_800;
		// The list of projects, then five of them at a time: there is time for ten.
		bench.sandbox.behave({ latencyMs: 500 });
		for (const id of ids) agency.add(id, 'new');
		const start = performance.now();
		await trigger.poll();
		expect(performance.now() - start).toBeLessThan(3_000);
		const { length } = trigger.events;
		expect(length).toBeGreaterThan(0);
		expect(length).toBeLessThan(12);
		for (let poll = 0; poll < 2; poll++) await trigger.poll();
		expect(new Set(agency.ids(trigger).map(([id]) => id))).toEqual(new Set(ids));
		expect(trigger.events).toHaveLength(12);
		expect(trigger.failures).toEqual([]);
	});

	it.each(drawn([8, 13], 0.5))(
		'are watched in a short time where all but 3 of %d never answer',
		async (count) => {
			const ids = agency.serve(count);
			const trigger = agency.everywhere({ maxRetries: 0 });
			await trigger.activate();
			trigger.budget = 1_000;
			for (const project of ids.slice(3)) {
				bench.sandbox.faults.order({ kind: 'hang', times: Infinity, match: { project } });
			}
			await trigger.poll();
			for (const id of ids) agency.add(id, 'new');
			for (let poll = 0; poll < 3; poll++) await trigger.poll();
			expect(agency.ids(trigger).map(([id]) => id)).toEqual(ids.slice(0, 3));
			expect(messagesOf(trigger)[0]).toBe(
				`${NOT_ALL} Name of p3 (p3): The poll was not finished after 1 seconds`,
			);
			bench.sandbox.faults.clear();
			trigger.budget = 36_000;
			await trigger.poll();
			expect(new Set(agency.ids(trigger).map(([id]) => id))).toEqual(new Set(ids));
			expect(trigger.events).toHaveLength(count);
		},
	);

	it('that fail are named up to five', async () => {
		const trigger = agency.everywhere();
		await trigger.activate();
		const ids = Array.from({ length: 7 }, (_, n) => `p${n}`);
		agencyProjects(bench).push(...ids.map(newProject));
		for (const id of ids) refuse(bench, id);
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([`${NOT_ALL} Name of p0 (p0): Not yours`]);
		const [error] = trigger.failures;
		const description = error && 'description' in error ? String(error.description) : '';
		expect(description.match(/^(Name of \w+ \(\w+\)|There are 2 more\.$)/gm)).toEqual([
			...ids.slice(0, 5).map((id) => `Name of ${id} (${id})`),
			'There are 2 more.',
		]);
	});
});

describe('Changed Metric with All Projects', () => {
	const parameters = {
		...{ event: 'changedMetric', recordType: 'prompt', metrics: [], project: EVERYWHERE },
		...{ metric: 'score', condition: 'fallsBy', unit: 'points', amount: 5 },
	};
	const show = (projectId: string, score?: number) =>
		bench.sandbox.world.list(projectId, 'prompts').splice(0, Infinity, { prompt_id: 'p', score });

	it('tells the same ID in two projects apart, and one without the number does not hold it up', async () => {
		for (const id of CLIENTS) show(id, 50);
		const trigger = bench.trigger('geoTrigger', parameters);
		await trigger.activate();
		show(outdoor, 40);
		show(saas);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ ...MARKS.outdoor, before: 50, after: 40 }]);
		expect(Object.keys(trigger.events[0] ?? {})).toEqual([
			...Object.keys(MARKS.outdoor),
			...['name', 'metric', 'before', 'after', 'change', 'change_percent', 'record'],
		]);
		expect(messagesOf(trigger)).toEqual([
			`${NOT_ALL} Taskpilot (proj-taskpilot): No record has a number in score`,
		]);
	});

	it('lists the numbers of the first project that has records', async () => {
		bench.sandbox.world.list(coffee, 'prompts').splice(0);
		show(outdoor, 1);
		const { results } = await bench.search('geoTrigger', 'searchNumbers', parameters);
		expect(results.map(({ value }) => value)).toEqual(['score']);
	});
});

const UNKNOWN = `${NOT_ALL} The service did not list all projects`;

describe.each(KINDS)('The projects with a text that the %s watches', (_title, kind) => {
	const agency = new Agency(bench, kind);

	it('stay known while the GEO API refuses to list their URLs', async () => {
		agencyProjects(bench).push({ ...newProject('added'), url: 'https://coffee.example' });
		const trigger = agency.containing('coffee');
		await trigger.activate();
		projects.always(GEO_PROJECTS, 403);
		await trigger.poll();
		await trigger.poll();
		agency.add('added', 'a1');
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([UNKNOWN]);
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([['added', 'a1']]);
	});

	it('fail each poll once none has it any more, and none is forgotten', async () => {
		const [found] = agencyProjects(bench).filter(({ id }) => id === coffee);
		const trigger = agency.containing('coffee');
		await trigger.activate();
		const known = { ...found };
		Object.assign(found ?? {}, { name: 'Tea', url: 'https://tea.example' });
		await trigger.poll();
		await trigger.poll();
		const message = expect.stringMatching(/^No project has 'coffee' in its name or URL\. The /);
		const failed = {
			message,
			description: expect.stringContaining("correct 'Only Projects Containing'"),
			failure: { cause: 'temporarily-unavailable' },
		};
		expect(trigger.failures).toMatchObject([failed, failed]);
		Object.assign(found ?? {}, known);
		agency.add(coffee, 'c1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
	});

	it('are those whose names are known where the key has no GEO API', async () => {
		projects.always(GEO_PROJECTS, 403);
		const trigger = agency.containing('coffee');
		await trigger.activate();
		agency.add(coffee, 'c1');
		await trigger.poll();
		expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
		expect(trigger.failures).toEqual([]);
	});
});

it('The projects with a text are known only in part where the GEO API fails, which is said once', async () => {
	const [[, kind]] = KINDS;
	const agency = new Agency(bench, kind);
	agencyProjects(bench).push({ ...newProject('added'), url: 'https://coffee.example' });
	const trigger = agency.containing('coffee');
	await trigger.activate();
	projects.always(GEO_PROJECTS, 500);
	agency.add(coffee, 'c1');
	agency.add('added', 'a1');
	await trigger.poll();
	await trigger.poll();
	expect(agency.ids(trigger)).toEqual([[coffee, 'c1']]);
	const description = expect.stringMatching(/Not all names and URLs are known.*GEO API.*500/);
	expect(trigger.failures).toMatchObject([{ message: UNKNOWN, description }]);
	bench.sandbox.faults.clear();
	await trigger.poll();
	expect(agency.ids(trigger).slice(1)).toEqual([['added', 'a1']]);
});
