import { isObject } from '../../nodes/shared/base/json';
import { readFrom, slice } from './pageServer';

describe('Rows without an id are kept, and it is said that some are equal, where they are', () => {
	it.each<[string, number | undefined]>([
		['without a total', undefined],
		['with a total', 350],
	])('of rows that repeat earlier ones and have no id, %s', async (_what, total) => {
		const rows = Array.from({ length: 350 }, (_, n) => ({ model: `m${n % 50}`, mentions: 1 }));
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page),
			...(total === undefined ? {} : { total }),
		}));
		expect(records).toEqual(rows);
		// Each is equal to one of an earlier page, so it may be one that came twice.
		expect(kinds).toEqual(['note']);
	});

	it('of pages that overlap, so that rows without an id come twice up to the total, which is said', async () => {
		const rows = Array.from({ length: 350 }, (_, n) => ({ topic: `T${n}`, share_of_voice: n }));
		const { records, kinds } = await readFrom((page) => ({
			data: slice(rows, page).filter(
				(row) => isObject(row) && Number(row.share_of_voice) % 33 !== 5,
			),
			total: 350,
		}));
		expect(records).toHaveLength(350);
		expect(kinds).toEqual(['note']);
	});
});
