const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const process = require('node:process');

/** Gives the tests a folder for temporary files, which `removeTemporary.js` removes after them. */
module.exports = function makeTemporary() {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'agents-geo-tests-'));
};
