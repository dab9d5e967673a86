/** Mutation testing; `dev/mutation` adds the files and tests of a room. See CONTRIBUTING. */
export default {
	testRunner: 'jest',
	plugins: [
		'@stryker-mutator/jest-runner',
		'./dev/mutation/leftOut.mjs',
		'./dev/mutation/sample.mjs',
	],
	ignorers: ['leftOut'],
	// Parts that run in n8n's engine are built first. Tests stay as they are: one is compared with the docs.
	disableTypeChecks: '{nodes,credentials}/**/*.ts',
	// Each mutant runs only the tests that ran through the changed code.
	coverageAnalysis: 'perTest',
	jest: {
		config: {
			moduleNameMapper: { '^fast-check$': '<rootDir>/dev/mutation/fastCheck.js' },
			// A mutant can make a test wait for ever; one that does counts as noticed after this time.
			testTimeout: 30_000,
			watchman: false,
		},
	},
	concurrency: 2,
	// Long enough for a new process on a busy machine, which loads everything first: else each mutant
	// after one that was late would be late, too, and count as noticed. A mutant that never ends is
	// mostly found by counting how often it ran.
	timeoutMS: 60_000,
	// Finding out which test runs through what takes minutes where tests look at every character.
	dryRunTimeoutMinutes: 20,
	timeoutFactor: 4,
	ignorePatterns: ['.artifacts', '.n8n', 'coverage', 'dist'],
	tempDirName: '.artifacts/mutation/sandboxes',
	reporters: ['clear-text', 'html', 'progress-append-only'],
	allowConsoleColors: false,
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
