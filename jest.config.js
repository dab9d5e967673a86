const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** Where jest looks for changes: not where a whole n8n is installed, which takes seconds. */
const ROOTS = ['credentials', 'dev/engine', 'dist', 'nodes', 'sandbox', 'test'];

/** Tests run against the built package in `dist`; coverage is mapped back to the sources. */
module.exports = {
	testEnvironment: 'node',
	roots: ROOTS.map((folder) => join(__dirname, folder)).filter(existsSync),
	// A build while jest watches is no reason to run everything.
	watchPathIgnorePatterns: ['<rootDir>/dist/'],
	// Jest alone would leave a core free.
	maxWorkers: '100%',
	// Each file loads n8n anew, and a worker that has run many of them would run out of memory.
	workerIdleMemoryLimit: '1GB',
	globalSetup: './test/makeTemporary.js',
	globalTeardown: './test/removeTemporary.js',
	testSequencer: './test/longestFirst.js',
	testMatch: ['<rootDir>/test/{unit,engine,services}/**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts', 'dist/**/*.js'],
	coverageProvider: 'v8',
	coverageReporters: ['text', 'json-summary'],
	testTimeout: 180_000,
};
