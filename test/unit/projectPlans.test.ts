import type { JsonValue } from 'n8n-workflow';
import type { OneProjectPlan, Plan, RequestPlan } from '../../nodes/shared/run/types';
import {
	BROKEN,
	broken,
	COMPARE,
	idIn,
	NO_ACCESS,
	nameOf,
	page,
	paged,
	planOf,
	RAW,
	run,
	slicesPlan,
	told,
	type Reading,
	type Reply,
} from './plans';
import { rejectionOf } from './thrown';

/** The same plan for each project. */
const everywhere = (planFor: (id: string) => OneProjectPlan): Plan => ({
	...{ projects: { by: 'all' }, api: 'agents', effect: 'read', forProject: planFor },
});

const perProject = (parts: Partial<RequestPlan> = {}) =>
	everywhere((id) => planOf(parts, { body: { id } }));

const TEA = { project_id: 'p1', project_name: 'Tea' };
const COFFEE = { project_id: 'p2', project_name: 'Coffee' };

describe('A plan for projects', () => {
	it('gives the records of all, each with its project', async () => {
		expect(await run(perProject())).toMatchObject({
			records: [
				{ ...TEA, of: 'p1' },
				{ ...COFFEE, of: 'p2' },
			],
			...{ total: 2, isCut: false, isRaw: false, errors: [], notices: [] },
		});
	});

	it('gives nothing where no project has the text', async () => {
		const choice = { by: 'all', containing: 'milk' } as const;
		const plan: Plan = {
			projects: choice,
			api: 'agents',
			effect: 'read',
			forProject: () => planOf(),
		};
		expect(await run(plan)).toMatchObject({
			...{ records: [], total: 0, isCut: false, isOpen: false, isRaw: false, errors: [] },
			texts: [expect.stringContaining("'milk'")],
		});
	});

	it('gives whole answers, too', async () => {
		const { records, isRaw } = await run(perProject({ output: RAW }), () => [1]);
		expect(isRaw).toBe(true);
		expect(records).toEqual([
			{ ...TEA, data: [1] },
			{ ...COFFEE, data: [1] },
		]);
	});

	it('keeps what records say themselves of their project', async () => {
		const both = [
			{ id: 'x1', project_id: 'p1' },
			{ id: 'x2', project_id: 'p2' },
		];
		const { records } = await run(perProject({ isShared: true }), () => both);
		expect(records).toEqual([
			{ ...TEA, id: 'x1' },
			{ ...TEA, id: 'x2', project_id_2: 'p2' },
			{ ...COFFEE, id: 'x1', project_id_2: 'p1' },
			{ ...COFFEE, id: 'x2' },
		]);
	});

	it('sends a read once where projects have the same, and marks it for each', async () => {
		const { records, asked } = await run(everywhere(() => planOf()));
		expect(asked).toHaveLength(1);
		expect(records).toEqual([
			{ ...TEA, of: null },
			{ ...COFFEE, of: null },
		]);
	});

	it('says that projects may be missing if the list of them is not whole', async () => {
		const projects = { projects: [{ id: 'p1', name: 'Tea' }], total: 5 };
		const { missing, notices } = await run(perProject(), { projects });
		expect(missing).toBe('projects');
		expect(notices).toEqual([
			{
				kind: 'gap',
				message: 'Some projects may be missing.',
				details: expect.stringContaining('The service reports 5 records'),
				audience: 'reader',
			},
		]);
	});

	const ofFirst = (first: JsonValue, second: JsonValue): Reply => {
		return (request) => (idIn(request) === 'p1' ? first : second);
	};

	it.each([
		['cut both', [1, 2], [4, 5], { total: 4, isCut: true, isOpen: true }],
		['cut one', [1, 2], { data: [4], total: 1 }, { total: 3, isCut: true, isOpen: true }],
		[
			'cut one whose total is known, and one whose total is not',
			{ data: [1, 2], total: 9 },
			[4, 5],
			{ total: 11, isCut: true, isOpen: true },
		],
		[
			'cut those whose totals are known',
			{ data: [1, 2], total: 9 },
			{ data: [4], total: 1 },
			{ total: 10, isCut: true, isOpen: false },
		],
	])('says how many records there are where the limit has %s', async (...given) => {
		const [, first, second, expected] = given;
		const plan = perProject({ ...paged, limit: 2 });
		expect(await run(plan, ofFirst(first, second))).toMatchObject(expected);
	});

	it('goes on where one of them fails, if the node is set to', async () => {
		const reply: Reply = (request) => (idIn(request) === 'p1' ? NO_ACCESS : [{ a: 1 }]);
		const { records, total, errors } = await run(perProject(), { reply, continues: true });
		expect([records, total]).toEqual([[{ ...COFFEE, a: 1 }], 1]);
		const description = 'Use another key.\nThis happened in the project Tea (p1).';
		expect(told(errors)).toEqual([['No access', description, 'Tea']]);
		const failure = await rejectionOf(run(perProject(), reply));
		expect(failure.description).toBe(description);
	});

	it('gives the error of a list that breaks off with its project', async () => {
		const plan = everywhere((id) => planOf(paged, { path: `/${id}` }));
		const { records, errors } = await run(plan, { reply: broken, continues: true });
		expect(records).toHaveLength(200);
		expect(told(errors)).toEqual([
			['Down', `${BROKEN}\nThis happened in the project Tea (p1).`, 'Some data of Tea'],
			['Down', `${BROKEN}\nThis happened in the project Coffee (p2).`, 'Some data of Coffee'],
		]);
	});

	const SAME =
		'The service returned the same records for all projects, so it may not be able to return them separately.';

	it.each<[string, Partial<Reading>, Partial<RequestPlan>, string[]]>([
		['all gave the same', { reply: () => [1, 2] }, {}, [SAME]],
		['the last one gave others', { reply: (request) => [1, idIn(request) ?? null] }, {}, []],
		['the last one gave more', { reply: ofFirst([1, 2], [1, 2, 3]) }, {}, []],
		['all gave a single one', { reply: () => [1] }, {}, []],
		['none gave any', { reply: () => [] }, {}, []],
		['they may be the same', { reply: () => [1, 2] }, { isShared: true }, []],
		[
			'there is one project',
			{ reply: () => [1, 2], projects: [{ id: 'p1', name: 'Tea' }] },
			{},
			[],
		],
		[
			'only one could be read',
			{ reply: (request) => (idIn(request) === 'p1' ? NO_ACCESS : [1, 2]), continues: true },
			{},
			[],
		],
	])('gives a hint at the same records, or none, where %s', async (_what, given, parts, hints) => {
		expect((await run(perProject(parts), given)).texts).toEqual(hints);
	});

	it('gives the same hint where each is read in slices', async () => {
		const slices = (isShared: boolean) => everywhere(() => slicesPlan({ isShared }));
		expect((await run(slices(false), () => [1])).texts).toContain(SAME);
		expect((await run(slices(true), () => [1])).texts).not.toContain(SAME);
	});

	it('names each project in which records are missing', async () => {
		const { texts } = await run(perProject(), () => ({ data: [{ id: 1 }], total: 9 }));
		expect(texts).toEqual(
			['Tea', 'Coffee'].map(
				(name) =>
					`Some data of ${name} may be missing. The service reports 9 records but returned only 1.`,
			),
		);
	});
});

