import type { JsonValue } from 'n8n-workflow';
import {
	equalColumns,
	hasShifted,
	isSamePage,
	isUniqueBy,
} from '../../nodes/shared/list/comparePages';

const page = (...values: JsonValue[]) => values.map((value, place) => ({ value, place }));

describe('Fields tell records apart', () => {
	it.each<[string, JsonValue[], string[], boolean]>([
		['whose values all differ', [{ a: 1 }, { a: 2 }, { a: 3 }], ['a'], true],
		['of which two are the same', [{ a: 1 }, { a: 2 }, { a: 1 }], ['a'], false],
		['of which the last two are the same', [{ a: 1 }, { a: 2 }, { a: 2 }], ['a'], false],
		[
			'that differ together',
			[
				{ a: 1, b: 1 },
				{ a: 1, b: 2 },
				{ a: 2, b: 1 },
			],
			['a', 'b'],
			true,
		],
		['as text and as number', [{ a: 1 }, { a: '1' }], ['a'], true],
		['that two records do not have', [{ a: 1 }, {}, { b: 2 }], ['a'], false],
		['without any record', [], ['a'], true],
		['without any field', [{ a: 1 }, { a: 2 }], [], false],
		['that texts do not have', ['x', 'y'], ['a'], false],
	])('%s', (_what, records, names, isUnique) => {
		expect(isUniqueBy(records, names)).toBe(isUnique);
	});
});

describe('Two pages', () => {
	it('have the fields in common that are the same in each record', () => {
		expect(equalColumns(page(1, { x: [1] }), page(1, { x: [1] }, 3))).toEqual(['value', 'place']);
		expect(equalColumns(page(1, 2), page(1, 3))).toEqual(['place']);
		expect(equalColumns(page(1, 2), page(1))).toEqual([]);
		expect(equalColumns([{ a: 1 }, {}], [{ a: 1 }])).toEqual([]);
		expect(equalColumns(['x'], ['x'])).toEqual([]);
	});

	it('have shifted if most of the values of a field are in other places', () => {
		expect(hasShifted(page(1, 2, 3), page(0, 1, 2))).toBe(true);
		expect(hasShifted(page(1, 2, 3, 4), page(8, 9, 1, 2))).toBe(false);
		expect(hasShifted(page(1, 2, 3), page(1, 2, 3))).toBe(false);
	});

	it('are the same if all that lasts is', () => {
		expect(isSamePage(page(1, 2), page(1, 2, 3), page(1, 2, 3))).toBe(true);
		expect(isSamePage(page(1, 2), page(1, 9), page(1, 8))).toBe(true);
		expect(isSamePage(page(1, 2), page(1, 9), page(1, 9))).toBe(false);
		expect(isSamePage([], page(1), page(1))).toBe(false);
	});
});
