import { existsSync } from 'node:fs';
import { runCommand, withProgress } from '../../../dev/n8n';

/**
 * Installs packages of Debian where that is possible.
 *
 * @param what what they are for, such as `Redis`
 * @throws when this is no Debian, or not its root user: then it says what to install
 */
export async function installFromDebian(what: string, packages: readonly string[]): Promise<void> {
	const names = packages.join(' ');
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		throw new Error(
			`There is no ${what} on this machine. Install it first (on Debian: sudo apt-get install ${names}).`,
		);
	}
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const install = ['install', '-y', '--no-install-recommends', ...packages];
	await withProgress(`Installing ${what}`, async () => {
		await runCommand('apt-get', ['update'], { env });
		await runCommand('apt-get', install, { env, timeoutMs: 600_000 });
	});
}
