import './harness/scaledTime';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { type NodeRun, project, type TriggerName, useBench } from './harness/fixture';
import { recordsFrom, Reply, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };
const TASKS = { resource: 'task', operation: 'query', project: project('p'), view: 'list' };
const CALL = { resource: 'endpoint', operation: 'call', path: 'x/y', withProject: false };
const REPORT = { resource: 'report', operation: 'getPerformance', project: project('p') };
const COMPARED = { ...REPORT, dateRange: 'last7Days', compareWith: 'previousPeriod' };
const EVENTS = { project: project('p'), event: 'newRecord', recordType: 'prompt' };
const WHO_AM_I = { resource: 'identity', operation: 'whoAmI' };
const PROJECTS = { resource: 'project', operation: 'getAll', returnAll: true };

const run = async (
	node: 'agents' | 'geo',
	parameters: INodeParameters,
	options: IDataObject = {},
): Promise<NodeRun> =>
	await bench.run(
		node,
		{ ...parameters, options: { maxRetries: 0, ...options } },
		{ credential: list.service.credential },
	);

const trigger = (name: TriggerName, parameters: INodeParameters) =>
	bench.trigger(name, { ...parameters, options: { maxRetries: 0 } }, list.service.credential);

const searched = async (node: 'agents' | 'geo' | 'geoTrigger', method: string) =>
	await bench.search(node, method, { ...EVENTS, event: 'changedMetric' }, list.service.credential);

/** What the user is told where something was expected to fail. */
const wordsOf = async (doing: Promise<unknown>): Promise<unknown> =>
	await doing.then(
		(result) => ({ result }),
		(error: unknown) => (error instanceof Error ? error.message : error),
	);

const failed =
	(parameters: INodeParameters, options?: IDataObject, node?: 'agents') => async () => {
		const { error, rows, hints } = await run(node ?? 'geo', parameters, options);
		return error?.message ?? { rows, hints };
	};

/** The error of a poll that comes after a good one. */
const polled = (name: TriggerName, parameters: INodeParameters) => async () => {
	const { answers } = list.service;
	const active = trigger(name, parameters);
	list.service.answers = () => ({ data: [{ id: 't', score: 5 }], total: 1, limit: 100 });
	await active.activate();
	list.service.answers = answers;
	await active.poll();
	expect(active.started).toEqual([]);
	return active.failures[0]?.message;
};

const METRIC = { ...EVENTS, event: 'changedMetric', metric: 'score', dimensions: [] };

/** Whatever asks the service for something, and gives what the user is told if it is refused. */
const PLACES: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
	['a list', failed(PROMPTS)],
	['Simplified', failed({ ...PROMPTS, output: 'simplified' })],
	['Selected Fields', failed({ ...PROMPTS, output: 'selected', outputFields: 'prompt, rank' })],
	['Raw Response', failed({ ...PROMPTS, output: 'raw' })],
	['Flatten for Sheets', failed(PROMPTS, { flatten: true })],
	['a report', failed(REPORT)],
	['Compare With', failed(COMPARED)],
	['All Projects', failed({ ...PROMPTS, project: project(ALL_PROJECTS, 'list') })],
	['Project → Get Many', failed(PROJECTS)],
	['Project → Get Many of the Agents node', failed(PROJECTS, {}, 'agents')],
	['Who Am I', failed(WHO_AM_I, {}, 'agents')],
	['Task → Query', failed(TASKS, {}, 'agents')],
	['Task → Query in pages', failed(TASKS, { pagination: 'offset' }, 'agents')],
	['a call', failed(CALL)],
	['a call with GET', failed({ ...CALL, method: 'GET' }, {}, 'agents')],
	['a call in pages', failed({ ...CALL, paging: { pages: { pagination: 'offset' } } })],
	[
		'the list of projects',
		async () => await wordsOf(bench.projects('agents', list.service.credential)),
	],
	['the list of topics', async () => await wordsOf(searched('geo', 'searchTopics'))],
	['the list of numbers', async () => await wordsOf(searched('geoTrigger', 'searchNumbers'))],
	['the start of a trigger', async () => await wordsOf(trigger('geoTrigger', EVENTS).activate())],
	['Fetch Test Event', async () => await wordsOf(trigger('geoTrigger', EVENTS).test())],
	['a poll for records', polled('geoTrigger', EVENTS)],
	['a poll for numbers', polled('geoTrigger', METRIC)],
	['a poll of a report', polled('geoTrigger', { ...METRIC, recordType: 'performanceReport' })],
	['a poll for tasks', polled('agentsTrigger', { ...TASKS, event: 'newOrChangedTask' })],
];

