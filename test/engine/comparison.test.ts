import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { PROJECTS, Truth } from '../../sandbox';
import {
	bodiesOf,
	cellsOf,
	COFFEE,
	EVERYWHERE,
	PERFORMANCE,
	respond,
	useBench,
	WHOLE_READS,
} from './harness/fixture';
import { placed } from '../../dev/placed';

const bench = useBench();

/** Over the day on which the clocks go back: whole days are not 24 hours each. */
const range = { dateRange: 'custom', startDate: '2026-10-22', endDate: '2026-10-28' };
const before = { ...range, startDate: '2026-10-15', endDate: '2026-10-21' };
const CURRENT = { start_date: '2026-10-21T22:00:00Z', end_date: '2026-10-28T22:59:59Z' };
const PREVIOUS = { start_date: '2026-10-14T22:00:00Z', end_date: '2026-10-21T21:59:59Z' };
const BEFORE = 'the period before (2026-10-15 to 2026-10-21)';

const read = async (parameters: INodeParameters, onError?: OnError) =>
	await bench.run(
		'geo',
		{ operation: 'getAll', project: COFFEE, ...range, ...parameters },
		{ timezone: 'Europe/Berlin', onError },
	);

const compared = { compareWith: 'previousPeriod', returnAll: true };
const performance = { ...PERFORMANCE, compareWith: 'previousPeriod' };
const tags = { resource: 'tag', ...compared };

/** Answers of the service for the period, and for the one before. */
function answer(...periods: IDataObject[][]) {
	for (const [place, data] of periods.entries()) {
		const { start_date: start } = place === 0 ? CURRENT : PREVIOUS;
		respond(bench, { body: { data, total: data.length, limit: 100 }, match: { body: start } });
	}
}

it.each(WHOLE_READS)(
	'$title is asked for both periods, with nothing else changed',
	async ({ where, path, defaults }) => {
		const run = await read({ ...where, ...compared, ...placed({ pageSize: 1000 }) });
		expect(run.error).toBeUndefined();
		for (const request of bench.sandbox.requests) {
			expect(request).toMatchObject({ method: 'POST', path, violations: [] });
		}
		const pagination = { limit: 1000, offset: 0 };
		const own = { project_id: PROJECTS.coffee, ...defaults, pagination };
		expect(bodiesOf(bench)).toHaveLength(2);
		for (const dates of [CURRENT, PREVIOUS]) {
			expect(bodiesOf(bench)).toContainEqual({ ...own, ...dates });
		}
	},
);

it.each<[INodeParameters, string, RegExp]>([
	[{ dateRange: 'notSet' }, 'There is no period to compare with', /'Compare With'/],
	[{ dimensions: ['topic', 'date'] }, 'Rows by date cannot be compared', /dimension date/],
	[
		{ dimensions: '={{ ["topic", "mood"] }}' },
		"'Dimensions' has no entry 'mood'",
		/^Use model, date, market, topic.* option 'Other Dimensions'\.$/s,
	],
])('A report with %j is refused before anything is sent', async (fields, message, description) => {
	const { error } = await read({ ...performance, ...fields });
	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(description);
	expect(bench.sandbox.requests).toHaveLength(0);
});

describe('A report that is compared with the previous period', () => {
	it('has the numbers of both periods, even if these are sorted differently and cut', async () => {
		const dimensions = ['topic', 'model'];
		const more = { dimensions, sort: { by: [{ field: 'share_of_voice' }] }, limit: 4 };
		const now = (await read({ ...PERFORMANCE, ...more })).rows;
		const keyOf = (row: IDataObject) => JSON.stringify(dimensions.map((name) => row[name]));
		const past = await read({ ...PERFORMANCE, ...before, dimensions });
		const was = new Map(past.rows.map((row) => [keyOf(row), Number(row.share_of_voice)]));
		const { rows } = await read({ ...performance, ...more });
		expect(rows).toHaveLength(4);
		expect(rows).toEqual(
			now.map((row) => {
				const previous = was.get(keyOf(row)) ?? NaN;
				const change = Number(row.share_of_voice) - previous;
				return {
					...{ ...row, _status: 'kept', share_of_voice_previous: previous },
					share_of_voice_change: expect.closeTo(change, 6),
					share_of_voice_change_percent: expect.closeTo((100 * change) / previous, 2),
				};
			}),
		);
		const simplified = await read({ ...performance, output: 'simplified', limit: 1 });
		const numbers = ['', '_previous', '_change', '_change_percent'].map(
			(end) => `share_of_voice${end}`,
		);
		expect(Object.keys(simplified.rows[0] ?? {})).toEqual(['_status', 'model', ...numbers]);
	});

	it('has rows for All Projects, sorted and limited in each by itself', async () => {
		const sort = { by: [{ field: 'share_of_voice_change' }] };
		const { rows } = await read({ ...performance, project: EVERYWHERE, sort, limit: 3 });
		expect(rows).toHaveLength(9);
		for (const start of [0, 3, 6]) {
			const changes = rows.slice(start, start + 3).map((row) => row.share_of_voice_change);
			expect(changes).toEqual(changes.toSorted((one, other) => Number(other) - Number(one)));
		}
		const names = Object.keys(rows[0] ?? {});
		expect(names.slice(0, 3)).toEqual(['project_id', 'project_name', '_status']);
	});
});

