import fc from 'fast-check';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { json } from '../../sandbox/json';
import { PROJECTS } from '../../sandbox';
import { samples } from '../samples';
import {
	bodiesOf,
	COFFEE,
	EVERYWHERE,
	GEO_READS,
	PERFORMANCE,
	respond,
	useBench,
	WHOLE_READS,
} from './harness/fixture';

const bench = useBench();

const REPORTS = GEO_READS.filter(({ where }) => where.resource === 'report');

/** Over the day on which the clocks go back: whole days are not 24 hours each. */
const range = { dateRange: 'custom', startDate: '2026-10-22', endDate: '2026-10-28' };
const before = { ...range, startDate: '2026-10-15', endDate: '2026-10-21' };
const CURRENT = { start_date: '2026-10-21T22:00:00Z', end_date: '2026-10-28T22:59:59Z' };
const PREVIOUS = { start_date: '2026-10-14T22:00:00Z', end_date: '2026-10-21T21:59:59Z' };

const read = async (parameters: INodeParameters, onError?: OnError, items?: IDataObject[]) =>
	await bench.run(
		'geo',
		{ operation: 'getAll', project: COFFEE, ...range, ...parameters },
		{ timezone: 'Europe/Berlin', onError, items },
	);

const compared = { compareWith: 'previousPeriod', returnAll: true };
const performance = { ...PERFORMANCE, compareWith: 'previousPeriod' };

/** Answers of the service: first those for one period, then those for the other. */
function answer(...periods: IDataObject[][]) {
	for (const [place, data] of periods.entries()) {
		const { start_date: start } = place === 0 ? CURRENT : PREVIOUS;
		const body = { data, total: data.length, limit: 100 };
		respond(bench, { body, match: { body: start } });
	}
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : NaN);

it('There are three reports, by topic and with the documented measure at first', () => {
	expect(REPORTS.map(({ path, defaults }) => [path, defaults])).toEqual([
		['/v2/geo/reports/citations', { dimensions: ['topic'], measures: ['count'] }],
		['/v2/geo/reports/performance', { dimensions: ['topic'], measures: ['share_of_voice'] }],
		[
			'/v2/geo/reports/sentiments',
			{ dimensions: ['topic'], measures: ['total_keyword_occurrences'] },
		],
	]);
});

describe.each(WHOLE_READS.map((one) => [one.title, one] as const))(
	'%s, compared with the previous period,',
	(_title, { where, path, defaults }) => {
		it('is asked for twice, with the dates of both periods and nothing else changed', async () => {
			const run = await read({ ...where, ...compared, options: { pageSize: 1000 } });
			expect(run.error).toBeUndefined();
			for (const request of bench.sandbox.requests) {
				expect(request).toMatchObject({ method: 'POST', path, violations: [] });
			}
			const pagination = { limit: 1000, offset: 0 };
			const own = { project_id: PROJECTS.coffee, ...defaults, pagination };
			const sent = bodiesOf(bench);
			expect(sent).toHaveLength(2);
			for (const dates of [CURRENT, PREVIOUS]) expect(sent).toContainEqual({ ...own, ...dates });
		});

		it('is refused without a Date Range, before anything is sent', async () => {
			const { error } = await read({ ...where, ...compared, dateRange: 'notSet' });
			expect(error?.message).toBe('There is no period to compare with');
			expect(error?.description).toContain("'Compare With'");
			expect(bench.sandbox.requests).toHaveLength(0);
		});

		it('reads only the period itself for Raw Response', async () => {
			const run = await read({ ...where, ...compared, output: 'raw' });
			expect(run.rows.every((row) => !('_status' in row))).toBe(true);
			for (const body of bodiesOf(bench)) expect(body).toMatchObject(CURRENT);
		});
	},
);

