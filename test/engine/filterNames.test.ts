import type { INodeParameters } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { isObject } from '../../nodes/shared/base/paths';
import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';
import { GEO_PROJECTS } from './harness/projects';

const bench = useBench();
const { coffee, outdoor } = PROJECTS;

const PROMPTS = '/v2/geo/business/prompts';
const TOPICS = '/v2/geo/business/topics';
const read = { resource: 'prompt', operation: 'getAll', limit: 5, project: project(coffee) };

const picked = (value: string, mode = 'id') => ({ __rl: true, mode, value });
const withRows = (...condition: INodeParameters[]) => ({ ...read, filters: { condition } });
const topic = (name: string, mode?: string) => ({
	...{ filter: 'topics', topicValue: picked(name, mode) },
});

const paths = () => bench.sandbox.requests.map(({ path }) => path);

/** The values of a filter that were sent, for each read of prompts. */
const sent = (filter: string) =>
	bench.sandbox.requests
		.filter(({ path, body }) => path === PROMPTS && isObject(body) && 'filters' in body)
		.map(({ body }) => JSON.stringify(body))
		.map(
			(text) => RegExp(`"${filter}":\\{[^[]*\\[\\{[^}]*"value":("[^"]*"|[^}\\]]*)`).exec(text)?.[1],
		);

describe('A filter by name', () => {
	it.each([
		['topics', 'topicValue', 'espresso MACHINES', 'topic-01', 'topics'],
		['tags', 'tagValue', 'branded', 'tag-01', 'tags'],
		['markets', 'marketValue', 'United States · English', 'us-en', 'markets'],
		['platform', 'modelValue', 'chatgpt', 'platform-1', 'models'],
	])('of %s in a row is sent with the ID', async (filter, value, name, id, list) => {
		const run = await bench.run('geo', withRows({ filter, [value]: picked(name) }));
		expect(run.error).toBeUndefined();
		expect(sent(filter)).toEqual([`"${id}"`]);
		expect(paths()).toEqual([`/v2/geo/business/${list}`, PROMPTS]);
		for (const { violations } of bench.sandbox.requests) expect(violations).toEqual([]);
	});

	it('of a prompt is sent with the ID', async () => {
		const prompt = picked('Best espresso machine under $500');
		await bench.run('geo', withRows({ filter: 'prompts', promptValue: prompt }));
		expect(sent('prompts')).toEqual(['"prompt-0001"']);
	});

	it('takes one list for all items of a run, and for the period before', async () => {
		const items = ['Espresso machines', 'coffee grinders', 'topic-01'].map((name) => ({ name }));
		const compared = { dateRange: 'last7Days', options: { comparePrevious: true } };
		const fields = { ...withRows(topic('={{ $json.name }}')), ...compared };
		const run = await bench.run('geo', fields, { items });
		expect(run.error).toBeUndefined();
		expect(paths().filter((path) => path === TOPICS)).toHaveLength(1);
		expect(new Set(sent('topics'))).toEqual(new Set(['"topic-01"', '"topic-02"']));
	});

	it('takes no list where the value is picked from it', async () => {
		await bench.run('geo', withRows(topic('topic-01', 'list')));
		expect(paths()).toEqual([PROMPTS]);
	});

	it('may come from the model of an agent', async () => {
		const run = await bench.run('geoTool', {
			...read,
			filterBy: '{"topics": "espresso machines"}',
		});
		expect(run.error).toBeUndefined();
		expect(sent('topics')).toEqual(['"topic-01"']);
		const wrong = await bench.run('geoTool', { ...read, filterBy: '{"topics": "espresso"}' });
		expect(wrong.error?.message).toMatch(
			/^No topics of the project have the name or ID 'espresso'\. Enter the name or ID of one that there is for the filter topics: Espresso machines, /,
		);
	});

	it('is looked up in each of all projects, whose error says which one it is', async () => {
		const fields = { ...withRows(topic('Espresso machines')), project: project(ALL_PROJECTS) };
		const run = await bench.run('geo', fields, { onError: 'continueRegularOutput' });
		expect(paths().filter((path) => path === TOPICS)).toHaveLength(3);
		expect(new Set(run.rows.map((row) => row.project_id))).toContain(coffee);
		const failed = run.rows.filter((row) => 'error' in row);
		expect(failed).toContainEqual({
			error: "No topics of the project have the name or ID 'Espresso machines'",
			message: expect.stringContaining(`(${outdoor})`),
		});
		expect(paths()[0]).toBe(GEO_PROJECTS);
	});

	it('is looked up once where the read is in parts', async () => {
		const days = { dateRange: 'last7Days', options: { oneRowPer: 'day' } };
		const run = await bench.run('geo', { ...withRows(topic('Espresso machines')), ...days });
		expect(run.error).toBeUndefined();
		expect(paths().filter((path) => path === TOPICS)).toHaveLength(1);
		expect(sent('topics')).toHaveLength(7);
	});

	it('is looked up by a trigger, too', async () => {
		const options = { filters: { condition: [topic('Espresso machines')] } };
		const parameters = { event: 'newRecord', recordType: 'prompt', project: project(coffee) };
		await bench.trigger('geoTrigger', { ...parameters, options }).activate();
		expect(new Set(sent('topics'))).toEqual(new Set(['"topic-01"']));
	});
});

describe('A filter whose list cannot be read', () => {
	it('is sent as it is, and a hint says so', async () => {
		const match = { path: TOPICS };
		bench.sandbox.faults.order({ kind: 'respond', status: 403, times: Infinity, match });
		const run = await bench.run('geo', withRows(topic('topic-01')));
		expect(run.error).toBeUndefined();
		expect(sent('topics')).toEqual(['"topic-01"']);
		expect(run.hints).toContainEqual(
			expect.stringMatching(/^The topics of the project could not be read, so the values .* 403/s),
		);
	});

	it('is sent as it is where the list is not whole', async () => {
		const body = { data: [{ topic_id: 't', name: 'T' }], total: 300 };
		const match = { path: TOPICS };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity, match });
		const run = await bench.run('geo', withRows(topic('t9')));
		expect(sent('topics')).toEqual(['"t9"']);
		expect(run.hints.join()).toContain('Some topics of the project are missing');
	});
});

describe('An operator that is not documented', () => {
	it('is named where nothing matches, and only there', async () => {
		const row = { ...{ filter: 'rank', operator: 'other' }, otherOperator: 'gt', numberValue: 1 };
		const match = { path: PROMPTS };
		const empty = { data: [], total: 0 };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body: empty, match });
		const none = await bench.run('geo', withRows(row));
		const words = expect.stringContaining('may not know gt.');
		expect(none.hints).toContainEqual(words);
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 200, body: { data: [{ prompt_id: 1 }], total: 1 }, match },
		});
		expect((await bench.run('geo', withRows(row))).hints).not.toContainEqual(words);
	});
});
