import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';
import { recordsFrom, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const ALL = recordsFrom(0, 250);

/** The page that two numbers ask for. */
const pageOf = ({ limit, offset }: IDataObject) => recordsFrom(Number(offset), Number(limit));

describe('Task → Query with the option Pagination', () => {
	const query = async (
		pages: IDataObject | undefined,
		options: IDataObject = {},
		node: 'agents' | 'agentsTool' = 'agents',
	) =>
		await bench.run(
			node,
			{
				...{ resource: 'task', operation: 'query', project: project('p'), view: 'list' },
				options: { ...(pages && { paging: { pages } }), ...options } as INodeParameters,
			},
			{ credential: list.service.credential },
		);

	it('reads all tasks by offset', async () => {
		list.service.answers = ({ body }) => ({
			tasks: pageOf(body.pagination as IDataObject),
			total: 250,
		});
		const names = { limitParameter: 'pagination.limit', offsetParameter: 'pagination.offset' };
		const run = await query({ pagination: 'offset', ...names }, { pageSize: 90 });
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual(
			[0, 90, 180].map((offset) => ({ view: 'list', pagination: { limit: 90, offset } })),
		);
	});

	it('reads all tasks by cursor', async () => {
		list.service.answers = ({ body }) => {
			const from = Number(body.cursor ?? 0);
			return { tasks: recordsFrom(from, 100), next: from < 200 ? String(from + 100) : null };
		};
		const run = await query({ pagination: 'cursor' });
		expect(run.rows).toEqual(ALL);
		expect(run.hints).toEqual([]);
	});

	it('sends one request without it, and says what to do about the others', async () => {
		list.service.answers = () => ({ tasks: recordsFrom(0, 100), total: 250 });
		const run = await query(undefined);
		expect(run.rows).toEqual(recordsFrom(0, 100));
		expect(list.service.bodies).toEqual([{ view: 'list' }]);
		expect(run.hints).toEqual([expect.stringContaining("set 'Pagination' under 'Options'")]);
	});

	it('tells a model what is missing, and who can get it', async () => {
		list.service.answers = () => ({ tasks: recordsFrom(0, 100), total: 250 });
		const { hints, rows } = await query(undefined, {}, 'agentsTool');
		expect(hints).toEqual([expect.stringContaining("To get the rest, set 'Pagination'")]);
		expect(rows.at(-1)?.notes).toEqual([
			'Records may be missing; the reason is below. Tell the user that the answer may not be complete.',
			"Some data may be missing. The service reports 250 records but returned only 100. To get the rest, set 'Pagination' under 'Options' to the way in which the service pages.",
		]);
	});

	it('is one of the Agents Trigger, too', async () => {
		let total = 250;
		list.service.answers = ({ body }) => ({
			tasks: recordsFrom(Number(body.offset), Number(body.limit), total),
			total,
		});
		const trigger = bench.trigger(
			'agentsTrigger',
			{
				...{ event: 'newTask', view: 'list', project: project('p') },
				options: { paging: { pages: { pagination: 'offset' } } },
			},
			list.service.credential,
		);
		await trigger.activate();
		total = 251;
		await trigger.poll();
		expect(trigger.events).toEqual(recordsFrom(250, 1, 251));
		expect(trigger.failures).toEqual([]);
	});
});