const QUOTA = 'Quota exceeded';

const REFUSALS: readonly IDataObject[] = [
	{ success: false, message: QUOTA },
	{ error: QUOTA },
	{ errorMessage: QUOTA, data: [] },
];

describe.each(PLACES)('Where the service refuses with 200, %s', (_place, told) => {
	it.each(REFUSALS)('says so: %j', async (body) => {
		list.service.answers = () => body;
		expect(await told()).toContain(QUOTA);
	});
});

const LEVELS = 100_000;

const NESTED = {
	lists: '['.repeat(LEVELS) + ']'.repeat(LEVELS),
	objects: `${'{"data":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
	errors: `${'{"error":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
};

describe.each(PLACES)(`Where an answer is nested ${LEVELS} deep, %s`, (_place, told) => {
	it.each(['lists', 'objects', 'errors'] as const)('says so: %s', async (what) => {
		list.service.answers = () => Buffer.from(NESTED[what]);
		expect(await told()).toContain('nested more than 1000 levels deep');
	});

	it.each(['lists', 'objects', 'errors'] as const)('fails with 422 and %s, too', async (what) => {
		list.service.answers = () => new Reply(Buffer.from(NESTED[what]), 422);
		expect(await told()).toEqual(expect.stringContaining(NESTED[what].slice(0, 100)));
	});
});

describe('A refusal with 200', () => {
	const read = async (onError: 'continueErrorOutput' | 'continueRegularOutput') => {
		list.service.answers = () => ({ success: false, message: QUOTA, data: [] });
		const setup = { credential: list.service.credential, onError, items: [{ n: 1 }, { n: 2 }] };
		return await bench.run('geo', { ...PROMPTS, output: 'selected', outputFields: 'x' }, setup);
	};
	const failure = (item: number) => ({
		json: {
			error: QUOTA,
			message: expect.stringContaining('its response says that the request failed'),
		},
		pairedItem: { item },
	});

	it('takes the place of each item, with On Error: Continue', async () => {
		expect((await read('continueRegularOutput')).items).toMatchObject([failure(0), failure(1)]);
	});

	it('goes to the error output', async () => {
		const { items, errorItems } = await read('continueErrorOutput');
		expect(items).toEqual([]);
		expect(errorItems).toMatchObject([failure(0), failure(1)]);
	});
});

describe('An empty list that comes with words', () => {
	beforeEach(() => {
		list.service.answers = () => ({ data: [], message: QUOTA });
	});

	it('gives no items, and a hint with the words', async () => {
		const { rows, hints } = await run('geo', PROMPTS);
		expect(rows).toEqual([]);
		expect(hints).toEqual([`The service returned no records and says: ${QUOTA}`]);
	});

	it('is an error with the words in a list of the editor', async () => {
		const words = `The service returned no records and says: ${QUOTA}`;
		expect(await wordsOf(searched('geo', 'searchTopics'))).toBe(words);
		await expect(bench.projects('geo', list.service.credential)).rejects.toMatchObject({
			message: 'This API key has no projects',
			description: expect.stringContaining(words),
		});
	});
});

describe('A 422', () => {
	it.each<[IDataObject, string]>([[{ errors: { name: ["can't be blank"] } }, "can't be blank"]])(
		'keeps its reason: %j',
		async (body, message) => {
			list.service.answers = () => new Reply(body, 422);
			expect(await failed(PROMPTS)()).toContain(message);
		},
	);

	it.each(['limit ≤ 50', 'size must be at most 50'])(
		'that says %j names Page Size',
		async (detail) => {
			list.service.answers = ({ body }) => {
				const { limit } = body.pagination as { limit: number };
				return limit > 50
					? new Reply({ detail }, 422)
					: { data: recordsFrom(0, 20), total: 20, limit };
			};
			const { error } = await run('geo', PROMPTS);
			expect(error).toMatchObject({
				message: detail,
				description: expect.stringContaining("'Page Size' under 'Options'"),
			});
			expect((await run('geo', PROMPTS, { pageSize: 50 })).rows).toHaveLength(20);
		},
	);
});
