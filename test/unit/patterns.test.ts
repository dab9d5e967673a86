import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { drawn } from '../samples';

const ROOT = resolve(__dirname, '../..');
const SOURCES = ['credentials', 'nodes'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

function nodesOf(file: string): ts.Node[] {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const all = (node: ts.Node): ts.Node[] => {
		const own: ts.Node[] = [];
		ts.forEachChild(node, (child) => {
			own.push(child, ...all(child));
		});
		return own;
	};
	return all(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

const NODES = SOURCES.flatMap((file) => nodesOf(file).map((node) => ({ file, node })));

const PATTERNS = new Map(
	NODES.flatMap(({ file, node }) =>
		ts.isRegularExpressionLiteral(node) ? [[node.text, file] as const] : [],
	),
);

/** Methods that make a pattern of a text. */
const TEXT_PATTERN_METHODS = ['match', 'matchAll', 'search'];

it('finds every pattern of the sources as a literal', () => {
	expect(PATTERNS.size).toBeGreaterThan(100);
	const hidden = NODES.filter(({ node }) => {
		if (ts.isIdentifier(node)) {
			return node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent);
		}
		if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
		const [argument] = node.arguments;
		const isText = argument !== undefined && !ts.isRegularExpressionLiteral(argument);
		return TEXT_PATTERN_METHODS.includes(node.expression.name.text) && isText;
	});
	// The mask of the key consists of its characters. The test of masking has its time.
	expect(hidden.map(({ file, node }) => `${file}: ${node.getText()}`)).toEqual([
		'nodes/shared/api/credential.ts: RegExp',
	]);
});

it('needs time in proportion to the length of the text for every pattern', async () => {
	const slow: string[] = [];
	for (const [pattern, file] of drawn([...PATTERNS], 0.2)) {
		const end = pattern.lastIndexOf('/');
		// A pattern that cannot be analysed within the time counts as slow.
		const { status } = await check(pattern.slice(1, end), pattern.slice(end + 1), {
			timeout: 30_000,
			randomSeed: 1,
		});
		if (status !== 'safe') slow.push(`${file}: ${pattern} ${status}`);
	}
	expect(slow).toEqual([]);
});
