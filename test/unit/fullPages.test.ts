import type { JsonObject } from 'n8n-workflow';
import type { Paging } from '../../nodes/shared/list/paging';
import { readFrom, rowsFrom, slice } from './pageServer';

const ROWS = rowsFrom(0, 20);

/** What is said of a list in one answer, with this beside it. */
const remarksBeside = async (beside: JsonObject, rows = ROWS) =>
	(
		await readFrom(() => ({ tasks: rows, ...beside }), {
			paging: undefined,
			look: { names: ['tasks'] },
		})
	).remarks;

describe('That the only page is full', () => {
	it.each<[JsonObject]>([
		[{ page_size: 20, page: 1 }],
		[{ perPage: '20' }],
		[{ limit: 20, offset: 0 }],
		[{ pagination: { limit: 20, offset: 0 } }],
		[{ meta: { page_size: 20 } }],
		[{ limit: 20, count: 20 }],
	])('is a gap if it names its size: %j', async (beside) => {
		expect(await remarksBeside(beside)).toEqual([
			{
				kind: 'gap',
				message:
					'The service returned a full page of 20 records and does not say whether more follow.',
			},
		]);
	});

	it.each<[JsonObject]>([
		[{ page_size: 21 }],
		[{ page_size: 7 }],
		[{ size: 20 }],
		[{ limit: null }],
		[{ count: 20 }],
		[{ limit: 20, total: 20 }],
		[{ limit: 20, has_more: false }],
		[{ limit: 20, next: null }],
	])('is not, or is no gap: %j', async (beside) => {
		expect(await remarksBeside(beside)).toEqual([]);
	});

	it('is no gap where the size only repeats how many came', async () => {
		expect(await remarksBeside({ page_size: 7 }, rowsFrom(0, 7))).toEqual([]);
	});

	it('is no gap where there are no records', async () => {
		expect(await remarksBeside({ limit: 0 }, [])).toEqual([]);
	});

	it('is said once, if the service also says that there are more', async () => {
		expect(await remarksBeside({ limit: 20, total: 300 })).toHaveLength(1);
		expect(await remarksBeside({ limit: 20, has_more: true })).toHaveLength(1);
	});

	it('is no gap where no more were wanted', async () => {
		const { kinds } = await readFrom(() => ({ tasks: ROWS, limit: 20 }), {
			...{ paging: undefined, limit: 20, look: { names: ['tasks'] } },
		});
		expect(kinds).toEqual([]);
	});

	it('is told with what to do, where the option is there', async () => {
		const { remarks } = await readFrom(() => ({ tasks: ROWS, page_size: 20 }), {
			...{ paging: undefined, offersPaging: true, look: { names: ['tasks'] } },
		});
		expect(remarks[0]?.message).toMatch(/follow\. To get the rest, add 'Pagination'/);
	});

	it('is nothing to say where the pages after it were asked for', async () => {
		const { records, remarks } = await readFrom(
			(page) => ({ tasks: slice(ROWS, page), limit: page.limit ?? 20 }),
			{ pageSize: 20, look: { names: ['tasks'] } },
		);
		expect(records).toEqual(ROWS);
		expect(remarks).toEqual([]);
	});
});

describe('That a full first page has no cursor', () => {
	const CURSOR: Paging = {
		...{ kind: 'cursor', place: 'body', limit: 'limit', position: 'after', cursorAt: 'next' },
	};

	/** What is said of a list in such pages, and how many requests were made for it. */
	const readUpTo = async (limit: number, pages: JsonObject[]) => {
		const { remarks, asked } = await readFrom(
			({ after = 0 }) => pages[Number(after)] ?? { tasks: [] },
			{ limit, pageSize: 20, paging: CURSOR, look: { names: ['tasks'] } },
		);
		return { remarks, requests: asked.length };
	};
	const read = async (...pages: JsonObject[]) => await readUpTo(Infinity, pages);

	it.each<[string, JsonObject]>([
		['a full page', { tasks: ROWS }],
		['a longer page than requested', { tasks: rowsFrom(0, 30) }],
		['a full page that is its total', { tasks: ROWS, total: 20 }],
		['a full page with a cursor elsewhere', { tasks: ROWS, cursor: 1 }],
	])('is a gap: %s', async (_what, page) => {
		expect(await read(page)).toEqual({
			remarks: [
				{
					kind: 'gap',
					message:
						"The first page is full, but the response has no cursor for the next one. Check 'Path to Cursor'.",
				},
			],
			requests: 1,
		});
	});

	it.each<[string, JsonObject[]]>([
		['a shorter page', [{ tasks: ROWS.slice(1) }]],
		['an empty page', [{ tasks: [] }]],
		['a full page that is the last by its own word', [{ tasks: ROWS, has_more: false }]],
		['a full page after others', [{ tasks: ROWS, next: 1 }, { tasks: rowsFrom(20, 20) }]],
	])('is no gap: %s', async (_what, pages) => {
		expect(await read(...pages)).toEqual({ remarks: [], requests: pages.length });
	});

	it('is no gap where no more records are wanted', async () => {
		expect(await readUpTo(20, [{ tasks: ROWS }])).toEqual({ remarks: [], requests: 1 });
	});
});
