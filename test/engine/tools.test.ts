import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PROJECTS } from '../../sandbox';
import { GEO_READS, project, useBench, type NodeRun } from './harness/fixture';

const bench = useBench();

const PROJECT = project(PROJECTS.coffee);
const PROMPTS = { resource: 'prompt', operation: 'getAll', project: PROJECT };

/** A keyword as the vendor's older export has it, with all answers in which it occurs. */
const keyword = (index: number) => ({
	id: index,
	keyword: `keyword ${index}`,
	theme: 'Price',
	answers: Array.from({ length: 40 }, (_, place) => ({
		...{ prompt_id: `prompt-${place}`, platform_name: 'ChatGPT', answer_text: 'x'.repeat(150) },
	})),
});

const respond = (body: unknown) =>
	bench.sandbox.faults.order({ kind: 'respond', status: 200, body, times: Infinity });

const sizeOf = ({ rows }: NodeRun) => JSON.stringify(rows).length;

/** What the only item of an answer says beside its rows. */
const notesOf = ({ rows }: NodeRun): string => JSON.stringify(rows.at(-1)?.notes ?? null);

const cellsOf = ({ rows: [{ columns, rows } = {}] }: NodeRun): IDataObject[] => {
	if (!Array.isArray(columns) || !Array.isArray(rows)) throw new Error('The answer is no table');
	return rows.map((row) =>
		Object.fromEntries(columns.map((name, place) => [String(name), (row as unknown[])[place]])),
	) as IDataObject[];
};

