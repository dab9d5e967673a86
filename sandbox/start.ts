import { parseArgs } from 'node:util';
import { KEYS, PROJECTS, type Sandbox, startSandbox } from './';

const DEFAULT_PORT = 4010;
const USAGE = 'Usage: npm run sandbox -- [--port N]   (N from 0 to 65535, 0 takes any free port)';

const KEY_NOTES: ReadonlyArray<readonly [string, string]> = [
	[KEYS.agency, 'workspace of an agency, with three projects; start with this one'],
	[KEYS.second, 'another workspace, with one project; all other projects answer 403'],
	[KEYS.empty, 'workspace without projects'],
	[KEYS.geoOnly, 'GEO API only; every call of the Agents API answers 403'],
];

/** Reads the port from the command line; throws when an argument is bad. */
function readPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string' } } });
	if (values.port === undefined) return DEFAULT_PORT;
	const port = Number(values.port);
	if (/^\d+$/.test(values.port) && port <= 65_535) return port;
	throw new Error(`'${values.port}' is not a port number.`);
}

function greeting({ url, world }: Sandbox): string {
	const projects = world.workspaces.flatMap((workspace) =>
		workspace.projects.map(({ id, name }) => `  ${id.padEnd(20)} ${name} (${workspace.key})`),
	);
	return [
		'The sandbox is running. It stands in for the service; all data is invented.',
		'',
		'For the credential:',
		`  Agents API Base URL   ${url}`,
		`  GEO API Base URL      ${url}`,
		'',
		'Keys:',
		...KEY_NOTES.map(([key, note]) => `  ${key.padEnd(20)}  ${note}`),
		'',
		'Projects:',
		...projects,
		'',
		'Try it:',
		`  curl -s -H 'X-API-Key: ${KEYS.agency}' ${url}/api/v1/business/whoami`,
		`  curl -s -H 'X-API-Key: ${KEYS.agency}' -H 'Content-Type: application/json' \\`,
		`    -d '{"project_id":"${PROJECTS.coffee}"}' ${url}/v2/geo/business/prompts`,
		'',
		'Stop it with Ctrl-C.',
		'',
	].join('\n');
}

function explain(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const words = error instanceof Error ? error.message : String(error);
	if (code === 'EADDRINUSE') {
		return `The port is in use: ${words}\nStop the program that uses it, or choose another port.\n${USAGE}`;
	}
	return `The sandbox could not start: ${words}\n${USAGE}`;
}

async function main(): Promise<void> {
	const sandbox = await startSandbox({ port: readPort() });
	const stop = () => {
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	process.stdout.write(greeting(sandbox));
}

main().catch((error: unknown) => {
	process.stderr.write(`${explain(error)}\n`);
	process.exitCode = 1;
});
