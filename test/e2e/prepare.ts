import { installN8n, packPackage } from '../../dev/n8n';
import { OLDEST } from '../../dev/paths';
import { installChromium } from './kit/chromium';

/** Puts in place what the tests need: the newest and the oldest n8n, a browser, and the built package as npm would publish it. */
async function prepare(): Promise<void> {
	await installN8n();
	await installN8n(OLDEST);
	await installChromium();
	await packPackage();
}

prepare().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
