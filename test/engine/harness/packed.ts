import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonParse } from 'n8n-workflow';
import { ROOT } from '../../../dev/paths';

interface Packed {
	readonly filename: string;
	readonly files: Array<{ path: string }>;
}

/** The package as npm packs it, unpacked for all tests of a file. */
export function usePackage(): Pick<Packed, 'files'> & { readonly directory: string } {
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const packed = {
		files: new Array<Packed['files'][number]>(),
		directory: join(folder, 'package'),
	};
	beforeAll(() => {
		const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
		const [{ files, filename } = { files: [], filename: '' }] = jsonParse<Packed[]>(
			execFileSync('npm', pack, {
				...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
			}),
		);
		packed.files = files;
		// What n8n itself brings: the peer dependency.
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	});
	afterAll(() => rmSync(folder, { recursive: true }));
	return packed;
}
