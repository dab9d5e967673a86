import type { JsonObject, JsonValue } from 'n8n-workflow';
import { pageOf, readFrom, rowsFrom } from './pageServer';

/** Answers with two lists, of which one has a second page. */
const twoLists = (first: string, second: string) => (page: JsonObject) => {
	const offset = Number(page.offset);
	return {
		[second]: pageOf(120, offset, 100),
		[first]: offset === 0 ? rowsFrom(500, 7) : [],
	};
};

describe('Of two lists in an answer', () => {
	it.each([
		['data', 'results'],
		['records', 'entries'],
		['items', 'rows'],
		['prompts', 'items'],
	])('%s is read to its end, without a page of %s', async (first, second) => {
		const { records, remarks, kinds } = await readFrom(twoLists(first, second));
		expect(records).toEqual(rowsFrom(500, 7));
		expect(kinds).toEqual(['note']);
		expect(remarks[0]?.message).toBe(
			`The response has several lists: ${first}, ${second}. The node read the one named ${first}. ` +
				"To read another one, enter the path to it in 'Records At' under 'Options'.",
		);
	});

	it('the one that the first page has is read on, though another one comes later', async () => {
		const { records, remarks } = await readFrom(({ offset }) => ({
			data: Number(offset) === 0 ? [] : rowsFrom(500, 7),
			results: pageOf(120, Number(offset), 100),
		}));
		expect(records).toEqual(rowsFrom(0, 120));
		expect(remarks).toEqual([]);
	});

	it('the one that the user chose is read without a word on others', async () => {
		const { records, remarks } = await readFrom(
			({ offset }) => ({ data: rowsFrom(0, 3), items: pageOf(120, Number(offset), 100) }),
			{ look: { at: 'items' } },
		);
		expect(records).toEqual(rowsFrom(0, 120));
		expect(remarks).toEqual([]);
	});

	it('the one inside an object is read on', async () => {
		const { records } = await readFrom(({ offset }) => ({
			data: {
				items: Number(offset) === 0 ? rowsFrom(500, 7) : [],
				rows: pageOf(120, Number(offset), 100),
			},
		}));
		expect(records).toEqual(rowsFrom(500, 7));
	});
});

describe('A list is read without a word', () => {
	const rows = rowsFrom(0, 3);

	it.each<[string, JsonObject]>([
		['names of columns', { data: rows, columns: ['id', 'name'] }],
		['objects with other names', { data: rows, columns: [{ id: 1 }], filters: [{ id: 2 }] }],
		['an empty list', { data: rows, items: [] }],
		['texts', { data: rows, entries: ['a', 'b'] }],
		['the same list once more', { data: rows, prompts: rows.map((row) => ({ ...row })) }],
		['its nodes', { edges: rows.map((node) => ({ node, cursor: 'a' })), nodes: rows }],
		[
			'its nodes in part',
			{ edges: rows.map((node) => ({ node, cursor: 'a' })), nodes: [{ id: 0 }] },
		],
	])('beside %s', async (_what, body) => {
		const { records, remarks } = await readFrom(({ offset }) =>
			Number(offset) === 0 ? body : { data: [] },
		);
		expect(records).toEqual(rows);
		expect(remarks).toEqual([]);
	});

	it('whose later pages have another name', async () => {
		const { records, remarks } = await readFrom(({ offset }): JsonValue => {
			const page = pageOf(120, Number(offset), 100);
			return Number(offset) === 0 ? { data: page } : { items: page };
		});
		expect(records).toEqual(rowsFrom(0, 120));
		expect(remarks).toEqual([]);
	});
});
