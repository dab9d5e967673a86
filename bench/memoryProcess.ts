import { jsonParse, type IDataObject } from 'n8n-workflow';
import { KEYS } from '../sandbox';
import { report } from './child';
import { floor } from './contenders';
import { watched, type Peak } from './heap';
import { LATENCY, PAGE, RECORDS, returnAllNode, type MemoryReport } from './parts/returnAll';
import { pageBody, PROMPTS_PATH, Service } from './service';
import { Stand } from './stand';

/** Measures the memory of one way to hold all records, in a process that does nothing else. */
async function measure(): Promise<void> {
	const service = await Service.start();
	await service.reset({ prompts: RECORDS });
	const kind = process.argv[2];
	report(kind === 'parsed' ? await parsed(service) : await loaded(service, kind === 'floor'));
	service.stop();
}

/** The records and nothing else: parsed out of texts that are there before. */
async function parsed({ url }: Service): Promise<MemoryReport> {
	const headers = { 'Content-Type': 'application/json', 'X-API-Key': KEYS.agency };
	const texts: string[] = [];
	for (let offset = 0; offset < RECORDS; offset += PAGE) {
		const body = JSON.stringify(pageBody(PAGE, offset));
		const answer = await fetch(url + PROMPTS_PATH, { method: 'POST', headers, body });
		texts.push(await answer.text());
	}
	const parse = async () =>
		await Promise.resolve(texts.map((text) => jsonParse<{ data: IDataObject[] }>(text)));
	const { peak, result } = await watched(parse);
	const count = result.reduce((sum, { data }) => sum + data.length, 0);
	if (count !== RECORDS) throw new Error(`${count} records instead of ${RECORDS}`);
	return { peak, needed: peak };
}

async function loaded(service: Service, isFloor: boolean): Promise<MemoryReport> {
	const stand = await Stand.load(false);
	const node = isFloor ? floor('pages', service.url, 5, PAGE) : returnAllNode;
	const run = async () => await stand.run(node, service.url, [{}]);
	await service.reset({ prompts: 1000 });
	await run();
	await service.reset({ latencyMs: LATENCY, prompts: RECORDS });
	return { peak: await peakOf(run, false), needed: await peakOf(run, true) };
}

/** In a function of its own, so that the data of one run are gone before the next one. */
async function peakOf(run: () => Promise<unknown>, isCleared: boolean): Promise<Peak> {
	const { peak } = await watched(run, isCleared);
	return peak;
}

void measure();
