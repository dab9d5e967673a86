import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee, outdoor } = PROJECTS;

const watching = (event: string, fields = {}) =>
	bench.trigger('agentsTrigger', { event, project: project(coffee), view: 'list', ...fields });
const patch = (id: string, change: Record<string, unknown>) =>
	bench.sandbox.world.patch(coffee, 'tasks', id, change);
const add = (id: string, change: Record<string, unknown> = {}) =>
	bench.sandbox.world.add(coffee, 'tasks', { id, title: `Task ${id}`, status: 'open', ...change });
const remove = (id: string) => bench.sandbox.world.remove(coffee, 'tasks', id);

describe('New Task', () => {
	it('is quiet at the start, then gives each new task once', async () => {
		const trigger = watching('newTask');
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		add('t1');
		add('t2');
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.events).toEqual([
			{ id: 't1', title: 'Task t1', status: 'open' },
			{ id: 't2', title: 'Task t2', status: 'open' },
		]);
	});

	it('takes no notice of changes, of tasks that go, nor of those that return', async () => {
		const trigger = watching('newTask');
		await trigger.activate();
		add('t1');
		await trigger.poll();
		patch('task-001', { status: 'done' });
		remove('t1');
		await trigger.poll();
		await trigger.activate();
		add('t1');
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
	});

	it('gives all tasks once at the start, if wanted', async () => {
		const trigger = watching('newTask', { options: { emitExisting: true } });
		await trigger.activate();
		expect(trigger.events).toHaveLength(40);
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
	});

	it('asks with the view and the additional fields of the node', async () => {
		const additionalBodyJson = '{ "archived": false }';
		await watching('newTask', { view: 'board', additionalBodyJson }).activate();
		expect(bench.sandbox.requests.map(({ body }) => body)).toEqual([
			{ view: 'board', archived: false },
		]);
		expect(bench.sandbox.requests[0]?.headers['x-project-id']).toBe(coffee);
	});
});

describe('Changed Task', () => {
	it('gives a task as it is now, once for each change of any field', async () => {
		const trigger = watching('changedTask');
		await trigger.activate();
		patch('task-003', { status: 'blocked' });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ id: 'task-003', status: 'blocked' }]);
		patch('task-003', { assignee: 'Somebody else' });
		await trigger.activate();
		await trigger.poll();
		expect(trigger.events).toHaveLength(2);
	});

	it.each([['both', { watchedFields: 'status, owner', options: { ignoredFields: 'owner.seen' } }]])(
		'goes by the %s',
		async (_, fields) => {
			patch('task-003', { owner: { seen: 1 } });
			const trigger = watching('changedTask', fields);
			await trigger.activate();
			patch('task-003', { title: 'Another title', owner: { seen: 2 } });
			await trigger.poll();
			expect(trigger.started).toEqual([]);
			patch('task-003', { status: 'blocked' });
			await trigger.poll();
			patch('task-003', { owner: { name: 'Ada' } });
			await trigger.poll();
			expect(trigger.events).toHaveLength(2);
		},
	);

	it('sees a field become empty, and filled again', async () => {
		bench.sandbox.world.list(coffee, 'tasks').splice(0, Infinity, { id: 't1', assignee: null });
		const trigger = watching('changedTask', { watchedFields: 'assignee' });
		await trigger.activate();
		for (const assignee of ['Ada', null]) {
			patch('t1', { assignee });
			await trigger.activate();
			await trigger.poll();
		}
		const change = (before: string | null, assignee: string | null) => ({
			...{ changed_fields: ['assignee'], before: { assignee: before }, after: { assignee } },
			...{ id: 't1', assignee },
		});
		expect(trigger.events).toEqual([change(null, 'Ada'), change('Ada', null)]);
		expect(trigger.failures).toEqual([]);
	});

	it('has a new task saved at once, by an execution without items, and then sees it change', async () => {
		const trigger = watching('changedTask');
		await trigger.activate();
		add('t1');
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		patch('t1', { status: 'done' });
		await trigger.activate();
		expect(trigger.events).toMatchObject([{ id: 't1', status: 'done' }]);
	});

	it('makes no execution without items where that is switched off', async () => {
		const trigger = watching('changedTask', { options: { saveWithoutEvents: false } });
		await trigger.activate();
		add('t1');
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		patch('t1', { status: 'done' });
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ id: 't1', status: 'done' }]);
	});

	it('gives new tasks, too, as New or Changed Task', async () => {
		const trigger = watching('newOrChangedTask');
		await trigger.activate();
		add('t1');
		patch('task-002', { status: 'blocked' });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		const found = trigger.events.map(({ id, is_new: isNew }) => [id, isNew]);
		expect(found.sort()).toEqual([
			['t1', true],
			['task-002', false],
		]);
	});

	it('says what has changed of the fields to watch, also after a restart, and keeps that small', async () => {
		const tasks = bench.sandbox.world.list(coffee, 'tasks');
		const owner = 'Somebody with a name';
		const due = '2026-12-24T18:00:00Z';
		const all = Array.from({ length: 40 }, (_, place) => ({
			id: `t${place}`,
			status: owner,
			owner,
			due,
		}));
		tasks.splice(0, Infinity, ...all);
		const trigger = watching('changedTask', { watchedFields: 'status, owner, due' });
		await trigger.activate();
		expect(trigger.size).toBeLessThan(100 * all.length);
		Object.assign(tasks[7] ?? {}, { status: 'done', due: null });
		await trigger.activate();
		expect(trigger.events).toEqual([
			{
				...{ changed_fields: ['status', 'due'], before: { status: owner, due } },
				...{ after: { status: 'done', due: null }, id: 't7', status: 'done', owner, due: null },
			},
		]);
		const [[sample] = []] = (await trigger.test()) ?? [];
		expect(sample?.json).toMatchObject({ is_example: true, before: { status: null } });
	});

	it('notices at the start that no task has the fields to watch', async () => {
		const trigger = watching('changedTask', { watchedFields: 'statsu' });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'No record has a field statsu',
			description: expect.stringMatching(/'Fields to Watch'.*id, title, status/s),
		});
	});
});

