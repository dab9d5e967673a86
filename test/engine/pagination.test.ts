import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useBench } from './harness/fixture';
import { type Asked, recordsFrom, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const ALL = recordsFrom(0, 250);

/** What is entered under Options, beside what is entered in the group Pagination. */
const OUTSIDE = ['bodyJson', 'bodyMode', 'limit', 'method', 'options', 'queryJson'];

/** Endpoint → Call on a list that nobody has published. */
const call = async (parameters: INodeParameters, node: 'agents' | 'geo' = 'agents') => {
	const given = Object.entries(parameters);
	const pages = given.filter(([name]) => !OUTSIDE.includes(name));
	return await bench.run(
		node,
		{
			...{ resource: 'endpoint', operation: 'call', path: 'grids/rows', withProject: false },
			...Object.fromEntries(given.filter(([name]) => OUTSIDE.includes(name))),
			...(pages.length > 0 && { paging: { pages: Object.fromEntries(pages) } }),
		},
		{ credential: list.service.credential },
	);
};

/** A page by numbers under these names, which must be numbers. */
function sliceOf(members: Readonly<Record<string, unknown>>, limit = 'limit', offset = 'offset') {
	return recordsFrom(Number(members[offset]), Number(members[limit]));
}

const inObject = (value: unknown): IDataObject => ({ ...(value as IDataObject) });

describe('Endpoint → Call without pagination', () => {
	it('sends one request, and says that there is more', async () => {
		list.service.answers = () => ({ data: recordsFrom(0, 100), total: 250 });
		const run = await call({});
		expect(run.rows).toEqual(recordsFrom(0, 100));
		expect(list.service.bodies).toEqual([{}]);
		expect(run.hints).toEqual([
			"Some data may be missing. The service reports 250 records but returned only 100. To get the rest, set 'Pagination' under 'Options' to the way in which the service pages.",
		]);
	});
});

describe('Endpoint → Call with the pagination Offset and Limit', () => {
	const byOffset = { pagination: 'offset' };

	it('sends both in the body, beside what the user has entered', async () => {
		list.service.answers = ({ body }) => ({ data: sliceOf(body) });
		const run = await call({ ...byOffset, bodyMode: 'json', bodyJson: '{ "sort": "name" }' });
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual(
			[0, 100, 200, 250].map((offset) => ({ sort: 'name', limit: 100, offset })),
		);
		expect(run.hints).toEqual([]);
	});

	it('sends both in an object of the body under other names', async () => {
		list.service.answers = ({ body }) => ({
			rows: sliceOf(inObject(body.page), 'size', 'from'),
			total: 250,
		});
		const names = { limitParameter: 'page.size', offsetParameter: 'page.from' };
		const run = await call({ ...byOffset, ...names }, 'geo');
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual(
			[0, 100, 200].map((from) => ({ page: { size: 100, from } })),
		);
	});

	it.each(['GET', 'POST'])('sends both in the query with %s', async (method) => {
		list.service.answers = ({ query }) => ({ data: sliceOf(query) });
		const run = await call({
			...{ ...byOffset, method, paginationPlace: method === 'GET' ? 'body' : 'query' },
			queryJson: '{ "sort": "name" }',
		});
		expect(run.rows).toEqual(ALL);
		expect(list.service.asked).toMatchObject(
			[0, 100, 200, 250].map((offset) => ({
				...{ method, body: {} },
				query: { sort: 'name', limit: '100', offset: String(offset) },
			})),
		);
	});

	it('asks for as many as Limit says, in pages of Page Size', async () => {
		list.service.answers = ({ body }) => ({ data: sliceOf(body), total: 250 });
		const run = await call({ pagination: 'offset', limit: 70, options: { pageSize: 30 } });
		expect(run.rows).toEqual(recordsFrom(0, 70));
		expect(list.service.bodies).toEqual([
			{ limit: 30, offset: 0 },
			{ limit: 30, offset: 30 },
			{ limit: 30, offset: 60 },
		]);
	});

	it('says so where the answer is a record', async () => {
		const record = { id: 'r1', name: 'R', rows: recordsFrom(0, 100) };
		list.service.answers = () => record;
		const run = await call(byOffset);
		expect(run.rows).toEqual([record]);
		expect(run.hints).toEqual([
			"The node found no list of records in the response, so it returned the response as one item. It has lists at: rows. Enter the right one in 'Records At' under 'Options'.",
		]);
		expect((await call({})).hints).toEqual([]);
	});
});

describe('Endpoint → Call with the pagination Page Number', () => {
	it.each([0, 1])('starts with the page %d', async (firstPage) => {
		list.service.answers = ({ body }) => ({
			data: recordsFrom((Number(body.page) - firstPage) * 100, 100),
		});
		const run = await call({ pagination: 'page', firstPage });
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual(
			[0, 1, 2, 3].map((page) => ({ limit: 100, page: page + firstPage })),
		);
	});

	it('ends with the number of pages', async () => {
		list.service.answers = ({ query }) => ({
			data: recordsFrom((Number(query.p) - 1) * 50, 50, 120),
			meta: { page: Number(query.p), total_pages: 3 },
		});
		const names = { paginationPlace: 'query', pageParameter: 'p', limitParameter: 'per_page' };
		const run = await call({
			pagination: 'page',
			...names,
			options: { pageSize: 50 },
		});
		expect(run.rows).toEqual(recordsFrom(0, 120));
		expect(list.service.queries).toEqual(['1', '2', '3'].map((p) => ({ p, per_page: '50' })));
	});
});

describe('Endpoint → Call with the pagination Cursor', () => {
	const byCursor = { pagination: 'cursor' };

	/** A list whose cursor is the offset as text, and how the answer says the next one. */
	const cursors =
		(cursorIn: (asked: Asked) => unknown, say: (next: string | null) => IDataObject) =>
		(asked: Asked) => {
			const from = Number(cursorIn(asked) ?? 0);
			return { data: recordsFrom(from, 100), ...say(from < 200 ? String(from + 100) : null) };
		};

	it('sends the usual next cursor as cursor, and none for the first page', async () => {
		list.service.answers = cursors(
			({ body }) => body.cursor,
			(next) => ({ next_cursor: next }),
		);
		const run = await call(byCursor);
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual([
			{ limit: 100 },
			{ limit: 100, cursor: '100' },
			{ limit: 100, cursor: '200' },
		]);
		expect(run.hints).toEqual([]);
	});

	it('takes it from where Path to Cursor says, to where Cursor Parameter says', async () => {
		list.service.answers = cursors(
			({ body }) => inObject(body.pagination).cursor,
			(next) => ({ next_cursor: 'something else', paging: { state: { token: next } } }),
		);
		const run = await call({
			...{ ...byCursor, cursorAt: 'paging.state.token' },
			...{ cursorParameter: 'pagination.cursor', limitParameter: 'pagination.limit' },
		});
		expect(run.rows).toEqual(ALL);
		expect(list.service.bodies).toEqual([
			{ pagination: { limit: 100 } },
			{ pagination: { limit: 100, cursor: '100' } },
			{ pagination: { limit: 100, cursor: '200' } },
		]);
	});

	it('sends it in the query with GET', async () => {
		list.service.answers = cursors(
			({ query }) => query.after,
			(next) => ({ page_info: { end_cursor: next } }),
		);
		const run = await call({
			...byCursor,
			cursorAt: 'page_info.end_cursor',
			method: 'GET',
			cursorParameter: 'after',
			limitParameter: 'first',
		});
		expect(run.rows).toEqual(ALL);
		expect(list.service.queries).toEqual([
			{ first: '100' },
			{ first: '100', after: '100' },
			{ first: '100', after: '200' },
		]);
	});

	it('ends where the same cursor comes again, and says that more is missing', async () => {
		list.service.answers = () => ({
			data: recordsFrom((list.service.asked.length - 1) * 50, 50),
			next_cursor: 'stuck',
		});
		const run = await call(byCursor);
		expect(run.rows).toEqual(recordsFrom(0, 100));
		expect(list.service.asked).toHaveLength(2);
		expect(run.hints).toEqual([expect.stringContaining('more records than the 100')]);
	});
});
