import type { INodeParameters, JsonValue } from 'n8n-workflow';
import { filtersField } from '../../nodes/shared/form/filters';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';

const PICKERS = [
	['searchTopics', 'topics', 'Espresso machines', 'topic-01', 12],
	['searchTags', 'tags', 'Branded', 'tag-01', 15],
	['searchMarkets', 'markets', 'United States · English', 'us-en', 6],
	['searchModels', 'models', 'ChatGPT', 'platform-1', 5],
	['searchPrompts', 'prompts', 'best espresso machine under $500', 'prompt-0001', 240],
] as const;

const chosen: INodeParameters = { project: project(PROJECT, 'list') };

it('Every picker of Filters has a list search', () => {
	const text = JSON.stringify(filtersField);
	const methods = [...text.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(methods.sort()).toEqual(PICKERS.map(([name]) => name).sort());
});

describe.each(PICKERS)('The picker behind %s', (picker, resource, label, id, count) => {
	it('offers what the chosen project has, by name', async () => {
		const { results } = await bench.search('geo', picker, chosen);
		expect(results[0]).toEqual({ name: label, value: id });
		expect(results).toHaveLength(count);
		expect(new Set(results.map(({ value }) => value)).size).toBe(count);
		for (const request of bench.sandbox.requests) {
			expect(request).toMatchObject({
				method: 'POST',
				path: `/v2/geo/business/${resource}`,
				violations: [],
			});
			expect(request.body).toStrictEqual({
				project_id: PROJECT,
				pagination: { limit: expect.any(Number), offset: expect.any(Number) },
			});
		}
	});

	it('takes a project that was entered by its id, and no base URL for the Agents API', async () => {
		const parameters = { project: project('proj-ridgeline') };
		const { results } = await bench.search('geo', picker, parameters, { agentsBaseUrl: '' });
		expect(results).toHaveLength(count);
		expect(bench.sandbox.requests[0]).toMatchObject({ body: { project_id: 'proj-ridgeline' } });
	});

	it('shows what went wrong in place of a list whose second page fails', async () => {
		bench.sandbox.behave({ pageCap: 2 });
		const fault = { kind: 'respond', status: 400, body: { detail: 'No second page' } } as const;
		bench.sandbox.faults.order({ ...fault, after: 1, times: Infinity });
		await expect(bench.search('geo', picker, chosen)).rejects.toMatchObject({
			message: 'No second page',
		});
	});

	it('searches names, in capitals or not', async () => {
		const filter = ` ${label.slice(0, 6).toUpperCase()} `;
		const { results } = await bench.search('geo', picker, chosen, {}, filter);
		expect(results).toContainEqual({ name: label, value: id });
		expect(results.length).toBeLessThan(count);
		const none = await bench.search('geo', picker, chosen, {}, 'nothing like it');
		expect(none.results).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['no project', {}],
		['an expression as project', { project: project('={{ $json.id }}') }],
	])('says in a sentence what it needs with %s', async (_what, parameters) => {
		await expect(bench.search('geo', picker, parameters)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The list needs a project',
			description: expect.stringMatching(/'Project'.*By Name or ID.*\.$/),
		});
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it.each([
		['a wrong key', { apiKey: 'wrong-key' }, PROJECT, /key/i],
		['a project that does not exist', {}, 'unknown', /\w{3,} \w/],
	] as const)('says in a sentence what is wrong with %s', async (_what, values, id_, words) => {
		const opened = bench.search('geo', picker, { project: project(id_) }, values);
		await expect(opened).rejects.toMatchObject({
			message: expect.stringMatching(words),
			description: expect.stringMatching(/\w{3,}.*\.$/),
		});
	});

	it.each([
		[{ note: 'Later' }, (words: string) => `The service returned no list of ${words}`],
		[[{ rank: 5 }], (words: string) => `The ${words} that the service returned have no name or ID`],
	])('says with %j what is missing, in the word of the form', async (body, message) => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity });
		await expect(bench.search('geo', picker, chosen)).rejects.toMatchObject({
			message: expect.stringContaining(message(resource === 'models' ? 'AI platforms' : resource)),
			description: "Enter the ID with 'By Name or ID'.",
		});
	});

	it('says that a web page answered', async () => {
		bench.sandbox.behave({ envelope: 'html' });
		await expect(bench.search('geo', picker, chosen)).rejects.toMatchObject({
			message: expect.stringContaining('web page'),
		});
	});
});

describe('A picker of Filters', () => {
	const respond = (body: JsonValue) => {
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity });
	};
	const topics = async (filter?: string) =>
		await bench.search('geo', 'searchTopics', chosen, {}, filter);

	it('has no entries where the project has none', async () => {
		respond({ data: [], total: 0 });
		expect((await topics()).results).toEqual([]);
	});

	it('says what the service says with a list that is empty, where that may be why', async () => {
		respond({ data: [], error_code: 'QUOTA_EXCEEDED' });
		await expect(topics()).rejects.toMatchObject({
			message: expect.stringContaining('QUOTA_EXCEEDED'),
		});
	});

	it('says that the GEO API has refused the list, where its status says success', async () => {
		respond({ success: false, message: 'Quota exceeded' });
		await expect(topics()).rejects.toMatchObject({
			message: 'Quota exceeded',
			description: expect.stringContaining('The GEO API answered with a success status'),
		});
	});
});
