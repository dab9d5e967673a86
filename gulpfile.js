const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes what an earlier build left, so that a renamed file cannot linger in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Copies what tsc leaves behind: icons and codex files, beside the compiled code. */
function assets() {
	return src(
		[
			// Each pattern starts with a folder. With '{nodes,credentials}', gulp would walk node_modules, too.
			'credentials/**/*.{svg,png}',
			'nodes/**/*.{svg,png}',
			'nodes/**/*.node.json',
			'nodes/**/__schema__/**/*.json',
		],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

module.exports = { assets, clean };
