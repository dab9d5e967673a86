import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, TARBALL } from '../paths';
import { runCommand } from './command';
import type { Installation } from './install';

/**
 * Packs what is in `dist` the way npm would publish it, to `TARBALL`.
 *
 * @param tarball where to write it
 * @throws when npm fails
 */
export async function packPackage(tarball: string = TARBALL): Promise<void> {
	const folder = dirname(tarball);
	mkdirSync(folder, { recursive: true });
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const name = (await runCommand('npm', args, { cwd: ROOT })).trim();
	renameSync(join(folder, name), tarball);
}

/**
 * Installs the packed package into the home of an n8n, where n8n puts community nodes, with the
 * command of the README.
 *
 * @param home the folder that N8N_USER_FOLDER names
 * @param more further arguments for npm
 * @throws when npm fails
 */
export async function installPackage(
	home: string,
	tarball: string = TARBALL,
	more: readonly string[] = [],
): Promise<void> {
	const nodes = join(home, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const install = ['install', '--prefix', nodes, tarball, '--ignore-scripts', '--omit=peer'];
	await runCommand('npm', [...install, '--no-audit', '--no-fund', '--loglevel=error', ...more]);
}

/**
 * Has an installed package find the n8n-workflow of n8n, as it does anywhere else, also in a home
 * inside this repository: there it would find the repository's own, and n8n would not know its errors.
 *
 * @param home the folder that N8N_USER_FOLDER names, with the package installed
 */
export function linkPeer(home: string, { folder }: Installation): void {
	const link = join(home, '.n8n', 'nodes', 'node_modules', 'n8n-workflow');
	rmSync(link, { force: true, recursive: true });
	symlinkSync(join(folder, 'node_modules', 'n8n-workflow'), link, 'junction');
}
