import { setTimeout } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { type Fault, KEYS, PROJECTS } from '../../sandbox';
import {
	Bench,
	CALL,
	COFFEE,
	DISTINCT,
	GET_PROJECTS,
	pathsOf,
	PERFORMANCE,
	project,
	PROMPTS,
	respond,
	rows,
	TASKS,
	useBench,
	WHO_AM_I,
} from './harness/fixture';
import { pageOf, recordsFrom, Reply, useListService } from './harness/listService';
import { placed } from '../../dev/placed';

/** n8n reads this when it sends the first request. The range is one for documentation. */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_BLOCKED_IP_RANGES = '198.51.100.0/24';

const bench = useBench();

const onError = 'continueErrorOutput' as const;

/** An expression that fails for an item without a key. */
const EXPRESSION = '={{ $json.key ?? $("Nowhere").item.json.key }}';

it('A status other than 2xx is told in the words of the service, its meaning and what to do', async () => {
	respond(bench, { status: 404, body: { detail: 'In its own words' } });
	const { error } = await bench.run('agents', TASKS);
	expect(error).toMatchObject({
		...{ name: 'NodeApiError', message: 'In its own words', httpCode: '404' },
		...{ context: { itemIndex: 0 } },
		description: expect.stringMatching(
			/The Agents API answered 404: .*nothing at this address.*'Agents API Base URL'/s,
		),
	});
	const foreign = await bench.run('agents', TASKS, { credential: { apiKey: KEYS.second } });
	expect(foreign.error?.httpCode).toBe('403');
	const invalid = await bench.run('geo', { ...CALL, path: 'business/topics' });
	expect(invalid.error?.httpCode).toBe('422');
	expect(invalid.error?.message).toMatch(/^project_id: /);
});

it('An answer in words is the result of a call that changes something, and an error of a read', async () => {
	respond(bench, { status: 201, body: 'Created\n', times: 2 });
	const { rows } = await bench.run('agents', { ...CALL, path: 'tasks' });
	expect(rows).toEqual([{ success: true, text: 'Created\n' }]);
	const { error } = await bench.run('agents', { ...CALL, path: 'tasks', method: 'GET' });
	expect(error?.message).toContain('answered with text instead of JSON: "Created"');
});

describe('A refusal', () => {
	const complaint = (...loc: Array<number | string>) => ({
		detail: [{ loc: ['body', ...loc], msg: 'Not allowed' }],
	});
	const refused = async (status: number, body: unknown, parameters: INodeParameters) => {
		respond(bench, { status, body });
		const node = parameters.resource === 'task' ? 'agents' : 'geo';
		return (await bench.run(node, parameters)).error;
	};

	it('of a value is in the words of the service, with the path in the request', async () => {
		const order = complaint('order_by', 0, 'field');
		const error = await refused(422, order, PERFORMANCE);
		expect(error?.message).toBe('order_by.0.field: Not allowed');
	});
});

describe('On Error', () => {
	it.each([
		[0, { error: expect.stringContaining("'Limit'"), message: expect.any(String) }],
		// n8n 1.123 takes an empty message for no failure.
		['={{ $("Nowhere").item.json.limit }}', { error: "Referenced node doesn't exist" }],
	])('treats a wrong parameter of one item as an error of the service', async (limit, error) => {
		const own = { ...PROMPTS, project: project('={{ $json.id }}'), limit };
		const items = [{ id: PROJECTS.coffee, note: 'kept' }];
		const run = await bench.run('geo', own, { items, onError });
		expect(run.items).toEqual([]);
		expect(run.errorItems.map(({ json }) => json)).toEqual([{ ...items[0], ...error }]);
	});
});

