import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { type PageMembers, readFrom, rowsFrom, slice } from './pageServer';

/** Rows that look alike from page to page but for their ids and a time. */
function datedRows(count: number, turn: number) {
	return Array.from({ length: count }, (_, n) => ({ id: n, score: n % 100, read_at: `t${turn}` }));
}

function idOf(record: JsonValue) {
	return isObject(record) ? record.id : undefined;
}

describe('Where every answer is dated, and the last page comes again beyond the end', () => {
	it.each([101, 151, 251])(
		'all of %d records come, though their pages look alike',
		async (count) => {
			let turn = 0;
			const { records } = await readFrom((page) => {
				const rows = datedRows(count, turn++);
				const data = slice(rows, page);
				return { data: data.length > 0 ? data : rows.slice(100 * Math.floor((count - 1) / 100)) };
			});
			expect(records.map(idOf)).toEqual(rowsFrom(0, count).map((_, n) => n));
		},
	);

	it('a record that comes again with another date is the same', async () => {
		let turn = 0;
		const { records } = await readFrom(
			(page) => {
				const rows = datedRows(100, turn++);
				const data = slice(rows, page);
				return { data: data.length > 0 ? data : rows.slice(-Number(page.limit)) };
			},
			{ limit: 101 },
		);
		expect(records.map(idOf)).toEqual(rowsFrom(0, 100).map((_, n) => n));
	});
});

describe('A list of one page, where the offset is ignored', () => {
	const first = (limit: unknown) => rowsFrom(0, Math.min(30, Number(limit)));

	it('may go on if its total is only that of the page', async () => {
		const { records, kinds } = await readFrom(({ limit }) => {
			const data = first(limit);
			return { data, total: data.length };
		});
		expect(records).toHaveLength(30);
		expect(kinds).toEqual(['note']);
	});

	it('is whole if its total is that of all', async () => {
		const { records, kinds } = await readFrom(({ limit }) => ({ data: first(limit), total: 30 }));
		expect(records).toHaveLength(30);
		expect(kinds).toEqual([]);
	});

	it('has changed if it is longer when it is requested again', async () => {
		let turn = 0;
		const { kinds } = await readFrom(() => {
			const count = turn++ === 0 ? 1 : 2;
			return { data: rowsFrom(0, count), total: count };
		});
		expect(kinds).toContain('doubt');
	});
});

describe('A page after one that was shorter than the first', () => {
	const lengths = [12, 4, 1];
	const replyWith = (rowOf: (place: number) => { place?: number; id?: number }) => {
		let turn = 0;
		let place = 0;
		return () => Array.from({ length: lengths[turn++] ?? 0 }, () => rowOf(place++));
	};

	it('may hold a record a second time, if the records have no ids', async () => {
		const { records, kinds } = await readFrom(replyWith((place) => ({ place })));
		expect(records).toHaveLength(17);
		expect(kinds).toEqual(['doubt']);
	});

	it.each(['total', 'has_more'])('is one more page, if %s says that it follows', async (sign) => {
		const all = Array.from({ length: 2500 }, (_, place) => ({ place }));
		let turn = 0;
		const { records, kinds } = await readFrom(({ offset, limit }) => {
			const end = Number(offset) + Math.min(Number(limit), 75 + ((7 * turn++) % 20));
			const data = all.slice(Number(offset), end);
			return { data, ...(sign === 'total' ? { total: 2500 } : { has_more: end < 2500 }) };
		});
		expect(records).toEqual(all);
		expect(kinds).toEqual([]);
	});

	it('is one more page, if they have', async () => {
		const { records, kinds } = await readFrom(replyWith((id) => ({ id })));
		expect(records).toHaveLength(17);
		expect(kinds).toEqual([]);
	});
});

describe('A service that allows fewer records than requested, and counts its pages as if it did not', () => {
	it.each([99, 100, 101, 120, 150, 151, 200])('sends all of %d', async (count) => {
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rowsFrom(0, count), { ...page, limit: 50 }),
			total_pages: Math.ceil(count / 100),
		}));
		expect(records).toEqual(rowsFrom(0, count));
		expect(kinds).toEqual([]);
	});
});

it.each([101, 105, 109])(
	'A number of pages that counts shorter ones, where less is left of a limit, says nothing of %d records',
	async (count) => {
		const reply = (page: PageMembers) => ({
			data: slice(rowsFrom(0, count), page),
			total_pages: Math.ceil(count / Number(page.limit)),
		});
		const { records, kinds } = await readFrom(reply, { limit: 110 });
		expect(records).toEqual(rowsFrom(0, count));
		expect(kinds).toEqual([]);
	},
);

it('A number of pages that has changed by the empty page after the last one is that of a list that changed', async () => {
	let turn = 0;
	const { kinds } = await readFrom((page) => {
		turn++;
		return { data: slice(rowsFrom(0, 100), page), total_pages: turn === 1 ? 2 : 1 };
	});
	expect(kinds).toContain('doubt');
});
