import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { json, text } from '../../sandbox/json';
import { ACCOUNT, freePorts, Rest } from '../../dev/n8n';
import { ARTIFACTS, ROOT } from '../../dev/paths';
import { useCleanup } from './kit/cleanup';
import { left, Starter } from './kit/starter';
import { projectById } from './kit/workflows';

const ADDRESS = /running at (http:\S+)/;
const SANDBOX = /the sandbox at (http:[^;\s]+)/;
const FIRST_STEPS = 'agentsGeoFirstSteps';
const OWN = 'A workflow of the user';
const MINUTES = 60_000;

const cleanup = useCleanup();
mkdirSync(ARTIFACTS, { recursive: true });
// Inside the repository, as the home of a newcomer is.
const home = cleanup.keep(mkdtempSync(join(ARTIFACTS, 'start-')), (folder) => {
	rmSync(folder, { recursive: true, force: true });
});
const examples = readdirSync(join(ROOT, 'examples'))
	.filter((name) => name.endsWith('.json'))
	.map((name) => text(json(JSON.parse(readFileSync(join(ROOT, 'examples', name), 'utf8'))).name));

let starter: Starter;
let rest: Rest;

test(
	'npm start tells where n8n is, on the next port when the wanted one is taken',
	async () => {
		const [port = 0] = await freePorts(1);
		await occupy(port);
		starter = start(port);
		const url = await starter.shows(ADDRESS);
		expect(starter.screen).toContain(`Port ${port} is taken by another program`);
		expect(Number(new URL(url).port)).toBeGreaterThan(port);
		rest = await new Rest(url).signIn();
	},
	6 * MINUTES,
);

test('The examples and a credential that passes its test are in place', async () => {
	expect((await names()).sort()).toEqual([...examples].sort());
	expect(await verdict()).toBe('OK');
});

test('A list that cannot be shown says what to do', async () => {
	const fields = { project: projectById('') };
	const opened = rest.listed(ACCOUNT, 'geoTrigger', 'searchTopics', fields);
	await expect(opened).rejects.toThrow(/project.*Choose/);
});

test('The first example runs', async () => {
	const { status, data } = await rest.finished(await rest.run(FIRST_STEPS, 'Start'));
	expect(status).toBe('success');
	const prompts = data.resultData.runData['List Prompts']?.[0]?.data?.main?.[0] ?? [];
	expect(prompts.length).toBeGreaterThan(0);
	await rest.createWorkflow({ name: OWN, nodes: [], connections: {} });
});

test(
	'A second npm start with the same data does not get in the way of the first',
	async () => {
		const second = start();
		await expect(second.shows(ADDRESS)).rejects.toThrow('already running');
	},
	2 * MINUTES,
);

test(
	'Ctrl-C ends all of it',
	async () => {
		const processes = await starter.processes();
		const commands = processes.map(({ command }) => command);
		expect(commands).toContainEqual(expect.stringMatching(/bin\/n8n start$/));
		expect(commands).toContainEqual(expect.stringContaining('task-runner'));
		starter.pressCtrlC();
		await starter.ended();
		expect(await left(processes)).toEqual([]);
	},
	2 * MINUTES,
);

test(
	'The next npm start keeps the work, also after a crash and when the sandbox has to move',
	async () => {
		crash();
		const before = await starter.shows(SANDBOX);
		await occupy(Number(new URL(before).port));
		const [port = 0] = await freePorts(1);
		starter = start(port);
		rest = await new Rest(await starter.shows(ADDRESS)).signIn();
		expect(await starter.shows(SANDBOX)).not.toBe(before);
		expect((await names()).sort()).toEqual([...examples, OWN].sort());
		expect(await verdict()).toBe('OK');
	},
	6 * MINUTES,
);

test(
	'Ctrl-C ends all of it again',
	async () => {
		const processes = await starter.processes();
		starter.pressCtrlC();
		await starter.ended();
		expect(await left(processes)).toEqual([]);
	},
	2 * MINUTES,
);

/** Types `npm start`, and sees to it that it ends with the tests. */
function start(port?: number): Starter {
	const more = port === undefined ? [] : ['--port', String(port)];
	return cleanup.keep(Starter.type('--home', home, ...more), async (one) => {
		one.pressCtrlC();
		await one.ended();
	});
}

async function names(): Promise<string[]> {
	return (await rest.workflows()).map(({ name }) => name);
}

/** Leaves what a crash would, with a process number that another program has by now. */
function crash(): void {
	const file = join(home, 'start.json');
	const memory = json(JSON.parse(readFileSync(file, 'utf8')));
	const mark = { pid: process.pid, command: 'npm start before the crash' };
	writeFileSync(file, JSON.stringify({ ...memory, ...mark }));
}

/** What the test of the saved credential says. */
async function verdict(): Promise<string> {
	const saved = json(await rest.call('GET', '/credentials/agents-and-geo?includeData=true'));
	const reference = { id: 'agents-and-geo', name: text(saved.name) ?? '' };
	const { status, message } = await rest.testCredential(json(saved.data), reference);
	return status === 'OK' ? status : message;
}

/** Listens on a port until the end of the file. */
async function occupy(port: number): Promise<void> {
	const server = cleanup.keep(createServer(), (one) => one.close());
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}