describe('A list whose second page fails', () => {
	const list = useListService();

	const read = async (mode: 'continueRegularOutput' | 'stopWorkflow' | typeof onError, more = {}) =>
		await bench.run(
			'geo',
			{ ...PROMPTS, returnAll: true, ...more, ...placed({ maxRetries: 0 }) },
			{ credential: list.service.credential, onError: mode },
		);
	const QUOTA = { success: false, message: 'Quota exceeded' };
	const breakOff = (second: unknown) => {
		list.service.answers = (asked) => {
			const { limit, offset } = pageOf(asked);
			return offset > 0 ? second : { data: recordsFrom(0, limit), total: 250 };
		};
	};

	it('is its first page and the error, or goes to both outputs', async () => {
		breakOff(new Reply({ message: 'Down' }, 500));
		const { items, error } = await read('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(items.slice(0, -1).map(({ json }) => json)).toEqual(recordsFrom(0, 100));
		const message = expect.stringContaining('100 records were read before');
		expect(items.at(-1)).toMatchObject({
			...{ json: { error: 'Down', message }, pairedItem: { item: 0 } },
		});
		breakOff(QUOTA);
		const { rows, errorItems } = await read(onError);
		expect(rows).toEqual(recordsFrom(0, 100));
		expect(errorItems).toMatchObject([{ json: { error: 'Quota exceeded' } }]);
	});

	it('is an error that says how many were read, with On Error: Stop', async () => {
		breakOff({ view: 'list' });
		const { error, rows } = await read('stopWorkflow');
		expect(rows).toEqual([]);
		expect(error?.message).toContain('The response has no list of records');
		expect(error?.description).toMatch(/\n100 records were read before that\.$/);
		expect(error?.context?.itemIndex).toBe(0);
	});
});

describe('A service that cannot be reached', () => {
	it.each([
		['http://127.0.0.1:9', 'nothing accepts connections at this address'],
		['http://no-such-host.invalid', 'the host name'],
	])('%s: says what happened and names the field', async (agentsBaseUrl, meaning) => {
		const parameters = { ...WHO_AM_I, ...placed({ maxRetries: 0 }) };
		const { error } = await bench.run('agents', parameters, { credential: { agentsBaseUrl } });
		expect(error?.message).toContain('The Agents API cannot be reached at ');
		expect(error?.message).toContain(meaning);
		expect(error?.description).toContain("'Agents API Base URL'");
	});
});

describe('A call that is not sent', () => {
	it("because n8n blocks the address says so in n8n's words, and not that it may have been carried out", async () => {
		const credential = { agentsBaseUrl: 'http://198.51.100.7' };
		const { error } = await bench.run('agents', { ...CALL, path: 'tasks' }, { credential });
		expect(error?.message).toBe(
			'n8n did not send the request: "The request was blocked because it resolves to a restricted IP address"',
		);
		expect(error?.description).toMatch(
			/^Check 'Agents API Base URL' .*\nThe target 198.51.100.7 is not/,
		);
		expect(error?.description).not.toContain('carried out');
	});

	it('because a proxy asks for a password names Proxy, and not the parameters', async () => {
		respond(bench, { status: 407, body: '' });
		const { error } = await bench.run('agents', { ...CALL, path: 'tasks' });
		expect(error?.message).toContain('the proxy on the way asks for a user and a password');
		expect(error?.description).toMatch(/'Proxy' under 'Settings' → 'Request Options'/);
		expect(error?.description).not.toMatch(/parameters|carried out/);
	});
});

describe('The credential', () => {
	it.each([
		[{ agentsBaseUrl: '' }, 'has no base URL for the Agents API', "'Agents API Base URL'"],
		[{ agentsBaseUrl: 'x.example' }, 'API is not an address', "'Agents API Base URL'"],
		[{ apiKey: 'sandbox' }, 'The API key is not complete', "'API Key'"],
		[{ apiKey: 'Bearer sandbox-key' }, 'The API key has blanks', "'API Key'"],
		[{ apiKey: 'sandbox-käy' }, 'The API key has blanks or letters', "'API Key'"],
	])('with %j is refused with what to change', async (credential, message, field) => {
		const { error } = await bench.run('agents', WHO_AM_I, { credential });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(field);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each([
		['a line break around', `\n${KEYS.agency}\n`],
		['a zero-width space behind', `${KEYS.agency} \u200b`],
		['a line break in', KEYS.agency.replace('-', '\n-')],
		['typographic quotes around', `“${KEYS.agency}”`],
	])('with %s the key passes its test and works', async (_what, apiKey) => {
		const { status } = await bench.engine.test(bench.credential({ apiKey }));
		const { error } = await bench.run('agents', WHO_AM_I, { credential: { apiKey } });
		expect([status, error]).toEqual(['OK', undefined]);
		const keys = bench.sandbox.requests.map(({ headers }) => headers['x-api-key']);
		expect(keys).toEqual([KEYS.agency, KEYS.agency]);
	});

	it('with a line break around the key does not leak it', async () => {
		const credential = { apiKey: `\n${KEYS.agency}\n` };
		bench.sandbox.behave({ echoKey: true });
		const foreign = { ...TASKS, project: project('unknown') };
		const { run, error } = await bench.run('agents', foreign, { credential });
		expect(error?.message).toContain('*****');
		expect(JSON.stringify(run)).not.toContain(KEYS.agency);
	});

	it('masks the key and starts with the public address of the GEO API', () => {
		const { properties = [] } = bench.engine.loader.credentialTypes.agentsGeoApi?.type ?? {};
		const byName = Object.fromEntries(properties.map((property) => [property.name, property]));
		expect(byName.apiKey).toMatchObject({ required: true, typeOptions: { password: true } });
		expect(byName.agentsBaseUrl).toMatchObject({ default: '' });
		expect(byName.geoBaseUrl).toMatchObject({ default: 'https://api.writesonic.com' });
	});
});

describe('The test of the credential', () => {
	const verdictFor = async (change: Partial<ICredentialDataDecryptedObject>) =>
		await bench.engine.test(bench.credential(change));

	it.each([
		['agentsBaseUrl', '/api/v1/business'],
		['geoBaseUrl', '/proxy/'],
		['geoBaseUrl', '/v2/geo/business'],
	])('asks at %s with %j at its end, as the nodes do', async (field, end) => {
		const verdict = await verdictFor({ agentsBaseUrl: '', [field]: bench.sandbox.url + end });
		expect(verdict.status).toBe('OK');
		const proxy = end === '/proxy/' ? '/proxy' : '';
		const asked =
			field === 'geoBaseUrl'
				? { method: 'POST', path: `${proxy}/v2/geo/business/projects`, body: { limit: 1 } }
				: { method: 'GET', path: `${proxy}/api/v1/business/whoami` };
		const headers = { 'x-api-key': KEYS.agency };
		expect(bench.sandbox.requests).toMatchObject([{ ...asked, headers, violations: [] }]);
	});

	it.each<[Omit<Fault, 'kind'>, string]>([
		[{ status: 401 }, 'API key is missing or invalid'],
		[{ status: 403 }, 'has no access'],
		[{ status: 404 }, 'Enter the address that the vendor gave you'],
		[{ status: 429 }, 'rate limit is used up'],
		[{ body: '<!doctype html><p>Sign in</p>' }, 'web page'],
		[{ body: 'OK' }, 'web page or text'],
		[{ body: { success: false, message: 'bad' } }, 'answers that the request failed'],
		[{ body: '' }, 'answers with nothing'],
	])('says what to change after %j', async (fault, words) => {
		// n8n repeats a credential test once after 401.
		respond(bench, { body: {}, ...fault, times: 2 });
		expect(await verdictFor({})).toMatchObject({
			...{ status: 'Error', message: expect.stringContaining(words) },
		});
	});

	it('passes if the response only has empty errors', async () => {
		const body = { success: true, error: null, errors: [], detail: null, status: 'ok', code: 200 };
		respond(bench, { body });
		expect((await verdictFor({})).status).toBe('OK');
	});

	it('fails with a wrong key, and with a key that has GEO only', async () => {
		for (const apiKey of ['wrong', 1234567890123]) {
			expect((await verdictFor({ apiKey })).message).toContain('missing or invalid');
			expect(bench.sandbox.requests.at(-1)?.headers['x-api-key']).toBe(String(apiKey));
		}
		expect((await verdictFor({ apiKey: KEYS.geoOnly })).message).toContain(
			'leave Agents API Base URL empty',
		);
		const geoOnly = { apiKey: KEYS.geoOnly, agentsBaseUrl: '' };
		expect((await verdictFor(geoOnly)).status).toBe('OK');
	});

	it('does not carry the key along a redirect', async () => {
		const other = await new Bench().open();
		const location = `${other.sandbox.url}/api/v1/business/whoami`;
		respond(bench, { status: 302, headers: { location } });
		expect((await verdictFor({})).message).toContain('redirects to another address');
		expect(other.sandbox.requests).toHaveLength(0);
		await other.close();
	});

	it('fails if nothing listens at the base URL', async () => {
		expect(await verdictFor({ agentsBaseUrl: 'http://127.0.0.1:9' })).toEqual({
			...{ status: 'Error', message: 'ECONNREFUSED' },
		});
	});
});

describe('An error of a call', () => {
	it.each([
		[0, ''],
		[1, 'The call of 1 item before this one succeeded.'],
		[2, 'The calls of 2 items before this one succeeded.'],
	])('says that %d calls before it would be made again', async (after, words) => {
		const call = { ...CALL, path: 'x' };
		const items = Array.from({ length: 4 }, (_, n) => ({ n }));
		const failing = async (options: INodeParameters) => {
			respond(bench, { status: 422, after });
			return await bench.run('geo', { ...call, ...placed(options) }, { items });
		};
		const { error } = await failing({});
		expect(/The calls? of .*? succeeded\./.exec(error?.description ?? '')?.[0] ?? '').toBe(words);
		expect(error?.context?.itemIndex).toBe(after);
		const repeatable = await failing({ safeToRepeat: true });
		expect(repeatable.error?.description).not.toContain('succeeded');
	});

	it.each<[string, INodeParameters, Partial<ICredentialDataDecryptedObject>]>([
		['body', { bodyMode: 'fields', bodyFields: rows(['a', EXPRESSION]) }, {}],
		['credential', {}, { apiKey: EXPRESSION }],
	])('says so, too, if an expression fails: %s', async (_where, fields, credential) => {
		const items = [{ key: KEYS.agency }, { key: KEYS.agency }, {}];
		const call = { ...CALL, path: 'x', ...fields };
		const { error } = await bench.run('geo', call, { items, credential });
		expect(error).toMatchObject({
			message: "Referenced node doesn't exist",
			description: expect.stringMatching(/^The calls of 2 items before this one succeeded\./),
			context: { itemIndex: 2 },
		});
		const path = '=x{{ $json.key ? "" : $("Start").pairedItem(9) }}';
		const described = await bench.run('geo', { ...CALL, path }, { items });
		expect(described.error?.description).toMatch(/^Some intermediate .*\nThe calls of 2 items/s);
	});
});

describe('A file as the answer', () => {
	const call = { ...CALL, path: 'reports/5' };

	it.each<['agents' | 'geo', INodeParameters, string, string]>([
		['agents', call, 'application/pdf', '%PDF-1.4'],
		['agents', { ...call, options: { safeToRepeat: true } }, 'application/zip', 'PK\u0003\u0004'],
		['geo', { ...call, method: 'PUT' }, 'image/png', '\u0089PNG'],
		['geo', call, 'application/octet-stream', '\u0000'],
		['agents', { ...call, method: 'GET' }, 'text/csv; charset=utf-8', 'id,name'],
		['geo', { ...call, method: 'GET' }, 'text/csv', 'id,name'],
		['geo', PROMPTS, 'text/csv', 'id,name'],
		['agents', TASKS, 'application/vnd.ms-excel', 'PK'],
	])('is an error that names its type, by %s, %j: %s', async (node, parameters, type, body) => {
		respond(bench, { headers: { 'content-type': type }, body });
		const { error } = await bench.run(node, parameters);
		const isCall = parameters.resource === 'endpoint' && parameters.method !== 'GET';
		expect(error?.message).toContain(`answered with a file instead of JSON: "${type}"`);
		expect(error?.description).toMatch(/HTTP Request.*'Predefined Credential Type'/);
		expect(error?.description).not.toContain('Base URL');
		expect(error?.description?.includes('may have been carried out')).toBe(isCall);
		expect(bench.sandbox.requests).toHaveLength(1);
	});

	it('is not what a call says in text, or JSON of any type', async () => {
		for (const [type, body, row] of [
			['text/plain', 'Created', { success: true, text: 'Created' }],
			['application/hal+json', '{"id":5}', { id: 5 }],
			['application/octet-stream', '{"id":5}', { id: 5 }],
		] as const) {
			respond(bench, { headers: { 'content-type': type }, body });
			expect((await bench.run('agents', call)).rows).toEqual([row]);
		}
	});
});

describe('One wrong value of several items', () => {
	const items = [0, 2, 3].map((value) => ({ value }));

	it.each([
		['Limit', { limit: '={{ $json.value }}' }, [2, 3]],
		['Timeout, an option of the run', { limit: 1, timeout: '={{ 10000 * $json.value }}' }, [1, 1]],
	])('fails its item alone: %s', async (_, fields, counts) => {
		const run = await bench.run('geo', { ...PROMPTS, ...fields }, { items, onError });
		expect(run.errorItems.map(({ json }) => json.value)).toEqual([0]);
		const paired = run.items.map(({ pairedItem }) => pairedItem);
		const itemsOf = (count: number, at: number) =>
			Array.from({ length: count }, () => ({ item: at + 1 }));
		expect(paired).toEqual(counts.flatMap(itemsOf));
	});

	it('fails all items where it is the same for them', async () => {
		const setup = { items, onError };
		const run = await bench.run('geo', { ...PROMPTS, timeout: 0 }, setup);
		expect(run.items).toEqual([]);
		expect(run.errorItems).toHaveLength(3);
	});
});

describe('A credential that takes its key from the input item', () => {
	const getProjects = { ...GET_PROJECTS, returnAll: true };
	const perItem = { apiKey: '={{ $json.key }}' };
	const keysSent = () => bench.sandbox.requests.map(({ headers }) => headers['x-api-key']);

	/** Input items that each come with a key. */
	const itemsWith = (...keys: Array<string | undefined>): IDataObject[] =>
		keys.map((key, n) => ({ key, n }));

	it('sends with each item its own key, and shares reads with the items that have the same', async () => {
		const items = itemsWith(KEYS.agency, KEYS.geoOnly, KEYS.agency, KEYS.geoOnly);
		const run = await bench.run('geo', getProjects, { items, credential: perItem });
		expect(run.error).toBeUndefined();
		expect(keysSent().sort()).toEqual([KEYS.agency, KEYS.geoOnly].sort());
		const one = await bench.run('geo', getProjects, { credential: { apiKey: KEYS.geoOnly } });
		const own = run.items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":1}');
		expect(own.map(({ json }) => json)).toEqual(one.rows);
	});

	it('also takes an address from the item', async () => {
		const geoBaseUrl = `=${bench.sandbox.url}{{ $json.path }}`;
		const items = [{ path: '/proxy' }, { path: '' }];
		await bench.run('geo', getProjects, { items, credential: { geoBaseUrl } });
		expect(pathsOf(bench).sort()).toEqual([
			...['/proxy/v2/geo/business/projects', '/v2/geo/business/projects'],
		]);
	});

	it('fails only the items whose key is missing, wrong or damaged', async () => {
		const items = itemsWith(undefined, KEYS.agency, 'wrong', 'a wrong key', KEYS.agency);
		const setup = { items, credential: perItem, onError };
		const run = await bench.run('geo', { ...GET_PROJECTS, limit: 1 }, setup);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 4 }]);
		expect(run.errorItems.map(({ json }) => [json.n, json.error])).toEqual([
			[0, 'The credential has no API key, or its expression gives none here'],
			[2, expect.stringContaining('The API key is not complete')],
			[3, expect.stringContaining('The API key has blanks')],
		]);
		expect(JSON.stringify(run.errorItems.map(({ json }) => json.message))).not.toContain(
			'a wrong key',
		);
	});

	it('fails only the item for which its expression fails, also if that is the first', async () => {
		const setup = { items: itemsWith(undefined, KEYS.agency, KEYS.agency), onError };
		const credential = { apiKey: EXPRESSION };
		const run = await bench.run('geo', getProjects, { ...setup, credential });
		expect(run.errorItems.map(({ json }) => [json.n, json.error])).toEqual([
			[0, "Referenced node doesn't exist"],
		]);
		expect(run.rows).toHaveLength(2 * 3);
	});

	it('keeps calls that may change something in the order of the items', async () => {
		const items = itemsWith(KEYS.agency, KEYS.second, KEYS.agency, KEYS.geoOnly);
		const call = { ...CALL, path: '=business/step-{{ $json.n }}' };
		await bench.run('geo', call, { items, credential: perItem, onError });
		const calls = bench.sandbox.requests.map(({ path, headers }) => [
			...[path.slice(-1), headers['x-api-key']],
		]);
		expect(calls).toEqual(items.map(({ key }, place) => [`${place}`, key]));
	});

	it('sends nothing for other items once the run has failed', async () => {
		const items = itemsWith('', ...Array.from({ length: 30 }, () => KEYS.agency));
		const parameters = { ...PROMPTS, ...DISTINCT };
		const { error } = await bench.run('geo', parameters, { items, credential: perItem });
		expect(error?.context?.itemIndex).toBe(0);
		await setTimeout(100);
		expect(bench.sandbox.requests.length).toBeLessThanOrEqual(5);
	});

	it('has no item in lists of the editor and in triggers, which they say', async () => {
		const message = 'The credential has an expression that needs an input item';
		await expect(bench.projects('geo', perItem)).rejects.toThrow(message);
		const trigger = bench.trigger('agentsTrigger', { project: COFFEE }, perItem);
		await expect(trigger.activate()).rejects.toThrow(message);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each<[number, Partial<ICredentialDataDecryptedObject>]>([
		[1, {}],
		[10, perItem],
	])('is read %d times for ten items with %j', async (times, credential) => {
		const items = itemsWith(...Array.from({ length: 10 }, () => KEYS.agency));
		await bench.run('geo', getProjects, { items, credential });
		expect(bench.engine.credentialReads).toBe(times);
	});
});
