/** Tests run against the built package in `dist`; coverage is mapped back to the sources. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/{unit,engine}/**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts', 'dist/**/*.js'],
	coverageProvider: 'v8',
	coverageReporters: ['text', 'json-summary'],
	testTimeout: 180_000,
};
