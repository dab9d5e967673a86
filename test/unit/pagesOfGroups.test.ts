import { readFrom, rowsFrom } from './pageServer';

/** Two groups of this many, of which each has pages of its own. */
const read = async (count: number, pageSize: number, limit = Infinity) =>
	await readFrom(
		({ limit, offset }) => ({
			groups: [0, 1000].map((from) => ({
				prompts: rowsFrom(from, count).slice(
					Number(offset),
					Number(offset) + Math.min(100, Number(limit)),
				),
			})),
		}),
		{ look: { at: 'groups[].prompts' }, pageSize, limit },
	);

describe('Groups at a path', () => {
	it('that are each as long as a page may go on, which a hint says', async () => {
		const { records, kinds, remarks } = await read(150, 100);
		expect(records).toHaveLength(200);
		expect(kinds).toEqual(['gap']);
		expect(remarks[0]?.message).toMatch(
			/^Several groups at the path in 'Records At' have exactly 100 records each, .* raise 'Page Size'/,
		);
	});

	it('of which one says that it has more are not complete', async () => {
		const counted = { prompts: rowsFrom(0, 3), has_more: false };
		const groups = [counted, { prompts: rowsFrom(10, 2), has_more: true }];
		const { records, kinds } = await readFrom(() => ({ groups }), {
			look: { at: 'groups[].prompts' },
		});
		expect(records).toHaveLength(5);
		expect(kinds).toEqual(['gap']);
	});

	it.each([1, 30, 99])('of %d are whole', async (count) => {
		const { records, remarks } = await read(count, 100);
		expect(records).toHaveLength(2 * count);
		expect(remarks).toEqual([]);
	});

	it.each([1, 100, 150])('have enough for a limit of %d', async (limit) => {
		const { records, remarks } = await read(150, 100, limit);
		expect(records).toHaveLength(limit);
		expect(remarks).toEqual([]);
	});
});
