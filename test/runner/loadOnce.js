/**
 * Leaves the loading of a module to Node, which keeps it for all test files of a worker. Jest keeps what
 * this gives: after a change here, run `npx jest --clearCache`.
 */
module.exports = { process: () => ({ code: 'module.exports = requireOnce(__filename);' }) };
