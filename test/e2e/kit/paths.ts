import { join } from 'node:path';

/** The folder of the package. */
export const ROOT = join(__dirname, '..', '..', '..');

/** The folder of the suite, where the n8n under test is installed. */
export const E2E = join(ROOT, 'test', 'e2e');

/** Where the oldest n8n that the package supports is installed. */
export const OLDEST = join(E2E, 'oldest');

/** Where the suite leaves what people look at afterwards: pictures and the logs of n8n. */
export const ARTIFACTS = join(ROOT, '.artifacts', 'e2e');

/** The package as npm would publish it, written by `packPackage`. */
export const TARBALL = join(ARTIFACTS, 'package.tgz');
