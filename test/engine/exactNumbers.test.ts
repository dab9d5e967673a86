import type { INodeParameters } from 'n8n-workflow';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';
const LONG = '12345678901234567890';
const call = { resource: 'endpoint', operation: 'call', path: 'tasks', withProject: false };
const getPrompts = { resource: 'prompt', operation: 'getAll', project: project(PROJECT) };

describe('An integer beyond 2^53', () => {
	it.each([
		['answers', {}],
		['reads', { method: 'GET' }],
	])('comes to the item as text, with all its digits, where a call %s', async (_, method) => {
		const body = `{"id":${LONG},"list":[-${LONG},{"deep":${LONG}}],"safe":9007199254740991,"text":"${LONG}"}`;
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		const { items } = await bench.run('agents', { ...call, ...method, output: 'raw' });
		expect(items[0]?.json).toEqual({
			...{ id: LONG, list: [`-${LONG}`, { deep: LONG }] },
			...{ safe: 9007199254740991, text: LONG },
		});
	});

	it('comes with a record of a list, beside a number that is too large for any', async () => {
		const body = `{"data": [{"prompt_id": ${LONG}, "rank": 1e999, "visibility_score": 0.1234567890123456}]}`;
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		const run = await bench.run('geo', { ...getPrompts, limit: 1 });
		expect(run.rows).toEqual([
			{ prompt_id: LONG, rank: '1e999', visibility_score: 0.1234567890123456 },
		]);
	});

	it.each<[string, INodeParameters]>([
		['JSON', { bodyMode: 'json', bodyJson: `{"id": ${LONG}, "ids": [-1]}` }],
		['a query', { method: 'GET', queryJson: `{"id": ${LONG}}` }],
	])('is not sent with other digits: %s', async (_, parameters) => {
		const setup = { items: [{ id: LONG }] };
		const { error } = await bench.run('agents', { ...call, ...parameters }, setup);
		expect(error?.message).toContain(`has a number that cannot be sent exactly: ${LONG}`);
		expect(error?.description).toContain('To send it as text, put it into double quotes');
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each<[string, INodeParameters]>([
		['JSON', { bodyMode: 'json', bodyJson: '={ "id": "{{ $json.id }}" }' }],
	])('is sent as text where it is text: %s', async (_, body) => {
		const setup = { items: [{ id: LONG }] };
		const { error } = await bench.run('agents', { ...call, ...body }, setup);
		expect(error).toBeUndefined();
		expect(bench.sandbox.requests[0]?.rawBody).toBe(`{"id":"${LONG}"}`);
	});
});
