import { ServiceError } from '../../nodes/shared/base/errors';
import { readFrom, type Reply, rowsFrom } from './pageServer';

describe('A list whose second page is refused although there are more', () => {
	it('gives the refusal as the reason, where the cursor in the first page leads to nothing', async () => {
		const refusal = new ServiceError('Offsets are not allowed', '', 422);
		const { records, error, asked } = await readFrom(({ offset = 0, cursor }): Reply => {
			if (cursor !== undefined) return { data: [] };
			return offset === 0 ? { data: rowsFrom(0, 100), next_cursor: 'a', total: 250 } : refusal;
		});
		expect(records).toEqual(rowsFrom(0, 100));
		expect(asked).toContainEqual(expect.objectContaining({ cursor: 'a' }));
		expect(error?.message).toBe('Offsets are not allowed');
	});
});
