import type { JsonObject, JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/json';
import { PAGINATION } from '../../nodes/shared/list/paging';
import { pageOf, type PageMembers, readFrom, rowsFrom } from './pageServer';

const ALL = rowsFrom(0, 250);

/** A number under a name in a request, or in an object of it. */
function numberAt(page: PageMembers, path: string, start: number): number {
	const value = path.split('.').reduce<JsonValue | undefined>((place, name) => {
		return isObject(place) ? place[name] : undefined;
	}, page);
	return value === undefined ? start : Number(value);
}

/** A list of 250 in pages of 100, at the offset that the request says under this name alone. */
const byCursor =
	(path: string, say: (next: number | null) => JsonObject) => (page: PageMembers) => {
		const from = numberAt(page, path, 0);
		const next = from + 100;
		return { data: pageOf(250, from, 100), ...say(next < 250 ? next : null) };
	};

/** The same by the number of the page. */
const byPage =
	(path: string, first: number, say: (page: number) => JsonObject) => (request: PageMembers) => {
		const page = numberAt(request, path, first);
		return { data: pageOf(250, (page - first) * 100, 100), ...say(page) };
	};

/** The cursor as text, as services send it. */
const text = (next: number | null) => (next === null ? null : String(next));

describe('A list whose service ignores the offset, and says another way to the next page,', () => {
	it.each<[string, (page: PageMembers) => JsonObject]>([
		['a cursor', byCursor('cursor', (next) => ({ next_cursor: text(next) }))],
		['a cursor that is a number', byCursor('cursor', (next) => ({ next_cursor: next }))],
		['a cursor beside the list', byCursor('cursor', (next) => ({ meta: { next: text(next) } }))],
		[
			'a cursor in pagination',
			byCursor('cursor', (next) => ({ pagination: { next_cursor: text(next) } })),
		],
		['a token', byCursor('page_token', (next) => ({ nextPageToken: text(next) ?? '' }))],
		[
			'the end cursor',
			byCursor('after', (next) => ({
				page_info: { end_cursor: String(next ?? 250), has_next_page: next !== null },
			})),
		],
		['the next page', byPage('page', 1, (page) => ({ next_page: page < 3 ? page + 1 : null }))],
		[
			'the next page as text',
			byPage('page', 1, (page) => ({ next_page: page < 3 ? `${page + 1}` : null })),
		],
		[
			'the next page, from 0 on',
			byPage('page', 0, (page) => ({ next_page: page < 2 ? page + 1 : null })),
		],
		['the number of pages', byPage('page', 1, () => ({ total_pages: 3 }))],
		[
			'an address',
			byCursor('from', (next) => ({
				next: next === null ? null : `https://x.example/base/v2/geo/business/prompts?from=${next}`,
			})),
		],
		[
			'an address without a host',
			byCursor('from', (next) => ({ links: { next: next === null ? null : `?from=${next}` } })),
		],
	])('is read whole by %s', async (_what, reply) => {
		const { records, remarks, error } = await readFrom(reply);
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
		expect(error).toBeUndefined();
	});

	it('is read whole by the address in the header Link', async () => {
		const { records, remarks } = await readFrom((page) => {
			const from = numberAt(page, 'from', 0);
			const link = `<https://x.example/v2/geo/business/prompts?from=${from + 100}>; rel="next"`;
			const last = '<https://x.example/v2/geo/business/prompts>; rel="first"';
			return { body: pageOf(250, from, 100), headers: { link: from < 200 ? link : last } };
		});
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
	});

	it.each([
		['beside the limit', 'pagination.cursor'],
		['at the top', 'cursor'],
	])('takes the cursor %s', async (_where, path) => {
		const reply = byCursor(path, (next) => ({ next_cursor: text(next) }));
		const { records, remarks, asked } = await readFrom(reply, { paging: PAGINATION });
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
		expect(asked.at(-1)).toEqual(
			path === 'cursor'
				? { cursor: '200', pagination: { limit: 100 } }
				: { pagination: { cursor: '200', limit: 100 } },
		);
	});

	it('takes it at the top where the service refuses it beside the limit', async () => {
		const reply = byCursor('cursor', (next) => ({ next_cursor: text(next) }));
		const refusal = new ServiceError('pagination.cursor is not allowed', '', 422);
		const { records, remarks } = await readFrom(
			(page) => (numberAt(page, 'pagination.cursor', -1) === -1 ? reply(page) : refusal),
			{ paging: PAGINATION },
		);
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
	});

	it('keeps to the limit', async () => {
		const reply = byCursor('cursor', (next) => ({ next_cursor: text(next) }));
		const { records, asked } = await readFrom(reply, { limit: 150 });
		expect(records).toEqual(rowsFrom(0, 150));
		expect(asked.at(-1)).toEqual({ cursor: '100', limit: 50 });
	});

	it('is left to the offset where that is honoured', async () => {
		const { records, asked } = await readFrom(({ limit, offset }) => ({
			data: pageOf(250, Number(offset), Number(limit)),
			next_cursor: Number(offset) < 200 ? 'abc' : null,
		}));
		expect(records).toEqual(ALL);
		expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200]);
	});
});

