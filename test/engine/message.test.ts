import { project } from './harness/fixture';
import { PROJECTS } from '../../sandbox';
import { useBench } from './harness/fixture';

const bench = useBench();

const REPORT = {
	...{ resource: 'report', operation: 'getPerformance', dimensions: ['model'], output: 'message' },
	...{ dateRange: 'last7Days', compareWith: 'previousPeriod' },
};
const COFFEE = { project: project(PROJECTS.coffee) };

describe('Output Message', () => {
	it('is one item with the same message in four forms, and the rows', async () => {
		const { rows, error } = await bench.run('geo', { ...REPORT, ...COFFEE });
		expect(error).toBeUndefined();
		expect(rows).toEqual([
			{
				title: 'Performance report',
				period: expect.stringMatching(/\d{4}, compared with \w+ \d+.*, \d{4}$/),
				text: expect.stringMatching(/^Performance report\n[^]*ChatGPT +\d/),
				slack: expect.stringContaining('*Performance report*'),
				markdown: expect.stringMatching(/\| ChatGPT +\|/),
				html: expect.stringMatching(/<table[^]*ChatGPT/),
				rows: expect.arrayContaining([
					expect.objectContaining({ model: 'ChatGPT', share_of_voice_change: expect.any(Number) }),
				]),
			},
		]);
	});

	it('has the title and the language that the user enters', async () => {
		const words = { messageTitle: 'Anteil je Plattform', messageLanguage: 'de' };
		const { rows } = await bench.run('geo', { ...REPORT, ...COFFEE, ...words });
		expect(rows[0]?.title).toBe('Anteil je Plattform');
		expect(rows[0]?.text).toMatch(/^Anteil je Plattform\n[^]*\d,\d/);
	});

	it('is one for each input item, linked to it', async () => {
		const items = [{ title: 'One' }, { title: 'Two' }];
		const run = await bench.run(
			'geo',
			{ ...REPORT, ...COFFEE, messageTitle: '={{ $json.title }}' },
			{ items },
		);
		expect(run.rows.map(({ title }) => title)).toEqual(['One', 'Two']);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('has the records of all projects in one message', async () => {
		const { rows } = await bench.run('geo', { ...REPORT, project: project('*', 'list') });
		expect(rows).toHaveLength(1);
		for (const name of ['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot']) {
			expect(rows[0]?.text).toContain(name);
			expect(JSON.stringify(rows[0]?.rows)).toContain(name);
		}
	});

	it('says that there is nothing where there is nothing', async () => {
		bench.sandbox.world.list(PROJECTS.coffee, 'tags').length = 0;
		const tags = { resource: 'tag', operation: 'getAll', output: 'message' };
		const { rows } = await bench.run('geo', { ...tags, ...COFFEE });
		expect(rows).toEqual([expect.objectContaining({ title: 'Tags', rows: [] })]);
		expect(rows[0]?.text).toMatch(/no|nothing/i);
	});

	it('says in the words of its reader what may be missing', async () => {
		bench.sandbox.behave({ total: 'tooHigh' });
		const prompts = { resource: 'prompt', operation: 'getAll', output: 'message', returnAll: true };
		const { rows, hints } = await bench.run('geo', { ...prompts, ...COFFEE });
		expect(hints).toEqual([
			expect.stringMatching(/^Some data may be missing\. The service reports \d+ records/),
		]);
		expect(rows[0]?.text).toContain('Some data may be missing.');
		expect(rows[0]?.text).not.toContain('reports');
	});

	it('is not there where there is only an error', async () => {
		bench.sandbox.faults.order({ kind: 'respond', status: 403, times: Infinity });
		const onError = 'continueRegularOutput' as const;
		const { rows } = await bench.run('geo', { ...REPORT, ...COFFEE }, { onError });
		expect(rows).toEqual([{ error: expect.any(String), message: expect.any(String) }]);
	});

	it('has the notes of its own item, where there are several', async () => {
		bench.sandbox.behave({ total: 'tooHigh' });
		const prompts = { resource: 'prompt', operation: 'getAll', output: 'message', returnAll: true };
		const items = [{ id: PROJECTS.coffee }, { id: PROJECTS.outdoor }];
		const own = { ...prompts, project: project('={{ $json.id }}') };
		const { rows, hints } = await bench.run('geo', own, { items });
		expect(hints).toHaveLength(1);
		for (const { text } of rows) expect(text).toContain('Some data may be missing.');
	});

	it('says which project is missing from it', async () => {
		const match = { path: '/v2/geo/reports/performance', project: PROJECTS.outdoor };
		bench.sandbox.faults.order({ kind: 'respond', status: 403, times: Infinity, match });
		const everywhere = { ...REPORT, project: project('*', 'list') };
		const onError = 'continueRegularOutput' as const;
		const { rows } = await bench.run('geo', everywhere, { onError });
		expect(rows).toHaveLength(2);
		expect(rows[0]?.text).toContain(
			'Ridgeline Outfitters could not be read, so it is missing here.',
		);
		expect(rows[0]?.text).not.toMatch(/403|key|This happened/);
	});

	it('of an item with a wrong language is an error item, and the others have theirs', async () => {
		const items = [{ language: 'en' }, { language: 'de_AT' }];
		const own = { ...REPORT, ...COFFEE, messageLanguage: '={{ $json.language }}' };
		const onError = 'continueRegularOutput' as const;
		const { rows } = await bench.run('geo', own, { items, onError });
		expect(rows[0]?.title).toBe('Performance report');
		expect(rows[1]).toEqual({ error: "There is no language 'de_AT'", message: expect.any(String) });
	});

	it('names a language that there is not', async () => {
		const { error } = await bench.run('geo', { ...REPORT, ...COFFEE, messageLanguage: 'x' });
		expect(error).toMatchObject({
			message: "There is no language 'x'",
			description: expect.stringContaining("'Language'"),
		});
	});

	it.each(['task', 'project'])('is there for the resource %s, too', async (resource) => {
		const operation = resource === 'task' ? 'query' : 'getAll';
		const { rows } = await bench.run('agents', {
			...{ resource, operation, output: 'message' },
			...COFFEE,
		});
		expect(rows[0]).toMatchObject({ title: resource === 'task' ? 'Tasks' : 'Projects' });
	});
});
