import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { PlanRunner } from '../../nodes/shared/run/planRunner';
import type { Slice } from '../../nodes/shared/run/types';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/list';
import { clientOf, OPTIONS, planOf, type Reply } from './plans';
import { rejectionOf } from './thrown';

const PROJECTS = [
	{ id: 'p1', name: 'Tea', url: 'https://tea.example' },
	{ id: 'p2', name: 'Coffee', url: 'https://coffee.example' },
];

const runnerOf = (reply: Reply, continues = false) =>
	new PlanRunner(
		clientOf((request) =>
			request.path.endsWith('whoami') ? { projects: PROJECTS } : reply(request),
		).client,
		OPTIONS,
		continues,
	);

/** A list whose second page fails. */
const broken: Reply = ({ body }) =>
	JSON.stringify(body).includes('"offset":0')
		? Array.from({ length: 100 }, (_, id) => ({ id }))
		: new ServiceError('Down', 'Wait.', 500);

const paged = planOf({ paging: LIMIT_AND_OFFSET });

const slicesOf = (entries: readonly JsonValue[]): Slice[] =>
	entries.map((entry) => ({
		...{ name: JSON.stringify(entry), mark: { entry } },
		plan: planOf({}, { path: `/${JSON.stringify(entry)}` }),
	}));

const { output } = planOf();
const READ = 'Wait.\n100 records were read before that.';

describe('A list that ends with an error', () => {
	it('gives the records until then, and the error', async () => {
		const found = await runnerOf(broken).run(paged);
		expect(found.records).toHaveLength(100);
		expect(found.errors).toMatchObject([{ message: 'Down', description: READ }]);
	});

	it('gives the error with its project', async () => {
		const plan = { projects: { by: 'all' }, effect: 'read', forProject: () => paged } as const;
		const found = await runnerOf(broken, true).run(plan);
		expect(found.records).toHaveLength(200);
		expect(found.errors.map((error) => 'description' in error && error.description)).toEqual([
			`${READ}\nThis happened in the project Tea (p1).`,
			`${READ}\nThis happened in the project Coffee (p2).`,
		]);
	});

	it('is no list to make slices of', async () => {
		const plan = { label: 'Topic', output, slicesOf, entries: paged };
		expect((await rejectionOf(runnerOf(broken, true).run(plan))).message).toBe('Down');
	});
});

describe('A read that is not the same as an earlier one', () => {
	it('is that of another project', async () => {
		const forProject = () => planOf();
		const plan = { projects: { by: 'all' }, effect: 'read', forProject } as const;
		const { records } = await runnerOf(() => [{ a: 1 }]).run(plan);
		expect(records).toEqual([
			{ project_id: 'p1', project_name: 'Tea', a: 1 },
			{ project_id: 'p2', project_name: 'Coffee', a: 1 },
		]);
	});

	it('is that of other slices', async () => {
		const runner = runnerOf(({ path }) => [{ path }]);
		for (const entry of ['A', 'B']) {
			const plan = { label: 'Topic', output, slicesOf: () => slicesOf([entry]) };
			expect((await runner.run(plan)).records).toEqual([{ entry, path: `/"${entry}"` }]);
		}
	});

	it('is that of another list to make slices of', async () => {
		const runner = runnerOf(({ path }) => [path === '/one' ? 'A' : 'B']);
		for (const [path, entry] of [
			['/one', 'A'],
			['/other', 'B'],
		]) {
			const entries = planOf({}, { path });
			const { records } = await runner.run({ label: 'Topic', output, slicesOf, entries });
			expect(records).toEqual([{ entry, value: 'B' }]);
		}
	});
});

describe('How many records there are', () => {
	it.each([
		[{ data: [1, 2, 3], total: 9 }, 9],
		[{ data: [1, 2], total: 1 }, 2],
	])('for %j is never less than came', async (body, total) => {
		const found = await runnerOf(() => body).run(planOf({ limit: 2 }));
		expect(found).toMatchObject({ total, records: [{ value: 1 }, { value: 2 }] });
	});
});
