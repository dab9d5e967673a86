import type { INodeParameters } from 'n8n-workflow';
import { project, rows, useBench } from './harness/fixture';

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
		['JSON', { bodyMode: 'json', bodyJson: `{"id": ${LONG}, "ids": [-${LONG}]}` }],
		[
			'rows of the types Number and JSON',
			{
				bodyMode: 'fields',
				bodyFields: rows(['id', LONG, 'number'], ['ids', `[-${LONG}]`, 'json']),
			},
		],
		[
			'an expression',
			{ bodyMode: 'json', bodyJson: '={ "id": {{ $json.id }}, "ids": [-{{ $json.id }}] }' },
		],
	])('goes out as the same number: %s', async (_, body) => {
		const setup = { items: [{ id: LONG }] };
		const { error } = await bench.run('agents', { ...call, ...body }, setup);
		expect(error).toBeUndefined();
		expect(bench.sandbox.requests[0]?.rawBody).toBe(`{"id":${LONG},"ids":[-${LONG}]}`);
	});

	it('goes out in the body of a list with further fields and filters', async () => {
		const parameters = {
			...{ ...getPrompts, limit: 1 },
			additionalBodyJson: `{"owner": ${LONG}}`,
			options: { filtersJson: `{"tags": {"items": [{"operator": "is", "value": ${LONG}}]}}` },
		};
		const { error } = await bench.run('geo', parameters);
		expect(error).toBeUndefined();
		const [{ rawBody } = { rawBody: '' }] = bench.sandbox.requests;
		expect(rawBody).toContain(`"owner":${LONG}`);
		expect(rawBody).toContain(`"value":${LONG}`);
	});

	it.each<[string, INodeParameters]>([
		['JSON', { queryJson: `{"id": ${LONG}, "a": [${LONG}, 2]}` }],
		['rows', { queryFields: rows(['id', LONG, 'number'], ['a', `[${LONG}, 2]`, 'json']) }],
	])('goes out in a query: %s', async (_, query) => {
		await bench.run('agents', { ...call, method: 'GET', ...query });
		expect(bench.sandbox.requests[0]?.query).toEqual({ id: LONG, a: [LONG, '2'] });
	});

	it('is no object, and so no body with a project', async () => {
		const parameters = { ...call, bodyMode: 'json', bodyJson: LONG, path: 'business/x' };
		const { error } = await bench.run('geo', {
			...{ ...parameters, withProject: true, project: project(PROJECT) },
		});
		expect(error?.message).toBe("The ID of the project cannot be added to 'Body'");
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('tells reads apart that differ in nothing else', async () => {
		const additionalBodyJson = '={{ $json.body }}';
		const parameters = { ...getPrompts, limit: 1, additionalBodyJson };
		const bodies = [`{"a": ${LONG}}`, `{"a": "${LONG}"}`, `{"a": ${LONG}1}`, `{"a": ${LONG}}`];
		await bench.run('geo', parameters, { items: bodies.map((body) => ({ body })) });
		expect(bench.sandbox.requests).toHaveLength(3);
	});
});
