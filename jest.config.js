const { existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const process = require('node:process');
const typescript = require('./test/runner/typescript');

/** Where jest looks for changes: not where a whole n8n is installed, which takes seconds. */
const ROOTS = ['credentials', 'dev/engine', 'dist', 'nodes', 'sandbox', 'test'];

/** The packages that take longest to load, also in paths of Windows. */
const LOADED_ONCE =
	'[/\\\\]node_modules[/\\\\](@n8n|n8n-[^/\\\\]+|ajv|fast-check|fastify|yaml)[/\\\\].+\\.c?js$';

/** Jest measures the coverage only of what it loads itself. */
const isMeasured = process.argv.some((argument) =>
	/^--(coverage|collect-?coverage)$/i.test(argument),
);

/** Tests run against the built package in `dist`; coverage is mapped back to the sources. */
module.exports = {
	testEnvironment: `./test/runner/${isMeasured ? 'contextPerFile' : 'oneContext'}.js`,
	roots: ROOTS.map((folder) => join(__dirname, folder)).filter(existsSync),
	// A build while jest watches is no reason to run everything.
	watchPathIgnorePatterns: ['<rootDir>/dist/'],
	// One more than there are cores, since tests wait for answers. Jest alone would leave a core free.
	maxWorkers: availableParallelism() + 1,
	// A worker that has run many files could run out of memory.
	workerIdleMemoryLimit: '1.5GB',
	globalSetup: './test/runner/makeTemporary.js',
	globalTeardown: './test/runner/removeTemporary.js',
	testSequencer: './test/runner/longestFirst.js',
	testMatch: ['<rootDir>/test/{unit,engine,services}/**/*.test.ts'],
	transform: {
		...(isMeasured ? {} : { [LOADED_ONCE]: './test/runner/loadOnce.js' }),
		...typescript,
	},
	transformIgnorePatterns: [],
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts', 'dist/**/*.js'],
	coverageProvider: 'v8',
	coverageReporters: ['text', 'json-summary'],
	testTimeout: 180_000,
};
