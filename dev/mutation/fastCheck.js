/**
 * Stands for `fast-check` while mutants are tested. A property tries fewer values then, since it
 * runs once per mutant, and it does not look for the smallest value that fails. It tries the same
 * values each time, so that scores compare.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 100, seed: 1 });

module.exports = fc;
