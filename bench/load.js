// Loads what is named the way n8n does, class by class, and prints the milliseconds that took.
// In plain JavaScript: a process that compiles TypeScript would load everything slower.
const { performance } = require('node:perf_hooks');
const { argv, stdout } = require('node:process');

const files = argv.slice(2);
// n8n has this loaded already.
for (const file of files) require(require.resolve('n8n-workflow', { paths: [file] }));
const start = performance.now();
for (const file of files) {
	for (const Class of Object.values(require(file))) new Class();
}
stdout.write(String(performance.now() - start));
