import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IWorkflowBase, jsonParse } from 'n8n-workflow';
import { useBench } from './harness/fixture';

const bench = useBench();

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The commands of the page that change the sandbox: the end of the address, and what is sent. */
const ORDERS = [
	...read('docs/sandbox.md').matchAll(/__sandbox\/(\S+) -H [^\n]*(?:\\\n)? *-d '(.+)'/g),
].map(([, path = '', body = '']) => ({ path, body }));

async function order({ path, body }: (typeof ORDERS)[number]): Promise<number> {
	const headers = { 'Content-Type': 'application/json' };
	const url = `${bench.sandbox.url}/__sandbox/${path}`;
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('The page on the sandbox', () => {
	it.each(ORDERS)('has a command that the sandbox takes: $path', async (one) => {
		expect(await order(one)).toBe(200);
	});

	it('says how the alert of the examples is started', async () => {
		const { nodes } = jsonParse<IWorkflowBase>(read('examples/visibility-drop-alert.json'));
		const [node] = nodes.filter(({ type }) => type.endsWith('.geoTrigger'));
		const trigger = bench.trigger('geoTrigger', node?.parameters ?? {});
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		const [patch] = ORDERS.filter(({ path }) => path === 'world/patch');
		if (patch === undefined) throw new Error('docs/sandbox.md has no command for world/patch');
		await order(patch);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([
			expect.objectContaining({ metric: 'avg_visibility_score', after: 0, change_percent: -100 }),
		]);
	});
});
