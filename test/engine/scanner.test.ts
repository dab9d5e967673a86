import { execFileSync } from 'node:child_process';
import { ROOT } from '../../dev/paths';
import { usePackage } from './harness/packed';

const packed = usePackage();

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

it("The package passes n8n's verification scanner, source and tarball", () => {
	expect(scan(ROOT, packed.directory)).toBe('passed\npassed\n');
});
