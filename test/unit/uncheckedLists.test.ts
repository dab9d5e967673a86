import { ServiceError } from '../../nodes/shared/base/errors';
import { readFrom, rowsFrom } from './pageServer';

const DOWN = new ServiceError('The service is down', 'Later', 503);

describe('Where the request far beyond the end fails,', () => {
	it.each(['The service is down', 'The service is down.'])(
		'a list that comes again is kept, with a hint: %s',
		async (message) => {
			const down = new ServiceError(message, 'Later', 503);
			const { records, kinds, remarks, error } = await readFrom(({ offset }) =>
				Number(offset) > 10_000 ? down : { data: rowsFrom(0, 30) },
			);
			expect(records).toEqual(rowsFrom(0, 30));
			expect(error).toBeUndefined();
			expect(kinds).toEqual(['gap']);
			expect(remarks[0]?.message).toBe(
				'The service returned 30 records. The node could not check whether there are more: The service is down.',
			);
		},
	);

	it('a list with more records by its total is not whole', async () => {
		const { records, error } = await readFrom(({ offset }) =>
			Number(offset) > 10_000 ? DOWN : { data: rowsFrom(0, 30), total: 90 },
		);
		expect(records).toEqual(rowsFrom(0, 30));
		expect(error).toMatchObject({ message: 'The service is down', status: 503 });
	});

	it('a page that could be another one is not left out without an error', async () => {
		const rows = (from: number) =>
			rowsFrom(from, 100).map((row, n) => ({ id: row.id ?? null, score: n }));
		const { records, error } = await readFrom(({ offset }) =>
			Number(offset) > 10_000 ? DOWN : { data: rows(Number(offset)) },
		);
		expect(records).toEqual(rows(0));
		expect(error).toMatchObject({ message: 'The service is down' });
	});
});
