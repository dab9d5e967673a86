import { jsonParse, type IDataObject } from 'n8n-workflow';
import { KEYS } from '../sandbox';
import { report } from './child';
import { watched, type Peak } from './heap';
import { LATENCY, PAGE, RECORDS, WAYS, type MemoryReport } from './parts/returnAll';
import { pageBody, PROMPTS_PATH, Service } from './service';
import { Stand } from './stand';

/**
 * Measures the memory of the way of the given name, or without one that of the parsed records alone,
 * in a process that does nothing else.
 */
async function measure(): Promise<void> {
	const service = await Service.start();
	await service.reset({ prompts: RECORDS });
	const name = process.argv[2];
	report(name === undefined ? await parsed(service) : await loaded(service, name));
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

async function loaded(service: Service, name: string): Promise<MemoryReport> {
	const way = WAYS.find((one) => one.name === name);
	if (way === undefined) throw new Error(`There is no way to read called ${name}`);
	const node = way.node(service.url);
	const stand = await Stand.load(false);
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
