import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { ALL_PROJECTS } from '../../nodes/shared/form/project';
import { WHOLE_READS, project, useBench } from './harness/fixture';

const bench = useBench();

const PROJECT = 'proj-ember-oak';

/** Over the day on which the clocks go back: whole days are not 24 hours each. */
const range = { dateRange: 'custom', startDate: '2026-10-22', endDate: '2026-10-28' };
const before = { ...range, startDate: '2026-10-15', endDate: '2026-10-21' };
const CURRENT = { start_date: '2026-10-21T22:00:00Z', end_date: '2026-10-28T22:59:59Z' };
const PREVIOUS = { start_date: '2026-10-14T22:00:00Z', end_date: '2026-10-21T21:59:59Z' };

const COMPARED = 'Compared 2026-10-22 to 2026-10-28 with 2026-10-15 to 2026-10-21.';

const LISTS = WHOLE_READS.filter(({ where }) => where.resource !== 'report');

const read = async (parameters: INodeParameters, onError?: OnError) =>
	await bench.run(
		'geo',
		{ operation: 'getAll', project: project(PROJECT), ...range, ...parameters },
		{ timezone: 'Europe/Berlin', onError },
	);

const prompts = { resource: 'prompt', metrics: 'answers_count' };
const compared = { compareWith: 'previousPeriod', returnAll: true };

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

		it.each([['no Date Range', { dateRange: 'notSet' }]])(
			'is refused with %s, before anything is sent',
			async (_what, parameters) => {
				const { error } = await read({ ...where, ...compared, ...parameters });
				expect(error?.message).toBe('There is no period to compare with');
				expect(bench.sandbox.requests).toHaveLength(0);
			},
		);
	},
);

describe('A list that is compared with the previous period', () => {
	it.each([['simplified', {}]])('keeps the status in %s', async (output, more) => {
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
			COMPARED,
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
	const domains = { resource: 'domain', compareWith: 'previousPeriod', ...by('visits_change') };
	const sorted = async (more: INodeParameters) => {
		answer(NOW, WAS);
		const run = await read({ ...domains, limit: 10, ...more });
		return { ...run, ids: run.rows.map(({ domain_id: id }) => id) };
	};

	it.each([
		['desc', 'change', ['up', 'half', 'flat', 'down', 'new', 'gone']],
		['desc', 'change_percent', ['half', 'up', 'flat', 'down', 'new', 'gone']],
	])('puts records in order %s by %s, and what has none last', async (order, added, ids) => {
		const run = await sorted(by(`visits_${added}`, order));
		expect(run.ids).toEqual(ids);
		expect(run.hints).toEqual([COMPARED]);
	});

	it('starts with the biggest rise, and keeps the biggest of all with Limit', async () => {
		const run = await sorted({ limit: 2 });
		expect(run.ids).toEqual(['up', 'half']);
		for (const { body } of bench.sandbox.requests) {
			expect(body).toMatchObject({ pagination: { limit: 100 } });
		}
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
			...{ compareWith: 'previousPeriod', ...by('share_of_voice_change'), limit: 3 },
		});
		expect(run.rows).toHaveLength(9);
		for (const start of [0, 3, 6]) {
			const changes = run.rows.slice(start, start + 3).map((one) => one.share_of_voice_change);
			expect(changes).toEqual([...changes].sort((one, other) => Number(other) - Number(one)));
		}
	});
});
