import type { IDataObject } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const COFFEE = { project: project(PROJECTS.coffee) };
const PROMPTS = { resource: 'prompt', operation: 'getAll', ...COFFEE };
const REPORT = {
	resource: 'report',
	operation: 'getPerformance',
	dimensions: ['model'],
	...COFFEE,
};

/** One answer with these records to a read of prompts. */
const respond = (count: number, rest: IDataObject = {}) => {
	const data = Array.from({ length: count }, (_, id) => ({
		prompt_id: `p${id}`,
		prompt: `P ${id}`,
	}));
	bench.sandbox.faults.order({
		...{ kind: 'respond', status: 200, body: { data, ...rest }, times: 1 },
		match: { path: '/v2/geo/business/prompts' },
	});
};

describe('A limit and one project', () => {
	it('says in one hint that a list goes on, also at the limit of a new node', async () => {
		const { rows, hints } = await bench.run('geo', PROMPTS);
		expect(rows).toHaveLength(50);
		expect(hints).toEqual([
			"These are 50 of 240 records, as many as 'Limit' allows. To get all of them, turn on 'Return All'.",
		]);
	});

	it('says where it is an option what to do about it', async () => {
		const { hints } = await bench.run('geo', { ...REPORT, options: { limit: 2 } });
		expect(hints).toEqual([
			expect.stringMatching(/^These are 2 of 5 .+ remove 'Limit' from 'Options'\.$/),
		]);
	});

	it.each([['ends with it', 3]])('says nothing where the list %s', async (_what, count) => {
		respond(count, { has_more: false });
		respond(0);
		expect((await bench.run('geo', { ...PROMPTS, limit: 3 })).hints).toEqual([]);
	});

	it('says nothing where all is read', async () => {
		expect((await bench.run('geo', { ...PROMPTS, returnAll: true })).hints).toEqual([]);
		expect((await bench.run('geo', REPORT)).hints).toEqual([]);
	});

	it('says once for all input items how many there are', async () => {
		const items = [{ limit: 10 }, { limit: 500 }];
		const { hints } = await bench.run(
			'geo',
			{ ...PROMPTS, limit: '={{ $json.limit }}' },
			{ items },
		);
		expect(hints).toEqual([expect.stringMatching(/^These are 250 of 480 records/)]);
	});

	it.each([
		[{ limit: 50 }, 'and 215 more'],
		[{ limit: 10 }, 'and 230 more'],
	])('counts all records in a message: %j', async (limit, words) => {
		const { rows } = await bench.run('geo', { ...PROMPTS, ...limit, output: 'message' });
		for (const form of ['text', 'slack', 'markdown', 'html']) {
			expect(rows[0]?.[form]).toMatch(/and 2\d\d more/);
		}
		expect(rows[0]?.text).toContain(words);
		expect(rows[0]?.text).not.toContain('Note:');
	});

	it('is told to a model in its notes alone', async () => {
		const { rows, hints } = await bench.run('geoTool', { ...PROMPTS, limit: 5, maxOutputSize: 0 });
		expect(hints).toEqual([]);
		expect(rows.at(-1)?.notes).toEqual([expect.stringMatching(/^Returned 5 of 240 records/)]);
	});
});

describe('A limit and several projects', () => {
	const everywhere = { ...PROMPTS, project: project(ALL_PROJECTS) };

	it.each([
		['says how many there are', false, ''],
		['says how many there are at least if one of them does not tell', true, 'at least '],
	])('%s', async (_what, isOpen, least) => {
		const runs = [];
		for (const [node, rest] of [
			['geo', {}],
			['geo', { output: 'message' }],
			['geoTool', { maxOutputSize: 0 }],
		] as const) {
			await bench.reset();
			if (isOpen) respond(3);
			runs.push(await bench.run(node, { ...everywhere, ...rest, limit: 3 }));
		}
		const [records, message, tool] = runs;
		const total = records?.hints[0]?.match(/\d+ records/)?.[0] ?? '';
		expect(records?.hints).toEqual([
			expect.stringContaining(`These are 9 of ${least}${total}, as many as`),
		]);
		expect(message?.rows[0]?.text).toContain(`and ${least}${Number.parseInt(total, 10) - 9} more`);
		expect(tool?.rows.at(-1)?.notes).toEqual([
			expect.stringContaining(`Returned 9 of ${least}${total}, as many as`),
		]);
	});
});
