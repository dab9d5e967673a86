import { inChild } from '../child';
import { megabytes, ratio, type Section } from '../report';

/** How many items, and how often: few items take so little time that one run says nothing. */
export const SIZES = [
	{ count: 10, runs: 20 },
	{ count: 100, runs: 5 },
	{ count: 1000, runs: 3 },
	{ count: 10_000, runs: 1 },
] as const;

/** What one size took: the medians of its runs. */
export interface GrowthReport {
	readonly count: number;
	readonly ms: number;
	readonly peakHeap: number;
	readonly heldHeap: number;
}

/** How time and memory grow with the number of input items. */
export async function growth(): Promise<Section[]> {
	const sizes = await inChild<GrowthReport[]>('growthProcess.ts');
	const [large, largest] = sizes.slice(-2);
	if (large === undefined || largest === undefined) throw new Error('Nothing was measured');
	const perItem = (value: number, { count }: GrowthReport) => value / count;
	const timeGrowth = perItem(largest.ms, largest) / perItem(large.ms, large);
	const heapGrowth = perItem(largest.heldHeap, largest) / perItem(large.heldHeap, large);
	return [
		{
			title: '5. How cost grows: different requests, 20 at once, service 0 ms, 10 records each',
			notes: ['A straight line has the same time and memory per item in every row.'],
			head: ['items', 'time per item', 'against 1,000', 'held per item', 'peak heap'],
			rows: sizes.map((size) => [
				String(size.count),
				`${perItem(size.ms, size).toFixed(2)} ms`,
				ratio(perItem(size.ms, size), perItem(large.ms, large)),
				`${(perItem(size.heldHeap, size) / 1000).toFixed(1)} kB`,
				megabytes(size.peakHeap),
			]),
			goals: [
				{ words: 'time per item, 10,000 against 1,000', value: timeGrowth, most: 1.2, unit: ' ×' },
				{
					words: 'memory per item, 10,000 against 1,000',
					value: heapGrowth,
					most: 1.2,
					unit: ' ×',
				},
			],
			data: sizes,
		},
	];
}
