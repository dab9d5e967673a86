import type { JsonObject, JsonValue } from 'n8n-workflow';
import { readFrom, type Reply, rowsFrom, slice } from './pageServer';

const ALL = rowsFrom(0, 250);

/** The first page for whatever is asked. */
const stuck =
	(rows: readonly JsonValue[], beside: JsonObject = {}) =>
	(): Reply => ({ data: [...rows], ...beside });

describe('A page that came before ends the list', () => {
	const FIRST = ALL.slice(0, 100);
	let turn = 0;
	const now = () => new Date(1.8e12 + 1000 * turn++).toISOString();

	it.each<[string, (row: JsonObject) => JsonObject]>([
		['as it was', (row) => row],
		['with another time', (row) => ({ ...row, fetched_at: now() })],
		['with another number', (row) => ({ ...row, score: turn++, rank: Math.random() })],
		['with another number inside', (row) => ({ ...row, stats: { score: turn++ } })],
		['with another flag', (row) => ({ ...row, is_cached: turn++ % 2 === 0 })],
		['without ID', ({ name = null }) => ({ name, seen_at: turn++ })],
	])('%s, which is a gap where it is full', async (_what, change) => {
		const { records, kinds, words, asked } = await readFrom(() => FIRST.map(change), {
			offersPaging: true,
		});
		expect(records).toHaveLength(100);
		expect(asked).toHaveLength(2);
		expect(kinds).toEqual(['gap']);
		expect(words).toContain("raise 'Page Size' under 'Options'");
		expect(words).toContain("'Pagination' under 'Options'");
	});

	it('of numbers only, if all of them are the same', async () => {
		const same = await readFrom(stuck([{ n: 1 }, { n: 2 }]));
		expect(same.records).toHaveLength(2);
		const others = await readFrom((page) =>
			slice([{ n: 1 }, { n: 2 }, { n: 3 }], page).slice(0, 1),
		);
		expect(others.records).toHaveLength(3);
	});

	it.each<[string, (index: number) => JsonObject]>([
		[
			'the day as its midnight in UTC',
			(n) => ({ date: new Date(1.8e12 + n * 864e5).toISOString() }),
		],
		['the day as a number', (n) => ({ day: 20_000 + n })],
		['the hour', (n) => ({ hour: n })],
	])('unless its rows say when they are about: %s', async (_what, when) => {
		const rows = Array.from({ length: 300 }, (_, n) => ({
			platform: 'ChatGPT',
			share: 1,
			...when(n),
		}));
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page),
			total: rows.length,
		}));
		expect(records).toHaveLength(300);
		expect(kinds).toEqual([]);
	});

	it('also if it is not the one before', async () => {
		const rows = [...ALL.slice(0, 200), ...FIRST];
		const { records, kinds } = await readFrom((page) => slice(rows, page));
		expect(records).toEqual(ALL.slice(0, 200));
		expect(kinds).toEqual(['gap']);
	});

	it.each<[string, JsonObject, string]>([
		['a total', { total: 257 }, '257 records but returned only 100'],
		['a flag', { has_more: true }, 'more records than the 100'],
		['a cursor', { next_cursor: 'abc' }, "set 'Pagination' under 'Options' to Cursor"],
		['an address', { next: '/prompts?page=2' }, 'to the way in which the service pages'],
		['a number of pages', { total_pages: 3 }, 'more records than the 100'],
	])('and is a gap if more were promised, by %s', async (_what, beside, message) => {
		const { kinds, words } = await readFrom(stuck(FIRST, beside), { offersPaging: true });
		expect(kinds).toEqual(['gap']);
		expect(words).toContain(message);
	});

	it('and is a note where it is short, and nothing where it is longer than was asked for', async () => {
		expect((await readFrom(stuck(ALL.slice(0, 7)))).kinds).toEqual(['note']);
		expect((await readFrom(stuck(ALL.slice(0, 50), { limit: 50 }))).kinds).toEqual(['gap']);
		const longer = await readFrom(stuck(ALL));
		expect([longer.records.length, longer.words]).toEqual([250, '']);
	});

	it.each<[string, (place: number) => JsonObject]>([
		['days of a series', (n) => ({ id: n % 50, day: `2026-01-0${1 + Math.floor(n / 50)}` })],
		[
			'days at midnight',
			(n) => ({ id: n % 50, at: `2026-01-0${1 + Math.floor(n / 50)}T00:00:00Z` }),
		],
		['platforms', (n) => ({ prompt_id: n % 50, platform: `p${Math.floor(n / 50)}` })],
		['numbers as IDs', (n) => ({ prompt_id: n, platform: 'p' })],
	])('but not one with other %s', async (_what, rowOf) => {
		const rows = Array.from({ length: 250 }, (_, n) => rowOf(n));
		const { records, words } = await readFrom((page) => slice(rows, page).slice(0, 50));
		expect(records).toEqual(rows);
		expect(words).toBe('');
	});
});

describe('A record that comes twice', () => {
	const twice = (rows: readonly JsonObject[]) => [...rows.slice(0, 100), ...rows.slice(99)];

	it('is kept once, with a doubt', async () => {
		const { records, kinds, asked } = await readFrom((page) => slice(twice(ALL), page));
		expect(records).toEqual(ALL);
		expect(kinds).toEqual(['doubt']);
		expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 251]);
	});

	it('is kept twice if it has no ID, with a doubt', async () => {
		const rows = twice(ALL.map(({ name = null }) => ({ name, topic: 't' })));
		const { records, kinds } = await readFrom((page) => slice(rows, page));
		expect(records).toEqual(rows);
		expect(kinds).toEqual(['doubt']);
	});

	it('is another one if anything but its time is different', async () => {
		const rows = ALL.map((_, n) => ({ prompt_id: n % 120, rank: n, at: '2026-01-01' }));
		const { records, words } = await readFrom((page) => slice(rows, page));
		expect([records, words]).toEqual([rows, '']);
	});

	it('ends the list if no other one comes', async () => {
		const { records } = await readFrom((page) => (page.offset === 0 ? ALL : ALL.slice(-7)));
		expect(records).toEqual(ALL);
	});
});
