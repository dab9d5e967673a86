import './harness/scaledTime';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';
import { type Asked, recordsFrom, Reply, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };
const TASKS = { resource: 'task', operation: 'query', project: project('p'), view: 'list' };

const read = async (
	parameters: INodeParameters = PROMPTS,
	onError?: OnError,
	options: IDataObject = {},
) =>
	await bench.run(
		parameters.resource === 'task' ? 'agents' : 'geo',
		{ ...parameters, options: { maxRetries: 0, ...options } },
		{ credential: list.service.credential, onError },
	);

const trigger = () =>
	bench.trigger(
		'geoTrigger',
		{ event: 'newRecord', recordType: 'prompt', project: project('p'), options: { maxRetries: 0 } },
		list.service.credential,
	);

/** Where a page starts that the GEO API is asked for, and how many records it may have. */
const pageOf = ({ body }: Asked) => {
	const { limit = Infinity, offset = 0 } = { ...(body.pagination as IDataObject | undefined) };
	return { limit: Number(limit), offset: Number(offset) };
};

const slice = (rows: readonly IDataObject[], asked: Asked) => {
	const { limit, offset } = pageOf(asked);
	return rows.slice(offset, offset + limit);
};

const ALL = recordsFrom(0, 257, 257);

const GAP = 'Some data may be missing. The service reports 257 records but returned only 100.';

/** What to do about records that stay missing. */
const ADVICE =
	"If it fails every time, use the Agents or GEO node with 'Output' set to 'Raw Response' to see what the service returns. " +
	"If all records are in the response, enter the path to them in 'Records At' under 'Options'. " +
	"If some are missing, request fewer, for example with 'Filters'. " +
	"If there are no others, the number that the service reports is wrong: tell the service's support, because the trigger cannot tell a wrong number from missing records.";

describe('A service that ignores the offset', () => {
	let turn = 0;
	const stamped = (row: IDataObject) => ({ ...row, seen_at: turn++, text: 'x'.repeat(3000) });

	it.each<[string, (row: IDataObject) => IDataObject]>([
		['one field', stamped],
		['several fields', (row) => ({ ...stamped(row), score: Math.random(), rank: Math.random() })],
		['a field in an object', (row) => ({ ...row, stats: { seen_at: turn++ } })],
		['a field of rows without ID', ({ name }) => ({ name, seen_at: turn++, rank: Math.random() })],
	])('and changes %s with every answer is read once', async (_what, change) => {
		list.service.answers = () => ({ data: ALL.slice(0, 100).map(change), total: 257 });
		const { rows, hints } = await read();
		expect(rows).toHaveLength(100);
		expect(hints).toEqual([
			`${GAP} To get the rest, set 'Pagination' under 'Options' to the way in which the service pages.`,
		]);
		expect(list.service.asked.length).toBeLessThan(5);
	});

	it('keeps a trigger from starting', async () => {
		list.service.answers = () => ({ data: ALL.slice(0, 100).map(stamped), total: 257 });
		await expect(trigger().activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
			description: expect.stringContaining(`The next poll tries again. ${ADVICE}`),
		});
	});
});

describe('A list that ends too early', () => {
	const firstOnly = (beside: IDataObject) => (asked: Asked) => ({
		data: pageOf(asked).offset > 0 ? [] : slice(ALL, asked),
		...beside,
	});

	it.each<[string, (asked: Asked) => unknown, string]>([
		['its second page is empty', firstOnly({ total: 257 }), GAP],
		[
			'its second page is not there',
			(asked) =>
				pageOf(asked).offset > 0
					? new Reply({ detail: 'No such page' }, 404)
					: firstOnly({ total: 257 })(asked),
			GAP,
		],
		[
			'more follow, and nothing comes',
			firstOnly({ has_more: true }),
			'Some data may be missing. The service reports more records than the 100 that it returned.',
		],
		['nothing comes but the total', () => ({ data: [], total: 257 }), GAP.replace('100', '0')],
		[
			'nothing comes of several pages',
			() => ({ data: [], total_pages: 3 }),
			'Some data may be missing. The service reports more records than the 0 that it returned.',
		],
	])('has a hint, and a trigger reads again before it starts: %s', async (_what, answer, hint) => {
		list.service.answers = answer;
		const run = await read();
		expect(run.error).toBeUndefined();
		expect(run.hints).toEqual([hint]);
		const requests = list.service.asked.length;
		const active = trigger();
		await active.activate();
		expect(list.service.asked.length).toBeGreaterThanOrEqual(3 * requests);
		await active.poll();
		expect(active.failures).toEqual([]);
		expect(active.events).toEqual([]);
	});

	it.each<[IDataObject, string]>([
		[{ total: 300 }, '300 records but returned only 50'],
		[{ has_more: true }, 'more records than the 50'],
		[{ meta: { total_pages: 2 } }, 'more records than the 50'],
		[{ next_cursor: 'abc' }, 'more records than the 50'],
	])('has a hint where tasks come with %j, and fails a trigger', async (beside, words) => {
		list.service.answers = () => ({ tasks: ALL.slice(0, 50), ...beside });
		const { rows, hints } = await read(TASKS);
		expect(rows).toEqual(ALL.slice(0, 50));
		expect(hints).toEqual([expect.stringContaining(words)]);
		const parameters = { project: project('p'), event: 'newTask', view: 'list' };
		const active = bench.trigger('agentsTrigger', parameters, list.service.credential);
		await expect(active.activate()).rejects.toMatchObject({
			message: 'The service did not return all records',
		});
	});
});

