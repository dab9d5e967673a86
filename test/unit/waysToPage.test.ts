import type { JsonObject, JsonValue } from 'n8n-workflow';
import { pageOf, type PageMembers, readFrom, type Reply, rowsFrom } from './pageServer';

const ALL = rowsFrom(0, 250);

const BY_CURSOR = { kind: 'cursor', place: 'body', limit: 'limit', position: 'cursor' } as const;
const BY_PAGE = { kind: 'page', place: 'body', limit: 'limit', position: 'page' } as const;

/** The first page for whatever is asked. */
const stuck =
	(rows: readonly JsonValue[], beside: JsonObject = {}) =>
	(): Reply => ({ data: [...rows], ...beside });

describe('A list by page number', () => {
	it.each([0, 1, undefined])('starts with the page %s', async (firstPage) => {
		const { records, asked } = await readFrom(
			({ page, limit }) =>
				pageOf(250, { limit: limit ?? 0, offset: (Number(page) - (firstPage ?? 1)) * 100 }),
			{ paging: { ...BY_PAGE, firstPage } },
		);
		expect(records).toEqual(ALL);
		expect(asked.map(({ page }) => Number(page) - (firstPage ?? 1))).toEqual([0, 1, 2, 3]);
	});
});

describe('A list by cursor', () => {
	const byCursor =
		(say: (next: string | null) => JsonObject) =>
		({ cursor = 0 }: PageMembers): Reply => {
			const from = Number(cursor);
			return {
				data: rowsFrom(from, from === 200 ? 50 : 100),
				...say(from < 200 ? String(from + 100) : null),
			};
		};

	it.each<[string, string, (next: string | null) => JsonObject]>([
		['next_cursor', '', (next_cursor) => ({ next_cursor })],
		['next', '', (next) => ({ paging: { next: next ?? '' } })],
		['a place of its own', 'state.token', (token) => ({ next_cursor: 'other', state: { token } })],
		[
			'one that stays at the end',
			'',
			(next) => ({ next_cursor: next ?? 'end', has_more: next !== null }),
		],
		['a total that is that of the page', '', (next_cursor) => ({ next_cursor, total: 100 })],
	])('is read by %s', async (_what, cursorAt, say) => {
		const { records, asked } = await readFrom(byCursor(say), {
			paging: { ...BY_CURSOR, ...(cursorAt === '' ? {} : { cursorAt }) },
		});
		expect(records).toEqual(ALL);
		expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '100', '200']);
	});

	it.each<[string, (page: PageMembers) => Reply, string]>([
		['its first page is full, and has none', () => rowsFrom(0, 100), "Check 'Path to Cursor'"],
		[
			'more follow, and there is an address',
			() => ({ data: [1], next: 'https://a.example/2' }),
			"'Path to Cursor'",
		],
		[
			'it comes again',
			({ cursor }) => ({ data: rowsFrom(cursor === undefined ? 0 : 100, 100), next: 'a' }),
			'more records than the 200',
		],
	])('has a gap where %s', async (_what, reply, message) => {
		const { kinds, words } = await readFrom(reply, { paging: BY_CURSOR });
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
	});

	it('is whole without one where its only page is short', async () => {
		const { asked, words } = await readFrom(() => rowsFrom(0, 7), { paging: BY_CURSOR });
		expect([asked.length, words]).toEqual([1, '']);
	});

	it('is shown to be one where nothing comes for the offset', async () => {
		const { kinds, words } = await readFrom(
			({ offset }) => ({
				data: offset === 0 ? rowsFrom(0, 100) : [],
				next_cursor: offset === 0 ? 'abc' : null,
			}),
			{ offersPaging: true },
		);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain("set 'Pagination' under 'Options' to Cursor");
	});
});

describe('A list of one page', () => {
	const only = async (beside: JsonObject, offersPaging = true) =>
		await readFrom(stuck(ALL.slice(0, 50), beside), { paging: undefined, offersPaging });

	it.each<[JsonObject, string]>([
		[{ total: 300 }, '300 records but returned only 50'],
		[{ count: 300 }, '300 records but returned only 50'],
		[{ has_more: true }, 'more records than the 50'],
		[{ meta: { total_pages: 2 } }, 'more records than the 50'],
		[{ next_cursor: 'abc' }, 'more records than the 50'],
	])('has a gap where %j says that more follow', async (beside, message) => {
		const { kinds, words } = await only(beside);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
		expect(words).toContain("'Pagination' under 'Options'");
		expect((await only(beside, false)).words).not.toContain('Pagination');
	});

	it('is in doubt where it is full, and nothing says how long the list is', async () => {
		expect((await only({ limit: 50 })).kinds).toEqual(['doubt']);
		expect((await only({ limit: 50, has_more: false })).kinds).toEqual([]);
		expect((await only({ limit: 100 })).kinds).toEqual([]);
		expect((await only({})).kinds).toEqual([]);
	});
});