describe('Where a period cannot be read', () => {
	const now = [{ tag_id: 1, name: 'A', uses: 3 }];
	const refuse = (dates: typeof CURRENT) =>
		respond(bench, { status: 422, match: { body: dates.start_date } });

	it.each([CURRENT, PREVIOUS])('the run fails with its error: %j', async (dates) => {
		refuse(dates);
		const { error, rows } = await read(tags);
		expect([error?.httpCode, rows]).toEqual(['422', []]);
		const isBefore = dates === PREVIOUS;
		expect(error?.description?.includes(`This happened in ${BEFORE}.`)).toBe(isBefore);
	});

	it('the period itself is kept as it is, if the node is to continue', async () => {
		refuse(PREVIOUS);
		answer(now);
		const sort = { by: [{ field: 'uses_change' }, { field: 'name' }] };
		const run = await read({ ...tags, sort }, 'continueErrorOutput');
		expect(run).toMatchObject({ rows: now, hints: [] });
		const message = expect.stringContaining(`This happened in ${BEFORE}.`);
		expect(run.errorItems).toMatchObject([{ json: { message } }]);
	});

	it('no record is known to fulfil a condition on a change, and the error stays', async () => {
		refuse(PREVIOUS);
		answer(now);
		const run = await read({ ...tags, where: 'uses_change > 0' }, 'continueErrorOutput');
		const message = expect.stringContaining(`This happened in ${BEFORE}.`);
		expect(run).toMatchObject({ rows: [], errorItems: [{ json: { message } }] });
	});

	it('a hint names the period before if that is incomplete', async () => {
		const part = (match: { body: string }, total: number) => {
			const body = { data: now, total, limit: 1, has_more: false };
			respond(bench, { body, match });
			respond(bench, { body: { ...body, data: [] }, match, times: 9 });
		};
		part({ body: CURRENT.start_date }, 1);
		part({ body: PREVIOUS.start_date }, 7);
		const run = await read(tags);
		expect(run.rows).toMatchObject([{ uses_change: 0 }]);
		expect(run.hints).toEqual([
			`Some data may be missing. The service reports 7 records but returned only 1. This is about ${BEFORE}. To get the rest, raise 'Page Size' in 'Options' → 'API Details', or use n8n's HTTP Request node with the same credential, and its option 'Pagination'.`,
			'Compared 2026-10-22 to 2026-10-28 with 2026-10-15 to 2026-10-21.',
		]);
	});
});

describe('Records that a list has in two periods', () => {
	it.each([
		['domain', 'domain'],
		['domain', 'name'],
		['keyword', 'keyword'],
		['prompt', 'prompt'],
		['topic', 'topic_name'],
		['website', 'name'],
		['market', 'market_name'],
		['prompt', 'id'],
		['website', 'website_id'],
	])('are the same by what the list is named after, or their ID: %s by %s', async (...given) => {
		const [resource, field] = given;
		const record = (name: string, category: string, count: number) => ({
			...{ category, url: `https://x.com/${category}`, count },
			[field]: name,
		});
		answer(
			[record('kept', 'blog', 5), record('new', 'shop', 1)],
			[record('gone', 'shop', 2), record('kept', 'news', 3)],
		);
		const { rows, error } = await read({ ...compared, resource });
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([
			{ ...record('kept', 'blog', 5), _status: 'kept', count_previous: 3, count_change: 2 },
			{ ...record('new', 'shop', 1), _status: 'new', count_previous: null, count_change: null },
			{ _status: 'gone', count: null, count_previous: 2, count_change: null },
		]);
	});

	it('are in order before Limit cuts them, and a hint says where nothing tells them apart', async () => {
		const record = (domain: string, category: string, avg_rank: number) => ({
			...{ domain, category, avg_rank },
		});
		answer(
			[record('a', 'x', 5), record('b', 'x', 5), record('b', 'x', 1), record('c', 'x', 9)],
			[record('a', 'x', 4), record('c', 'y', 12)],
		);
		const sort = { by: [{ field: 'avg_rank_change' }] };
		const cut = { resource: 'domain', sort, returnAll: false, limit: 3 };
		const { rows, hints } = await read({ ...compared, ...cut });
		// A rank rises when its number falls; what has no value comes last.
		const found = rows.map(({ domain, avg_rank_change: change }) => [domain, change]);
		expect(JSON.stringify(found)).toBe('[["c",-3],["a",1],["b",null]]');
		expect(hints).toContainEqual(expect.stringContaining('no ID, name or dimension of their own'));
	});
});

