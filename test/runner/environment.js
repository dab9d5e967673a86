const process = require('node:process');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// At its end, a worker would free its heap, which takes longer than jest waits for it. By then, all its results are sent.
if (process.send !== undefined) {
	process.once('exit', (code) => {
		if (code === 0) process.kill(process.pid, 'SIGKILL');
	});
}

/**
 * Jest's environment of Node, with a global object that is a plain one. Jest's own is a proxy, through which each
 * look-up of a global such as `Object` goes, which takes most of the time of a hot loop.
 */
module.exports = class PlainGlobals extends TestEnvironment {
	constructor(...given) {
		const { createContext } = vm;
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(...given);
		} finally {
			vm.createContext = createContext;
		}
	}
};
