import { setTimeout } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { KEYS, PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const getProjects = { resource: 'project', operation: 'getAll', returnAll: true };

const perItem = { apiKey: '={{ $json.key }}' };

const keysSent = () => bench.sandbox.requests.map(({ headers }) => headers['x-api-key']);

/** Input items that each come with a key. */
const itemsWith = (...keys: Array<string | undefined>): IDataObject[] =>
	keys.map((key, n) => ({ key, n }));

describe('A credential that takes its key from the input item', () => {
	it('sends with each item its own key', async () => {
		const items = itemsWith(KEYS.agency, KEYS.geoOnly, KEYS.agency);
		const options = { reuseReads: false };
		const run = await bench.run('geo', { ...getProjects, options }, { items, credential: perItem });
		expect(run.error).toBeUndefined();
		expect(keysSent().sort()).toEqual([KEYS.agency, KEYS.agency, KEYS.geoOnly].sort());
		const one = await bench.run('geo', getProjects, { credential: { apiKey: KEYS.geoOnly } });
		const own = run.items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":1}');
		expect(own.map(({ json }) => json)).toEqual(one.rows);
	});

	it('shares identical reads with the items that have the same key, and with no other', async () => {
		const items = itemsWith(KEYS.agency, KEYS.geoOnly, KEYS.agency, KEYS.geoOnly);
		await bench.run('geo', getProjects, { items, credential: perItem });
		expect(keysSent().sort()).toEqual([KEYS.agency, KEYS.geoOnly].sort());
	});

	it('also takes an address from the item', async () => {
		const items = [{ path: '/proxy' }, { path: '' }];
		const geoBaseUrl = `=${bench.sandbox.url}{{ $json.path }}`;
		await bench.run('geo', getProjects, { items, credential: { geoBaseUrl } });
		expect(bench.sandbox.requests.map(({ path }) => path).sort()).toEqual([
			...['/proxy/v2/geo/business/projects', '/v2/geo/business/projects'],
		]);
	});

	it('fails only the items whose key is missing, wrong or damaged', async () => {
		const items = itemsWith(undefined, KEYS.agency, 'wrong', 'with blanks', KEYS.agency);
		const setup = { items, credential: perItem, onError: 'continueErrorOutput' } as const;
		const run = await bench.run('geo', { ...getProjects, limit: 1, returnAll: false }, setup);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 4 }]);
		expect(run.errorItems.map(({ json }) => [json.n, json.error])).toEqual([
			[0, "The expression in the 'API Key' of the credential gives nothing"],
			[2, expect.stringContaining('API key')],
			[3, expect.stringContaining('The API key has blanks')],
		]);
		expect(JSON.stringify(run.errorItems.map(({ json }) => json.message))).not.toContain('blanks"');
	});

	it('keeps calls that may change something in the order of the items', async () => {
		const items = itemsWith(KEYS.agency, KEYS.second, KEYS.agency, KEYS.geoOnly);
		const call = { resource: 'endpoint', operation: 'call', path: '=business/step-{{ $json.n }}' };
		const withProject = { withProject: false };
		await bench.run(
			'geo',
			{ ...call, ...withProject },
			{
				...{ items, credential: perItem, onError: 'continueRegularOutput' },
			},
		);
		// A request of the test before, which stops in the middle, may arrive late.
		const calls = bench.sandbox.requests.filter(({ path }) => path.includes('step-'));
		expect(calls.map(({ path }) => path.slice(-1))).toEqual(['0', '1', '2', '3']);
		expect(calls.map(({ headers }) => headers['x-api-key'])).toEqual(items.map(({ key }) => key));
	});

	it('sends nothing for other items once the run has failed', async () => {
		const items = itemsWith('', ...Array.from({ length: 30 }, () => KEYS.agency));
		const parameters = { ...getProjects, options: { reuseReads: false } };
		const { error } = await bench.run('geo', parameters, { items, credential: perItem });
		expect(error?.context?.itemIndex).toBe(0);
		await setTimeout(100);
		const { length } = bench.sandbox.requests;
		expect(length).toBeLessThanOrEqual(5);
	});

	it('says in lists of the editor and in triggers that there is no item', async () => {
		const errorOf = async (doing: Promise<unknown>) =>
			await doing.then(
				() => 'none',
				(error: unknown) => String(error),
			);
		const message = 'The credential has an expression that needs an input item';
		expect(await errorOf(bench.projects('geo', perItem))).toContain(message);
		const trigger = bench.trigger('agentsTrigger', { project: project(PROJECTS.coffee) }, perItem);
		expect(await errorOf(trigger.activate())).toContain(message);
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});

describe('The credential is read', () => {
	const readsWith = async (credential: Partial<ICredentialDataDecryptedObject>) => {
		const items = itemsWith(...Array.from({ length: 10 }, () => KEYS.agency));
		const run = await bench.run('geo', getProjects, { items, credential });
		expect(run.error).toBeUndefined();
		return bench.engine.credentialReads;
	};

	it.each([['fixed values', {}]])('once for all items with %s', async (_what, credential) => {
		expect(await readsWith(credential)).toBe(1);
	});

	it.each([['the item', { apiKey: '={{ $json.key }}' }]])(
		'once for each item with an expression on %s',
		async (_what, credential) => {
			expect(await readsWith(credential)).toBe(10);
		},
	);
});