describe('A list whose service takes back at the offset that more follow', () => {
	/** Goes by the cursor alone: an offset beyond the first page brings an empty page. */
	const taking =
		(path: string, say: (next: number | null) => JsonObject) => (page: PageMembers) => {
			const isAtOffset = Number(page.offset ?? 0) > 0;
			return isAtOffset ? { data: [], ...say(null) } : byCursor(path, say)(page);
		};
	const cursor = (next: number | null) => ({ next_cursor: text(next) });

	it.each<[string, (page: PageMembers) => JsonObject]>([
		['a cursor', taking('cursor', cursor)],
		[
			'a cursor beside a flag',
			taking('cursor', (next) => ({ ...cursor(next), has_more: next !== null })),
		],
		[
			'the end cursor',
			taking('after', (next) => ({
				page_info: { end_cursor: text(next), has_next_page: next !== null },
			})),
		],
		[
			'an address',
			taking('from', (next) => ({
				next: next === null ? null : `https://x.example/base/v2/geo/business/prompts?from=${next}`,
			})),
		],
	])('is read whole by %s', async (_what, reply) => {
		const { records, remarks, error } = await readFrom(reply);
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
		expect(error).toBeUndefined();
		const cut = await readFrom(reply, { limit: 120 });
		expect(cut.records).toEqual(rowsFrom(0, 120));
		expect(cut.remarks).toEqual([]);
	});

	it('takes the cursor at the top where the service does not see it beside the limit', async () => {
		const reply = taking('cursor', cursor);
		const { records, remarks } = await readFrom(
			(page) => {
				const { pagination } = page;
				const offset = isObject(pagination) ? (pagination.offset ?? 0) : 0;
				return reply({ ...page, offset });
			},
			{ paging: PAGINATION },
		);
		expect(records).toEqual(ALL);
		expect(remarks).toEqual([]);
	});

	it('is over where the cursor leads to an empty page, too', async () => {
		const { records, remarks, asked } = await readFrom(({ offset = 0, cursor: at }) =>
			offset === 0 && at === undefined
				? { data: rowsFrom(0, 100), next_cursor: 'abc' }
				: { data: [], next_cursor: null },
		);
		expect(records).toEqual(rowsFrom(0, 100));
		expect(remarks).toEqual([]);
		expect(asked).toHaveLength(3);
	});

	it.each<[string, Error | JsonObject]>([
		['to the first page once more', { data: rowsFrom(0, 100), next_cursor: 'abc' }],
		['to a refusal', new ServiceError('cursor is not allowed', '', 422)],
		['to an error', new ServiceError('Down', '', 500)],
	])('gives what came, with a hint, where the cursor leads %s', async (_where, led) => {
		const { records, remarks, kinds, error } = await readFrom(({ offset = 0, cursor: at }) => {
			if (at !== undefined) return led;
			if (offset !== 0) return { data: [], next_cursor: null };
			return { data: rowsFrom(0, 100), next_cursor: 'abc' };
		});
		expect(records).toEqual(rowsFrom(0, 100));
		expect(kinds).toEqual(['note']);
		expect(remarks[0]?.message).toMatch(/^After the first 100 records, the service announced more/);
		expect(error).toBeUndefined();
	});
});

describe('A list whose service shows no way to the next page', () => {
	it.each<[string, JsonObject]>([
		['a cursor that leads nowhere', { next_cursor: 'abc' }],
		['the number of pages', { total_pages: 3 }],
		['a next page', { next_page: 2 }],
		['an address of something else', { next: 'https://x.example/other?page=2' }],
		['an address that is none', { next: 'https://' }],
		['a cursor in an object', { paging: { next: { after: 'abc' } } }],
		['that there is more', { has_more: true }],
		['a total', { total: 257 }],
	])('gives its first page, and says that more is missing, after %s', async (_what, said) => {
		const { records, kinds, remarks, error, asked } = await readFrom(() => ({
			data: rowsFrom(0, 100),
			...said,
		}));
		expect(records).toEqual(rowsFrom(0, 100));
		expect(kinds).toEqual(['gap']);
		expect(remarks[0]?.message).toMatch(
			/^The service reports (more records than the 100|257 records)/,
		);
		expect(error).toBeUndefined();
		expect(asked.length).toBeLessThan(10);
	});

	it('gives what it has where the way ends before the total', async () => {
		const reply = byCursor('cursor', (next) => ({
			next_cursor: next === 100 ? '100' : null,
			total: 250,
		}));
		const { records, kinds } = await readFrom(reply);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(kinds).toEqual(['gap']);
	});

	it('gives what it has and the error where the way ends with one', async () => {
		const reply = byCursor('cursor', (next) => ({ next_cursor: text(next) }));
		const down = new ServiceError('Down', 'Later', 500);
		const { records, error } = await readFrom((page) =>
			page.cursor === '200' ? down : reply(page),
		);
		expect(records).toEqual(rowsFrom(0, 200));
		expect(error).toMatchObject({ message: 'Down', status: 500 });
		expect(error).toHaveProperty('description', 'Later\n200 records were read before that.');
	});
});
