import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { GEO_READS, project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';

/** Over the day on which the clocks go back: whole days are not 24 hours each. */
const range = { dateRange: 'custom', startDate: '2026-10-22', endDate: '2026-10-28' };
const before = { ...range, startDate: '2026-10-15', endDate: '2026-10-21' };
const CURRENT = { start_date: '2026-10-21T22:00:00Z', end_date: '2026-10-28T22:59:59Z' };
const PREVIOUS = { start_date: '2026-10-14T22:00:00Z', end_date: '2026-10-21T21:59:59Z' };

const LISTS = GEO_READS.filter(({ where }) => where.resource !== 'report');

const read = async (parameters: INodeParameters, onError?: OnError) =>
	await bench.run(
		'geo',
		{ operation: 'getAll', project: project(PROJECT), ...range, ...parameters },
		{ timezone: 'Europe/Berlin', onError },
	);

const prompts = { resource: 'prompt', metrics: 'answers_count' };
const compared = { comparePeriods: true, returnAll: true };

/** Answers of the service: first those for one period, then those for the other. */
function answer(...periods: IDataObject[][]) {
	for (const [place, data] of periods.entries()) {
		const body = { data, total: data.length, limit: 100 };
		const match = {
			path: /prompts|domains|tags/,
			body: (place === 0 ? CURRENT : PREVIOUS).start_date,
		};
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, match });
	}
}

describe.each(LISTS.map((list) => [list.title, list] as const))(
	'%s, compared with the previous period,',
	(_title, { where, path, ids }) => {
		it('has every record of both periods once, marked with where it is', async () => {
			const [now, previous] = [
				await read({ ...where, returnAll: true }),
				await read({ ...where, ...before, returnAll: true }),
			];
			bench.sandbox.requests.length = 0;
			const run = await read({ ...where, ...compared });
			expect(run.error).toBeUndefined();
			const sent = bench.sandbox.requests.map((request) => request.body);
			for (const dates of [CURRENT, PREVIOUS]) {
				expect(sent).toContainEqual(expect.objectContaining(dates));
			}
			for (const request of bench.sandbox.requests) {
				expect(request).toMatchObject({ method: 'POST', path, violations: [] });
			}
			const idOf = (row: IDataObject) =>
				ids.map((name) => row[name]).find((id) => id !== undefined);
			const [inNow, inBefore] = [now.rows.map(idOf), previous.rows.map(idOf)];
			const statusOf = (id: unknown) => {
				if (!inBefore.some((other) => other === id)) return 'new';
				return inNow.some((other) => other === id) ? 'same' : 'gone';
			};
			const gone = inBefore.filter((id) => !inNow.includes(id));
			expect(run.rows.map((row) => [idOf(row), row._status])).toEqual(
				[...inNow, ...gone].map((id) => [id, statusOf(id)]),
			);
			expect(Object.keys(run.rows[0] ?? { _status: '' })[0]).toBe('_status');
		});

		it.each([
			['no Date Range', { dateRange: 'notSet' }],
			['no start', { startDate: '' }],
			['no end', { endDate: '' }],
		])('is refused with %s, before anything is sent', async (_what, parameters) => {
			const { error } = await read({ ...where, ...compared, ...parameters });
			expect(error?.message).toBe('There is no period to compare with');
			expect(bench.sandbox.requests).toHaveLength(0);
		});
	},
);

