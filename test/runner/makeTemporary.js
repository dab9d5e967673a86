const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const process = require('node:process');

const PREFIX = 'agents-geo-tests-';

/** Gives the tests a folder for temporary files, which `removeTemporary.js` removes after them. */
function makeTemporary() {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), PREFIX));
}

module.exports = makeTemporary;
module.exports.PREFIX = PREFIX;
