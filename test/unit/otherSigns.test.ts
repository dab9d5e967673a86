import type { JsonObject } from 'n8n-workflow';
import { readSigns } from '../../nodes/shared/answer/signs';
import { readFrom, rowsFrom, slice } from './pageServer';

const ROWS = rowsFrom(0, 50);

/** A list that comes in one answer, with this beside it. */
const kindsOf = async (beside: JsonObject) =>
	(
		await readFrom(() => ({ tasks: ROWS, ...beside }), {
			paging: undefined,
			look: { names: ['tasks'] },
		})
	).kinds;

describe('That a list without pages is a part of it', () => {
	it.each<[JsonObject]>([
		[{ truncated: true }],
		[{ isTruncated: true }],
		[{ incomplete_results: 'true' }],
		[{ meta: { partial: true } }],
		[{ complete: false }],
		[{ finished: false }],
		[{ isFinished: false }],
		[{ meta: { isComplete: 'false' } }],
		[{ exceeded_limit: true }],
		[{ has_more_results: true }],
		[{ moreResults: 12 }],
		[{ total_tasks: 300 }],
		[{ tasks_has_more: true }],
		[{ meta: { hasMoreTasks: 'true' } }],
		[{ tasks_total: '300' }],
		[{ meta: { task_count: 300 } }],
		[{ numTasks: 300 }],
		[{ links: [{ rel: 'self' }, { rel: 'next', href: '/tasks?page=2' }] }],
	])('is said by %j', async (beside) => {
		expect(await kindsOf(beside)).toEqual(['gap']);
	});

	it.each<[JsonObject]>([
		[{ truncated: false, partial: null }],
		[{ partial: 'content' }],
		[{ complete: true, exceeded_limit: false }],
		[{ is_complete: null }],
		[{ id: 'p1', name: 'Acme', complete: false, exceeded_limit: true }],
		[{ task_count: 50, total_tasks: 7 }],
		[{ total: 50, total_tasks: 300 }],
		[{ total_topics: 300, topics_has_more: true }],
		[{ links: [{ rel: 'self', href: '/tasks' }] }],
		[{ links: ['next'] }],
	])('is not said by %j', async (beside) => {
		expect(await kindsOf(beside)).toEqual([]);
	});
});

describe('The next page in a list of links', () => {
	it('is at its address', () => {
		const links = [
			{ rel: 'prev', href: '/x?page=1' },
			{ rel: 'next', href: '/x?page=3' },
		];
		expect(readSigns([{ _links: links }], {}, 10)).toMatchObject({
			hasMore: true,
			next: { kind: 'url', value: '/x?page=3' },
		});
	});
});

describe('A list in pages', () => {
	it('does not end where nothing is truncated', async () => {
		const { records, kinds } = await readFrom((page) => ({
			data: slice(ROWS, page).slice(0, 12),
			truncated: false,
		}));
		expect(records).toEqual(ROWS);
		expect(kinds).toEqual([]);
	});

	it.each(['complete', 'finished'])('has more until the last one is %s', async (name) => {
		const rows = rowsFrom(0, 250);
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page),
			[name]: Number(page.offset) >= 200,
		}));
		expect(records).toEqual(rows);
		expect(kinds).toEqual([]);
	});

	it('whose number of pages is too high is whole if an empty page shows that nothing follows', async () => {
		const { records, kinds, asked } = await readFrom((page) => ({
			data: slice(ROWS, page),
			total_pages: 99,
			has_more: Number(page.offset) + 100 < ROWS.length,
		}));
		expect(records).toEqual(ROWS);
		expect(asked.at(-1)).toMatchObject({ offset: ROWS.length });
		expect(kinds).toEqual([]);
	});

	it('whose number of pages is too high may be longer if a page comes again in place of the next', async () => {
		const { records, kinds } = await readFrom(() => ({
			...{ data: ROWS.slice(0, 12), total_pages: 99, has_more: false },
		}));
		expect(records).toEqual(ROWS.slice(0, 12));
		expect(kinds).toEqual(['note']);
	});

	it('whose number of pages is too high may be longer, too, if a cursor brings that page again', async () => {
		const pageInfo = { hasNextPage: false, endCursor: 'c12' };
		const { records, kinds, asked } = await readFrom(() => ({
			...{ data: ROWS.slice(0, 12), total_pages: 2, pageInfo },
		}));
		expect(asked.at(-1)).toMatchObject({ after: 'c12' });
		expect(records).toEqual(ROWS.slice(0, 12));
		expect(kinds).toEqual(['note']);
	});

	it.each([
		[2, ['gap']],
		[1, []],
		[0, []],
	])('of %d pages in which nothing comes has a gap or none', async (total_pages, gaps) => {
		const { kinds } = await readFrom(() => ({ data: [], total_pages }));
		expect(kinds).toEqual(gaps);
	});
});