describe('A watch of tasks', () => {
	it('starts over, quietly, for another project', async () => {
		const trigger = watching('newTask', { options: { emitExisting: true } });
		await trigger.activate();
		bench.sandbox.world.add(outdoor, 'tasks', { id: 'of another project' });
		await trigger.activate({ project: project(outdoor) });
		await trigger.poll();
		expect(trigger.events).toHaveLength(40);
		bench.sandbox.world.add(outdoor, 'tasks', { id: 't1' });
		await trigger.poll();
		expect(trigger.events.slice(40)).toEqual([{ id: 't1' }]);
	});

	it.each([
		['view', { view: 'board' }],
		['key fields', { options: { keyFields: 'id, title' } }],
	])('starts over, quietly, with another %s', async (_, change) => {
		const trigger = watching('changedTask', { watchedFields: 'status' });
		await trigger.activate();
		patch('task-001', { status: 'blocked', title: 'Another' });
		await trigger.activate(change);
		await trigger.poll();
		// The new start is saved, also where n8n would not do it by itself.
		expect(trigger.started).toEqual([[]]);
	});

	it('says what to do about tasks that have no id, and takes key fields instead', async () => {
		const tasks = bench.sandbox.world.list(coffee, 'tasks');
		tasks.splice(0, Infinity, { title: 'Nameless' });
		await expect(watching('newTask').activate()).rejects.toMatchObject({
			message: 'The records have no ID, so the trigger cannot tell them apart',
			description: expect.stringMatching(/id, task_id.*'Key Fields'.*The record has: title\./s),
		});
		const trigger = watching('newTask', { options: { keyFields: 'title' } });
		await trigger.activate();
		bench.sandbox.world.add(coffee, 'tasks', { title: 'Nameless too' });
		await trigger.poll();
		expect(trigger.events).toEqual([{ title: 'Nameless too' }]);
	});

	it('gives rows for sheets, if wanted', async () => {
		const trigger = watching('newTask', { options: { flatten: true } });
		await trigger.activate();
		add('t1', { owner: { name: 'Ada' }, labels: ['a', 'b'] });
		add('t2', { due: '2026-12-01' });
		await trigger.poll();
		const none = { due: null, labels: null, owner_name: null };
		expect(trigger.events).toMatchObject([
			{ ...none, id: 't1', owner_name: 'Ada', labels: 'a, b' },
			{ ...none, id: 't2', due: '2026-12-01' },
		]);
	});

	it('says that the answer holds no tasks', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body: { message: 'Hello' } });
		await expect(watching('newTask').activate()).rejects.toMatchObject({
			message: 'The service returned no list of tasks',
		});
	});
});
