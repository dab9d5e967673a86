import { installN8n, packPackage } from '../../dev/n8n';
import { OLDEST } from '../../dev/paths';
import { installChromium } from './kit/debian';
import { IS_NIGHTLY } from './kit/range';

/** Puts in place what the tests need: n8n (in the nightly run also the oldest one), a browser, and the built package as npm would publish it. */
async function prepare(): Promise<void> {
	await installN8n();
	if (IS_NIGHTLY) await installN8n(OLDEST);
	await installChromium();
	await packPackage();
}

prepare().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
