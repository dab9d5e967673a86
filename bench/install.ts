import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { NODES_BASE } from './stand';

/**
 * Installs n8n's own nodes into the folder of the bench, unless they are there. Its lockfile links
 * n8n-workflow and n8n-core to those of the package: with copies of its own, an error of the engine
 * would not be an instance of the error class that the HTTP Request node knows.
 */
export function installNodesBase(): void {
	if (existsSync(NODES_BASE)) return;
	console.log(
		"Installing n8n's own nodes into bench/node_modules, once (725 MB, a minute or two)…",
	);
	const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const { status } = spawnSync('npm', args, { cwd: __dirname, stdio: 'inherit' });
	if (status !== 0) throw new Error("n8n's own nodes could not be installed");
}
