import { setTimeout } from 'node:timers/promises';
import type { JsonValue } from 'n8n-workflow';
import { type Ask, readPages, recordsUpTo } from './pageServer';

const NAMES = ['prompts'];

/** What a server was asked, and how many other requests were under way then. */
type Asked = readonly [limit: number, offset: number, others: number];

/** A server that takes longer for later pages, so that what was asked ahead is still under way. */
function slowServer(pageOf: (limit: number, offset: number) => JsonValue) {
	const asked: Asked[] = [];
	let underWay = 0;
	const ask: Ask = async (limit, offset) => {
		asked.push([limit, offset, underWay]);
		underWay++;
		await setTimeout(offset);
		underWay--;
		return pageOf(limit, offset);
	};
	return { ask, asked };
}

/** The same with so many records, and their total. */
function serverOf(count: number, most = Infinity) {
	const all = recordsUpTo(count);
	return slowServer((limit, offset) => ({
		data: all.slice(offset, offset + Math.min(limit, most)),
		total: count,
	}));
}

describe('Pages that are asked for ahead', () => {
	it('are as many as allowed, each once, up to the end of the list', async () => {
		const { ask, asked } = serverOf(45);
		const { records } = await readPages(ask, NAMES, Infinity, { concurrency: 3, pageSize: 10 });
		expect(records).toEqual(recordsUpTo(45));
		expect(asked).toEqual([
			[10, 0, 0],
			[10, 10, 0],
			[10, 20, 1],
			[10, 30, 2],
			[10, 40, 2],
		]);
	});

	it.each<[number, Asked[]]>([
		[30, [[10, 0, 0]]],
		[33, [[10, 0, 0]]],
	])('end with a limit of %d', async (limit) => {
		const { ask, asked } = serverOf(100);
		const { records } = await readPages(ask, NAMES, limit, { concurrency: 9, pageSize: 10 });
		expect(records).toEqual(recordsUpTo(limit));
		const last: Asked[] = limit === 33 ? [[3, 30, 2]] : [];
		expect(asked).toEqual([[10, 0, 0], [10, 10, 0], [10, 20, 1], ...last]);
	});

	it('are not more than one where only one at once is allowed', async () => {
		const { ask, asked } = serverOf(35);
		await readPages(ask, NAMES, Infinity, { pageSize: 10 });
		expect(asked.map(([, , others]) => others)).toEqual([0, 0, 0, 0]);
	});

	it('are none where a server gives fewer records than asked', async () => {
		const { ask, asked } = serverOf(21, 8);
		const { records } = await readPages(ask, NAMES, Infinity, { concurrency: 3, pageSize: 10 });
		expect(records).toEqual(recordsUpTo(21));
		expect(asked).toEqual([
			[10, 0, 0],
			[10, 8, 0],
			[10, 16, 0],
		]);
	});

	it('are no longer asked for once a record came twice, since the list moves', async () => {
		const all = Array.from({ length: 60 }, (_, id) => ({ id }));
		all[10] = { id: 9 };
		const { ask, asked } = slowServer((limit, offset) => ({
			data: all.slice(offset, offset + limit),
			total: 60,
		}));
		const { records } = await readPages(ask, NAMES, Infinity, { concurrency: 2, pageSize: 10 });
		expect(records).toEqual(all.filter((_, place) => place !== 10));
		// The first page is asked for once more, to see whether the list moves.
		expect(asked.slice(0, 7)).toEqual([
			[10, 0, 0],
			[10, 10, 0],
			[10, 20, 1],
			[10, 0, 1],
			[10, 30, 0],
			[10, 40, 0],
			[10, 50, 0],
		]);
	});

	it('are none where the service does not say how many records there are', async () => {
		const all = recordsUpTo(25);
		const { ask, asked } = slowServer((limit, offset) => all.slice(offset, offset + limit));
		await readPages(ask, NAMES, Infinity, { concurrency: 3, pageSize: 10 });
		expect(asked.map(([, , others]) => others)).toEqual([0, 0, 0, 0]);
	});
});
