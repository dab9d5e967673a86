// Nothing, to be loaded for comparison.
module.exports = {};
