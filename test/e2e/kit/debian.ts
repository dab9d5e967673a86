import { existsSync } from 'node:fs';
import { runCommand, withProgress } from '../../../dev/n8n';

const DEBIAN = '/usr/bin/chromium';

/** Where the browser is: the variable CHROMIUM says it, or it is Debian's. */
export const CHROMIUM = process.env.CHROMIUM ?? DEBIAN;

/**
 * Makes sure that there is a Chromium: installs Debian's where that is possible.
 *
 * @throws when there is none, saying what to install
 */
export async function installChromium(): Promise<void> {
	if (existsSync(CHROMIUM)) return;
	if (CHROMIUM !== DEBIAN) {
		throw new Error(`There is no Chromium at ${CHROMIUM}, where the variable CHROMIUM says it is.`);
	}
	await installFromDebian('Chromium', 'chromium');
}

/**
 * Installs a package of Debian where that is possible.
 *
 * @param what what it is for, such as `Redis`
 * @throws when this is no Debian, or not its root user: then it says what to install
 */
export async function installFromDebian(what: string, name: string): Promise<void> {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
		const command = `sudo apt-get install ${name}`;
		throw new Error(
			`There is no ${what} on this machine. Install it first (on Debian: ${command}).`,
		);
	}
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const install = ['install', '-y', '--no-install-recommends', name];
	await withProgress(`Installing ${what}`, async () => {
		await runCommand('apt-get', ['update'], { env });
		await runCommand('apt-get', install, { env, timeoutMs: 600_000 });
	});
}
