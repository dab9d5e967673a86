const typescript = require('../runner/typescript');

/** Tests of the packed package in a whole n8n; `prepare.ts` has to run before them. */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	transform: typescript,
	// Each file starts an n8n of its own, which needs half a gigabyte and most of a core.
	maxWorkers: 1,
	testTimeout: 180_000,
};