describe('A node as a tool of an AI agent', () => {
	it('answers with a table of simplified records, and says how many there are', async () => {
		const run = await bench.run('geoTool', PROMPTS);
		const plain = await bench.run('geo', { ...PROMPTS, output: 'simplified' });
		expect(run.error).toBeUndefined();
		expect(run.rows).toMatchObject([{ returned: 50, total: 240 }]);
		expect(cellsOf(run)).toEqual(plain.rows);
		expect(notesOf(run)).toContain('Returned 50 of 240 records');
		expect(sizeOf(run)).toBeLessThan(sizeOf(plain) / 2);
	});

	it('answers with one object per record as a list', async () => {
		const run = await bench.run('geoTool', { ...PROMPTS, answerFormat: 'list' });
		const plain = await bench.run('geo', { ...PROMPTS, output: 'simplified' });
		expect(run.rows.slice(0, -1)).toEqual(plain.rows);
		expect(notesOf(run)).toContain('Returned 50 of 240 records');
	});

	it('is linked to the item that asked', async () => {
		const { items } = await bench.run('geoTool', PROMPTS);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }]]);
	});

	it('has 50 keywords with 40 answers each in a few thousand characters', async () => {
		const data = Array.from({ length: 50 }, (_, index) => keyword(index));
		respond({ data, total: 50 });
		const run = await bench.run('geoTool', { ...PROMPTS, resource: 'keyword' });
		expect(JSON.stringify(data).length).toBeGreaterThan(400_000);
		expect(sizeOf(run)).toBeLessThan(3000);
		expect(cellsOf(run)[7]).toEqual({
			...{ keyword: 'keyword 7', theme: 'Price', answers_count: 40, id: 7 },
		});
	});

	it('has no more than Max Output Size, and says what is left out', async () => {
		const run = await bench.run('geoTool', { ...PROMPTS, returnAll: true, maxOutputSize: 5000 });
		expect(sizeOf(run)).toBeLessThanOrEqual(5000);
		const count = cellsOf(run).length;
		expect(count).toBeGreaterThan(20);
		expect(notesOf(run)).toContain(
			`Returned ${count} of 240 records; more do not fit into 'Max Output Size' (5000 characters).`,
		);
		expect(notesOf(run)).toContain("narrow them down with 'Date Range' or 'Filter By'.");
	});

	it.each([0])('has no maximum with %j', async (maxOutputSize) => {
		const parameters = { ...PROMPTS, returnAll: true, maxOutputSize };
		const run = await bench.run('geoTool', parameters);
		expect(cellsOf(run)).toHaveLength(240);
		expect(sizeOf(run)).toBeGreaterThan(20_000);
	});

	it('refuses a maximum in which nothing fits', async () => {
		const { error } = await bench.run('geoTool', { ...PROMPTS, maxOutputSize: 999 });
		expect(error).toMatchObject({
			message: expect.stringMatching(/^'Max Output Size' is too small for an answer\. Enter 1000 /),
			description: expect.stringMatching(
				/^Enter 1000 or more in 'Max Output Size', or 0 for no maximum\.$/,
			),
		});
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('cuts a raw response with an explanation', async () => {
		const run = await bench.run('geoTool', { ...PROMPTS, output: 'raw', limit: 100 });
		expect(sizeOf(run)).toBeLessThanOrEqual(20_000);
		expect(sizeOf(run)).toBeGreaterThan(15_000);
		expect(run.rows[0]?.text).toMatch(/^\{"data":\[\{"prompt_id":"prompt-0001".+…$/);
		expect(notesOf(run)).toContain(
			"only the start of its text. Set a lower 'Limit'. Another 'Output' can only be chosen in n8n.",
		);
	});

	it('says in words that nothing was found', async () => {
		respond({ data: [], total: 0 });
		const run = await bench.run('geoTool', PROMPTS);
		expect(run.rows).toHaveLength(1);
		expect(notesOf(run)).toContain('No records match');
	});

	it('passes on the hints that a person sees, with what the model can do', async () => {
		bench.sandbox.behave({ total: 'tooHigh' });
		const run = await bench.run('geoTool', { ...PROMPTS, returnAll: true, maxOutputSize: 0 });
		expect(run.hints.join()).toContain('Some data may be missing.');
		expect(run.rows.at(-1)?.notes).toEqual([run.hints[0]]);
	});

	it('says of an option what it takes', async () => {
		const { error } = await bench.run('geoTool', { ...PROMPTS, options: { recordsAt: 'rows' } });
		expect(error?.message).toBe(
			"The response has no list at rows. It has lists at: data. Enter the right one in 'Records At' under 'Options'.",
		);
	});

	it('has the records of all projects, and says which of them failed', async () => {
		const match = { path: '/v2/geo/business/tags' };
		bench.sandbox.faults.order({ kind: 'respond', status: 403, match });
		const all = { ...PROMPTS, resource: 'tag', project: project('*', 'list') };
		const run = await bench.run('geoTool', all, { onError: 'continueRegularOutput' });
		expect(run.error).toBeUndefined();
		expect(notesOf(run)).toMatch(/Failed: .+This happened in the project /);
		expect(new Set(cellsOf(run).map(({ project_id: id }) => id)).size).toBe(2);
		const [row = {}] = cellsOf(run);
		expect(Object.keys(row)).toEqual(expect.arrayContaining(['project_id', 'project_name']));
	});

	it.each(GEO_READS.map(({ title, where }) => [title, where] as const))(
		'has a shorter answer than the node: %s',
		async (_title, where) => {
			const parameters = { ...where, project: PROJECT };
			const [tool, node] = [
				await bench.run('geoTool', parameters),
				await bench.run('geo', parameters),
			];
			expect(tool.error).toBeUndefined();
			expect(sizeOf(tool)).toBeLessThan(sizeOf(node));
		},
	);

	it.each<[string, INodeParameters]>([
		['Who Am I', { resource: 'identity', operation: 'whoAmI' }],
		[
			'a call',
			{ resource: 'endpoint', operation: 'call', method: 'GET', path: 'x', project: PROJECT },
		],
	])('answers %s with the whole record', async (_what, parameters) => {
		const [tool, node] = [
			await bench.run('agentsTool', parameters),
			await bench.run('agents', parameters),
		];
		expect(tool.error).toBeUndefined();
		expect(tool.rows).toEqual(node.rows);
	});

	it('answers as a tool only if it is one', async () => {
		const parameters = { ...PROMPTS, answerFormat: 'table', maxOutputSize: 1000, isTool: true };
		const { rows } = await bench.run('geo', parameters);
		expect(rows).toHaveLength(50);
		expect(Object.keys(rows[0] ?? {})).toContain('prompt_id');
	});
});