describe('A report that is compared with the previous period', () => {
	it.each<[string, string[], INodeParameters]>([
		['by topic', ['topic'], {}],
		[
			'with a limit, even if the periods are sorted differently',
			['topic', 'model'],
			{ sort: { by: [{ field: 'share_of_voice' }] }, limit: 4 },
		],
	])('has the numbers of both periods %s', async (_how, dimensions, more) => {
		const both = { ...PERFORMANCE, dimensions, returnAll: true };
		const now = (await read({ ...both, ...more })).rows;
		const keyOf = (row: IDataObject) => JSON.stringify(dimensions.map((name) => row[name]));
		const was = new Map((await read({ ...both, ...before })).rows.map((row) => [keyOf(row), row]));
		const { rows } = await read({ ...performance, dimensions, ...more });
		expect(rows.map((row) => [keyOf(row), row.share_of_voice])).toEqual(
			now.map((row) => [keyOf(row), row.share_of_voice]),
		);
		expect(rows).not.toHaveLength(0);
		for (const row of rows) {
			const previous = numberOf(was.get(keyOf(row))?.share_of_voice);
			const change = numberOf(row.share_of_voice) - previous;
			expect(row.share_of_voice_previous).toBe(previous);
			expect(row.share_of_voice_change).toBeCloseTo(change, 6);
			const percent = numberOf(row.share_of_voice_change_percent);
			expect(Math.abs(percent - (change / previous) * 100)).toBeLessThan(0.0051);
		}
	});

	it('refuses an unknown name in Dimensions', async () => {
		const { error } = await read({ ...PERFORMANCE, dimensions: '={{ ["topic", "mood"] }}' });
		expect(error?.message).toBe("'Dimensions' has no entry 'mood'");
		expect(error?.description).toMatch(/^Use topic, market, model.* option 'Other Dimensions'\.$/s);
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	it('sends other names as they are, and passes on what the service says of them', async () => {
		const { error } = await read({ ...PERFORMANCE, otherMeasures: 'joy' });
		expect(bodiesOf(bench)).toMatchObject([{ measures: ['share_of_voice', 'joy'] }]);
		expect(error?.httpCode).toBe('422');
		expect(error?.message).toContain("Unknown name 'joy'");
	});

	it('is about the last 28 days at first', async () => {
		await bench.run('geo', PERFORMANCE, { timezone: 'UTC' });
		const { start_date: start, end_date: end } = json(bodiesOf(bench)[0]);
		expect(Date.parse(String(end)) - Date.parse(String(start))).toBe(28 * 86_400_000 - 1000);
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
		expect(names.at(-1)).toMatch(/_change_percent$/);
	});

	it('has what was added in Simplified', async () => {
		const { rows } = await read({ ...performance, output: 'simplified', limit: 1 });
		const added = ['', '_previous', '_change', '_change_percent'];
		const numbers = added.map((end) => `share_of_voice${end}`);
		expect(Object.keys(rows[0] ?? {})).toEqual(['_status', 'topic', ...numbers]);
	});

	it('is refused with rows by date, before anything is sent', async () => {
		const { error } = await read({ ...performance, dimensions: ['topic', 'date'] });
		expect(error?.message).toContain('Rows by date cannot be compared');
		expect(bench.sandbox.requests).toHaveLength(0);
	});
});

describe('Where a period cannot be read', () => {
	const BEFORE = 'the period before (2026-10-15 to 2026-10-21)';
	const tags = { resource: 'tag', ...compared };
	const now = [{ tag_id: 1, name: 'A', uses: 3 }];
	/** Refuses the period before, and answers the other. */
	const refuseBefore = () => {
		respond(bench, { status: 422, match: { body: PREVIOUS.start_date } });
		const body = { data: now, total: 1, limit: 100 };
		respond(bench, { body, match: { body: CURRENT.start_date } });
	};

	it.each([CURRENT, PREVIOUS])('the run fails with its error: %j', async (dates) => {
		respond(bench, { status: 422, match: { body: dates.start_date } });
		const { error, rows } = await read(tags);
		expect([error?.httpCode, rows]).toEqual(['422', []]);
		const isBefore = dates === PREVIOUS;
		expect(error?.description?.includes(`This happened in ${BEFORE}.`)).toBe(isBefore);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'the period itself is kept as it is with %s',
		async (onError) => {
			refuseBefore();
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
		respond(bench, { status: 422, match: { body: PREVIOUS.end_date } });
		const run = await read({ ...tags, ...days }, 'continueErrorOutput');
		const [first, second] = ['2026-10-22', '2026-10-23'].map((day) =>
			run.rows.filter((row) => row.period_start === day).map((row) => row._status),
		);
		expect(new Set(first)).toEqual(new Set([undefined]));
		expect(new Set(second)).toEqual(new Set(['same']));
		const [failed] = run.errorItems;
		expect(failed?.json.message).toContain('This happened in the period before (2026-10-21).');
	});

	it('a hint names the period before if that is incomplete', async () => {
		const answers = (match: { body: string }, total: number) => {
			const body = { data: now, total, limit: 1, has_more: false };
			respond(bench, { body, match });
			respond(bench, { body: { ...body, data: [] }, match, times: 9 });
		};
		answers({ body: CURRENT.start_date }, 1);
		answers({ body: PREVIOUS.start_date }, 7);
		const run = await read(tags);
		expect(run.rows).toMatchObject([{ uses_change: 0 }]);
		expect(run.hints).toEqual([
			`Some data may be missing. The service reports 7 records but returned only 1. This is about ${BEFORE}.`,
			'Compared 2026-10-22 to 2026-10-28 with 2026-10-15 to 2026-10-21.',
		]);
	});
});

/** What is read, compared, of a service that has these records in the two periods. */
async function comparedOf(
	where: INodeParameters,
	[now, was]: readonly [now: IDataObject[], before: IDataObject[]],
) {
	answer(now, was);
	const run = await read({ ...compared, ...where });
	expect(run.error).toBeUndefined();
	return run;
}

/** A thing that a list is about, with its number in each period; `null` where it is not there. */
interface Thing {
	readonly subject: number;
	readonly category: readonly [now: string, before: string];
	readonly counts: readonly [now: number | null, before: number | null];
}

const count = fc.option(fc.integer({ min: 0, max: 1000 }));
const category = fc.constantFrom('blog', 'shop', 'news', '');
const things = fc.uniqueArray(
	fc.record<Thing>({
		subject: fc.nat(99),
		category: fc.tuple(category, category),
		counts: fc.tuple(count, count),
	}),
	{ maxLength: 10, selector: ({ subject }) => subject },
);

/** Lists whose records have no ID, with the field that says what a record is about. */
const LISTS = [
	...[
		['domain', 'domain'],
		['domain', 'name'],
		['keyword', 'keyword'],
		['prompt', 'prompt'],
		['topic', 'topic_name'],
		['website', 'website'],
		['website', 'name'],
		['market', 'market.name'],
		['prompt', 'id'],
		['website', 'website_id'],
	],
].map(([resource = '', field = '']) => ({ resource, field }));

/** What is known of a thing: its status and how its number has changed. */
function truthOf({ subject, counts: [now, before] }: Thing): IDataObject[] {
	if (now === null && before === null) return [];
	const isBoth = now !== null && before !== null;
	const onlyOne = now === null ? 'gone' : 'new';
	const status = isBoth ? 'same' : onlyOne;
	return [{ subject, status, now, before, change: isBoth ? now - before : null }];
}

/** A domain, its category and its number. */
type Row = [string, string, number];

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();

describe('Records that a list has in two periods', () => {
	it('are the same by their ID or by what the list is named after, and by nothing else', async () => {
		const check = async (all: Thing[], { resource, field }: (typeof LISTS)[number]) => {
			const recordsIn = (period: 0 | 1) =>
				all.flatMap(({ subject, counts, category: kinds }) => {
					const [first = '', inner] = field.split('.');
					const name = inner === undefined ? `s${subject}` : { [inner]: `s${subject}` };
					const texts = { category: kinds[period], url: `https://x.com/${kinds[period]}` };
					return counts[period] === null
						? []
						: [{ ...texts, [first]: name, count: counts[period] }];
				});
			const run = await comparedOf({ resource }, [recordsIn(0), recordsIn(1).reverse()]);
			const [first = '', inner] = field.split('.');
			const subjectOf = (row: IDataObject) => {
				const value = row[first];
				const text = inner === undefined ? value : Object.values(value ?? {})[0];
				return Number(String(text).slice(1));
			};
			const found = run.rows.map((row) => ({
				...{ subject: subjectOf(row), status: row._status, now: row.count },
				...{ before: row.count_previous, change: row.count_change },
			}));
			expect(sorted(found)).toEqual(sorted(all.flatMap(truthOf)));
		};
		await fc.assert(fc.asyncProperty(things, fc.constantFrom(...LISTS), check), {
			numRuns: samples(60),
		});
	}, 60_000);

	it('are new and gone where nothing tells them apart, and a hint says so', async () => {
		const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b'), category, fc.nat(9)), {
			...{ minLength: 1, maxLength: 6 },
		});
		const recordsOf = (all: Row[]) =>
			all.map(([domain, kind, number]) => ({ domain, category: kind, number }));
		const timesIn = (all: Row[], names: string[]) =>
			all.filter((row) => names.every((name, place) => row[place] === name)).length;
		const check = async (now: Row[], before: Row[]) => {
			const periods = [now, before];
			/** By the domain if it is there once; else by all texts, if they are there once. */
			const isSame = ([domain, kind]: Row) => {
				const byName = periods.map((all) => timesIn(all, [domain]));
				if (byName.every((times) => times <= 1)) return !byName.includes(0);
				return periods.every((all) => timesIn(all, [domain, kind]) === 1);
			};
			const where = { resource: 'domain' };
			const run = await comparedOf(where, [recordsOf(now), recordsOf(before)]);
			const expected = [
				...now.map((row) => [row[0], row[1], isSame(row) ? 'same' : 'new']),
				...before.filter((row) => !isSame(row)).map((row) => [row[0], row[1], 'gone']),
			];
			const found = run.rows.map((row) => [row.domain, row.category, row._status]);
			expect(sorted(found)).toEqual(sorted(expected));
			const isTwice = periods.some((all) => all.some((row) => timesIn(all, [row[0]]) > 1));
			expect(run.hints.some((hint) => hint.includes('have the same domain'))).toBe(isTwice);
		};
		await fc.assert(fc.asyncProperty(rows, rows, check), { numRuns: samples(40) });
	}, 60_000);
});

/** What rows may be sorted by, and how much it is in the two periods; `undefined` where it is nothing. */
const SORTED: Readonly<Record<string, (now?: number, before?: number) => number | undefined>> = {
	count: (now) => now,
	count_previous: (_now, before) => before,
	count_change: (now, before) => rise(now, before),
	count_change_percent: (now, before) => percent(now, before),
	avg_rank: (now) => now,
	// A rank rises when its number falls.
	avg_rank_change: (now, before) => rise(before, now),
	metrics_position_change_percent: (now, before) => negative(percent(now, before)),
};

function rise(now?: number, before?: number): number | undefined {
	return now === undefined || before === undefined ? undefined : now - before;
}

function percent(now?: number, before?: number): number | undefined {
	const change = rise(now, before);
	return change === undefined || before === 0 ? undefined : change / Number(before);
}

function negative(number?: number): number | undefined {
	return number === undefined ? undefined : -number;
}

describe('Records of two periods that are sorted', () => {
	const figure = fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined });
	const rows = fc.array(fc.record({ now: figure, before: figure }), { maxLength: 9 });
	const orders = fc.uniqueArray(
		fc.record({
			field: fc.constantFrom(...Object.keys(SORTED), 'nowhere'),
			order: fc.constantFrom('asc', 'desc', 'move'),
		}),
		{ minLength: 1, maxLength: 3, selector: ({ field }) => field },
	);

	it('are in order before Limit cuts them, and what has no value comes last', async () => {
		const check = async (
			all: FromArbitrary<typeof rows>,
			by: FromArbitrary<typeof orders>,
			limit: number,
		) => {
			const recordsIn = (period: 'before' | 'now') =>
				all.flatMap(({ [period]: number }, id) =>
					number === undefined
						? []
						: [
								{
									prompt_id: `p${id}`,
									count: number,
									avg_rank: number,
									metrics: { position: number },
								},
							],
				);
			const where = { resource: 'prompt', sort: { by }, returnAll: false, limit };
			const run = await comparedOf(where, [recordsIn('now'), recordsIn('before')]);
			const valueOf = (id: number, { field, order }: (typeof by)[number]) => {
				const value = SORTED[field]?.(all[id]?.now, all[id]?.before);
				return value === undefined || order !== 'move' ? value : Math.abs(value);
			};
			const truth = (one: number, other: number): number => {
				for (const each of by) {
					const [a, b] = [valueOf(one, each), valueOf(other, each)];
					if (a === b) continue;
					if (a === undefined) return 1;
					if (b === undefined) return -1;
					return a < b === (each.order === 'asc') ? -1 : 1;
				}
				return 0;
			};
			const ids = [...all.keys()];
			const came = [
				...ids.filter((id) => all[id]?.now !== undefined),
				...ids.filter((id) => all[id]?.now === undefined && all[id]?.before !== undefined),
			];
			expect(run.rows.map((row) => row.prompt_id)).toEqual(
				came
					.toSorted(truth)
					.slice(0, limit)
					.map((id) => `p${id}`),
			);
			const isUnknown = by.some(({ field }) => field === 'nowhere') && came.length > 0;
			expect(run.hints.some((hint) => hint.includes("field 'nowhere'"))).toBe(isUnknown);
		};
		await fc.assert(fc.asyncProperty(rows, orders, fc.integer({ min: 1, max: 9 }), check), {
			numRuns: samples(60),
		});
	}, 60_000);
});

type FromArbitrary<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
