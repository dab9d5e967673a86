import type { JsonObject } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/base/errors';
import type { RequestPlan } from '../../nodes/shared/run/types';
import { BROKEN, COMPARE, NO_ACCESS, page, paged, planOf, run, told, type Reply } from './plans';

const COMPARED = 'Compared the time with x to y.';

describe('A plan to compare', () => {
	const rowsOf = (score: number) => ['A', 'B', 'C'].map((topic) => ({ topic, score }));
	const reply: Reply = ({ body }) => rowsOf(JSON.stringify(body).includes('before') ? 2 : 3);
	const compare = COMPARE;
	const plan = (parts: Partial<RequestPlan> = {}) =>
		planOf({ compare, ...parts }, { body: { start: 'x', end: 'now' } });

	it('reads both periods whole, and cuts the rows then', async () => {
		const added = { score_previous: 2, score_change: 1, score_change_percent: 50 };
		expect(await run(plan({ limit: 2 }), reply)).toMatchObject({
			records: ['A', 'B'].map((topic) => ({ _status: 'same', topic, score: 3, ...added })),
			...{ total: 3, isCut: true, isOpen: false, texts: [COMPARED] },
		});
		const whole = await run(plan({ limit: 3 }), reply);
		expect(whole).toMatchObject({ records: [{}, {}, {}], total: 3, isCut: false });
	});

	it('says how rows were compared', async () => {
		const { texts } = await run(plan(), () => [{ topic: 'A', score: 'high' }]);
		expect(texts).toEqual([
			'Compare With: No row has a number in score, so there is no change to show.',
			COMPARED,
		]);
	});

	const failing =
		(period: string): Reply =>
		({ body }) => {
			const text = JSON.stringify(body);
			if (text.includes('"offset":0')) return page().map(({ id }) => ({ topic: id, score: 1 }));
			return text.includes(period) ? new ServiceError('Down', 'Wait.', 500) : [];
		};

	it.each([
		['the period', 'now', '', 'Some data'],
		[
			'the period before',
			'before',
			'\nThis happened in the time before (x to y).',
			'The comparison period',
		],
	])('gives the period as it is where only a part of %s was read', async (...given) => {
		const [, period, where, missing] = given;
		const parts = { ...paged, limit: 99 };
		const found = await run(plan(parts), { reply: failing(period), continues: true });
		expect(found).toMatchObject({ total: 100, isCut: true });
		expect(found.records).toEqual(
			page()
				.slice(0, 99)
				.map(({ id }) => ({ topic: id, score: 1 })),
		);
		expect(told(found.errors)).toEqual([['Down', BROKEN + where, missing]]);
	});

	it('gives the error of the period alone where both fail', async () => {
		const { errors } = await run(plan(), { reply: () => NO_ACCESS, continues: true });
		expect(told(errors)).toEqual([['No access', 'Use another key.', 'Some data']]);
	});

	it('is in the order of the changes, or in that of Sort where nothing is compared', async () => {
		const scores: Record<string, number[]> = { before: [1, 1, 1], now: [5, 9, 7] };
		const answer: Reply = ({ body }) =>
			(scores[JSON.stringify(body).includes('before') ? 'before' : 'now'] ?? []).map(
				(score, at) => ({ topic: at, score }),
			);
		const order = [{ field: 'score_change', order: 'desc' as const }];
		const sort = [{ field: 'score', order: 'asc' as const }];
		const scoresOf = async (found: Promise<{ records: readonly JsonObject[] }>) =>
			(await found).records.map(({ score }) => score);
		const changes = plan({ compare: { ...compare, sort: order }, sort });
		expect(await scoresOf(run(changes, answer))).toEqual([9, 7, 5]);
		expect(await scoresOf(run(plan({ compare: { ...compare, sort }, sort }), answer))).toEqual([
			5, 7, 9,
		]);
		const reply: Reply = (request) =>
			JSON.stringify(request.body).includes('before') ? NO_ACCESS : answer(request);
		expect(await scoresOf(run(changes, { reply, continues: true }))).toEqual([5, 7, 9]);
	});

	it('says which hints are about the period before, unless they are about both', async () => {
		const answer =
			(total: number, words: string): Reply =>
			({ body }) => {
				const isBefore = JSON.stringify(body).includes('before');
				const rows = rowsOf(isBefore ? 2 : 3);
				return { data: rows, total: isBefore ? total : 3, warning: isBefore ? words : 'Beta' };
			};
		const BETA = 'The service returned records and says: Beta';
		const both = await run(plan(), answer(9, 'Beta'));
		expect(both.missing).toBe('records');
		expect(both.texts).toEqual([
			BETA,
			'Some data may be missing. The service reports 9 records but returned only 3. This is about the time before (x to y).',
			COMPARED,
		]);
		expect((await run(plan(), answer(3, 'Alpha'))).texts).toEqual([
			BETA,
			'The service returned records and says: Alpha This is about the time before (x to y).',
			COMPARED,
		]);
	});

	it('says of each period that records are missing, also in the same words', async () => {
		const { texts } = await run(plan(), ({ body }) => {
			return { data: rowsOf(JSON.stringify(body).includes('before') ? 2 : 3), total: 9 };
		});
		const MISSING = 'The service reports 9 records but returned only 3.';
		expect(texts).toEqual([
			`Some data may be missing. ${MISSING}`,
			`Some data may be missing. ${MISSING} This is about the time before (x to y).`,
			COMPARED,
		]);
	});
});
