import type { JsonValue } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/api';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/json';
import { effectOf } from '../../nodes/shared/run/effect';
import { PlanRunner } from '../../nodes/shared/run/planRunner';
import type { Plan, ProjectsPlan, RequestPlan, SlicesPlan } from '../../nodes/shared/run/types';
import { clientOf, OPTIONS, planOf, type Reply } from './plans';
import { rejectionOf } from './thrown';

const PROJECTS = [
	{ id: 'p1', name: 'Tea', url: 'https://tea.example' },
	{ id: 'p2', name: 'Coffee', url: 'https://coffee.example' },
];

const NO_ACCESS = new ServiceError('No access', 'Use another key.');

const idIn = ({ body }: ApiRequest) => (isObject(body) ? body.id : undefined);

interface Given {
	readonly reply?: Reply;
	readonly projects?: JsonValue;
	readonly continues?: boolean;
	readonly reuse?: boolean;
}

/** A runner of plans for a service with these projects, and the requests for anything else. */
function runnerOf({ reply, projects = PROJECTS, continues = false, reuse = true }: Given = {}) {
	const asked: unknown[] = [];
	const { client } = clientOf((request) => {
		if (request.path.endsWith('whoami')) return { projects };
		asked.push(idIn(request) ?? request.path);
		return reply === undefined ? [{ of: idIn(request) ?? null }] : reply(request);
	});
	return { runner: new PlanRunner(client, { ...OPTIONS, reuse }, continues), asked };
}

const forProject = (id: string, parts: Partial<RequestPlan> = {}) =>
	planOf(parts, { body: { id } });

const projectsPlan = (rest: Partial<ProjectsPlan> = {}): ProjectsPlan => ({
	...{ projects: { by: 'all' }, effect: 'read', forProject, ...rest },
});

const slicesPlan = (rest: Partial<SlicesPlan> = {}): SlicesPlan => ({
	...{ label: 'Topic', output: planOf().output },
	slicesOf: (entries) =>
		entries.map((entry) => ({
			...{ name: `Entry ${JSON.stringify(entry)}`, mark: { topic: entry } },
			plan: planOf({}, { body: { id: entry } }),
		})),
	...rest,
});

const inProject = (id: string, name: string) => ({ project_id: id, project_name: name });

describe('A plan that is run', () => {
	it('gives records in the form that was chosen', async () => {
		const reply = () => ({ data: [{ a: 1 }], total: 1 });
		const { runner } = runnerOf({ reply });
		const rest = { isCut: false, errors: [], hints: [] };
		expect(await runner.run(planOf())).toEqual({
			...{ records: [{ a: 1 }], total: 1, isRaw: false, ...rest },
		});
		const raw = planOf({ output: { ...planOf().output, mode: 'raw' } });
		expect(await runner.run(raw)).toEqual({
			...{ records: [{ data: [{ a: 1 }], total: 1 }], total: 1, isRaw: true, ...rest },
		});
		expect([runner.lacksProjects, runner.hasMoved, runner.gap]).toEqual([
			...[false, false, undefined],
		]);
	});

	it('is sent once for the same read, and every item gets its own records', async () => {
		const { runner, asked } = runnerOf();
		const [one, other] = await Promise.all([runner.run(planOf()), runner.run(planOf())]);
		expect(asked).toEqual(['/list']);
		expect(one).toEqual(other);
		expect(one.records[0]).not.toBe(other.records[0]);
		await runner.run(planOf({ limit: 5 }));
		expect(asked).toHaveLength(2);
	});

	it.each<[string, Given, Plan]>([
		['if reads are not to be reused', { reuse: false }, planOf()],
		['if it changes something', {}, planOf({}, { effect: 'once' })],
		['if it may change something', {}, planOf({}, { effect: 'repeatable' })],
	])('is sent each time %s', async (_what, given, plan) => {
		const { runner, asked } = runnerOf(given);
		await runner.run(plan);
		await runner.run(plan);
		expect(asked).toHaveLength(2);
	});

	it.each<[Plan, string]>([
		[planOf({}, { effect: 'once' }), 'once'],
		[planOf(), 'read'],
		[projectsPlan({ effect: 'repeatable' }), 'repeatable'],
		[slicesPlan(), 'read'],
	])('has its effect: %#', (plan, effect) => {
		expect(effectOf(plan)).toBe(effect);
	});
});

