const { spawnSync } = require('node:child_process');
const makeTemporary = require('./makeTemporary');

/**
 * Brings `dist` up to date before each run of `npm run test:watch`: tests of the engine load the built
 * package. What does not compile is shown, and the tests run nevertheless.
 */
module.exports = function buildAgain() {
	makeTemporary();
	const info = 'node_modules/.cache/test-watch.tsbuildinfo';
	spawnSync('npx', ['tsc', '--incremental', '--tsBuildInfoFile', info], { stdio: 'inherit' });
};
