import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/fields';
import type { Plan, RequestPlan } from '../../nodes/shared/run/types';
import { firstOf, record, SERVICES, sort, truth } from '../order';
import { samples } from '../samples';
import { COMPARE, idIn, nameOf, page, paged, planOf, RAW, run } from './plans';
import { type Reply, slicesPlan } from './plans';

/** A plan for all projects, with one limit for them unless these parts say otherwise. */
const everywhere = (planFor: (id: string) => RequestPlan): Plan => ({
	...{ projects: { by: 'all' }, request: { api: 'agents', effect: 'read' }, forProject: planFor },
});
const OF_ALL = { ...paged, isLimitOfAll: true };
const ofAll = (parts: Partial<RequestPlan>) =>
	everywhere((id) => planOf({ ...OF_ALL, ...parts }, { body: { id } }));

/** A service with a list for each ID, page by page. */
const serving =
	(lists: Readonly<Record<string, readonly JsonValue[]>>, isTotalKnown = true): Reply =>
	(request) => {
		const { limit, offset } = isObject(request.body) ? request.body : {};
		const list = lists[nameOf(idIn(request))] ?? [];
		const data = list.slice(Number(offset), Number(offset) + Number(limit));
		return isTotalKnown ? { data, total: list.length } : data;
	};

const BY_N = [{ field: 'n', order: 'desc' }] as const;
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const UNSORTED = expect.stringMatching(/^The service may not have put the records in the order of/);

describe('A list that its limit cuts', () => {
	const ns = (records: readonly JsonObject[]) => records.map(({ n }) => n);
	const read = async (reply: Reply, parts: Partial<RequestPlan> = {}) =>
		await run(planOf({ ...paged, sort: BY_N, limit: 2, ...parts }), { reply, pageSize: 1000 });
	const reading = (list: readonly JsonValue[], isTotalKnown = true) =>
		serving({ null: list }, isTotalKnown);

	const rest = numbered(12);
	const empty = Array.from(rest, () => ({ n: null }));

	it.each<[string, readonly JsonValue[], unknown[], number]>([
		['in order', rest.toReversed(), [11, 10], 1],
		['in another order', rest, [11, 10], 2],
		['in another order in the end', [{ n: 9 }, { n: 8 }, ...rest], [11, 10], 2],
		['with what has no value first', [{ n: null }, ...rest.toReversed()], [11, 10], 2],
		['with only such at first', [...empty, { n: 2 }], [2, null], 2],
		['that lack the field at first', [...rest.map(() => ({ m: 1 })), ...rest], [11, 10], 2],
		['with one value at first', [...rest.map(() => ({ n: 5 })), ...rest], [11, 10], 2],
		['of which there are few', [{ n: 1 }, { n: 2 }, { n: 3 }], [3, 2], 1],
	])('comes in the order of Sort where the service sends records %s', async (...given) => {
		const [, list, expected, requests] = given;
		const { records, asked, texts, total, isCut } = await read(reading(list));
		expect([ns(records), asked.length, total, isCut]).toEqual([
			...[expected, requests, list.length, true],
		]);
		expect(texts).not.toContainEqual(UNSORTED);
	});

	it('is read whole where no service is asked for the order', async () => {
		const sort = [{ field: 'n', order: 'move' }] as const;
		const { records } = await read(reading([...rest.toReversed(), { n: -20 }]), { sort });
		expect(ns(records)).toEqual([-20, 11]);
	});

	it.each<[string, number, boolean, number, number]>([
		['5,000 records', 5000, true, 2, 6],
		['more than that', 5001, true, 2, 1],
		['more, as turns out then', 5001, false, 2, 6],
		['more, with a limit as high', 5002, false, 5001, 6],
	])('is read whole up to a limit: %s', async (...given) => {
		const [, count, isTotalKnown, limit, requests] = given;
		const found = await read(reading(numbered(count), isTotalKnown), { limit });
		expect(found.asked).toHaveLength(requests);
		const isWhole = count === 5000;
		expect(ns(found.records).slice(0, 2)).toEqual(isWhole ? [4999, 4998] : [0, 1]);
		expect(found.texts).toEqual(isWhole ? [] : expect.arrayContaining([UNSORTED]));
	});

	it('may lack what comes first where the first 5,000 have no value', async () => {
		const list = [...numbered(5000).map(({ n }) => ({ id: n, n: null })), { n: 1 }];
		const { records, texts } = await read(reading(list, false));
		expect(ns(records)).toEqual([null, null]);
		expect(texts).toEqual([UNSORTED]);
	});

	it('is as it came, and says why, where it cannot be read whole', async () => {
		const reply: Reply = ({ body }) =>
			isObject(body) && body.limit === 10
				? { data: numbered(10), total: 99 }
				: new ServiceError('Too many at once', 'Ask for fewer.', 400);
		const { records, errors, texts } = await read(reply);
		expect([ns(records), errors]).toEqual([[0, 1], []]);
		const why = 'The node tried to read all records to sort them: Too many at once';
		expect(texts).toEqual(expect.arrayContaining([UNSORTED, why]));
	});

	it.each<[string, Partial<RequestPlan>]>([
		['a raw response', { output: RAW }],
		['no Sort', { sort: [] }],
	])('is read once for %s', async (_what, parts) => {
		const { asked } = await read(reading(rest), parts);
		expect(asked.map(({ body }) => body)).toEqual([{ limit: 2, offset: 0 }]);
	});
});

