import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { project, useBench } from './harness/fixture';
import { recordsFrom, Reply, useListService } from './harness/listService';

const bench = useBench();
const list = useListService();

const PROMPTS = { resource: 'prompt', operation: 'getAll', project: project('p'), returnAll: true };

type OnError = 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';

const read = async (onError: OnError, parameters: IDataObject = {}, items?: IDataObject[]) =>
	await bench.run(
		'geo',
		{ ...PROMPTS, ...parameters, options: { maxRetries: 0 } },
		{ credential: list.service.credential, onError, items },
	);

const pagination = (body: IDataObject) => {
	const { limit, offset } = body.pagination as IDataObject;
	return { limit: Number(limit), offset: Number(offset) };
};

/** A list of 250 whose second page is something else. */
const brokenOff = (second: unknown, total?: number) => {
	list.service.answers = ({ body }) => {
		const { limit, offset } = pagination(body);
		if (offset > 0) return second;
		return { data: recordsFrom(0, limit), ...(total === undefined ? {} : { total }) };
	};
};

const BREAKS: ReadonlyArray<readonly [string, unknown, string]> = [
	[
		'a refusal with a status of success',
		{ success: false, message: 'Quota exceeded' },
		'Quota exceeded',
	],
	['a refusal beside an empty list', { error: 'Quota exceeded', data: [] }, 'Quota exceeded'],
	['403', new Reply({ detail: 'No access' }, 403), 'No access'],
	['400', new Reply({ detail: 'No such page' }, 400), 'No such page'],
	['500', new Reply({ message: 'Down' }, 500), 'Down'],
	[
		'something else',
		{ view: 'list' },
		'The service returned something other than a list for one of the pages',
	],
];

describe.each(BREAKS)('A list whose second page is %s', (_what, second, message) => {
	it('is an error that says how many were read, with On Error: Stop', async () => {
		brokenOff(second, 250);
		const { error, rows } = await read('stopWorkflow');
		expect(rows).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/\n100 records were read before that\.$/);
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('is its first page and the error, with On Error: Continue', async () => {
		brokenOff(second, 250);
		const { items, error } = await read('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(items.slice(0, -1).map(({ json }) => json)).toEqual(recordsFrom(0, 100));
		expect(items.at(-1)).toMatchObject({
			json: { error: message, message: expect.stringContaining('100 records were read before') },
			pairedItem: { item: 0 },
		});
	});

	it('goes to both outputs, with On Error: Continue (using error output)', async () => {
		brokenOff(second, 250);
		const { rows, errorItems } = await read('continueErrorOutput');
		expect(rows).toEqual(recordsFrom(0, 100));
		expect(errorItems).toMatchObject([{ json: { error: message }, pairedItem: { item: 0 } }]);
	});
});

describe('A list that breaks off', () => {
	it('holds up no other item', async () => {
		list.service.answers = ({ body }) => {
			const { limit, offset } = pagination(body);
			const isBroken = body.project_id === 'b' && offset > 0;
			return isBroken
				? { success: false, message: 'Down' }
				: { data: recordsFrom(offset, limit, 150) };
		};
		const parameters = { project: project('={{ $json.id }}') };
		const { items } = await read('continueRegularOutput', parameters, [
			...[{ id: 'a' }, { id: 'b' }, { id: 'c' }],
		]);
		const counts = [0, 1, 2].map((item) => {
			const own = items.filter(({ pairedItem }) => isDeepStrictEqual(pairedItem, { item }));
			return own.map(({ json }) => ('error' in json ? 'error' : 'record'));
		});
		expect(counts).toEqual([
			Array.from({ length: 150 }, () => 'record'),
			[...Array.from({ length: 100 }, () => 'record'), 'error'],
			Array.from({ length: 150 }, () => 'record'),
		]);
	});

	it('gives its first answer as raw response, and the error', async () => {
		brokenOff({ success: false, message: 'Down' });
		const { items } = await read('continueRegularOutput', { output: 'raw' });
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['data'], ['error', 'message']]);
	});

	it('is no event and a failed poll of a trigger', async () => {
		list.service.answers = ({ body }) => ({ data: recordsFrom(pagination(body).offset, 100, 150) });
		const trigger = bench.trigger(
			'geoTrigger',
			{
				event: 'newRecord',
				recordType: 'prompt',
				project: project('p'),
				options: { maxRetries: 0 },
			},
			list.service.credential,
		);
		await trigger.activate();
		brokenOff({ success: false, message: 'Down' });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		expect(trigger.failures).toMatchObject([{ message: 'Down' }]);
	});
});

describe('All Projects with one of three that fails', () => {
	const everywhere = { project: project(ALL_PROJECTS, 'list') };
	const IDS = ['a', 'b', 'c'];

	/** Three projects with five prompts each; the second one answers as it is told. */
	const threeProjects = (second: (offset: number) => unknown) => {
		list.service.answers = ({ path, body }) => {
			if (path.endsWith('/projects')) {
				return { data: IDS.map((id) => ({ id, name: `Project ${id}` })), total: IDS.length };
			}
			const { limit, offset } = pagination(body);
			if (body.project_id === 'b') return second(offset);
			return { data: recordsFrom(offset, limit, 5), total: 5, limit };
		};
	};
	const REFUSALS: ReadonlyArray<readonly [string, unknown, string]> = [
		['403', new Reply({ detail: 'No access' }, 403), 'No access'],
		['a refusal with a status of success', { success: false, message: 'No access' }, 'No access'],
		['an empty answer', new Reply(undefined), 'The GEO API returned an empty response'],
	];

	it.each(REFUSALS)(
		'by %s: Continue gives the others and one error item',
		async (_what, refusal, message) => {
			threeProjects(() => refusal);
			const { items } = await read('continueRegularOutput', everywhere);
			expect(items.slice(0, -1).map(({ json }) => json)).toEqual(
				['a', 'c'].flatMap((id) =>
					recordsFrom(0, 5).map((row) => ({
						project_id: id,
						project_name: `Project ${id}`,
						...row,
					})),
				),
			);
			expect(items.at(-1)).toMatchObject({
				json: {
					error: message,
					message: expect.stringContaining('This happened in the project Project b (b).'),
				},
				pairedItem: { item: 0 },
			});
		},
	);

	it.each(REFUSALS)('by %s: the error output gets one item', async (_what, refusal, message) => {
		threeProjects(() => refusal);
		const { rows, errorItems } = await read('continueErrorOutput', everywhere);
		expect(rows.map(({ project_id: id }) => id)).toEqual([
			...Array.from({ length: 5 }, () => 'a'),
			...Array.from({ length: 5 }, () => 'c'),
		]);
		expect(errorItems).toMatchObject([{ json: { error: message } }]);
	});

	it.each(REFUSALS)('by %s: Stop names the project', async (_what, refusal, message) => {
		threeProjects(() => refusal);
		const { error, rows } = await read('stopWorkflow', everywhere);
		expect(rows).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/\nThis happened in the project Project b \(b\)\.$/);
	});

	it('all of them: one error item for each', async () => {
		list.service.answers = ({ method }) =>
			method === 'GET'
				? { projects: IDS.map((id) => ({ id })) }
				: new Reply({ detail: 'No access' }, 403);
		const { items } = await read('continueRegularOutput', everywhere);
		expect(items).toMatchObject(
			IDS.map((id) => ({
				json: {
					message: expect.stringMatching(`\nThis happened in the project ${id} \\(${id}\\)\\.$`),
				},
			})),
		);
	});
});
