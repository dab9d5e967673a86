import { parseArgs } from 'node:util';
import { KEYS, PROJECTS, type Sandbox, startSandbox } from './';

const DEFAULT_PORT = 4010;
const USAGE = `Usage: npm run sandbox -- [--port N] [--host ADDRESS]
N is from 0 to 65535, and 0 takes any free port. With --host 0.0.0.0, an n8n in a container can reach the sandbox, and so
can everybody in the network.`;

const KEY_NOTES: ReadonlyArray<readonly [string, string]> = [
	[KEYS.agency, 'workspace of an agency, with three projects; start with this one'],
	[KEYS.second, 'another workspace, with one project; all other projects answer 403'],
	[KEYS.empty, 'workspace without projects'],
	[KEYS.geoOnly, 'GEO API only; every call of the Agents API answers 403'],
];

/** @throws Error if an argument is wrong */
function readArguments(): { readonly host?: string; readonly port: number } {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { host: text, port: text } });
	const { host, port: entered = String(DEFAULT_PORT) } = values;
	const port = Number(entered);
	if (/^\d+$/.test(entered) && port <= 65_535) return { host, port };
	throw new Error(`'${entered}' is not a port number.`);
}

function greeting({ url, world }: Sandbox, host: string | undefined): string {
	const projects = world.workspaces.flatMap((workspace) =>
		workspace.projects.map(({ id, name }) => `  ${id.padEnd(20)} ${name} (${workspace.key})`),
	);
	return [
		'The sandbox is running. It stands in for the service; all data is invented.',
		'',
		'For the credential:',
		`  Agents API Base URL   ${url}`,
		`  GEO API Base URL      ${url}`,
		...(host === undefined
			? []
			: [
					`  in a container        http://host.docker.internal:${new URL(url).port}`,
					'Everybody in your network can reach the sandbox. It has no data of yours.',
				]),
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

async function main(): Promise<void> {
	const { host, port } = readArguments();
	const sandbox = await startSandbox({ host, port });
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
	process.stdout.write(greeting(sandbox, host));
}

main().catch((error: unknown) => {
	process.stderr.write(`The sandbox could not start: ${String(error)}\n${USAGE}\n`);
	process.exitCode = 1;
});