describe('A list that is compared with the previous period', () => {
	it('has each number of both periods, and none for IDs and dates', async () => {
		answer(
			[
				{ prompt_id: 7, prompt: 'A', topicId: 1, created_at: 1760000000, updatedAt: 5, rank: 2 },
				{ prompt_id: 8, prompt: 'B', topicId: 1, created_at: 1760000001, updatedAt: 6, rank: 4 },
			],
			[
				{ prompt_id: 9, prompt: 'C', topicId: 1, created_at: 1760000002, updatedAt: 7, rank: 1 },
				{ prompt_id: 7, prompt: 'A?', topicId: 1, created_at: 1760000000, updatedAt: 8, rank: 5 },
			],
		);
		const run = await read({ resource: 'prompt', ...compared });
		const dates = { topicId: 1, created_at: expect.any(Number), updatedAt: expect.any(Number) };
		expect(run.rows).toEqual([
			{
				...{ _status: 'same', prompt_id: 7, prompt: 'A', ...dates, rank: 2 },
				...{ rank_previous: 5, rank_change: -3, rank_change_percent: -60 },
			},
			{
				...{ _status: 'new', prompt_id: 8, prompt: 'B', ...dates, rank: 4 },
				...{ rank_previous: null, rank_change: null, rank_change_percent: null },
			},
			{
				...{ _status: 'gone', prompt_id: 9, prompt: 'C', ...dates, rank: null },
				...{ rank_previous: 1, rank_change: null, rank_change_percent: null },
			},
		]);
		expect(run.hints).toEqual([]);
	});

	it('compares a field that the user has named, whatever it is called', async () => {
		const row = (figure: number) => ({ prompt_id: 1, score_date: figure });
		answer([row(3)], [row(1)]);
		const run = await read({ resource: 'prompt', metrics: 'score_date', ...compared });
		expect(run.rows).toMatchObject([{ score_date_change: 2 }]);
	});

	it('overwrites nothing that a record has', async () => {
		const row = (score: number) => ({ prompt_id: 1, _status: 'active', score });
		answer([row(3)], [row(1)]);
		const run = await read({ resource: 'prompt', ...compared });
		expect(run.rows).toMatchObject([{ _status: 'active', _status_2: 'same', score_change: 2 }]);
	});

	it('tells records with the same ID apart by what else they are about', async () => {
		const row = (id: number, platform: string, rank: number) => ({
			...{ prompt_id: id, platform, rank },
		});
		answer(
			[row(1, 'x', 2), row(1, 'y', 4), row(2, 'x', 6)],
			[row(1, 'y', 5), row(2, 'x', 7), row(1, 'x', 8)],
		);
		const run = await read({ resource: 'prompt', ...compared });
		expect(run.rows.map((joined) => joined.rank_change)).toEqual([-6, -1, -1]);
		expect(run.hints).toEqual([
			'Compare with Previous Period: Several records have the same prompt_id, so their other texts were compared, too.',
		]);
	});

	it('compares records without an ID by what the list is named after', async () => {
		const row = (prompt: string, rank: number) => ({
			prompt,
			name: prompt,
			kind: `${rank}x`,
			rank,
		});
		answer([row('A', 2), row('B', 4)], [row('B', 5), row('C', 7)]);
		const run = await read({ resource: 'prompt', ...compared });
		expect(run.rows.map((joined) => [joined.name, joined._status, joined.rank_change])).toEqual([
			['A', 'new', null],
			['B', 'same', -1],
			['C', 'gone', null],
		]);
		expect(run.hints).toEqual([]);
	});

	it('does not take one record without an ID for another', async () => {
		const rows = [{ prompt_id: 1, name: 'A' }];
		answer([...rows, { prompt_id: null, name: 'B' }], [...rows, { prompt_id: null, name: 'C' }]);
		const run = await read({ resource: 'prompt', ...compared });
		expect(run.rows.map((joined) => [joined.name, joined._status])).toEqual([
			['A', 'same'],
			['B', 'new'],
			['C', 'gone'],
		]);
	});

	it('says that no record is in both periods', async () => {
		const months = { startDate: '2026-08-01', endDate: '2026-09-30' };
		const run = await read({ resource: 'keyword', ...compared, ...months });
		expect(new Set(run.rows.map((row) => row._status))).toEqual(new Set(['new', 'gone']));
		expect(run.hints).toEqual([
			"Compare with Previous Period: No record is in both periods, so each one is new or gone. No field has only numbers, so there is no change to show. Name the one to compare in 'Metrics'.",
		]);
	});

	it.each([
		['simplified', {}],
		['selected', { outputFields: 'prompt' }],
		['selected', { outputFields: 'prompt, _status' }],
	])('keeps the status in %s', async (output, more) => {
		const run = await read({ ...prompts, ...compared, output, ...more });
		expect(run.rows).toHaveLength(240);
		for (const row of run.rows) expect(row._status).toBe('same');
	});

	it('has the changes of the metrics in Simplified', async () => {
		const run = await read({ ...prompts, ...compared, output: 'simplified' });
		expect(Object.keys(run.rows[0] ?? {}).slice(0, 6)).toEqual([
			...['_status', 'answers_count', 'answers_count_previous', 'answers_count_change'],
			...['answers_count_change_percent', 'prompt'],
		]);
	});

	it('reads only the period itself for Raw Response', async () => {
		const run = await read({ ...prompts, ...compared, output: 'raw' });
		expect(run.rows.every((row) => !('_status' in row))).toBe(true);
		for (const { body } of bench.sandbox.requests) expect(body).toMatchObject(CURRENT);
	});

	it('has no number of the period before in what is gone, not even in an object', async () => {
		answer([{ prompt_id: 1, stats: { seen: 2 } }], [{ prompt_id: 2, stats: { seen: 5, by: 'x' } }]);
		const run = await read({ resource: 'prompt', ...compared });
		expect(run.rows[1]).toEqual({
			...{ _status: 'gone', prompt_id: 2, stats: { seen: null, by: 'x' } },
			...{ stats_seen_previous: 5, stats_seen_change: null, stats_seen_change_percent: null },
		});
	});
});

