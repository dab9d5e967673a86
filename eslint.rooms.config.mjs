import { readdirSync } from 'node:fs';
import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What n8n's verification scanner lints in a repository. */
const SCANNED = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];

/** Rules the scanner leaves out because they do not hold for community packages. */
const LEFT_OUT = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];

/** The folders of `nodes/shared`: each imports only from those below it. */
const LAYERS = [
	'watch',
	'run',
	'pickers',
	'form',
	'projects',
	'reading',
	'api',
	'output',
	'table',
	'base',
];

const unlisted = readdirSync(`${import.meta.dirname}/nodes/shared`, { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !LAYERS.includes(entry.name))
	.map(({ name }) => name);
if (unlisted.length > 0) throw new Error(`Add to LAYERS: ${unlisted.join(', ')}`);

/** Forbids imports from folders at the top level, with the reason that the error gives. */
function closed(folders, message) {
	return { regex: `^(\\.{1,2}/)+(${folders.join('|')})(/|$)`, message };
}

function restricted(...patterns) {
	return { 'no-restricted-imports': ['error', { patterns }] };
}

const NOT_IN_PACKAGE = closed(
	['bench', 'dev', 'examples', 'sandbox', 'test'],
	'It is not in the package.',
);

/** A file of a room, which only the room itself and its unit tests import. */
const OF_A_ROOM = { regex: 'shared/[^./]+/', message: 'Import it from the folder itself.' };

/** The unit tests of each room, and what they share. */
const UNIT_TESTS = {
	form: 'dates filters form parametersOf',
	projects: 'projects',
	reading: 'anyService pageServer pagination reading',
	api: 'address api caller credential errors rateLimiter rateLimits retry',
	output: 'message messages messageWords shape toolAnswers',
	watch: 'events watch',
	table: 'compare sort where',
	base: 'base',
};

/** What the unit tests of a room may not import: a file of another room. */
function unitTests([room, names]) {
	return {
		files: names.split(' ').map((name) => `test/unit/${name}{.test,}.ts`),
		rules: restricted({ ...OF_A_ROOM, regex: `shared/(?!${room}/)[^./]+/` }),
	};
}

/** What a folder of `nodes/shared` may not import. */
function layer(name, index) {
	const above = LAYERS.slice(0, index);
	return {
		files: [`nodes/shared/${name}/**/*.ts`],
		rules: restricted(
			NOT_IN_PACKAGE,
			{ regex: '^\\.\\./[^./]+/', message: 'Import it from the folder itself.' },
			{ regex: '^(\\.\\./|\\./)\\.\\.', message: 'The layers depend on nothing around them.' },
			...(above.length > 0
				? [{ regex: `^\\.\\./(${above.join('|')})$`, message: `It is a layer above ${name}.` }]
				: []),
		),
	};
}

/** A plugin under a name of its own: the scanner brings older versions of the same two plugins. */
function newest(prefix, plugin, files, rules) {
	const wanted = Object.entries(rules)
		.map(([name, level]) => [name.slice(name.lastIndexOf('/') + 1), level])
		.filter(([name]) => !LEFT_OUT.includes(name))
		.map(([name, level]) => [`${prefix}/${name}`, level]);
	return { files, plugins: { [prefix]: plugin }, rules: Object.fromEntries(wanted) };
}

const { community, credentials, nodes } = n8nNodesBase.configs;
const { recommended } = n8nCommunityNodesPlugin.configs;

export default defineConfig(
	globalIgnores(['dist/', 'coverage/', '.artifacts/', '.n8n/']),
	{ files: SCANNED, extends: [await buildScanConfig()] },
	newest('newest-community-nodes', n8nCommunityNodesPlugin, SCANNED, recommended.rules),
	newest('newest-nodes-base', n8nNodesBase, ['package.json'], community.rules),
	newest('newest-nodes-base', n8nNodesBase, ['credentials/**/*.ts'], credentials.rules),
	newest('newest-nodes-base', n8nNodesBase, ['nodes/**/*.ts'], nodes.rules),
	{
		files: ['**/*.{js,mjs}'],
		ignores: ['{nodes,credentials}/**'],
		extends: [eslint.configs.recommended],
		languageOptions: {
			globals: { __dirname: 'readonly', module: 'readonly', require: 'readonly' },
		},
	},
	{
		files: ['**/*.ts'],
		extends: [eslint.configs.recommended, tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			curly: ['error', 'multi-line'],
			'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
		},
	},
	{
		files: ['{bench,dev,examples,sandbox}/**/*.ts'],
		rules: restricted(closed(['test'], 'What tests share with anything else is in dev/.')),
	},
	{
		files: ['{nodes,credentials}/**/*.ts'],
		rules: restricted(NOT_IN_PACKAGE, OF_A_ROOM),
	},
	{
		files: ['test/**/*.ts'],
		rules: restricted(OF_A_ROOM),
	},
	...Object.entries(UNIT_TESTS).map(unitTests),
	...LAYERS.map(layer),
	{
		files: ['test/**/*.test.ts'],
		rules: {
			// The matchers of jest (expect.any, expect.objectContaining …) are typed as any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
			// A file has all tests of a room: each one loads its modules anew.
			'max-lines': ['error', { max: 900, skipBlankLines: true, skipComments: true }],
		},
	},
);