describe('After the last page, a service sends', () => {
	const ENDS: ReadonlyArray<readonly [string, unknown]> = [
		['204', new Reply(undefined, 204)],
		['{}', {}],
		['{"data": {}}', { data: {} }],
		['its status', { status: 'ok', data: {}, request_id: 'r' }],
		['404', new Reply({ detail: 'No such page' }, 404)],
		['416', new Reply({ detail: 'No such page' }, 416)],
	];

	it.each(ENDS)('%s, and the records are there', async (_what, end) => {
		const rows = ALL.slice(0, 200);
		list.service.answers = (asked) => {
			const data = slice(rows, asked);
			return data.length > 0 ? { data } : end;
		};
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const run = await read(PROMPTS, onError);
			expect(run.error).toBeUndefined();
			expect(run.rows).toEqual(rows);
		}
	});

	it('words, and the hint has them', async () => {
		list.service.answers = (asked) => {
			const data = slice(ALL.slice(0, 200), asked);
			return { data, message: data.length > 0 ? 'Prompts' : 'Quota exceeded' };
		};
		const { rows, hints } = await read();
		expect(rows).toHaveLength(200);
		expect(hints).toEqual([
			'The service returned no more than 200 records and says: Quota exceeded',
		]);
	});
});

describe('Records that look alike', () => {
	it.each<[string, (place: number, most: number) => IDataObject]>([
		[
			'one ID on several days',
			(n, most) => ({ id: n % most, day: `2026-01-${10 + Math.floor(n / most)}` }),
		],
		[
			'one ID in several markets',
			(n, most) => ({ prompt_id: n % most, market: `m${Math.floor(n / most)}` }),
		],
	])('are all there: %s', async (_what, rowOf) => {
		for (const most of [12, 32, 64, 100]) {
			const rows = ALL.map((_row, place) => rowOf(place, most));
			list.service.answers = (asked) => ({ data: slice(rows, asked).slice(0, most) });
			const run = await read();
			expect(run.rows).toEqual(rows);
			expect(run.hints).toEqual([]);
		}
	});

	it.each([12, 32, 64])(
		'are read on where %d is the most, as is said, and the total',
		async (most) => {
			list.service.answers = (asked) => {
				const data = slice(ALL, asked).slice(0, most);
				return { data, total: data.length, limit: most };
			};
			expect((await read()).rows).toEqual(ALL);
		},
	);
});

describe('A list is found', () => {
	it.each<[string, (rows: IDataObject[]) => unknown]>([
		['under rows', (rows) => ({ rows, total: 257 })],
		['under a name of its own', (prompt_stats) => ({ prompt_stats, total: 257 })],
		['in an object', (rows) => ({ result: { rows }, meta: { total: 257 } })],
		['beside the ID of the request', (data) => ({ id: 'req-1', data, total: 257 })],
		['beside other lists', (rows) => ({ prompt_stats: rows, columns: ['id'], warnings: [] })],
	])('%s', async (_where, form) => {
		list.service.answers = (asked) => form(slice(ALL, asked));
		const { rows, hints } = await read();
		expect(rows).toEqual(ALL);
		expect(hints).toEqual([]);
	});

	it.each<[string, IDataObject, string]>([
		['docs', { docs: ALL, bookmark: 'b' }, 'docs'],
		['two lists', { visibility: ALL, competitors: ALL }, 'visibility, competitors'],
		['one far in', { a: { b: { c: { d: { e: ALL } } } }, view: 'x' }, 'a.b.c.d.e'],
	])('with the help of the user, who is told where: %s', async (_what, body, paths) => {
		list.service.answers = () => body;
		const { rows, hints } = await read();
		expect(rows).toEqual([body]);
		expect(hints).toEqual([expect.stringContaining(`It has lists at: ${paths}. Enter`)]);
		const [recordsAt = ''] = paths.split(', ');
		expect((await read(PROMPTS, undefined, { recordsAt })).rows).toEqual(ALL);
	});
});
