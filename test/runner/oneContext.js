const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, sep } = require('node:path');
const process = require('node:process');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const disableStorages = require('./storages');

const BUILT = join(__dirname, '..', '..', 'dist') + sep;

// n8n reads this when it is loaded, which is once for all files of a worker.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-in-process-'));

/** Stands for the context that Node starts with, for which Node has no object. */
const MAIN_CONTEXT = vm.createContext();

const { compileFunction } = vm;

// Jest compiles every module with this.
vm.compileFunction = (source, names, { parsingContext, ...options }) => {
	const context = parsingContext === MAIN_CONTEXT ? {} : { parsingContext };
	return compileFunction(source, names, { ...options, ...context });
};

/** Where jest keeps its state of one file. Event handlers that stay would handle the next file, too. */
const JEST_STATE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'RETRY_TIMES_SETTER'];

/**
 * Runs all test files of a worker in one context, where jest would make a new one for each. So Node
 * loads n8n once per worker (see `loadOnce`), which halves the time of `npm test`.
 *
 * The sources and the built package are still loaded anew for each file. After a file, environment
 * variables, the console and what was replaced by `jest.spyOn` are as they were before it.
 */
module.exports = class OneContext {
	global = Object.assign(globalThis, { requireOnce: require });
	fakeTimers = null;
	moduleMocker = new ModuleMocker(globalThis);

	before = {
		console: globalThis.console,
		env: { ...process.env },
		exit: process.exit,
		getBuiltinModule: process.getBuiltinModule,
	};

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		for (const file of Object.keys(require.cache)) {
			if (file.startsWith(BUILT)) delete require.cache[file];
		}
	}

	async setup() {
		// Node's own limit, as in n8n. Jest sets 100, which makes every error slower.
		Error.stackTraceLimit = 10;
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		this.fakeTimersModern.dispose();
		this.restore();
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (JEST_STATE.includes(key.description)) delete globalThis[key];
		}
		disableStorages();
	}

	restore() {
		const { console, env, exit, getBuiltinModule } = this.before;
		Object.assign(globalThis, { console });
		Object.assign(process, { exit, getBuiltinModule });
		for (const name of Object.keys(process.env)) {
			if (!(name in env)) delete process.env[name];
		}
		Object.assign(process.env, env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return MAIN_CONTEXT;
	}
};
