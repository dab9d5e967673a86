import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';
import { recordsFrom, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };
const TASKS = { resource: 'task', operation: 'query', project: project('p'), view: 'board' };

const run = async (
	node: 'agents' | 'geo',
	parameters: INodeParameters,
	recordsAt: string,
	options: IDataObject = {},
) =>
	await bench.run(
		node,
		{ ...parameters, options: { ...options, recordsAt } },
		{ credential: list.service.credential },
	);

/** A page by the offset in the body, as the GEO API is asked for it. */
const page = ({ body }: { body: IDataObject }) => {
	const { limit, offset } = (body.pagination ?? body) as IDataObject;
	return recordsFrom(Number(offset), Number(limit));
};

/** A board whose columns hold the tasks, one without any. */
const BOARD = {
	columns: [
		{ id: 'todo', cards: recordsFrom(0, 2) },
		{ id: 'doing' },
		{ id: 'done', cards: recordsFrom(2, 3) },
	],
	labels: recordsFrom(0, 1),
};

describe('Records At', () => {
	it('of a list of the GEO API is read page by page', async () => {
		list.service.answers = (asked) => ({ answer: { hits: page(asked), facets: [{ n: 1 }] } });
		const found = await run('geo', PROMPTS, 'answer.hits');
		expect(found.rows).toEqual(recordsFrom(0, 250));
		expect(found.hints).toEqual([]);
		expect(list.service.bodies.map(({ pagination }) => pagination)).toEqual(
			[0, 100, 200, 250].map((offset) => ({ limit: 100, offset })),
		);
	});

	it('of the tasks leads through the columns of a board', async () => {
		list.service.answers = () => BOARD;
		expect((await run('agents', TASKS, 'columns[].cards')).rows).toEqual(recordsFrom(0, 5));
		expect((await run('agents', TASKS, ' columns ')).rows.map(({ id }) => id)).toEqual([
			...['todo', 'doing', 'done'],
		]);
	});

	it('of the tasks is named by the hint where no list is found', async () => {
		list.service.answers = () => BOARD;
		const { rows, hints } = await run('agents', TASKS, '');
		expect(rows).toEqual([BOARD]);
		expect(hints).toEqual([
			"The node found no list of records in the response, so it returned the response as one item. It has lists at: columns, columns[].cards, labels. Enter the right one in 'Records At' under 'Options'.",
		]);
	});

	it.each(['agents'] as const)('of a call by the %s node leads into each record', async (node) => {
		list.service.answers = () => ({
			edges: recordsFrom(0, 3).map((row) => ({ node: row, at: 1 })),
		});
		const call = { resource: 'endpoint', operation: 'call', path: 'x/y', withProject: false };
		expect((await run(node, call, 'edges[].node')).rows).toEqual(recordsFrom(0, 3));
		const paged = { ...call, paging: { pages: { pagination: 'offset' } } };
		list.service.answers = (asked) => ({
			edges: page(asked).map((row) => ({ node: row, at: 1 })),
		});
		expect((await run(node, paged, 'edges[].node')).rows).toEqual(recordsFrom(0, 250));
	});

	it.each([['agents', TASKS]] as const)(
		'that leads to no list is an error of the %s node that names the lists',
		async (node, parameters) => {
			list.service.answers = () => BOARD;
			const { error, rows } = await run(node, parameters, 'columns[].tasks');
			expect(rows).toEqual([]);
			expect(error).toMatchObject({
				message: 'The response has no list at columns[].tasks',
				description:
					"It has lists at: columns, columns[].cards, labels. Enter the right one in 'Records At' under 'Options'.",
			});
		},
	);

	it('works with each output', async () => {
		list.service.answers = () => BOARD;
		const at = async (output: INodeParameters) =>
			(await run('agents', { ...TASKS, ...output }, 'columns[].cards')).rows;
		expect(await at({ output: 'raw' })).toEqual([BOARD]);
		expect(await at({ output: 'selected', outputFields: 'name' })).toEqual(
			recordsFrom(0, 5).map(({ id, name }) => ({ id, name })),
		);
	});
});

describe('Records At of a trigger', () => {
	const prompts = (recordsAt: string) =>
		bench.trigger(
			'geoTrigger',
			{ event: 'newRecord', recordType: 'prompt', project: project('p'), options: { recordsAt } },
			list.service.credential,
		);

	it('is where it looks for records', async () => {
		let count = 5;
		list.service.answers = () => ({ answer: { hits: recordsFrom(0, count), facets: [{ n: 1 }] } });
		const trigger = prompts('answer.hits');
		await trigger.activate();
		count = 7;
		await trigger.poll();
		expect(trigger.events).toEqual(recordsFrom(5, 2));
		expect(trigger.failures).toEqual([]);
	});

	it('starts the watch over with another path', async () => {
		list.service.answers = () => ({ a: recordsFrom(0, 5), b: recordsFrom(5, 5) });
		const trigger = prompts('a');
		await trigger.activate();
		await trigger.activate({ options: { recordsAt: 'b' } });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		expect(trigger.failures).toEqual([]);
	});

	it('fails the poll where it leads nowhere any more', async () => {
		list.service.answers = () => ({ hits: recordsFrom(0, 5), total: 5 });
		const trigger = prompts('hits');
		await trigger.activate();
		list.service.answers = () => ({ items: recordsFrom(0, 5), total: 5 });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		expect(trigger.failures).toMatchObject([{ message: 'The response has no list at hits' }]);
	});
});
