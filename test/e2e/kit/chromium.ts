import { existsSync } from 'node:fs';
import { installFromDebian } from './debian';

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
	await installFromDebian('Chromium', ['chromium']);
}
