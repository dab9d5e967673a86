/** Tests of the packed package in a whole n8n; `prepare.ts` has to run before them. */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	// Each file starts an n8n of its own, which needs half a gigabyte and most of a core.
	maxWorkers: 1,
	testTimeout: 180_000,
};
