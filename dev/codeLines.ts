import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths';

const FOLDERS = ['nodes', 'credentials'];

/** Returns how many lines of nodes/ and credentials/ have code: no comments, imports and re-exports. */
function codeLinesIn(root: string): number {
	const files = FOLDERS.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => join(root, folder, name)),
	);
	return files.reduce((sum, file) => sum + codeLinesOf(readFileSync(file, 'utf8')), 0);
}

function codeLinesOf(text: string): number {
	const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
	const lines = new Set<number>();
	const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line;
	const visit = (node: ts.Node): void => {
		if (ts.isJSDoc(node) || node.end <= node.getStart(source)) return;
		const children = node.getChildren(source);
		for (const child of children) visit(child);
		if (children.length > 0) return;
		for (let line = lineAt(node.getStart(source)); line <= lineAt(node.end - 1); line++) {
			lines.add(line);
		}
	};
	for (const statement of source.statements) {
		const isReExport = ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
		if (!ts.isImportDeclaration(statement) && !isReExport) visit(statement);
	}
	return lines.size;
}

/** Counts the code lines of a commit. */
function codeLinesAt(commit: string): number {
	const folder = mkdtempSync(join(tmpdir(), 'code-lines-'));
	try {
		const archive = execFileSync('git', ['archive', commit, ...FOLDERS], {
			cwd: ROOT,
			maxBuffer: 2 ** 28,
		});
		execFileSync('tar', ['-x', '-C', folder], { input: archive });
		return codeLinesIn(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** `tsx dev/codeLines.ts [COMMIT]`: fails if there are more than at COMMIT and REASON does not say why. */
const [commit] = process.argv.slice(2);
const now = codeLinesIn(ROOT);
const before = commit === undefined ? now : codeLinesAt(commit);
console.log(`${String(now)} code lines, ${String(before)} before`);
if (now > before && !/^Code lines: \S/m.test(process.env['REASON'] ?? '')) {
	console.log(
		"Add a line 'Code lines: why there are more' to the description of the pull request.",
	);
	process.exitCode = 1;
}