describe('A plan in slices', () => {
	const perEntry = (replies: Record<string, JsonValue | Error>): Reply => {
		return (request) => replies[nameOf(idIn(request))];
	};

	it('gives the records of all, each marked, in their order', async () => {
		const { records, total } = await run(
			slicesPlan(),
			perEntry({ A: [{ id: 1 }, 'text'], B: [2] }),
		);
		expect(JSON.stringify(records)).toBe(
			'[{"topic":"A","id":1},{"topic":"A","value":"text"},{"topic":"B","value":2}]',
		);
		expect(total).toBe(3);
	});

	it('has the project in front of each record', async () => {
		const { records } = await run(everywhere(() => slicesPlan()));
		expect(JSON.stringify(records[0])).toBe(JSON.stringify({ ...TEA, topic: 'A', of: 'A' }));
	});

	it('gives whole answers, too', async () => {
		const { records } = await run(slicesPlan({ output: RAW }), () => [1]);
		expect(records).toEqual([
			{ topic: 'A', data: [1] },
			{ topic: 'B', data: [1] },
		]);
	});

	it.each([
		[[1, 3], { total: 4, isCut: true }],
		[[3, 3], { total: 6, isCut: true }],
		[[1, 1], { total: 2, isCut: false }],
	])('with %j records and a limit of 2 is cut where one of them is', async (counts, expected) => {
		const [a = 0, b = 0] = counts;
		const list = (count: number) => ({ data: page().slice(0, count), total: count });
		const found = await run(slicesPlan({ limit: 2 }), perEntry({ A: list(a), B: list(b) }));
		expect(found).toMatchObject({ ...expected, isOpen: false });
	});

	it('goes on where one of them fails, if the others are to', async () => {
		const reply = perEntry({ A: NO_ACCESS, B: [{ a: 1 }] });
		const { records, errors, texts } = await run(slicesPlan(), { reply, continues: true });
		const description = "Use another key.\nThis happened in 'One Row Per' Topic: A.";
		expect([records, texts]).toEqual([[{ topic: 'B', a: 1 }], []]);
		expect(told(errors)).toEqual([['No access', description, 'A']]);
		expect((await rejectionOf(run(slicesPlan(), reply))).description).toBe(description);
	});

	it('names slice and project of an error', async () => {
		const plan = everywhere((id) => slicesPlan({ ...paged, names: [id] }));
		const { errors } = await run(plan, { reply: broken, continues: true });
		expect(told(errors)[0]).toEqual([
			'Down',
			`${BROKEN}\nThis happened in 'One Row Per' Topic: A.\nThis happened in the project Tea (p1).`,
			'Some data of A of Tea',
		]);
	});

	const SAME =
		'One Row Per Topic: The service returned the same records for each of them, so it may not be able to return them separately.';

	it.each<[string, JsonValue, JsonValue, boolean]>([
		['the same records', [{ id: 1 }], [{ id: 1 }], true],
		['others', [{ id: 1 }], [{ id: 2 }], false],
		['more records', [{ id: 1 }], [{ id: 1 }, { id: 2 }], false],
		['no records', [], [], false],
		['no records in the first', [], [{ id: 1 }], false],
		['no records but in the first', [{ id: 1 }], [], false],
	])('says that the service may not tell them apart where they have %s', async (...given) => {
		const [, a, b, isSame] = given;
		const { texts } = await run(slicesPlan(), perEntry({ A: a, B: b }));
		expect(texts).toEqual(isSame ? [SAME] : []);
	});

	it('says so of one of several projects', async () => {
		const plan = everywhere((id) => slicesPlan({ names: [id], isShared: true }));
		const reply: Reply = (request) => ({ p1: [1], p2: [idIn(request) ?? null] });
		expect((await run(plan, reply)).texts.filter((text) => text === SAME)).toEqual([SAME]);
	});

	it('names the project in which records are missing', async () => {
		const { texts, missing } = await run(
			everywhere(() => slicesPlan()),
			() => ({ data: [{ id: 1 }], total: 9 }),
		);
		expect(missing).toBe('records');
		expect(texts[0]).toMatch(/^Some data of Tea may be missing\. /);
	});

	it('compares each with its own period before', async () => {
		const plan = slicesPlan({ compare: COMPARE });
		const reply: Reply = ({ body }) => {
			const text = JSON.stringify(body);
			return [{ topic: 'x', score: (text.includes('A') ? 10 : 20) - Number(text.includes('end')) }];
		};
		expect((await run(plan, reply)).records).toMatchObject([
			{ topic_2: 'A', _status: 'same', score: 10, score_previous: 9 },
			{ topic_2: 'B', _status: 'same', score: 20, score_previous: 19 },
		]);
	});

	it('reads a period once that is before one slice and in another', async () => {
		const day = (at: number) => {
			const compare = { ...COMPARE, body: { day: at - 1 } };
			const plan = planOf({ compare }, { body: { day: at } });
			return { name: String(at), mark: { day: at }, plan };
		};
		const slicesOf = () => [1, 2, 3].map(day);
		const reply: Reply = ({ body }) => [
			{ topic: 'x', score: Number(/\d/.exec(JSON.stringify(body))) },
		];
		const { records, asked } = await run(slicesPlan({}, { slicesOf }), reply);
		expect(asked).toHaveLength(4);
		expect(records).toMatchObject(
			[1, 2, 3].map((score) => ({ day: score, score, score_previous: score - 1 })),
		);
	});
});
