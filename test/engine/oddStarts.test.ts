import './harness/scaledTime';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import {
	always,
	messagesOf,
	numbered,
	onceAt,
	page,
	useOddBench,
	type Answers,
} from './harness/oddService';

const odd = useOddBench();

const ALL = numbered(257);
const NEW = [...ALL, { prompt_id: 'new' }];
const empty: Answers = () => ({ data: [], total: 0 });
const cut = (count: number): Answers => {
	return (request) => page(ALL.slice(0, count), request, ALL.length);
};

describe('A start with a service that', () => {
	it.each<[string, Answers, number]>([
		['sends an empty list once', empty, 2],
		['sends an empty second page once', cut(100), 2],
		['sends an empty third page once', cut(200), 2],
		['sends a part once', cut(157), 2],
	])('%s is quiet, and so is the next poll', async (_, wrong, readings) => {
		odd.service.answers = onceAt(0, wrong, always(ALL));
		const trigger = odd.newPrompt();
		await trigger.activate();
		expect(odd.service.readings).toBe(readings);
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		odd.service.answers = always(NEW);
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
	});

	it.each<[string, IDataObject[], number]>([
		['sends a list', ALL, 1],
		['sends a list of whole pages', numbered(200), 1],
		['has no records', [], 2],
	])('%s starts with as few readings as are needed', async (_, records, readings) => {
		odd.service.answers = always(records);
		const trigger = odd.newPrompt();
		await trigger.activate();
		expect(odd.service.readings).toBe(readings);
		odd.service.answers = always([...records, { prompt_id: 'new' }]);
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
	});

	it('sends 200 tasks, which do not come in pages, is read once', async () => {
		odd.service.answers = () => ({ data: numbered(200) });
		await odd.tasks('newTask', {}, { keyFields: 'prompt_id' }).activate();
		expect(odd.service.readings).toBe(1);
	});

	it('sends its first, full page for every page fails', async () => {
		odd.service.answers = () => ({ data: numbered(100) });
		await expect(odd.newPrompt().activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
			description: expect.stringContaining("raise 'Page Size'"),
		});
	});

	it('sends another part each time fails', async () => {
		odd.service.answers = (request) => cut(50 * (request.reading + 1))(request);
		const trigger = odd.newPrompt({ pageSize: 50 });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringContaining('The records were different each of the 4 times'),
		});
		expect(trigger.stored).toBe('{}');
	});

	it('sends columns that hold the tasks fails, unless the columns are to be watched', async () => {
		const columns: IDataObject[] = [
			{ id: 'todo', tasks: [{ id: 't1', title: 'T' }] },
			{ id: 'done', tasks: [] },
		];
		odd.service.answers = () => ({ columns });
		await expect(odd.tasks('newTask').activate()).rejects.toMatchObject({
			message: 'The service returned groups of tasks instead of tasks',
			description: expect.stringMatching(/data\[\]\.tasks.*'Key Fields'/),
		});
		const trigger = odd.tasks('newTask', {}, { keyFields: 'id' });
		await trigger.activate();
		columns.push({ id: 'later', tasks: [] });
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ id: 'later' }]);
	});
});

describe('What is watched is looked for at every poll:', () => {
	const withScore = numbered(3);
	const renamed = withScore.map(({ prompt_id }) => ({ prompt_id, visibility: 50 }));

	it.each([
		['a number that was renamed', withScore],
		['a number with a mistyped name, once there are records', []],
	])('%s fails every poll', async (_, first) => {
		odd.service.answers = always(first);
		const trigger = odd.fall();
		await trigger.activate();
		odd.service.answers = always(renamed);
		await trigger.poll();
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(Array(2).fill('No record has a number in score'));
		expect(trigger.failures[0]).toMatchObject({
			description: expect.stringContaining('have these numbers: visibility.'),
		});
		odd.service.answers = always(numbered(3, { score: 30 }));
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
		expect(trigger.events).toHaveLength(first.length);
	});

	it('a number that only some of the records have does not', async () => {
		odd.service.answers = always(withScore);
		const trigger = odd.fall();
		await trigger.activate();
		odd.service.answers = always([...renamed.slice(1), { prompt_id: 'p0', score: 30 }]);
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		expect(trigger.events).toMatchObject([{ before: 50, after: 30 }]);
	});

	it('one of several fields that was renamed fails every poll, before anything looks changed', async () => {
		const tasks = [1, 2].map((id) => ({ id, status: 'open', title: 'T' }));
		odd.service.answers = () => ({ data: tasks });
		const trigger = odd.tasks('changedTask', { watchedFields: 'status, title' });
		await trigger.activate();
		odd.service.answers = () => ({
			data: tasks.map(({ id, title }) => ({ id, title, state: 'open' })),
		});
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(['No record has a field status any more']);
		expect(trigger.failures[0]).toMatchObject({
			description: expect.stringContaining('The record has: id, title, state.'),
		});
		expect(trigger.events).toEqual([]);
	});

	it('one of several fields that no record has so far is in the log, once', async () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const tasks = [{ id: 1, status: 'open' }];
		odd.service.answers = () => ({ data: tasks });
		const trigger = odd.tasks('changedTask', { watchedFields: 'status, priorty' });
		await trigger.activate();
		await trigger.poll();
		expect(warn.mock.calls).toEqual([['Tested: No record has a field priorty so far.']]);
		expect(trigger.failures).toEqual([]);
		warn.mockRestore();
	});

	it('columns that hold the tasks fail it, also if they come later', async () => {
		odd.service.answers = () => ({ data: [] });
		const trigger = odd.tasks('newTask');
		await trigger.activate();
		odd.service.answers = () => ({ data: [{ id: 'todo', tasks: [{ id: 't1' }] }] });
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(['The service returned groups of tasks instead of tasks']);
	});
});
