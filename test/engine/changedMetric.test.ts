import { PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee } = PROJECTS;

const watching = (event: string, fields = {}) =>
	bench.trigger('geoTrigger', { event, recordType: 'prompt', project: project(coffee), ...fields });
const metric = (condition: string, fields = {}) =>
	watching('changedMetric', { metric: 'score', condition, unit: 'points', ...fields });
const prompts = () => bench.sandbox.world.list(coffee, 'prompts');

/** Makes a project of these prompts, each with a number. */
function scores(numbers: Record<string, unknown>): void {
	prompts().splice(
		0,
		Infinity,
		...Object.entries(numbers).map(([prompt_id, score]) => ({ prompt_id, score })),
	);
}

describe('Changed Metric', () => {
	it('says what the number was, what it is, and the record', async () => {
		scores({ a: 50, b: 20 });
		const trigger = metric('fallsBy', { amount: 10, unit: 'percent' });
		await trigger.activate();
		scores({ a: 44, b: 19 });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([
			{
				...{ name: 'a', metric: 'score', before: 50, after: 44, change: -6, change_percent: -12 },
				record: { prompt_id: 'a', score: 44 },
			},
		]);
	});

	describe.each(['poll', 'activate'] as const)('seen at each %s', (look) => {
		it.each<[condition: string, fields: object, numbers: number[], moves: string]>([
			['fallsBy', { amount: 5 }, [50, 46, 45, 41, 40], '50→45 45→40'],
			['fallsBy', { amount: 5 }, [20, 90, 80, 86, 75], '90→80 86→75'],
			['fallsBy', { amount: 10 }, [50, 62, 66, 55], '66→55'],
			['fallsBy', { amount: 10 }, [50, 59, 49, 58, 48], '59→49 58→48'],
			['risesBy', { amount: 5 }, [50, 54, 55, 30, 34, 35], '50→55 30→35'],
			['risesBy', { amount: 10 }, [50, 41, 51], '41→51'],
			['changesBy', { amount: 5 }, [50, 45, 50, 54], '50→45 45→50'],
			['changesBy', { amount: 10 }, [50, 59, 41.5], '59→41.5'],
			['changesBy', { amount: 10 }, [50, 58, 46, 57], '58→46 46→57'],
			['changesBy', { amount: 0 }, [1, 1, 1.1, 1.1], '1→1.1'],
			['changesBy', { amount: 0.1 }, [0.3, 0.2, 0.1], '0.3→0.2 0.2→0.1'],
			['changesBy', { amount: 10, unit: 'percent' }, [0, 0.5, 0.54, 0.55], '0→0.5 0.5→0.55'],
			['risesBy', { amount: 10, unit: 'percent' }, [-50, -46, -45], '-50→-45'],
			['fallsBelow', { threshold: 30 }, [50, 30, 29, 10, 31, 29], '30→29 31→29'],
			['risesTo', { threshold: 30 }, [10, 29, 30, 40, 20, 35], '29→30 20→35'],
			['crosses', { threshold: 30 }, [50, 20, 25, 30], '50→20 25→30'],
		])('%s %j: %j', async (condition, fields, [start, ...numbers], moves) => {
			scores({ a: start });
			const trigger = metric(condition, fields);
			await trigger.activate();
			for (const number of numbers) {
				scores({ a: number });
				await trigger[look]();
			}
			const found = trigger.events.map(({ before, after }) => `${Number(before)}→${Number(after)}`);
			expect(found.join(' ')).toBe(moves);
		});
	});

	it('waits for numbers that are not there yet, or not for a while', async () => {
		scores({ a: null, b: null });
		const trigger = metric('fallsBy', { amount: 5 });
		for (const a of [null, 50, null, 44]) {
			scores({ a, b: null });
			await trigger.activate();
			await trigger.poll();
		}
		expect(trigger.events).toMatchObject([{ before: 50, after: 44 }]);
		expect(trigger.failures).toEqual([]);
	});

	it('takes another threshold for what it is, not for a move', async () => {
		scores({ a: 50 });
		const trigger = metric('risesTo', { threshold: 30 });
		await trigger.activate();
		scores({ a: 80 });
		await trigger.poll();
		await trigger.activate({ threshold: 60 });
		await trigger.activate({ condition: 'fallsBelow', threshold: 90 });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
	});

	it('goes on with another amount, and starts over with another number', async () => {
		scores({ a: 50 });
		const trigger = metric('fallsBy', { amount: 40 });
		await trigger.activate();
		scores({ a: 45 });
		await trigger.activate({ amount: 5 });
		expect(trigger.events).toHaveLength(1);
		prompts().splice(0, 1, { prompt_id: 'a', score: 10, rank: 3 });
		await trigger.activate({ metric: 'rank' });
		await trigger.activate({ metric: 'score' });
		expect(trigger.events).toHaveLength(1);
	});

	it.each([['its dimensions', { dimensions: ['topic', 'model'] }, 2]])(
		'tells a row of a report by %s',
		async (_, fields, count) => {
			const report = (...shares: number[]) => {
				const rows = shares.map((share_of_voice, place) => ({
					...{ topic: 'Espresso', model: `Model ${place}`, share_of_voice },
				}));
				bench.sandbox.faults.clear();
				bench.sandbox.faults.order({
					...{ kind: 'respond', status: 200, times: Infinity },
					body: { data: rows.slice(0, count), total: count },
				});
			};
			report(20, 30);
			const trigger = watching('changedMetric', {
				...{
					recordType: 'performanceReport',
					measures: ['share_of_voice'],
					metric: 'share_of_voice',
				},
				...{ condition: 'changesBy', amount: 1, unit: 'points', ...fields },
			});
			await trigger.activate();
			const [request] = bench.sandbox.requests;
			expect(request?.path).toBe('/v2/geo/reports/performance');
			expect(request?.body).toMatchObject({ measures: ['share_of_voice'] });
			report(25, 30.5);
			await trigger.poll();
			report(25, 20);
			await trigger.poll();
			expect(trigger.events).toMatchObject(
				[
					{ before: 20, after: 25, record: { model: 'Model 0' } },
					{ before: 30.5, after: 20, record: { model: 'Model 1' } },
				].slice(0, count),
			);
			expect(trigger.events).toHaveLength(count);
		},
	);

	it.each(['list', 'name'])(
		'takes the number by %s, and goes on when it is only entered anew',
		async (mode) => {
			scores({ a: 50 });
			const trigger = metric('fallsBy', { amount: 10 });
			await trigger.activate();
			scores({ a: 30 });
			await trigger.activate({ metric: { __rl: true, mode, value: 'score' } });
			expect(trigger.events).toMatchObject([{ metric: 'score', before: 50, after: 30 }]);
		},
	);

	it.each([
		[
			'number',
			{ metric: 'visibility' },
			/^No record has a number in visibility$/,
			/have these numbers: total_models, .*avg_visibility_score/,
		],
		['amount', { amount: -1 }, /^'Amount' is not a number of 0 or more$/, /'Amount'/],
		['project', { project: project('') }, /^No project is chosen$/, /'Project'/],
	])('says at the start what is wrong with the %s', async (_, fields, message, description) => {
		await expect(metric('fallsBy', { amount: 1, ...fields }).activate()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
	});
});
