import type { INodeProperties } from 'n8n-workflow';
import { APIS, DEPENDS_ON_ITEM } from '../nodes/shared/api';

/** The fields as they are stored: an expression as its text. */
const stored = ['apiKey', APIS.agents.baseUrlField, APIS.geo.baseUrlField]
	.map((field) => `$rawParameter["&${field}"]`)
	.join(', ');

/** What expressions can use that is the same for all input items: external secrets and variables. */
const shared = ['secrets', 'vars', 'env'].map((name) => `"${name}"`).join(', ');

/**
 * Tells the nodes whether an expression in the credential may give something else for another input
 * item, such as the key of a workspace. A node sees only what the expressions gave, and reading the
 * credential for every item takes time. Where n8n cannot tell, the answer is yes.
 */
export const dependsOnItem: INodeProperties = {
	displayName: 'Depends on the Item',
	name: DEPENDS_ON_ITEM,
	type: 'hidden',
	description:
		'Says if an expression in the credential can give something else for another input item',
	default:
		'={{ (() => { try { ' +
		`return [${stored}].some((text) => String(text).startsWith("=") && ` +
		`String(text).split("$").slice(1).some((use) => ![${shared}].some((name) => use.startsWith(name)))); ` +
		'} catch (error) { return true; } })() }}',
};
