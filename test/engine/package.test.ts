import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IWorkflowBase, jsonParse } from 'n8n-workflow';
import { Engine } from '../../dev/engine';
import { ROOT } from '../../dev/paths';
import { useBench } from './harness/fixture';
import { usePackage } from './harness/packed';

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const NODES = ['agents', 'agentsTrigger', 'geo', 'geoTrigger'];

interface PackageJson {
	readonly [field: string]: unknown;
	readonly author: { name: string; email: string };
}

const packed = usePackage();

describe('The package', () => {
	it('holds the built code, README, LICENSE and package.json, and nothing else', () => {
		const paths = packed.files.map(({ path }) => path);
		const built = /^dist\/(nodes|credentials)\/.*\.(js|node\.json|svg)$|__schema__\/.*\.json$/;
		const others = paths.filter((path) => !built.test(path));
		expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
	});

	it('is loaded by n8n from the unpacked tarball, with icons and codex', async () => {
		const engine = await Engine.load(packed.directory);
		const { loader } = engine;
		expect(Object.keys(loader.nodeTypes).sort()).toEqual(NODES);
		expect(Object.keys(loader.credentialTypes)).toEqual(['agentsGeoApi']);
		for (const name of NODES) {
			const description = engine.description(name);
			expect(description.iconUrl).toEqual({
				light: expect.stringMatching(/\.svg$/),
				dark: expect.stringMatching(/\.dark\.svg$/),
			});
			for (const path of JSON.stringify(description.iconUrl).match(/dist[^"]+/g) ?? []) {
				expect(packed.files).toContainEqual(expect.objectContaining({ path }));
			}
			expect(description.codex?.alias?.length).toBeGreaterThan(3);
			expect(description.codex?.resources?.primaryDocumentation).toHaveLength(1);
		}
	});

	it('has what n8n asks of package.json', () => {
		const json = jsonParse<PackageJson>(textOf('package.json'));
		expect(json.dependencies).toBeUndefined();
		expect(json.overrides).toBeUndefined();
		expect(json.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(json.license).toBe('MIT');
		expect(json.author.email).toMatch(/noreply/);
		expect(json.keywords).toContain('n8n-community-node-package');
	});
});

/** The commands of the page that change the sandbox: the end of the address, and what is sent. */
const ORDERS = [
	...textOf('docs/sandbox.md').matchAll(/__sandbox\/(\S+) -H [^\n]*(?:\\\n)? *-d '(.+)'/g),
].map(([, path = '', body = '']) => ({ path, body }));

async function order(to: string, { path, body }: (typeof ORDERS)[number]): Promise<number> {
	const headers = { 'Content-Type': 'application/json' };
	const url = `${to}/__sandbox/${path}`;
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('The page on the sandbox', () => {
	const bench = useBench();

	it.each(ORDERS)('has a command that the sandbox takes: $path', async (one) => {
		expect(await order(bench.sandbox.url, one)).toBe(200);
	});

	it('says how the alert of the examples is started', async () => {
		const { nodes } = jsonParse<IWorkflowBase>(textOf('examples/visibility-drop-alert.json'));
		const [node] = nodes.filter(({ type }) => type.endsWith('.geoTrigger'));
		const trigger = bench.trigger('geoTrigger', node?.parameters ?? {});
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		const [patch] = ORDERS.filter(({ path }) => path === 'world/patch');
		if (patch === undefined) throw new Error('docs/sandbox.md has no command for world/patch');
		await order(bench.sandbox.url, patch);
		await trigger.poll();
		await trigger.poll();
		const event: unknown = expect.objectContaining({ metric: 'avg_visibility_score', after: 0 });
		expect(trigger.events).toEqual([{ count: 1, events: [event] }]);
	});
});
