const { TestEnvironment } = require('jest-environment-node');
const disableStorages = require('./storages');

/** Jest's own environment, which stays as fast as it was for the first file. */
module.exports = class ContextPerFile extends TestEnvironment {
	async teardown() {
		await super.teardown();
		disableStorages();
	}
};
