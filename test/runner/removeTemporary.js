const { rmSync } = require('node:fs');
const { basename, dirname } = require('node:path');
const process = require('node:process');
const { PREFIX } = require('./makeTemporary');

/**
 * Removes what `makeTemporary.js` made, with all that n8n and the tests have left in it. Does nothing
 * the second time, or where it was not called.
 */
module.exports = function removeTemporary() {
	const folder = process.env.TMPDIR ?? '';
	if (!basename(folder).startsWith(PREFIX)) return;
	process.env.TMPDIR = dirname(folder);
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
};
