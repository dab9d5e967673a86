import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { samples } from '../samples';
import { project, useBench } from './harness/fixture';

const bench = useBench();

const range = { dateRange: 'custom', startDate: '2026-10-22', endDate: '2026-10-28' };

/** What is read, compared, of a service that has these records in the two periods. */
async function compared(
	where: INodeParameters,
	periods: readonly [now: IDataObject[], before: IDataObject[]],
) {
	for (const [place, data] of periods.entries()) {
		const match = { body: place === 0 ? '"2026-10-28T' : '"2026-10-21T' };
		const body = { data, total: data.length, limit: 100 };
		bench.sandbox.faults.order({ kind: 'respond', status: 200, body, match });
	}
	const parameters = { operation: 'getAll', project: project('proj-ember-oak'), ...range };
	const options = { compareWith: 'previousPeriod', returnAll: true, ...where };
	const run = await bench.run('geo', { ...parameters, ...options }, { timezone: 'UTC' });
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
			const run = await compared({ resource }, [recordsIn(0), recordsIn(1).reverse()]);
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
			const run = await compared(where, [recordsOf(now), recordsOf(before)]);
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
			const run = await compared(where, [recordsIn('now'), recordsIn('before')]);
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

/** What a service may write where it has no number. */
const NONE = ['', ' ', '-', '–', 'n/a', 'N/A', null, undefined];

/** A number in tenths as it comes, and what it is. */
const cell = fc.oneof(
	fc.record({ value: fc.integer({ min: -9999, max: 9999 }), form: fc.nat(2) }).map((one) => {
		const number = one.value / 10;
		return { sent: [number, String(number), ` ${number} %`][one.form], number };
	}),
	fc.constantFrom(...NONE).map((sent) => ({ sent, number: null })),
);

type Cell = { readonly sent: number | string | null | undefined; readonly number: number | null };

describe('Numbers of two periods', () => {
	/** Where the number of a record is, and what the comparison calls it. */
	const PLACES: ReadonlyArray<readonly [name: string, (sent: Cell['sent']) => IDataObject]> = [
		['score', (sent) => ({ score: sent })],
		['metrics_v', (sent) => ({ metrics: { v: sent, note: 'x' } })],
		['a_b_c', (sent) => ({ a: { b: { c: sent } } })],
	];
	const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
	const outputs = fc.constantFrom('records', 'simplified');

	it('are compared as text and in objects, and blank ones have no change', async () => {
		const check = async (
			cells: Array<[Cell, Cell]>,
			[name, placed]: (typeof PLACES)[number],
			output: string,
		) => {
			const recordsIn = (period: 0 | 1) =>
				cells.map((pair, id) => ({ prompt_id: `p${id}`, ...placed(pair[period].sent) }));
			const where = { resource: 'prompt', output };
			const { rows } = await compared(where, [recordsIn(0), recordsIn(1)]);
			const hasNumber = cells.flat().some(({ number }) => number !== null);
			for (const [place, [now, before]] of cells.entries()) {
				const row = rows[place] ?? {};
				const isBoth = now.number !== null && before.number !== null;
				const change = isBoth ? Math.round((now.number - before.number) * 10) / 10 : null;
				const expected = hasNumber ? [before.number, change] : [undefined, undefined];
				expect([row[`${name}_previous`], row[`${name}_change`]]).toEqual(expected);
			}
		};
		await fc.assert(fc.asyncProperty(table, fc.constantFrom(...PLACES), outputs, check), {
			numRuns: samples(60),
		});
	}, 60_000);

	it('keep their changes in Simplified, however many fields there are', async () => {
		const names = (start: string, most: number) =>
			fc.nat(most).map((length) => Array.from({ length }, (_, place) => `${start}${place}`));
		const shapes = fc.record({
			numbers: fc.nat(14).map((more) => Array.from({ length: more + 1 }, (_, n) => `n${n}`)),
			...{ texts: names('text', 14), ids: names('other', 10), isNested: fc.boolean() },
		});
		const check = async ({ numbers, texts, ids, isNested }: FromArbitrary<typeof shapes>) => {
			const recordOf = (start: number) => {
				const figures = Object.fromEntries(numbers.map((name, place) => [name, start + place]));
				return {
					prompt_id: 'p1',
					...Object.fromEntries(ids.map((name) => [`${name}_id`, name])),
					...Object.fromEntries(texts.map((name) => [name, `A text in ${name}`])),
					...(isNested ? { averages_of_all: figures } : figures),
				};
			};
			const where = { resource: 'prompt', output: 'simplified' };
			const { rows } = await compared(where, [[recordOf(5)], [recordOf(3)]]);
			const [row = {}] = rows;
			const kept = numbers.map((name) => (isNested ? `averages_of_all_${name}` : name));
			const there = kept.filter((name) => name in row);
			expect(there.length).toBeGreaterThan(0);
			for (const name of kept) {
				const added = ['_previous', '_change', '_change_percent'].map((end) => row[name + end]);
				const [change, has] = [added[1], there.includes(name)];
				expect([change, added.includes(undefined)]).toEqual([has ? 2 : undefined, !has]);
			}
			const own = Object.keys(row).filter(
				(name) => !/_(previous|change|change_percent)$/.test(name),
			);
			expect(own.length).toBeLessThanOrEqual(10);
		};
		await fc.assert(fc.asyncProperty(shapes, check), { numRuns: samples(40) });
	}, 60_000);
});

type FromArbitrary<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
