import type { JsonObject, JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import { PlanReader } from '../../nodes/shared/run/planReader';
import { readSlices, type SliceRun } from '../../nodes/shared/run/slices';
import type { RequestPlan, Slice } from '../../nodes/shared/run/types';
import { clientOf, OPTIONS, planOf } from './plans';
import { rejectionOf } from './thrown';

/** A slice of the day with this number, which the service tells apart by its path. */
const sliceOf = (day: number, parts: Partial<RequestPlan> = {}): Slice => ({
	name: `Day ${day}`,
	mark: { day },
	plan: planOf(parts, { path: `/${day}` }),
});

const days = (count: number, parts?: Partial<RequestPlan>) =>
	Array.from({ length: count }, (_, place) => sliceOf(place + 1, parts));

const NO_ACCESS = new ServiceError('No access', 'Use another key.');

/** What slices give where the service answers to each day like this, and what is said about it. */
async function read(
	slices: readonly Slice[],
	replyTo: (day: number) => JsonValue | Error,
	rest: Partial<SliceRun> = {},
) {
	const { client, asked } = clientOf(({ path }) => replyTo(Number(path.slice(1))));
	const reader = new PlanReader(client, OPTIONS);
	const run = { reader, concurrency: 5, continuesOnError: true, label: 'Day', place: {}, ...rest };
	const reading = await readSlices(slices, run);
	return { reading, asked, hints: reader.hints.texts };
}

const SAME =
	'One Row Per Day: The service returned the same records for each of them, so it may not be able to return them separately.';

describe('Slices', () => {
	it('give the records of all, each marked, in their order', async () => {
		const { reading, hints } = await read(days(2), (day) => [{ id: day }, 'text']);
		expect(reading).toEqual({
			pages: [1, 2].map((day) => ({ value: [{ id: day }, 'text'], mark: { day } })),
			records: [1, 2].flatMap((day) => [
				{ value: { id: day }, mark: { day } },
				{ value: 'text', mark: { day } },
			]),
			...{ total: 4, isCut: false, errors: [] },
		});
		expect(hints).toEqual([]);
	});

	it('keep the marks that records have already', async () => {
		const compare = {
			body: { old: true },
			period: 'before',
			dimensions: ['topic'],
			measures: ['score'],
		};
		const row = { topic: 'A', score: 1 };
		const { reading } = await read([sliceOf(1, { compare })], () => [row]);
		expect(reading.records.map(({ mark }) => mark)).toEqual([{ day: 1, _status: 'same' }]);
	});

	it.each([
		[[1, 3], { total: 4, isCut: true }],
		[[3, 3], { total: 6, isCut: true }],
		[[1, 1], { total: 2, isCut: false }],
	])('with %j records and a limit of 2 are cut where one of them is', async (counts, expected) => {
		const reply = (day: number) => ({
			data: Array.from({ length: counts[day - 1] ?? 0 }, (_, id) => ({ id, day })),
			total: counts[day - 1] ?? 0,
		});
		const { reading } = await read(days(2, { limit: 2 }), reply);
		expect({ total: reading.total, isCut: reading.isCut }).toEqual(expected);
	});

	it('go on where one of them fails, if the others are to go on', async () => {
		const reply = (day: number) => (day === 2 ? NO_ACCESS : [{ id: day }]);
		const { reading, hints } = await read(days(3), reply);
		expect(reading).toMatchObject({
			...{ total: 2, isCut: false, pages: [{}, {}] },
			records: [{ value: { id: 1 } }, { value: { id: 3 } }],
			errors: [
				{
					message: 'No access',
					description: "Use another key.\nThis happened in 'One Row Per' Day: Day 2.",
				},
			],
		});
		expect(hints).toEqual([]);
	});

	it('fail with the first that does, if the others are not to go on', async () => {
		const reading = read(days(1), () => NO_ACCESS, { continuesOnError: false });
		const { message, description } = await rejectionOf(reading);
		expect(message).toBe('No access');
		expect(description).toBe("Use another key.\nThis happened in 'One Row Per' Day: Day 1.");
		const whole = await read(days(2), (day) => [{ day }], { continuesOnError: false });
		expect(whole.reading.records).toHaveLength(2);
	});

	it('are none where there is nothing to slice by', async () => {
		const { reading, hints, asked } = await read([], () => []);
		expect(reading).toEqual({ pages: [], records: [], total: 0, isCut: false, errors: [] });
		expect(asked).toEqual([]);
		expect(hints).toEqual(['One Row Per Day: The project has none, so there are no records.']);
	});

	it.each<[string, number, Partial<RequestPlan>, number | undefined]>([
		['a few', 31, {}, undefined],
		['many', 32, {}, 32],
		[
			'many that are compared',
			32,
			{ compare: { body: {}, period: 'before', dimensions: ['id'], measures: [] } },
			64,
		],
	])('say how many requests they take: %s', async (_what, count, parts, requests) => {
		const slices = [...days(count - 1, parts), sliceOf(count)];
		const { hints } = await read(slices, (day) => [{ id: day }]);
		expect(hints.filter((hint) => !hint.startsWith('Compare'))).toEqual(
			requests === undefined
				? []
				: [`One Row Per Day: This took at least ${requests} requests for each project.`],
		);
	});

	it.each<[string, JsonObject[][], boolean]>([
		['the same records', [[{ id: 1 }], [{ id: 1 }], [{ id: 1 }]], true],
		['the same records but one', [[{ id: 1 }], [{ id: 1 }], [{ id: 2 }]], false],
		['more records', [[{ id: 1 }], [{ id: 1 }, { id: 2 }]], false],
		['no records', [[], []], false],
		['no records in the first', [[], [{ id: 1 }]], false],
		['no records but in the first', [[{ id: 1 }], []], false],
		['records of a single one', [[{ id: 1 }]], false],
	])('say that the service may not tell them apart where they have %s', async (...given) => {
		const [, lists, isSame] = given;
		const { hints } = await read(days(lists.length), (day) => lists[day - 1] ?? []);
		expect(hints).toEqual(isSame ? [SAME] : []);
	});

	it('name the project in which records are missing', async () => {
		const place = { project_id: 'p1', project_name: 'Tea' };
		const reply = (day: number) => ({ data: [{ id: day }], total: 9 });
		const { hints } = await read(days(1), reply, { place });
		expect(hints).toHaveLength(1);
		expect(hints[0]).toMatch(/^Some data of Tea may be missing\. /);
	});

	it('are read side by side, as many as are allowed', async () => {
		let [open, most] = [0, 0];
		const { client } = clientOf(async ({ path }) => {
			most = Math.max(most, ++open);
			await new Promise(setImmediate);
			open -= 1;
			return [{ path }];
		});
		const reader = new PlanReader(client, OPTIONS);
		const run = { reader, concurrency: 3, continuesOnError: false, label: 'Day', place: {} };
		await readSlices(days(9), run);
		expect(most).toBe(3);
	});
});
