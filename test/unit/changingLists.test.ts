import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { asked, readFrom, readPages, rowsFrom, scoresUpTo, slice } from './pageServer';

const ALL = Infinity;
const NAMES = ['prompts'];

describe('A list that changes while it is read', () => {
	it.each<[string, boolean]>([
		['without a total', false],
		['with its total', true],
	])('has each record once, and says so, %s', async (_what, hasTotal) => {
		const rows = rowsFrom(0, 150);
		let turn = 0;
		const { records, kinds } = await readFrom((page) => {
			if (turn++ === 1) rows.unshift({ id: 'new', name: 'New' });
			return { data: slice(rows, page), ...(hasTotal ? { total: rows.length } : {}) };
		});
		expect(records).toEqual(rowsFrom(0, 150));
		expect(kinds).toContain('doubt');
	});

	it('has each record once where all of a page came before', async () => {
		const rows = rowsFrom(0, 100);
		let turn = 0;
		const { records, kinds } = await readFrom((page) => {
			if (turn++ === 1) rows.unshift({ id: 'new', name: 'New' });
			return { data: slice(rows, page) };
		});
		expect(records).toEqual(rowsFrom(0, 100));
		expect(kinds).toEqual(['doubt']);
	});

	it('may be one of which a record was seen beyond the end only, which is said', async () => {
		const rows = scoresUpTo(202);
		let turn = 0;
		const { records, kinds } = await readFrom((page) => {
			if (turn++ === 3) rows.shift();
			const data = slice(rows, page);
			return data.length === 0 ? rows.slice(Math.floor((rows.length - 1) / 100) * 100) : data;
		});
		expect(records).toHaveLength(201);
		expect(kinds).toEqual(['doubt']);
	});

	it('is none where a record has no id, and all come again beyond the end', async () => {
		const rows = [...rowsFrom(0, 29), { id: null, name: 'Without' }];
		const { records, kinds } = await readFrom(() => ({ data: rows, total: 30 }));
		expect(records).toEqual(rows);
		expect(kinds).toEqual([]);
	});

	it('is none where every answer is dated, and the last page looks like the first', async () => {
		const names = scoresUpTo(251).map(({ id, score }) => ({
			url: `u${Number(id)}`,
			score: score ?? 0,
		}));
		let turn = 0;
		const { records } = await readFrom(({ offset, limit }) => {
			turn++;
			const rows = names.slice(Number(offset), Number(offset) + Number(limit));
			const sent = rows.length === 0 ? names.slice(200) : rows;
			return sent.map((row) => ({ ...row, seconds_old: turn }));
		});
		expect(records.map((row) => (isObject(row) ? row.url : row))).toEqual(
			names.map(({ url }) => url),
		);
	});

	it('may be one whose last records come again as a page of their own, which is said', async () => {
		const rows = rowsFrom(0, 250);
		const { records, kinds } = await readFrom((page) => {
			const data = slice(rows, page);
			return data.length === 0 ? rows.slice(-100) : data;
		});
		expect(records).toEqual(rows);
		expect(kinds).toEqual(['doubt']);
	});

	it('keeps equal records without an id, and drops those with one that come again', async () => {
		const pages: JsonValue[][] = [
			[{ id: 1 }, { id: 2 }, { count: 5 }],
			[{ id: 2 }, { count: 5 }, { id: 3 }],
		];
		let turn = 0;
		const server = asked(() => pages[turn++] ?? []);
		expect((await readPages(server.ask, NAMES, ALL)).records).toEqual([
			{ id: 1 },
			{ id: 2 },
			{ count: 5 },
			{ count: 5 },
			{ id: 3 },
		]);
	});
});
