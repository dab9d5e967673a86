import { EndpointMemory } from '../../nodes/shared/list/endpointMemory';
import {
	pageOf,
	pageServer,
	perDay,
	readFrom,
	readPages,
	recordsUpTo,
	rowsFrom,
	slice,
} from './pageServer';

const ALL = Infinity;
const NAMES = ['prompts'];

describe('What one read has found out of an endpoint', () => {
	it('is known to the next: whether the service has nothing beyond the end', async () => {
		const memory = new EndpointMemory();
		const rows = perDay(100, 2);
		const read = async () => await readFrom((page) => slice(rows, page), { memory });
		const offsets = async () => (await read()).asked.map(({ offset }) => offset);
		expect(await offsets()).toContain(10_100);
		expect((await offsets()).filter((offset) => Number(offset) > 1000)).toEqual([]);
		expect((await read()).records).toEqual(rows);
	});

	it('is known to the next: that a shorter page is whole, with a total that could be its own', async () => {
		const memory = new EndpointMemory();
		const read = async (count: number) => {
			const server = pageServer(count, { total: 'exact' });
			const { records } = await readPages(server.ask, NAMES, ALL, { memory });
			expect(records).toEqual(recordsUpTo(count));
			return server.requests.length;
		};
		expect(await read(40)).toBe(2);
		expect(await read(39)).toBe(1);
		expect(await read(7)).toBe(1);
		expect(await read(70)).toBe(2);
		expect(await read(69)).toBe(1);
	});

	it('is known to the next: that lists of one length are whole, after three of them', async () => {
		const memory = new EndpointMemory();
		const read = async (count: number, cap = Infinity) => {
			const server = pageServer(count, { total: 'ofThePage', cap });
			const { records } = await readPages(server.ask, NAMES, ALL, { memory });
			expect(records).toEqual(recordsUpTo(count));
			return server.requests.length;
		};
		expect([await read(12), await read(12), await read(12), await read(12)]).toEqual([2, 2, 2, 1]);
	});

	it('is not believed where a total was once that of its page', async () => {
		const memory = new EndpointMemory();
		const lengths = [12, 12, 30, 12, 12, 40];
		for (const count of lengths) {
			const server = pageServer(count, { total: 'ofThePage', cap: 12 });
			const { records } = await readPages(server.ask, NAMES, ALL, { memory });
			expect(records).toEqual(recordsUpTo(count));
		}
	});

	it('is not that a page is whole which the service itself contradicts', async () => {
		const memory = new EndpointMemory();
		const { kinds } = await readFrom(
			({ offset }) => ({ data: Number(offset) === 0 ? rowsFrom(0, 12) : [], total: 257 }),
			{ memory },
		);
		expect(kinds).toEqual(['gap']);
		const { records } = await readFrom(
			({ offset }) => {
				const data = pageOf(257, Number(offset), 12);
				return { data, total: data.length };
			},
			{ memory },
		);
		expect(records).toEqual(rowsFrom(0, 257));
	});
});
