import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { json, type Json, list, strings } from '../../sandbox/json';
import {
	ACCOUNT,
	accountData,
	CREDENTIAL_TYPE,
	execute,
	importAll,
	installationIn,
	installPackage,
	N8n,
	Rest,
	type RunData,
} from '../../dev/n8n';
import { ROOT } from '../../dev/paths';
import { ALL_PROJECTS } from '../../nodes/shared/form';
import { KEYS, PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import { isResource, RESOURCES } from '../../sandbox/records';
import { useCleanup } from './kit/cleanup';
import { RANGE } from './kit/range';
import {
	OPERATIONS,
	otherNode,
	packageNode,
	projectById,
	START,
	workflowOf,
} from './kit/workflows';
import { placed } from '../../dev/placed';

const PACKAGE = 'n8n-nodes-agents-geo';

/** Operations that give all records of their resource. */
const LISTING: readonly unknown[] = ['getAll', 'query'];

const COFFEE = projectById(PROJECTS.coffee);
const PROMPTS = { resource: 'prompt', operation: 'getAll' };
const NUMBERS = { event: 'changedMetric', project: COFFEE };
/** Newer versions look for the arguments of a tool below its name. */
const ARGUMENTS = { project: PROJECTS.outdoor, Topics: { project: PROJECTS.outdoor } };
/** Two workspaces, one after the other, and the first one again. */
const ITEMS = { key: [KEYS.agency, KEYS.second, KEYS.agency] };

const PER_ITEM = { id: 'per-item', name: 'A key per item' };
const allProjects = { resource: 'project', operation: 'getAll', returnAll: true };
const keys = { mode: 'raw', jsonOutput: JSON.stringify(ITEMS), options: {} };
const topics = {
	...{ descriptionType: 'manual', toolDescription: 'Lists topics' },
	...{ resource: 'topic', operation: 'getAll' },
	project: projectById("={{ $fromAI('project', 'ID of the project') }}"),
};
const cut = { limit: 2, output: 'selected', outputFields: 'prompt' };
const refused = { resource: 'task', operation: 'query', project: projectById(PROJECTS.skincare) };
const paged = { ...PROMPTS, project: COFFEE, returnAll: true, ...placed({ pageSize: 5 }) };

/** What each version runs from the command line. */
const WORKFLOWS = [
	workflowOf(
		'every',
		OPERATIONS.map(({ title, node, parameters }) => packageNode(title, node, parameters)),
	),
	workflowOf('hint', [packageNode('Hint', 'geo', paged)]),
	workflowOf('cut', [
		packageNode('Cut', 'geo', { ...PROMPTS, ...cut, project: projectById(ALL_PROJECTS) }),
	]),
	workflowOf('error', [
		{ ...packageNode('Refused', 'agents', refused), onError: 'continueErrorOutput' },
	]),
	workflowOf(
		'tool',
		[
			packageNode('Topics', 'geoTool', topics),
			otherNode('Model', '@n8n/n8n-nodes-langchain.toolExecutor', {
				query: JSON.stringify(ARGUMENTS),
				toolName: 'Topics',
			}),
		],
		[
			[START, 'Model'],
			['Topics', 'Model', 'ai_tool'],
		],
	),
	workflowOf(
		'keys',
		[
			otherNode('Keys', 'n8n-nodes-base.set', keys, 3.4),
			otherNode('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'key', options: {} }),
			packageNode('Projects', 'geo', allProjects, PER_ITEM),
		],
		[
			[START, 'Keys'],
			['Keys', 'Items'],
			['Items', 'Projects'],
		],
	),
];

describe.each(RANGE)('In $title', ({ title, folder, env, wrongKey }) => {
	const cleanup = useCleanup();
	let n8n: N8n;
	let sandbox: Sandbox;
	let rest: Rest;

	beforeAll(async () => {
		const setup = { name: title, installation: installationIn(folder), env };
		sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		n8n = cleanup.keep(new N8n(setup), async (one) => await one.remove());
		await installPackage(n8n.home);
		await importAll(n8n, sandbox.url, WORKFLOWS);
	});
	beforeEach(() => sandbox.reset());

	it('every operation of both nodes gives its records, from the command line', async () => {
		const runData = await execute(n8n, 'every');
		const counted = OPERATIONS.flatMap(({ title: node, resource, parameters }) => {
			const records = rowsOf(runData, node);
			expect({ node, records }).not.toEqual({ node, records: [] });
			const kept = `${resource}s`;
			if (!LISTING.includes(parameters.operation) || !isResource(kept)) return [];
			const { length } = sandbox.world.list(PROJECTS.coffee, kept);
			expect({ node, found: records.length }).toEqual({ node, found: length });
			return [kept];
		});
		expect(counted.sort()).toEqual([...RESOURCES].sort());
		expect(new Set(sandbox.requests.map(({ status }) => status))).toEqual(new Set([200]));
		for (const { violations } of sandbox.requests) expect(violations).toEqual([]);
	});

	it('a hint says what is odd about the answers', async () => {
		sandbox.behave({ ignoreOffset: true });
		const runData = await execute(n8n, 'hint');
		const hints = runData.Hint?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('The service reports 240 records but returned only 5'),
		]);
	});

	it('a hint says how many records a limit has left', async () => {
		const runData = await execute(n8n, 'cut');
		expect(runData.Cut?.[0]?.hints?.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^6 of \d+ records\. 'Limit' is for each project/),
		]);
	});

	it('an item that fails goes to the error output and says why', async () => {
		const runData = await execute(n8n, 'error');
		const outputs = runData.Refused?.[0]?.data?.main ?? [];
		expect(outputs.map((items) => items?.length)).toEqual([0, 1]);
		expect(outputs.flat()[0]?.json).toMatchObject({
			error: expect.any(String),
			message: expect.stringMatching(/project/i),
		});
	});

	it('a node is a tool whose arguments a model fills in', async () => {
		const runData = await execute(n8n, 'tool');
		// The list of projects comes first: a model may write a name.
		expect(sandbox.requests.map(({ body }) => body)).toEqual([
			{ limit: 100, offset: 0 },
			expect.objectContaining({ project_id: PROJECTS.outdoor }),
		]);
		expect(JSON.stringify(rowsOf(runData, 'Model'))).toContain('topic_id');
	});

	it('a credential that takes its key from the item sends with each item its own key', async () => {
		const file = join(n8n.home, 'per-item.json');
		const data = accountData(sandbox.url, '={{ $json.key }}');
		writeFileSync(file, JSON.stringify([{ ...PER_ITEM, type: CREDENTIAL_TYPE, data }]));
		await n8n.run('import:credentials', `--input=${file}`);
		const runData = await execute(n8n, 'keys');
		const sent = sandbox.requests.map(({ headers }) => headers['x-api-key']);
		expect(sent.sort()).toEqual([KEYS.agency, KEYS.second]);
		const items = (runData.Projects?.[0]?.data?.main ?? []).flatMap((branch) => branch ?? []);
		const own = items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":1}');
		expect(own.map(({ json: record }) => record.id)).toEqual([PROJECTS.skincare]);
	});

	describe('with its server', () => {
		beforeAll(async () => {
			await n8n.start();
			rest = await new Rest(n8n.url).signUp();
		});

		it('all nodes of the package are there, each with its pictures', async () => {
			const types = await typesOf(rest);
			for (const name of nodeNames()) {
				const type = types.find((found) => found.name === `${PACKAGE}.${name}`);
				expect({ name, found: type?.name }).toEqual({ name, found: `${PACKAGE}.${name}` });
				const { light, dark } = json(type?.iconUrl);
				for (const icon of strings([light, dark])) {
					const { status, headers } = await fetch(`${rest.url}/${icon}`);
					expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
				}
				expect([typeof light, typeof dark]).toEqual(['string', 'string']);
				const hasTool = types.some((found) => found.name === `${PACKAGE}.${name}Tool`);
				expect({ name, hasTool }).toEqual({ name, hasTool: type?.usableAsTool === true });
			}
		});

		it('the credential passes its test, and says what is wrong with another key', async () => {
			const right = await rest.testCredential(accountData(sandbox.url), ACCOUNT);
			expect(right.status).toBe('OK');
			const wrong = await rest.testCredential(accountData(sandbox.url, 'wrong'), ACCOUNT);
			expect(wrong).toEqual({ status: 'Error', message: expect.stringContaining(wrongKey) });
		});

		it.each([
			['agents', 'searchProjects', {}, 'Ridge', ['Ridgeline Outfitters']],
			['geo', 'searchProjects', {}, 'Ridge', ['Ridgeline Outfitters']],
			['geo', 'searchProjectsOrAll', {}, '', ['All Projects']],
			['geo', 'searchTopics', { project: COFFEE }, '', []],
			['geoTrigger', 'searchNumbers', NUMBERS, 'visib', ['avg_visibility_score']],
		])('the picker of %s (%s) lists and searches', async (node, method, fields, search, found) => {
			const names = await rest.listed(ACCOUNT, node, method, fields, search);
			expect(names.slice(0, Math.max(found.length, 1))).toEqual(
				found.length === 0 ? [expect.any(String)] : found,
			);
		});

		it.each(['searchTopics', 'searchNumbers'])(
			'%s says without a project what to do',
			async (list) => {
				const fields = { event: 'changedMetric', project: projectById('') };
				const opened = rest.listed(ACCOUNT, 'geoTrigger', list, fields);
				await expect(opened).rejects.toThrow(/project.*Choose/);
			},
		);
	});
});

function rowsOf(runData: RunData, node: string): unknown[] {
	return (runData[node]?.[0]?.data?.main ?? []).flatMap((items) => items ?? []);
}

/** The names of all nodes that package.json lists. */
function nodeNames(): string[] {
	const file: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
	return strings(json(json(file).n8n).nodes).map((path) => {
		const name = basename(path, '.node.js');
		return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
	});
}

/** Everything the editor knows of the types of nodes. */
async function typesOf({ url, session }: Rest): Promise<Json[]> {
	const response = await fetch(`${url}/types/nodes.json`, { headers: { cookie: session } });
	const types: unknown = await response.json();
	return list(types).map(json);
}
