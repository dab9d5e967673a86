/** The members of an object that only people read. */
const SHOWN = ['action', 'description', 'displayName', 'hint', 'placeholder'];

const isWords = ({ node, parent }) => {
	if (node.type !== 'StringLiteral') return false;
	const isShown = parent?.type === 'ObjectProperty' && SHOWN.includes(parent.key.name);
	return isShown || node.value.trim().split(/\s+/).length > 2;
};

/** Whether a constant or what a function returns is declared as fields of n8n. */
const isDefinition = ({ node }) => {
	const type = node.type === 'VariableDeclarator' ? node.id.typeAnnotation : node.returnType;
	return JSON.stringify(type ?? null).includes('"INodeProperties"');
};

/**
 * What is not worth a mutant:
 *
 * - Words that people read. Stryker empties them one by one, and the only test that notices all of
 *   that says the same words again. Templates are not left out: they hold values, and the tests of
 *   messages check those.
 * - The definitions of fields. They are data that n8n reads, and the tests of the descriptions
 *   check them as a whole, in the nodes that they are part of.
 */
const leftOut = {
	shouldIgnore(path) {
		if (isWords(path)) return 'words that people read';
		return isDefinition(path) ? 'the definition of a field' : undefined;
	},
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'leftOut', value: leftOut }];