describe('A limit for all projects together', () => {
	const identityOf = (records: readonly JsonObject[]) =>
		records.map(({ project_id: project, n }) => `${nameOf(project)} ${nameOf(n)}`);
	const both = serving({ p1: numbered(5), p2: [...numbered(4), { n: null }] });

	it.each<[string, Partial<RequestPlan>, string[]]>([
		['in the order of Sort', { sort: BY_N, limit: 3 }, ['p1 4', 'p1 3', 'p2 3']],
		['in that of the projects', { limit: 6 }, ['p1 0', 'p1 1', 'p1 2', 'p1 3', 'p1 4', 'p2 0']],
		['of each', { sort: BY_N, limit: 1, isLimitOfAll: false }, ['p1 4', 'p2 3']],
	])('gives the first records %s', async (_what, parts, expected) => {
		const found = await run(ofAll(parts), both);
		expect(identityOf(found.records)).toEqual(expected);
		expect(found).toMatchObject({ total: 10, isCut: true, isOpen: false });
	});

	it('cuts nothing where there are no more', async () => {
		const { records, isCut } = await run(ofAll({ sort: BY_N, limit: 11 }), both);
		expect([records.length, isCut]).toEqual([10, false]);
		expect(identityOf(records).slice(-2)).toEqual(['p2 0', 'p2 null']);
	});

	it('is one order for all without a limit, and has no effect on whole answers', async () => {
		const { records } = await run(ofAll({ sort: BY_N }), both);
		expect(identityOf(records).slice(4, 6)).toEqual(['p2 2', 'p1 1']);
		const three = ['p1', 'p2', 'p3'].map((id) => ({ id, name: id }));
		const raw = await run(ofAll({ sort: BY_N, limit: 2, output: RAW }), {
			...{ projects: three, reply: serving({ p1: [1], p2: [2], p3: [3] }) },
		});
		expect([raw.records.length, raw.isCut]).toEqual([3, false]);
	});

	it('says that the total may be higher where one of the projects does not tell', async () => {
		const found = await run(ofAll({ limit: 2 }), serving({ p1: page(), p2: page() }, false));
		expect(found).toMatchObject({ total: 4, isCut: true, isOpen: true });
		expect(found.records).toHaveLength(2);
	});

	it('is one for all slices of them, too', async () => {
		const parts = { ...OF_ALL, sort: BY_N, limit: 3 };
		const reply = serving({ A: numbered(3), B: numbered(4) });
		const one = await run(slicesPlan(parts), reply);
		expect(one.records.map(({ topic, n }) => `${nameOf(topic)} ${nameOf(n)}`)).toEqual([
			...['B 3', 'A 2', 'B 2'],
		]);
		const all = await run(
			everywhere(() => slicesPlan(parts)),
			reply,
		);
		expect(identityOf(all.records)).toEqual(['p1 3', 'p2 3', 'p1 2']);
		expect(all.total).toBe(14);
	});

	it('goes by what changed, where the change of a rank is a rise if it gets better', async () => {
		const sort = [{ field: 'rank_change', order: 'desc' }] as const;
		const ranks: Readonly<Record<string, readonly number[]>> = {
			p1: [5, 4, 3],
			p2: [2, 9, 8],
			before: [6, 6, 6],
		};
		const reply: Reply = ({ body }) => {
			const { id, end } = isObject(body) ? body : {};
			const values = ranks[nameOf(end ?? id)] ?? [];
			return values.map((rank, at) => ({ topic: `T${String(at)}`, rank }));
		};
		const { records } = await run(ofAll({ compare: COMPARE, sort, limit: 5 }), reply);
		expect(records.map(({ rank_change: change }) => change)).toEqual([-4, -3, -2, -1, 2]);
	});
});

describe.each(Object.entries(SERVICES))('A limit, where the service %s,', (_what, serviceOf) => {
	it('gives the records that come first, of each project or of all', async () => {
		const counts = { minLength: 1, maxLength: 5 };
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(record, { maxLength: 30 }), counts),
				sort,
				fc.integer({ min: 1, max: 25 }),
				fc.boolean(),
				fc.boolean(),
				async (values, asked, limit, isLimitOfAll, isTotalKnown) => {
					const sent = values.map((list, at) =>
						serviceOf(
							list.map((value, place) => ({ id: 100 * at + place, ...value })),
							asked,
						),
					);
					const projects = sent.map((_list, at) => ({ id: `p${at}`, name: `P${at}` }));
					const byProject = Object.fromEntries(sent.map((list, at) => [`p${at}`, list]));
					const by = asked.map(([field, order]) => ({ field, order }));
					const found = await run(ofAll({ sort: by, limit, isLimitOfAll }), {
						...{ projects, reply: serving(byProject, isTotalKnown) },
					});
					const each = sent.flatMap((list) => firstOf(list, asked, limit));
					const all = each.toSorted(truth(asked)).slice(0, limit);
					expect(found.records.map(({ id }) => id)).toEqual(
						(isLimitOfAll ? all : each).map(({ id }) => id),
					);
					const total = sent.flat().length;
					const isLess = found.records.length < total;
					if (isTotalKnown) expect([found.total, found.isOpen]).toEqual([total, false]);
					expect(found.isCut || !isLess).toBe(true);
					expect(found.isOpen || found.total === total).toBe(true);
				},
			),
			{ numRuns: samples(200) },
		);
	});
});