describe('What a message says of a change', () => {
	const row = (domain: string, numbers: IDataObject) => ({ domain, ...numbers });
	const message = { resource: 'domain', output: 'message' };
	const linesOf = async (parameters: INodeParameters = {}) => {
		const { rows } = await read({ ...compared, ...message, ...parameters });
		const text = rows[0]?.text;
		return typeof text === 'string' ? text.replaceAll('\u00a0', ' ').split('\n') : [];
	};

	it('is no judgement of a rank below 1, which also comes last by its change', async () => {
		for (const order of ['desc', 'move']) {
			answer(
				[row('a', { avg_rank: 0 }), row('b', { avg_rank: 3 }), row('c', { avg_rank: 2 })],
				[row('a', { avg_rank: 5 }), row('b', { avg_rank: 4 }), row('c', { avg_rank: 0.5 })],
			);
			const lines = await linesOf({ sort: { by: [{ field: 'avg_rank_change', order }] } });
			const first = lines.indexOf('• b – Rank (1 is best) 3 ▲ better, was 4');
			expect(lines.slice(first + 1, first + 3)).toEqual([
				'• a – Rank (1 is best) was 5',
				'• c – Rank (1 is best) 2 no value before',
			]);
		}
	});

	it('is nothing if the records have no numbers, and the builder is told', async () => {
		const all = ['a', 'b'].map((name) => row(name, { category: 'Shop' }));
		answer(all, all);
		const { rows, hints } = await read({ ...compared, ...message });
		expect(rows[0]?.period).toMatch(/^Oct 22\s–\s28, 2026$/);
		expect(rows[0]?.text).not.toContain('compared');
		expect(hints).toContainEqual(expect.stringContaining('No field has only numbers'));
	});

	it('names no biggest rises of a field without numbers', async () => {
		const all = ['a', 'b'].map((name) => row(name, { hits: 4, category: 'Shop' }));
		answer(all, all);
		const sort = { by: [{ field: 'category_change', order: 'desc' }] };
		const [title] = await linesOf({ sort, returnAll: false, limit: 1 });
		expect(title).toBe('Ember & Oak Coffee: domains');
	});

	it('tells a number that is missing from a record that is new or gone', async () => {
		answer(
			[row('a', { hits: null }), row('b', { hits: 4 }), row('c', { hits: 4 })],
			[row('a', { hits: 4 }), row('b', { hits: null }), row('d', { hits: 4 })],
		);
		const lines = await linesOf();
		const first = lines.indexOf('• a – Hits was 4');
		expect(lines.slice(first + 1, first + 4)).toEqual([
			...['• b – Hits 4 no value before', '• c – Hits 4 new', '• d – Hits gone, was 4'],
		]);
	});
});

describe('The share of voice by AI platform, held against the answers themselves,', () => {
	const week = { from: '2026-10-22', to: '2026-10-28' };
	const weekBefore = { from: '2026-10-15', to: '2026-10-21' };
	const report = { ...performance, dimensions: ['model'], measures: ['share_of_voice'] };

	/** Each platform of a project with its share now and before. */
	function truthOf(projectId: string) {
		const truth = new Truth(bench.sandbox.world);
		const by = (days: typeof week) =>
			truth.by('platform', 'share_of_voice', { projectId, ...days });
		const before = by(weekBefore);
		return [...by(week)].map(([model, now]) => ({ model, now, before: before.get(model) }));
	}

	const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();

	it('is right for every project, and so is its change', async () => {
		const { rows } = await read({ ...report, project: EVERYWHERE });
		for (const id of [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas]) {
			const own = rows.filter((row) => row.project_id === id);
			const found = own.map(({ model, share_of_voice: now, share_of_voice_previous: then }) => {
				return { model, now, before: then };
			});
			expect(inOrder(found)).toEqual(inOrder(truthOf(id)));
			for (const row of own) {
				const change = Number(row.share_of_voice) - Number(row.share_of_voice_previous);
				expect(row.share_of_voice_change).toBeCloseTo(change, 6);
			}
		}
	});

	it('is the same in a message, and in an answer to a model', async () => {
		const [message] = (await read({ ...report, output: 'message' })).rows;
		const answer = await bench.run('geoTool', {
			...{ ...report, project: COFFEE, dimensions: 'model', measures: 'share_of_voice' },
			...{ dateRange: `${week.from} to ${week.to}`, compareWith: 'previousPeriod' },
		});
		const told = cellsOf(answer);
		for (const { model, now, before: then } of truthOf(PROJECTS.coffee)) {
			expect(message?.text).toMatch(new RegExp(`${model}.*\\b${Number(now).toFixed(1)}`));
			expect(told).toContainEqual(
				expect.objectContaining({ model, share_of_voice: now, share_of_voice_previous: then }),
			);
		}
	});
});
