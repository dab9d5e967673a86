import type { IDataObject } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';
import { ProjectsOf } from './harness/projects';

const bench = useBench();
const projects = new ProjectsOf(bench);
const { coffee } = PROJECTS;

const READ = { resource: 'prompt', operation: 'getAll', returnAll: true, maxOutputSize: 0 };

/** One answer to a read of prompts. */
const respond = (body: IDataObject) =>
	bench.sandbox.faults.order({
		...{ kind: 'respond', status: 200, body, times: 1 },
		match: { path: '/v2/geo/business/prompts' },
	});

const promptsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ prompt_id: `p${first + index}` }));

describe('What a model is told of what may be missing', () => {
	it('is to run the tool again where a list changed while it was read, and nothing else', async () => {
		respond({ data: promptsFrom(0, 100), total: 120 });
		respond({ data: promptsFrom(100, 21), total: 121 });
		const run = await bench.run('geoTool', { ...READ, project: project(coffee) });
		const words =
			'Some data may be missing. The list changed while the node was reading it. Run the node again to be sure.';
		expect(run.hints).toEqual([words]);
		expect(run.rows.at(-1)?.notes).toEqual([words]);
	});

	it('is who can correct the fields that no record has', async () => {
		const selected = { output: 'selected', outputFields: 'missing', returnAll: false, limit: 1 };
		const run = await bench.run('geoTool', { ...READ, ...selected, project: project(coffee) });
		expect(run.rows.at(-1)?.notes).toContain(
			"No record has a value in 'missing'. Correct 'Fields', or set 'Output' to 'Records' to see the names that there are.",
		);
	});

	it('is to tell the user where projects are missing, not to request fewer records', async () => {
		projects.geoLists([{ id: coffee, name: 'Coffee' }], { total: 5 });
		const run = await bench.run('geoTool', { ...READ, project: project(ALL_PROJECTS) });
		expect(run.rows.at(-1)?.notes).toEqual([
			'Projects may be missing; the reason is below. Tell the user that the answer may not be complete.',
			'Some projects may be missing. The service reports 5 records but returned only 1. This is about the list of projects.',
		]);
	});
});