describe('Where a period cannot be read', () => {
	const BEFORE = 'the period before (2026-10-15 to 2026-10-21)';
	const tags = { resource: 'tag', ...compared };
	const now = [{ tag_id: 1, name: 'A', uses: 3 }];
	/** Refuses one of the periods, and answers the other. */
	const refuse = (refused: string, other: string) => {
		bench.sandbox.faults.order({ kind: 'respond', status: 422, match: { body: refused } });
		const body = { data: now, total: 1, limit: 100 };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, match: { body: other } });
	};

	it('the run fails with the error of the period before, which it names', async () => {
		refuse(PREVIOUS.start_date, CURRENT.start_date);
		const { error, rows } = await read(tags);
		expect([error?.httpCode, rows]).toEqual(['422', []]);
		expect(error?.description).toContain(`This happened in ${BEFORE}.`);
	});

	it('the run fails with the error of the period itself', async () => {
		refuse(CURRENT.start_date, PREVIOUS.start_date);
		const { error, rows } = await read(tags);
		expect([error?.httpCode, rows]).toEqual(['422', []]);
		expect(error?.description).not.toContain('the period before');
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'the period itself is kept as it is with %s',
		async (onError) => {
			refuse(PREVIOUS.start_date, CURRENT.start_date);
			const sort = { by: [{ field: 'uses_change' }, { field: 'name' }] };
			const run = await read({ ...tags, sort }, onError);
			const error = expect.objectContaining({
				message: expect.stringContaining(`This happened in ${BEFORE}.`),
			});
			const isApart = onError === 'continueErrorOutput';
			expect(run.error).toBeUndefined();
			expect(run.rows).toEqual(isApart ? now : [...now, error]);
			expect(run.errorItems.map(({ json }) => json)).toEqual(isApart ? [error] : []);
			expect(run.hints).toEqual([]);
		},
	);

	it('the error of the period itself is all there is with On Error', async () => {
		refuse(CURRENT.start_date, PREVIOUS.start_date);
		const run = await read(tags, 'continueErrorOutput');
		expect([run.rows, run.errorItems]).toEqual([[], [expect.anything()]]);
	});

	it('One Row Per names the period before of each part, and keeps the others', async () => {
		const days = { oneRowPer: 'day', startDate: '2026-10-22', endDate: '2026-10-23' };
		bench.sandbox.faults.order({
			...{ kind: 'respond', status: 422, match: { body: PREVIOUS.end_date } },
		});
		const run = await read({ ...tags, ...days }, 'continueErrorOutput');
		const [first, second] = ['2026-10-22', '2026-10-23'].map((day) =>
			run.rows.filter((row) => row.period_start === day).map((row) => row._status),
		);
		expect(new Set(first)).toEqual(new Set([undefined]));
		expect(second).not.toContain(undefined);
		expect(second).not.toEqual([]);
		const [failed] = run.errorItems;
		expect(failed?.json.message).toContain('This happened in the period before (2026-10-21).');
	});

	it('a hint names the period before if that is incomplete', async () => {
		const respond = (match: string, total: number) => {
			const body = { data: now, total, limit: 1, has_more: false };
			bench.sandbox.faults.order({ kind: 'respond', status: 200, body, match: { body: match } });
			bench.sandbox.faults.order({
				...{ kind: 'respond', status: 200, match: { body: match }, times: 9 },
				body: { ...body, data: [] },
			});
		};
		respond(CURRENT.start_date, 1);
		respond(PREVIOUS.start_date, 7);
		const run = await read(tags);
		expect(run.rows).toMatchObject([{ uses_change: 0 }]);
		expect(run.hints).toEqual([
			`Some data may be missing. The service reports 7 records but returned only 1. This is about ${BEFORE}.`,
		]);
	});
});

