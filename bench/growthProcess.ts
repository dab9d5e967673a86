import { report } from './child';
import { batches, distinctItems, ownNode } from './contenders';
import { watched } from './heap';
import { SIZES, type GrowthReport } from './parts/growth';
import { median } from './report';
import { Service } from './service';
import { Stand } from './stand';

/** Runs growing numbers of items, in a process that does nothing else. */
async function measure(): Promise<void> {
	const service = await Service.start();
	const stand = await Stand.load(false);
	const node = ownNode(batches(20));
	const run = async (count: number) => {
		await service.reset({ latencyMs: 0 });
		const items = distinctItems(count);
		return await watched(async () => await stand.run(node, service.url, items));
	};
	await run(1000);
	const sizes: GrowthReport[] = [];
	for (const { count, runs } of SIZES) {
		const all = [];
		for (let time = 0; time < runs; time++) all.push(await run(count));
		sizes.push({
			count,
			ms: median(all.map(({ result }) => result.measured.ms)),
			peakHeap: median(all.map(({ peak }) => peak.heap)),
			heldHeap: median(all.map(({ peak }) => peak.held)),
		});
	}
	report(sizes);
	service.stop();
}

void measure();
