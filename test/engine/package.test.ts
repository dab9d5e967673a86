import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonParse } from 'n8n-workflow';
import { Engine } from '../../dev/engine';

const ROOT = join(__dirname, '../..');

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
			expect(description.codex?.alias?.length).toBeGreaterThan(3);
			expect(description.codex?.resources?.primaryDocumentation).toHaveLength(1);
		}
	});

	it("passes n8n's verification scanner, source and tarball", () => {
		expect(scan(ROOT, join(directory, 'package'))).toBe('passed\npassed\n');
	});

	it('has what n8n asks of package.json', () => {
		const json = jsonParse<PackageJson>(readFileSync(join(ROOT, 'package.json'), 'utf8'));
		expect(json.dependencies).toBeUndefined();
		expect(json.overrides).toBeUndefined();
		expect(json.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(json.license).toBe('MIT');
		expect(json.author.email).toMatch(/noreply/);
		expect(json.keywords).toContain('n8n-community-node-package');
	});
});
