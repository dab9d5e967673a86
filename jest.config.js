const { existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { env } = require('node:process');
const typescript = require('./test/runner/typescript');

/** Where jest looks for changes: not where a whole n8n is installed, which takes seconds. */
const ROOTS = ['credentials', 'dev/engine', 'dist', 'nodes', 'sandbox', 'test'];

/** Tests of what stands beside the package, of a thousand items, and by n8n's scanner, which run at night: `NIGHTLY=true npm test`. */
const AT_NIGHT = ['unit/world', 'unit/observe.test', 'engine/scanner', 'engine/soak'];

/** Tests run against the built package in `dist`; coverage is mapped back to the sources. */
module.exports = {
	testEnvironment: './test/runner/environment.js',
	roots: ROOTS.map((folder) => join(__dirname, folder)).filter(existsSync),
	// A build while jest watches is no reason to run everything.
	watchPathIgnorePatterns: ['<rootDir>/dist/'],
	// Two more than there are cores, since tests wait for answers. Jest alone would leave a core free.
	maxWorkers: availableParallelism() + 2,
	// A worker that has run many files could run out of memory.
	workerIdleMemoryLimit: '1.5GB',
	globalSetup: './test/runner/makeTemporary.js',
	globalTeardown: './test/runner/removeTemporary.js',
	testSequencer: './test/runner/longestFirst.js',
	testMatch: ['<rootDir>/test/{unit,engine,services}/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', ...(env.NIGHTLY ? [] : AT_NIGHT)],
	transform: typescript,
	transformIgnorePatterns: [],
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts', 'dist/**/*.js'],
	coverageProvider: 'v8',
	coverageReporters: ['text', 'json-summary'],
	testTimeout: 180_000,
};
