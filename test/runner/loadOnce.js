/** Leaves the loading of a module to Node, which keeps it for all test files of a worker. */
module.exports = { process: () => ({ code: 'module.exports = requireOnce(__filename);' }) };
