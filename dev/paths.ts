import { join } from 'node:path';

/** The folder of the package. */
export const ROOT = join(__dirname, '..');

/** Where the n8n is installed that `npm start` and the tests of a whole n8n run. */
export const NEWEST = join(ROOT, 'dev', 'n8n');

/** Where the oldest n8n that the package supports is installed. */
export const OLDEST = join(NEWEST, 'oldest');

/** Where runs of a whole n8n leave what people look at afterwards: pictures and the logs of n8n. */
export const ARTIFACTS = join(ROOT, '.artifacts', 'e2e');

/** The package as npm would publish it, written by `packPackage`. */
export const TARBALL = join(ARTIFACTS, 'package.tgz');
