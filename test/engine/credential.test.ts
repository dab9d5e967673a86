import { KEYS } from '../../sandbox';
import { Bench, useBench } from './harness/fixture';

const bench = useBench();

const verdictFor = async (change: Record<string, string>) =>
	await bench.engine.test(bench.credential(change));

describe('The test of the credential', () => {
	it.each(['', '/proxy/'])('asks whoami at an Agents base URL that ends in "%s"', async (end) => {
		const verdict = await verdictFor({ agentsBaseUrl: bench.sandbox.url + end });
		expect(verdict.status).toBe('OK');
		expect(bench.sandbox.requests).toMatchObject([
			{
				method: 'GET',
				path: expect.stringMatching(/^(\/proxy)?\/api\/v1\/business\/whoami$/),
				status: 200,
				violations: [],
			},
		]);
	});

	it.each(['', '/proxy/'])(
		'asks for one GEO project where there is no Agents base URL, at "%s"',
		async (end) => {
			const geoBaseUrl = bench.sandbox.url + end;
			const verdict = await verdictFor({ agentsBaseUrl: '', geoBaseUrl });
			expect(verdict.status).toBe('OK');
			expect(bench.sandbox.requests).toMatchObject([
				{
					method: 'POST',
					path: expect.stringMatching(/^(\/proxy)?\/v2\/geo\/business\/projects$/),
					body: { limit: 1 },
					violations: [],
				},
			]);
		},
	);

	it('sends the key', async () => {
		await verdictFor({});
		expect(bench.sandbox.requests[0]?.headers).toMatchObject({ 'x-api-key': KEYS.agency });
	});

	it.each([
		[401, 'API key is missing or invalid'],
		[403, 'has no access'],
		[404, 'Enter the address that the vendor gave you'],
		[429, 'rate limit is used up'],
	])('says what to change after %i', async (status, words) => {
		// n8n repeats a credential test once after 401.
		bench.sandbox.faults.order({ kind: 'respond', status, body: {}, times: 2 });
		expect(await verdictFor({})).toMatchObject({
			status: 'Error',
			message: expect.stringContaining(words),
		});
	});

	it('fails with a wrong key, and with a key that has GEO only', async () => {
		expect((await verdictFor({ apiKey: 'wrong' })).message).toContain('missing or invalid');
		expect((await verdictFor({ apiKey: KEYS.geoOnly })).message).toContain(
			'leave Agents API Base URL empty',
		);
		const geoOnly = { apiKey: KEYS.geoOnly, agentsBaseUrl: '' };
		expect((await verdictFor(geoOnly)).status).toBe('OK');
	});

	it.each(['<!doctype html><p>Sign in</p>', 'OK'])(
		'recognises a web page or text that answers with 200: %j',
		async (body) => {
			const headers = { 'content-type': 'text/html' };
			bench.sandbox.faults.order({ kind: 'respond', status: 200, headers, body });
			expect(await verdictFor({})).toMatchObject({
				status: 'Error',
				message: expect.stringContaining('web page'),
			});
		},
	);

	it.each([{ success: false, message: 'bad' }])(
		'fails if the response with 200 is %j',
		async (body) => {
			bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
			expect(await verdictFor({})).toEqual({
				status: 'Error',
				message: expect.stringContaining('answers that the request failed'),
			});
		},
	);

	it.each([{ success: true, error: null, errors: [], detail: null, status: 'ok', code: 200 }])(
		'passes if the response is %j',
		async (body) => {
			bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
			expect((await verdictFor({})).status).toBe('OK');
		},
	);

	it.each([
		['agentsBaseUrl', '/api/v1/business'],
		['geoBaseUrl', '/v2/geo/business'],
	])('passes if %s was pasted with %s at its end, as the nodes do', async (field, end) => {
		const url = bench.sandbox.url + end;
		const verdict = await verdictFor({ agentsBaseUrl: '', [field]: url });
		expect(verdict.status).toBe('OK');
	});

	it('fails after an empty answer', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body: '' });
		expect((await verdictFor({})).message).toContain('answers with nothing');
	});

	it('does not carry the key along a redirect', async () => {
		const other = await new Bench().open();
		const location = `${other.sandbox.url}/api/v1/business/whoami`;
		bench.sandbox.faults.order({ kind: 'respond', status: 302, headers: { location } });
		expect((await verdictFor({})).message).toContain('redirects to another address');
		expect(other.sandbox.requests).toHaveLength(0);
		await other.close();
	});

	it('fails if nothing listens at the base URL', async () => {
		expect(await verdictFor({ agentsBaseUrl: 'http://127.0.0.1:9' })).toEqual({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
	});
});

describe('The credential type', () => {
	const properties = () => bench.engine.loader.credentialTypes.agentsGeoApi?.type.properties ?? [];

	it('masks the key and starts with the public address of the GEO API', () => {
		const byName = Object.fromEntries(properties().map((property) => [property.name, property]));
		expect(byName.apiKey).toMatchObject({ required: true, typeOptions: { password: true } });
		expect(byName.agentsBaseUrl).toMatchObject({ default: '' });
		expect(byName.geoBaseUrl).toMatchObject({ default: 'https://api.writesonic.com' });
	});
});
