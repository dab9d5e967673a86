import { setTimeout } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS, type Resource } from '../../sandbox';
import { isResource } from '../../sandbox/resources';
import { project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee } = PROJECTS;

const watching = (event: string, fields = {}) =>
	bench.trigger('geoTrigger', { event, recordType: 'prompt', project: project(coffee), ...fields });
const list = (resource: Resource) => bench.sandbox.world.list(coffee, resource);

function resourceAt(path: string): Resource {
	if (isResource(path)) return path;
	throw new Error(`LISTS of sandbox/records.ts has no entry ${path}`);
}

describe('New Record', () => {
	it.each(LISTS.map(({ value, path }) => [value, path]))('gives a new %s', async (value, path) => {
		const resource = resourceAt(path);
		const trigger = watching('newRecord', { recordType: value });
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		const [known = {}] = list(resource);
		const idName = Object.keys(known).find((name) => /(^|_)id$/.test(name)) ?? '';
		bench.sandbox.world.add(coffee, resource, { ...known, [idName]: 'brand-new' });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...known, [idName]: 'brand-new' }]);
	});

	it('asks with filters, dates and metrics, and the dates may move on', async () => {
		const since = (days: number) => ({
			period: {
				range: { dateRange: 'custom', startDate: `={{ $now.minus(${days}, 'days') }}` },
			},
		});
		const fields = {
			metrics: 'answers_count',
			...since(7),
			filters: {
				condition: [{ filter: 'branded', booleanValue: true }],
			},
		};
		const trigger = watching('newRecord', fields);
		await trigger.activate();
		const [request] = bench.sandbox.requests;
		expect(request?.body).toMatchObject({
			project_id: coffee,
			metrics: ['answers_count'],
			start_date: expect.stringMatching(/^20/),
			filters: { branded: { condition: 'AND', items: [{ operator: 'is', value: true }] } },
		});
		await trigger.activate(since(8));
		const { stored } = trigger;
		await trigger.activate({ period: {} });
		expect(trigger.stored).toBe(stored);
	});

	it('goes on where the editor only writes the name of a filter value anew', async () => {
		const filters = (name: string) => ({
			condition: [
				{
					filter: 'topics',
					topicValue: { __rl: true, mode: 'list', value: 'topic-01', cachedResultName: name },
				},
			],
		});
		const trigger = watching('newRecord', { filters: filters('Espresso') });
		await trigger.activate();
		const [known] = list('prompts');
		bench.sandbox.world.add(coffee, 'prompts', { ...known, prompt_id: 'brand-new' });
		await trigger.activate({ filters: filters('Espresso machines') });
		expect(trigger.events).toHaveLength(1);
	});

	it.each<[object | null, string]>([
		[{ success: false, message: 'Quota exceeded', data: null }, 'Quota exceeded'],
		[null, 'The GEO API returned an empty response'],
	])('does not start with an answer that is no list: %j', async (body, message) => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body });
		await expect(watching('newRecord').activate()).rejects.toMatchObject({ message });
	});

	it('starts with a list that holds still', async () => {
		const { world, faults } = bench.sandbox;
		world.bulk(coffee, 'prompts', 5);
		const trigger = watching('newRecord', { options: { pageSize: 2 } });
		faults.order({ kind: 'slow', delayMs: 500, after: 1, times: 2 });
		const start = trigger.activate();
		// The first page has been answered once the second one is asked for.
		while (bench.sandbox.requests.length < 2) await setTimeout(1);
		list('prompts').shift();
		await start;
		await trigger.poll();
		expect(trigger.events).toEqual([]);
	});

	it('starts over, quietly, with another filter', async () => {
		const filters = (topic: string) => ({
			filters: {
				condition: [{ filter: 'topics', topicValue: { __rl: true, mode: 'id', value: topic } }],
			},
		});
		const trigger = watching('newRecord', filters('topic-01'));
		await trigger.activate();
		await trigger.activate(filters('topic-02'));
		await trigger.poll();
		expect(trigger.events).toEqual([]);
	});
});

describe('Filter pickers and projects', () => {
	it('are those of the GEO node', async () => {
		const { results } = await bench.projects('geoTrigger');
		expect(results).toHaveLength(4);
		expect(results[0]).toEqual({ name: 'All Projects', value: ALL_PROJECTS });
		const parameters = { project: project(coffee) };
		const topics = await bench.search('geoTrigger', 'searchTopics', parameters);
		expect(topics.results).toHaveLength(12);
		expect((await bench.projects('agentsTrigger')).results).toEqual(results);
	});
});

const NO_NUMBERS = /^The records have no numbers$/;

describe('The list of numbers to watch', () => {
	const numbers = async (fields: INodeParameters, filter?: string) => {
		const parameters = { event: 'changedMetric', project: project(coffee), ...fields };
		const { results } = await bench.search('geoTrigger', 'searchNumbers', parameters, {}, filter);
		return results.map(({ name, value }) => (name === value ? value : [name, value]));
	};

	it('has those of the first page of the records, found by a part of the name', async () => {
		const [prompt] = list('prompts');
		const own = Object.keys(prompt ?? {}).filter((name) => typeof prompt?.[name] === 'number');
		expect(own).toContain('avg_visibility_score');
		expect(await numbers({})).toEqual(own);
		expect(await numbers({}, ' VISIB')).toEqual(['avg_visibility_score']);
		const paths = bench.sandbox.requests.map(({ path, violations }) => [path, violations]);
		expect(paths).toEqual(paths.map(() => ['/v2/geo/business/prompts', []]));
		expect(paths).toHaveLength(2);
	});

	it('asks for the measures and dimensions of a report', async () => {
		const report = {
			...{ recordType: 'performanceReport', measures: [], otherMeasures: 'mentions_count' },
			dimensions: ['model'],
		};
		expect(await numbers(report)).toEqual(['mentions_count']);
		const [request] = bench.sandbox.requests;
		expect(request?.body).toMatchObject({ measures: ['mentions_count'], dimensions: ['model'] });
	});

	it('finds numbers in objects, and in records that come later', async () => {
		const records = [{ n: null }, { n: 1, a: { 'b.c': 2, text: '3' } }, { n: 4 }];
		const prompts = records.map((record, place) => ({ prompt_id: `p${place}`, ...record }));
		list('prompts').splice(0, Infinity, ...prompts);
		expect(await numbers({})).toEqual(['n', 'a.b.c']);
		await watching('changedMetric', { metric: 'a.b.c' }).activate();
	});

	it.each<[string, INodeParameters, object[], RegExp, RegExp]>([
		['no project', { project: project('') }, [{ n: 1 }], /^No project is chosen$/, /'Project'/],
		['no records', {}, [], /^There are no records to show/, /'Date Range'.*'By Name'/],
		['no numbers', {}, [{ n: 'a' }], NO_NUMBERS, /option 'Metrics' with answers_count,/],
	])('says with %s what to do', async (_, fields, records, message, todo) => {
		list('prompts').splice(0, Infinity, ...records.map((record) => ({ ...record })));
		await expect(numbers(fields)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(message),
			description: expect.stringMatching(todo),
		});
	});
});
