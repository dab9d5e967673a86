import { setTimeout } from 'node:timers/promises';
import { jsonParse } from 'n8n-workflow';
import { KEYS } from '../sandbox';
import { type Heap, readers, SCENE } from './parts/returnAll';
import { pageBody, PROMPTS_PATH } from './service';
import { Stand } from './stand';

/** Does the work twice, and watches the heap: as it happens to be, then cleared again and again. */
async function heapOf(work: () => Promise<unknown>): Promise<Heap> {
	const first = await watched(work, false);
	return { ...first, needed: (await watched(work, true)).peak };
}

async function watched(work: () => Promise<unknown>, isCleared: boolean) {
	// What the work before has left is only free once its last promises are done.
	await setTimeout(100);
	const idle = collected();
	let most = 0;
	const look = () => {
		if (isCleared) gc?.();
		most = Math.max(most, process.memoryUsage().heapUsed);
	};
	const timer = setInterval(look, isCleared ? 100 : 3);
	// Held until the heap is read.
	const result = [await work()];
	clearInterval(timer);
	look();
	return { peak: most - idle, held: result.length * (collected() - idle) };
}

/** Clears the heap, and returns what is left. What a first pass finalises goes with the next one. */
function collected(): number {
	for (let pass = 0; pass < 3; pass++) gc?.();
	return process.memoryUsage().heapUsed;
}

/** Returns the answers with all records, as texts. */
async function texts(url: string): Promise<string[]> {
	const headers = { 'Content-Type': 'application/json', 'X-API-Key': KEYS.agency };
	const body = JSON.stringify(pageBody(1000, 0)).replace('"offset":0', '"offset":OFFSET');
	const found: string[] = [];
	for (let offset = 0; offset < SCENE.prompts; offset += 1000) {
		const own = body.replace('OFFSET', String(offset));
		const answer = await fetch(url + PROMPTS_PATH, { method: 'POST', headers, body: own });
		found.push(await answer.text());
	}
	return found;
}

/** Prints the heap of the reader of this name, or of the parsed records alone. */
async function main(name: string): Promise<void> {
	const stand = await Stand.open(1);
	const { service } = stand;
	const reader = readers(service.url).find((one) => one.name === name);
	await service.reset({ prompts: 1000 });
	if (reader) await stand.run(reader);
	await service.reset(SCENE);
	const answers = reader ? [] : await texts(service.url);
	const parse = () => Promise.resolve(answers.map((answer) => jsonParse(answer)));
	console.log(JSON.stringify(await heapOf(reader ? () => stand.run(reader) : parse)));
	stand.close();
}

void main(process.argv[2] ?? '');
