import { config } from '@n8n/node-cli/eslint';
import { globalIgnores } from 'eslint/config';

/** n8n's own rules for what is published. Our stricter rules are in `eslint.rooms.config.mjs`. */
export default [
	globalIgnores([
		'{bench,dev,examples,sandbox,test}/',
		'dist/',
		'.n8n/',
		'.artifacts/',
		'coverage/',
	]),
	...config,
];
