import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IWorkflowBase, jsonParse } from 'n8n-workflow';
import { Engine } from '../../dev/engine';
import { useBench } from './harness/fixture';

const ROOT = join(__dirname, '../..');

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const NODES = ['agents', 'agentsTrigger', 'geo', 'geoTrigger'];

interface Packed {
	readonly filename: string;
	readonly files: Array<{ path: string }>;
}

interface PackageJson {
	readonly [field: string]: unknown;
	readonly author: { name: string; email: string };
}

let directory: string;
let packed: Packed | undefined;
beforeAll(() => {
	directory = mkdtempSync(join(tmpdir(), 'packed-'));
	const arguments_ = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
	const output = execFileSync('npm', arguments_, {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	[packed] = jsonParse<Packed[]>(output);
	// What n8n itself brings: the peer dependency.
	symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
	execFileSync('tar', ['-xzf', join(directory, packed?.filename ?? ''), '-C', directory]);
});
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Scans the source and the unpacked tarball. n8n's verification scanner is an ES module, which jest
 * cannot load; Node can.
 */
function scan(source: string, unpacked: string): string {
	const script = `
		import('@n8n/scan-community-package/scanner/scanner.mjs').then(async (scanner) => {
			const [source, unpacked] = process.argv.slice(1);
			for (const result of [
				await scanner.analyzePackage(source, scanner.SOURCE_FILE_PATTERNS),
				await scanner.analyzePackage(unpacked, ['**/*.js', 'package.json']),
			]) console.log(result.passed ? 'passed' : result.message + result.details);
		});`;
	// In a test environment the scanner's rules take every file for a node.
	const env = { ...process.env, NODE_ENV: 'production' };
	const parameters = ['-e', script, source, unpacked];
	return execFileSync('node', parameters, { cwd: ROOT, encoding: 'utf8', env });
}

describe('The package', () => {
	it('holds the built code, README, LICENSE and package.json, and nothing else', () => {
		const paths = packed?.files.map(({ path }) => path) ?? [];
		const built = /^dist\/(nodes|credentials)\/.*\.(js|node\.json|svg)$|__schema__\/.*\.json$/;
		const others = paths.filter((path) => !built.test(path));
		expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
	});

	it('is loaded by n8n from the unpacked tarball, with icons and codex', async () => {
		const engine = await Engine.load(join(directory, 'package'));
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
				expect(packed?.files).toContainEqual(expect.objectContaining({ path }));
			}
			expect(description.codex?.alias?.length).toBeGreaterThan(3);
			expect(description.codex?.resources?.primaryDocumentation).toHaveLength(1);
		}
	});

	it("passes n8n's verification scanner, source and tarball", () => {
		expect(scan(ROOT, join(directory, 'package'))).toBe('passed\npassed\n');
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
