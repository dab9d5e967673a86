import { execute, importAll, installN8n, installPackage, N8n } from '../../dev/n8n';
import { NEWEST, OLDEST } from '../../dev/paths';
import { KEYS, PROJECTS, startSandbox, type Sandbox } from '../../sandbox';
import { useCleanup } from './kit/cleanup';
import { otherNode, packageNode, START, workflowOf } from './kit/workflows';

const INSTALL_MS = 1_800_000;

/** Two workspaces, one after the other, and the first one again. */
const ITEMS = [KEYS.agency, KEYS.second, KEYS.agency];

const WORKFLOW = workflowOf(
	'keys',
	[
		otherNode(
			'Keys',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ key: ITEMS }), options: {} },
			3.4,
		),
		otherNode('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'key', options: {} }),
		packageNode('Projects', 'geo', { resource: 'project', operation: 'getAll', returnAll: true }),
	],
	[
		{ from: START, to: 'Keys' },
		{ from: 'Keys', to: 'Items' },
		{ from: 'Items', to: 'Projects' },
	],
);

describe.each([
	// n8n refuses to start when this names a module that it does not have.
	{ title: 'the oldest n8n', folder: OLDEST, env: { N8N_DISABLED_MODULES: 'insights' } },
	{ title: 'the newest n8n', folder: NEWEST },
])('In $title', ({ title, folder, env }) => {
	const cleanup = useCleanup();
	let n8n: N8n;
	let sandbox: Sandbox;

	beforeAll(async () => {
		const installation = await installN8n(folder);
		sandbox = cleanup.keep(await startSandbox(), async (one) => await one.close());
		const setup = { name: `keys in ${title}`, installation, env };
		n8n = cleanup.keep(new N8n(setup), async (one) => await one.remove());
		await installPackage(n8n.home);
	}, INSTALL_MS);

	it('a credential that takes its key from the item sends with each item its own key', async () => {
		await importAll(n8n, sandbox.url, [WORKFLOW], { apiKey: '={{ $json.key }}' });
		const runData = await execute(n8n, 'keys');
		const sent = sandbox.requests.map(({ headers }) => headers['x-api-key']);
		expect(sent.sort()).toEqual([KEYS.agency, KEYS.second]);
		const items = (runData.Projects?.[0]?.data?.main ?? []).flatMap((branch) => branch ?? []);
		const own = items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":1}');
		expect(own.map(({ json }) => json.id)).toEqual([PROJECTS.skincare]);
	});
});
