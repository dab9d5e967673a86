/** How jest reads the sources and tests. */
module.exports = {
	'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
};
