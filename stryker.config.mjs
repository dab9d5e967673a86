import { env } from 'node:process';

// Each mutant runs the tests that are related to it, so these draw few random cases.
env.SAMPLES ??= '0.1';

/**
 * Mutation testing by unit tests: `npm run mutation -- --mutate nodes/shared/reading/lists.ts`. Tests of
 * the built package do not import what is changed, so they take no part.
 */
export default {
	mutate: ['nodes/shared/**/*.ts'],
	// Most texts are words that people read, and the only test that notices them says the same again.
	mutator: { excludedMutations: ['StringLiteral'] },
	disableTypeChecks: '{nodes,credentials}/**/*.ts',
	testRunner: 'jest',
	coverageAnalysis: 'perTest',
	jest: {
		config: {
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			// A mutant can make a test wait for ever.
			testTimeout: 30_000,
			watchman: false,
		},
		enableFindRelatedTests: true,
	},
	concurrency: 2,
	// Long enough for a new process on a busy machine: a mutant that is late counts as noticed.
	timeoutMS: 60_000,
	dryRunTimeoutMinutes: 20,
	ignorePatterns: ['.artifacts', '.n8n', 'coverage', 'dist'],
	tempDirName: '.artifacts/mutation/sandboxes',
	reporters: ['clear-text', 'html', 'progress-append-only'],
	htmlReporter: { fileName: '.artifacts/mutation/report.html' },
	allowConsoleColors: false,
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