describe('A plan for projects', () => {
	it('gives the records of all, each with its project', async () => {
		const { runner, asked } = runnerOf();
		expect(await runner.run(projectsPlan())).toEqual({
			records: [
				{ ...inProject('p1', 'Tea'), of: 'p1' },
				{ ...inProject('p2', 'Coffee'), of: 'p2' },
			],
			...{ total: 2, isCut: false, isRaw: false, errors: [], hints: [] },
		});
		expect(asked).toEqual(['p1', 'p2']);
		expect(runner.lacksProjects).toBe(false);
	});

	it('gives whole answers, too', async () => {
		const raw = { output: { ...planOf().output, mode: 'raw' as const } };
		const plan = projectsPlan({ forProject: (id) => forProject(id, raw) });
		const { records, isRaw } = await runnerOf({ reply: () => [1] }).runner.run(plan);
		expect(isRaw).toBe(true);
		expect(records).toEqual([
			{ ...inProject('p1', 'Tea'), data: [1] },
			{ ...inProject('p2', 'Coffee'), data: [1] },
		]);
	});

	it('gives the records of one by its name without a mark', async () => {
		const { runner, asked } = runnerOf();
		const plan = projectsPlan({ projects: { by: 'name', name: 'coffee' } });
		expect((await runner.run(plan)).records).toEqual([{ of: 'p2' }]);
		expect(asked).toEqual(['p2']);
	});

	it('marks the records even of a single one, where all were chosen', async () => {
		const { runner } = runnerOf({ projects: PROJECTS.slice(0, 1) });
		expect((await runner.run(projectsPlan())).records).toEqual([
			{ ...inProject('p1', 'Tea'), of: 'p1' },
		]);
	});

	it('gives only those with a text, and says if there are none', async () => {
		const { runner, asked } = runnerOf();
		await runner.run(projectsPlan({ projects: { by: 'all', containing: 'cof' } }));
		expect(asked).toEqual(['p2']);
		const none = await runner.run(projectsPlan({ projects: { by: 'all', containing: 'milk' } }));
		expect(none).toEqual({
			...{ records: [], total: 0, isCut: false, isRaw: false, errors: [] },
			hints: [{ kind: 'note', message: expect.stringContaining("'milk'") }],
		});
		expect(runner.lacksProjects).toBe(false);
	});

	it('says that projects may be missing if the list of them is not whole', async () => {
		const { client } = clientOf(({ path }) =>
			path.endsWith('whoami') ? { projects: PROJECTS, total: 5 } : [],
		);
		const runner = new PlanRunner(client, OPTIONS);
		const { hints } = await runner.run(projectsPlan());
		expect(runner.lacksProjects).toBe(true);
		expect(runner.gap).toBeUndefined();
		expect(hints).toEqual([
			{
				kind: 'gap',
				message: 'Some projects may be missing.',
				details: expect.stringContaining('The service reports 5 records'),
				audience: 'reader',
			},
		]);
	});

	it.each([
		[[3, 1], 3, 1],
		[[3, 3], 4, 2],
		[[1, 1], 2, 0],
	])('with %j records says whether the limit of 2 has cut any', async (counts, count, cut) => {
		const reply: Reply = (request) =>
			Array.from({ length: counts[idIn(request) === 'p1' ? 0 : 1] ?? 0 }, (_, id) => ({
				...{ id, of: idIn(request) ?? null },
			}));
		const plan = projectsPlan({ forProject: (id) => forProject(id, { limit: 2 }) });
		const found = await runnerOf({ reply }).runner.run(plan);
		expect(found.records).toHaveLength(count);
		expect(found.isCut).toBe(cut > 0);
	});

	it('goes on where one of them fails, if the node is set to', async () => {
		const reply: Reply = (request) => (idIn(request) === 'p1' ? NO_ACCESS : [{ a: 1 }]);
		const found = await runnerOf({ reply, continues: true }).runner.run(projectsPlan());
		expect(found).toMatchObject({
			...{ records: [{ ...inProject('p2', 'Coffee'), a: 1 }], total: 1 },
			errors: [
				{
					message: 'No access',
					description: 'Use another key.\nThis happened in the project Tea (p1).',
				},
			],
		});
		const failure = await rejectionOf(runnerOf({ reply }).runner.run(projectsPlan()));
		expect(failure.description).toBe('Use another key.\nThis happened in the project Tea (p1).');
	});
});

describe('A plan in slices', () => {
	const entries = planOf({}, { path: '/topics' });

	const reply: Reply = (request) =>
		request.path === '/topics' ? ['A', 'B'] : [{ of: idIn(request) ?? null }];

	it('reads the list of entries, then each, once for all items', async () => {
		const { runner, asked } = runnerOf({ reply });
		const expected = {
			records: ['A', 'B'].map((topic) => ({ topic, of: topic })),
			...{ total: 2, isCut: false, isRaw: false, errors: [], hints: [] },
		};
		expect(await runner.run(slicesPlan({ entries }))).toEqual(expected);
		expect(await runner.run(slicesPlan({ entries }))).toEqual(expected);
		expect(asked).toEqual(['/topics', 'A', 'B']);
	});

	it('needs no list where the slices are known', async () => {
		const { runner, asked } = runnerOf({ reply });
		const known = slicesPlan({ slicesOf: () => slicesPlan().slicesOf(['C']) });
		expect((await runner.run(known)).records).toEqual([{ topic: 'C', of: 'C' }]);
		expect(asked).toEqual(['C']);
	});

	it('has the project in front of each record', async () => {
		const { runner } = runnerOf({ reply, projects: PROJECTS.slice(0, 1) });
		const plan = projectsPlan({ forProject: () => slicesPlan({ entries }) });
		const { records } = await runner.run(plan);
		expect(JSON.stringify(records[0])).toBe(
			JSON.stringify({ ...inProject('p1', 'Tea'), topic: 'A', of: 'A' }),
		);
	});

	it('goes on where one slice fails, if the node is set to', async () => {
		const failing: Reply = (request) => (idIn(request) === 'A' ? NO_ACCESS : reply(request));
		const plan = slicesPlan({ entries });
		const found = await runnerOf({ reply: failing, continues: true }).runner.run(plan);
		expect(found.records).toEqual([{ topic: 'B', of: 'B' }]);
		expect(found.errors).toHaveLength(1);
		const failure = await rejectionOf(runnerOf({ reply: failing }).runner.run(plan));
		expect(failure.description).toContain(`This happened in 'One Row Per' Topic: Entry "A".`);
	});
});
