import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from './command';
import { ROOT, TARBALL } from './paths';

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
