const { rmSync } = require('node:fs');
const { dirname } = require('node:path');
const process = require('node:process');

/** Removes what `makeTemporary.js` made, with all that n8n and the tests have left in it. */
module.exports = function removeTemporary() {
	const folder = process.env.TMPDIR;
	process.env.TMPDIR = dirname(folder);
	rmSync(folder, { recursive: true, force: true });
};