describe('Sort, by what a comparison adds,', () => {
	const row = (id: string, visits: number) => ({ domain_id: id, visits });
	const NOW = [row('new', 99), row('up', 30), row('flat', 7), row('down', 10), row('half', 2)];
	const WAS = [row('half', 1), row('down', 50), row('up', 20), row('gone', 1), row('flat', 7)];
	const by = (field: string, order?: string): INodeParameters => ({
		sort: { by: [{ field, ...(order !== undefined && { order }) }] },
	});
	const domains = { resource: 'domain', comparePeriods: true, ...by('visits_change') };
	const sorted = async (more: INodeParameters) => {
		answer(NOW, WAS);
		const run = await read({ ...domains, limit: 10, ...more });
		return { ...run, ids: run.rows.map(({ domain_id: id }) => id) };
	};

	it.each([
		['desc', 'change', ['up', 'half', 'flat', 'down', 'new', 'gone']],
		['asc', 'change', ['down', 'flat', 'half', 'up', 'new', 'gone']],
		['move', 'change', ['down', 'up', 'half', 'flat', 'new', 'gone']],
		['desc', 'change_percent', ['half', 'up', 'flat', 'down', 'new', 'gone']],
		['asc', 'change_percent', ['down', 'flat', 'up', 'half', 'new', 'gone']],
		['move', 'change_percent', ['half', 'down', 'up', 'flat', 'new', 'gone']],
		['desc', 'previous', ['down', 'up', 'flat', 'half', 'gone', 'new']],
	])('puts records in order %s by %s, and what has none last', async (order, added, ids) => {
		const run = await sorted(by(`visits_${added}`, order));
		expect(run.ids).toEqual(ids);
		expect(run.hints).toEqual([]);
	});

	it('starts with the biggest rise, and keeps the biggest of all with Limit', async () => {
		const run = await sorted({ limit: 2 });
		expect(run.ids).toEqual(['up', 'half']);
		for (const { body } of bench.sandbox.requests) {
			expect(body).toMatchObject({ pagination: { limit: 100 } });
		}
	});

	it('asks the service only for the order of fields that it may know', async () => {
		const rows = ['visits_change', 'domain', 'visits_change_percent_2', 'visits_previous'];
		const sort = { by: [...rows.map((field) => ({ field })), { field: 'visits', order: 'move' }] };
		await sorted({ sort });
		await sorted({ sort, comparePeriods: false });
		const sent = bench.sandbox.requests.map(({ body }) => (body as IDataObject).order_by);
		const own = rows.map((field) => ({ field, order: 'desc' }));
		expect([...sent.slice(0, 2), sent.at(-1)]).toEqual([[own[1]], [own[1]], own]);
	});

	it('keeps the order of records that changed as much, unless another field decides', async () => {
		const same = [row('c', 1), row('a', 1), row('b', 1)];
		answer(same, [...same].reverse());
		const run = await read(domains);
		expect(run.rows.map(({ domain_id: id }) => id)).toEqual(['c', 'a', 'b']);
		answer(same, same);
		const sort = { by: [{ field: 'visits_change' }, { field: 'domain_id', order: 'asc' }] };
		const other = await read({ ...domains, sort });
		expect(other.rows.map(({ domain_id: id }) => id)).toEqual(['a', 'b', 'c']);
	});

	it('takes a rank that falls for a rise, also in messages; the change stays arithmetic', async () => {
		const ranks = (better: number, worse: number) => [
			{ domain_id: 'w', domain: 'worse.example', avg_rank: worse },
			{ domain_id: 's', domain: 'same.example', avg_rank: 5 },
			{ domain_id: 'b', domain: 'better.example', avg_rank: better },
		];
		const run = async (order: string, output = 'records', field = 'avg_rank_change') => {
			answer(ranks(2, 10), ranks(9, 2));
			return (await read({ ...domains, ...by(field, order), output })).rows;
		};
		const changes = (rows: IDataObject[]) =>
			rows.map((one) => [one.domain_id, one.avg_rank_change]);
		expect(changes(await run('desc'))).toEqual([
			['b', -7],
			['s', 0],
			['w', 8],
		]);
		const ids = (rows: IDataObject[]) => rows.map(({ domain_id: id }) => id);
		expect(ids(await run('asc'))).toEqual(['w', 's', 'b']);
		expect(ids(await run('move'))).toEqual(['w', 'b', 's']);
		expect(ids(await run('desc', 'records', 'avg_rank_change_percent'))).toEqual(['b', 's', 'w']);
		expect(ids(await run('desc', 'records', 'avg_rank'))).toEqual(['w', 's', 'b']);
		const [message] = await run('desc', 'message');
		expect(message?.markdown).toMatch(
			/better\.example \| 2 \| ▲ better \(was 9\) \|\n.*\n.*worse\.example \| 10 \| ▼ worse \(was 2\) \|/,
		);
	});

	it('names the fields that there are where no record has this one', async () => {
		const { error, ids, hints } = await sorted(by('visit_change'));
		expect(error).toBeUndefined();
		expect(ids).toEqual(['new', 'up', 'flat', 'down', 'half', 'gone']);
		expect(hints).toEqual([
			"No record has a field 'visit_change' to sort by, so the records are in the order of the service. Enter one of these in 'Sort': domain_id, visits, visits_previous, visits_change, visits_change_percent.",
		]);
	});

	it.each([null, '-'])('says nothing wrong where a nested number is %j everywhere', async (v) => {
		const rows = [
			{ domain_id: 'a', metrics: { v } },
			{ domain_id: 'b', metrics: {} },
		];
		answer(rows, rows);
		const run = await read({ ...domains, ...by('metrics_v_change') });
		expect(run.error).toBeUndefined();
		expect(run.rows).toMatchObject(
			rows.map((one) => ({ ...one, metrics_v_previous: null, metrics_v_change: null })),
		);
		const HINT =
			'Compare with Previous Period: No row has a number in metrics_v, so there is no change to show.';
		expect(run.hints).toEqual(v === null ? [] : [HINT]);
	});

	it('says nothing where there are no records', async () => {
		answer([], []);
		const run = await read(domains);
		expect([run.error, run.rows, run.hints]).toEqual([undefined, [], []]);
	});

	it('keeps the number in Simplified', async () => {
		const numbers = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`n${n}`, n]));
		const rows = [{ domain_id: 'a', domain: 'a.example', ...numbers, visits: 3 }];
		answer(rows, rows);
		const run = await read({ ...domains, output: 'simplified' });
		const names = Object.keys(run.rows[0] ?? {});
		const at = names.indexOf('visits');
		expect(names.slice(at, at + 4)).toEqual([
			...['visits', 'visits_previous', 'visits_change', 'visits_change_percent'],
		]);
	});

	it('sorts and limits each project by itself', async () => {
		const run = await read({
			...{ resource: 'report', operation: 'getPerformance', project: project(ALL_PROJECTS) },
			...{ comparePeriods: true, ...by('share_of_voice_change'), limit: 3 },
		});
		expect(run.rows).toHaveLength(9);
		for (const start of [0, 3, 6]) {
			const changes = run.rows.slice(start, start + 3).map((one) => one.share_of_voice_change);
			expect(changes).toEqual([...changes].sort((one, other) => Number(other) - Number(one)));
		}
	});
});
