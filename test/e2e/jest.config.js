const process = require('node:process');
const typescript = require('../runner/typescript');

/** What is tested at every push: each node as a user has it, triggers, queue mode, the editor, an agent. */
const CORE = ['agent', 'editor', 'httpRequest', 'panel', 'queue', 'triggers', 'versions'];

/** The nightly run takes everything, in the oldest n8n, too. */
const files = process.env.NIGHTLY === undefined ? `@(${CORE.join('|')})` : '*';

/** Tests of the packed package in a whole n8n; `prepare.ts` has to run before them. */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/e2e'],
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/e2e/${files}.test.ts`],
	transform: typescript,
	// Each file starts an n8n of its own, which needs half a gigabyte and most of a core.
	maxWorkers: 1,
	testTimeout: 180_000,
};
