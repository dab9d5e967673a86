const { tmpdir } = require('node:os');
const { join, sep } = require('node:path');
const process = require('node:process');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const restoreBuiltIns = require('./builtIns');
const disableStorages = require('./storages');

const BUILT = join(__dirname, '..', '..', 'dist') + sep;

/** Stands for the context that Node starts with, for which Node has no object. */
const MAIN_CONTEXT = vm.createContext();

const { compileFunction } = vm;

/** The last that was compiled of each file, since it takes long. Each test file runs it anew. */
const compiled = new Map();

// Jest compiles every module with this, always with the same names.
vm.compileFunction = (source, names, options = {}) => {
	const { filename, parsingContext } = options;
	if (parsingContext !== MAIN_CONTEXT) return compileFunction(source, names, options);
	if (compiled.get(filename)?.source !== source) {
		compiled.set(filename, { source, script: scriptOf(source, names, filename) });
	}
	return compiled.get(filename).script.runInThisContext();
};

/** Makes a script that gives the function, as `compileFunction` would, but can run again and again. */
function scriptOf(source, names, filename) {
	const start = `(function (${names.join(', ')}) {`;
	try {
		return new vm.Script(`${start}${source}\n})`, { filename, columnOffset: -start.length });
	} catch {
		// Where the source is wrong, this throws an error without what is around it.
		return { runInThisContext: () => compileFunction(source, names, { filename }) };
	}
}

// What n8n reads when it is loaded, which is once for all files of a worker.
process.env.N8N_USER_FOLDER ??= join(tmpdir(), `n8n-in-process-${process.pid}`);
process.env.N8N_ENCRYPTION_KEY ??= 'key of an n8n that lives for one process';
process.env.N8N_LOG_LEVEL ??= 'silent';

/** Where jest keeps what belongs to one file. Event handlers that stay would handle the next file, too. */
const JEST_STATE = [
	...['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'RETRY_TIMES_SETTER', 'TEST_TIMEOUT_SYMBOL'],
	...['RETRY_TIMES', 'RETRY_IMMEDIATELY', 'WAIT_BEFORE_RETRY', 'LOG_ERRORS_BEFORE_RETRY'],
];

/**
 * Runs all test files of a worker in one context, where jest would make a new one for each. So Node
 * loads n8n once per worker (see `loadOnce`), which halves the time of `npm test`.
 *
 * The sources and the built package are still loaded anew for each file. After a file, environment
 * variables, the console, time zones and what was replaced by `jest.spyOn` are as they were before it.
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

	constructor({ globalConfig, projectConfig }) {
		if (globalConfig.collectCoverage) throw new Error('Coverage needs contextPerFile');
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		unloadPackage();
	}

	async setup() {
		// Node's own limit, as in n8n. Jest sets 100, which makes every error slower.
		Error.stackTraceLimit = 10;
	}

	async teardown() {
		const steps = [
			() => this.moduleMocker.restoreAllMocks(),
			() => this.fakeTimersModern.dispose(),
			() => this.restore(),
			disableStorages,
			restoreTimeZones,
			restoreBuiltIns,
		];
		const errors = steps.flatMap(errorsOf);
		if (errors.length === 1) throw errors[0];
		if (errors.length > 1) throw new AggregateError(errors, 'Several things were not undone');
	}

	restore() {
		const { console, env, exit, getBuiltinModule } = this.before;
		Object.assign(globalThis, { console });
		Object.assign(process, { exit, getBuiltinModule });
		for (const name of Object.keys(process.env)) {
			if (!(name in env)) delete process.env[name];
		}
		Object.assign(process.env, env);
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (JEST_STATE.includes(key.description)) delete globalThis[key];
		}
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return MAIN_CONTEXT;
	}
};

/** Runs a step, so that those after it run, too, if it fails. */
function errorsOf(step) {
	try {
		step();
		return [];
	} catch (error) {
		return [error];
	}
}

/** Has the built package loaded anew, and leaves nothing of it in memory. */
function unloadPackage() {
	const isBuilt = (file) => file.startsWith(BUILT);
	for (const [file, module] of Object.entries(require.cache)) {
		if (isBuilt(file)) delete require.cache[file];
		else module.children = module.children.filter(({ filename }) => !isBuilt(filename ?? ''));
	}
}

/** Sets the time zones of n8n and luxon to what they are when these are loaded. */
function restoreTimeZones() {
	const n8nWorkflow = require.cache[require.resolve('n8n-workflow')];
	if (n8nWorkflow === undefined) return;
	n8nWorkflow.exports.setGlobalState({ defaultTimezone: 'America/New_York' });
	n8nWorkflow.require('luxon').Settings.defaultZone = 'system';
}
