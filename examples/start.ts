import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { json } from '../sandbox/json';
import {
	ACCOUNT,
	installationIn,
	installN8n,
	installPackage,
	isFree,
	linkPeer,
	N8n,
	OWNER,
	packPackage,
	Rest,
	withProgress,
} from '../dev/n8n';
import { ROOT } from '../dev/paths';
import { startSandbox, type Sandbox } from '../sandbox';
import { StartHome } from './startHome';

const EXAMPLES = __dirname;
const FIRST_STEPS = 'agentsGeoFirstSteps';
const N8N_PORT = '5678';
const SANDBOX_PORT = 4010;
const MORE_PORTS = 50;
const USAGE = 'Usage: npm start -- [--port N] [--home FOLDER]';

/** What runs until Ctrl-C. */
interface Running {
	readonly home: StartHome;
	readonly n8n: N8n;
	readonly sandbox: Sandbox;
}

/** Starts n8n with the package, the sandbox and the examples in place, until Ctrl-C. */
async function start(): Promise<void> {
	const { port, home } = readArguments();
	home.open();
	let running: Running | undefined;
	const run = async () => {
		await installN8n();
		running = await prepare(home, port);
		await furnish(running);
		console.log(greeting(running));
		await running.n8n.ended();
		throw new Error(`n8n has stopped unexpectedly. Its log is ${home.log}.`);
	};
	try {
		await Promise.race([run(), stopSignal()]);
	} finally {
		if (running !== undefined) console.log('\nStopping n8n and the sandbox…');
		await running?.n8n.stop();
		await running?.sandbox.close();
		home.close();
	}
}

/**
 * Resolves on Ctrl-C or another signal to stop. npm and tsx pass Ctrl-C on, so it arrives more than
 * once: all later ones are ignored.
 */
async function stopSignal(): Promise<void> {
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
	});
}

/** Makes the two servers; only the sandbox runs already. */
async function prepare(home: StartHome, port: number): Promise<Running> {
	const { folder, sandboxPort = SANDBOX_PORT } = home;
	const sandbox = await startSandbox({ port: await portFrom(sandboxPort) });
	// Without it, n8n lives in the time of New York.
	const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const own = { name: 'n8n', logs: folder, home: folder, port: await portFrom(port), env };
	return { home, sandbox, n8n: new N8n(own) };
}

/** Puts everything in place and starts n8n. */
async function furnish({ home, n8n, sandbox }: Running): Promise<void> {
	await withProgress('Installing the package in n8n', async () => {
		const tarball = join(home.folder, 'package.tgz');
		await packPackage(tarball);
		// n8n brings the peers; without this, npm asks the registry for each of them.
		await installPackage(home.folder, tarball, ['--legacy-peer-deps']);
		linkPeer(home.folder, installationIn());
	});
	await withProgress('Putting the examples in place', async () => {
		await home.furnish(n8n, sandbox, EXAMPLES);
	});
	await withProgress('Starting n8n', async () => await n8n.start());
	await makeOwner(n8n.url);
}

function readArguments(): { port: number; home: StartHome } {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: N8N_PORT },
			home: { type: 'string', default: join(ROOT, '.n8n') },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`'${values.port}' is not a port number.\n${USAGE}`);
	}
	return { port, home: new StartHome(values.home) };
}

/** The first free port from this one on; says so if it is not this one. */
async function portFrom(wanted: number): Promise<number> {
	for (let port = wanted; port < wanted + MORE_PORTS; port++) {
		if (!(await isFree(port))) continue;
		if (port !== wanted) console.log(`Port ${wanted} is taken by another program; using ${port}.`);
		return port;
	}
	throw new Error(`All ports from ${wanted} to ${wanted + MORE_PORTS - 1} are taken.\n${USAGE}`);
}

async function makeOwner(url: string): Promise<void> {
	const rest = new Rest(url);
	const { userManagement } = json(await rest.call('GET', '/settings'));
	if (json(userManagement).showSetupOnFirstLoad === true) await rest.signUp();
}

function greeting({ home, n8n, sandbox }: Running): string {
	const inside = relative(ROOT, home.folder);
	const folder = inside.startsWith('..') ? home.folder : inside;
	return [
		'',
		`n8n with the package is running at ${n8n.url}`,
		'',
		`  Sign in       ${OWNER.email}, password ${OWNER.password}`,
		`  Then open     ${n8n.url}/workflow/${FIRST_STEPS} and click Execute workflow`,
		`  Service       the sandbox at ${sandbox.url}; all its data is invented`,
		`  Credential    ${ACCOUNT.name}, with a key of the sandbox. Enter your own key and`,
		'                base URLs to work with the real service.',
		`  Your work     is kept in ${folder}; delete that folder to start from scratch`,
		'',
		'Stop it with Ctrl-C.',
	].join('\n');
}

start().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
