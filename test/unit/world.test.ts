import fc from 'fast-check';
import { KEYS, PROJECTS, type Sandbox, startSandbox, Truth } from '../../sandbox';
import { type Json, json, list } from '../../sandbox/json';
import type { Measure } from '../../sandbox/sums';
import type { Group } from '../../sandbox/truth';
import { samples } from '../samples';

/** A Wednesday afternoon. */
const NOW = Date.UTC(2026, 10, 25, 15);
const DAY_MS = 86_400_000;
const TODAY = Math.floor(NOW / DAY_MS);
const CLIENTS = [PROJECTS.coffee, PROJECTS.outdoor, PROJECTS.saas];

let sandbox: Sandbox;
let truth: Truth;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => NOW });
	truth = new Truth(sandbox.world);
});
afterAll(() => sandbox.close());

const dayOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The days from one to another, as a client in a time zone would ask for them; hours east of UTC. */
const daysIn = (from: number, to: number, hours = 0) => ({
	start_date: new Date(from * DAY_MS - hours * 3_600_000).toISOString(),
	end_date: new Date((to + 1) * DAY_MS - hours * 3_600_000 - 1000).toISOString(),
});

async function ask(path: string, projectId: string, more: object = {}) {
	const response = await fetch(`${sandbox.url}/v2/geo/${path}`, {
		method: 'POST',
		headers: { 'X-API-Key': KEYS.agency, 'Content-Type': 'application/json' },
		body: JSON.stringify({ project_id: projectId, pagination: { limit: 1e6 }, ...more }),
	});
	const body = json(await response.json());
	return { status: response.status, rows: list(body['data']).map(json), body };
}

const sum = (rows: readonly Json[], name: string) =>
	rows.reduce((total, row) => total + Number(row[name]), 0);

const filter = (name: string, value: unknown) => ({
	filters: { [name]: { condition: 'AND', items: [{ operator: 'is', value }] } },
});

/** Reports and their dimensions, with what the truth calls both. */
const DIMENSIONS: ReadonlyArray<readonly [string, Group]> = [
	['model', 'platform'],
	['topic', 'topic'],
	['market', 'market'],
	['date', 'date'],
];
const MEASURES: ReadonlyArray<readonly [report: string, measure: Measure]> = [
	['performance', 'share_of_voice'],
	['performance', 'citation_share'],
	['performance', 'visibility_score'],
	['citations', 'unique_pages'],
	['citations', 'unique_domains'],
	['sentiments', 'positive_keyword_occurrences'],
];
/** Measures that add up over what answers are grouped by. */
const ADDITIVE = [
	'mentions_count',
	'count',
	'total_keyword_occurrences',
	'positive_keyword_occurrences',
];

const client = fc.constantFrom(...CLIENTS);
const range = fc
	.tuple(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 0, max: 40 }))
	.map(([back, length]) => [TODAY - back - length, TODAY - back] as const);
const FILTERS = fc.constantFrom<object>(
	{},
	filter('platform', 'ChatGPT'),
	filter('topics', 'topic-02'),
	filter('markets', 'us-en'),
	filter('branded', true),
	filter('intent', 'commercial'),
	filter('tags', 'Price'),
	filter('has_shopping_card', true),
	filter('rank', 1),
	filter('visibility', 0),
);
const pairs = DIMENSIONS.flatMap(([one], place) =>
	DIMENSIONS.slice(place).map(([other]) => [...new Set([one, other])]),
);

const numRuns = samples(30);

describe('The data of the sandbox', () => {
	it('adds up by each dimension and each pair of them, whatever the filter', async () => {
		const check = async (
			id: string,
			[from, to]: readonly [number, number],
			more: object,
			names: string[],
		) => {
			for (const report of ['performance', 'citations', 'sentiments']) {
				const asked = { ...daysIn(from, to), ...more };
				const [whole = {}] = (await ask(`reports/${report}`, id, asked)).rows;
				const { rows } = await ask(`reports/${report}`, id, { ...asked, dimensions: names });
				for (const name of ADDITIVE.filter((measure) => measure in whole)) {
					expect([name, sum(rows, name)]).toEqual([name, whole[name]]);
				}
			}
		};
		const property = fc.asyncProperty(client, range, FILTERS, fc.constantFrom(...pairs), check);
		await fc.assert(property, { numRuns });
	});

	it('says in each report what the answers say', async () => {
		const check = async (
			projectId: string,
			[from, to]: readonly [number, number],
			[dimension, group]: readonly [string, Group],
			[report, measure]: readonly [string, Measure],
		) => {
			const question = { projectId, from: dayOf(from), to: dayOf(to) };
			const asked = { ...daysIn(from, to), dimensions: [dimension], measures: [measure] };
			const { rows } = await ask(`reports/${report}`, projectId, asked);
			const told = new Map(rows.map((row) => [row[dimension], row[measure]]));
			const known = truth.by(group, measure, question);
			expect(told).toEqual(
				new Map([...told.keys()].map((name) => [name, known.get(String(name))])),
			);
			expect(told.size).toBe(known.size);
		};
		const dimension = fc.constantFrom(...DIMENSIONS);
		const measure = fc.constantFrom(...MEASURES);
		await fc.assert(fc.asyncProperty(client, range, dimension, measure, check), { numRuns });
	});

	it('is the same by filter, by row, and in the list', async () => {
		const check = async (id: string, [from, to]: readonly [number, number]) => {
			const days = daysIn(from, to);
			const report = async (more: object) =>
				(await ask('reports/performance', id, { ...days, ...more })).rows;
			for (const row of await report({ dimensions: ['model'] })) {
				const { model, ...numbers } = row;
				expect(await report(filter('platform', model))).toEqual([numbers]);
			}
			const { rows } = await ask('business/models', id, {
				...days,
				metrics: ['mentions_count', 'share_of_voice'],
			});
			expect(
				rows.map(({ name, mentions_count, share_of_voice }) => [
					name,
					mentions_count,
					share_of_voice,
				]),
			).toEqual(
				(await report({ dimensions: ['model'] })).map((row) => [
					row.model,
					row.mentions_count,
					row.share_of_voice,
				]),
			);
			const [whole = {}] = await report({});
			const prompts = await ask('business/prompts', id, { ...days, metrics: ['answers_count'] });
			expect(sum(prompts.rows, 'total_mentions')).toBe(whole.mentions_count);
		};
		await fc.assert(fc.asyncProperty(client, range, check), { numRuns: samples(10) });
	});

	it.each(CLIENTS)(
		'counts the prompts of %s once, and no more than there are of anything',
		async (id) => {
			const days = daysIn(TODAY - 28, TODAY - 1);
			const prompts = (await ask('business/prompts', id, days)).rows.length;
			for (const name of ['topics', 'markets']) {
				const { rows } = await ask(`business/${name}`, id, { ...days, metrics: ['prompts_count'] });
				expect([name, sum(rows, 'prompts_count')]).toEqual([name, prompts]);
			}
			const tags = await ask('business/tags', id, { ...days, metrics: ['query_count'] });
			expect(sum(tags.rows, 'query_count')).toBe(2 * prompts);
			const [report = {}] = (await ask('reports/citations', id, days)).rows;
			const citations = (await ask('business/citations', id, days)).rows;
			expect(citations).toHaveLength(Number(report.unique_pages));
			expect(new Set(citations.map((row) => row.citation_domain)).size).toBe(report.unique_domains);
			expect(Number(report.unique_domains)).toBeLessThanOrEqual(Number(report.unique_pages));
			expect(Number(report.unique_pages)).toBeLessThanOrEqual(Number(report.count));
			const domains = await ask('business/domains', id, { ...days, metrics: ['num_answers'] });
			expect(domains.rows).toHaveLength(Number(report.unique_domains));
		},
	);

	it('has the same week in Europe and America, and weeks that add up to months', async () => {
		for (const id of CLIENTS) {
			const week = async (hours: number) =>
				(
					await ask('reports/performance', id, {
						...daysIn(TODAY - 9, TODAY - 3, hours),
						dimensions: ['date'],
					})
				).rows;
			const utc = await week(0);
			expect(utc).toHaveLength(7);
			for (const hours of [1, 2, -5, -8]) expect(await week(hours)).toEqual(utc);
			const mentions = async (from: number, to: number) =>
				sum((await ask('reports/performance', id, daysIn(from, to))).rows, 'mentions_count');
			const weeks = [28, 21, 14, 7].map((back) => mentions(TODAY - back, TODAY - back + 6));
			expect((await Promise.all(weeks)).reduce((one, other) => one + other)).toBe(
				await mentions(TODAY - 28, TODAY - 1),
			);
		}
	});

	it('ends with a part of today, and begins three years ago', async () => {
		const answers = async (from: number, to: number) => {
			const asked = { ...daysIn(from, to), metrics: ['answers_count'] };
			return sum((await ask('business/models', PROJECTS.coffee, asked)).rows, 'answers_count');
		};
		const yesterday = await answers(TODAY - 1, TODAY - 1);
		expect(yesterday).toBe(240 * 5);
		const today = await answers(TODAY, TODAY);
		expect(today / yesterday).toBeGreaterThan(0.5);
		expect(today / yesterday).toBeLessThan(0.75);
		expect(await answers(TODAY + 1, TODAY + 20)).toBe(0);
		const first = Date.UTC(2023, 0, 1) / DAY_MS;
		expect([await answers(first - 30, first - 1), await answers(first, first)]).toEqual([0, 1200]);
	});

	it('differs between the clients, and moves by little from week to week', () => {
		for (const projectId of CLIENTS) {
			const weeks = Array.from({ length: 50 }, (_, back) => {
				const to = TODAY - 3 - 7 * back;
				return truth.of('share_of_voice', { projectId, from: dayOf(to - 6), to: dayOf(to) }) ?? NaN;
			});
			const moves = weeks.slice(1).map((week, place) => Math.abs(week - (weeks[place] ?? NaN)));
			expect(Math.max(...moves)).toBeLessThan(3);
			expect(Math.max(...moves)).toBeGreaterThan(0.3);
		}
		const answers = CLIENTS.map((projectId) =>
			truth.of('answers_count', { projectId, from: dayOf(TODAY - 7), to: dayOf(TODAY - 1) }),
		);
		expect(answers).toEqual([240 * 5 * 7, 112 * 4 * 7, 35 * 3 * 7]);
	});

	it('filters by websites, domains and prompts as the lists count them', async () => {
		const days = daysIn(TODAY - 20, TODAY - 1);
		const lists = (path: string, metric: string) =>
			ask(`business/${path}`, PROJECTS.saas, { ...days, metrics: [metric] });
		const answers = async (more: object) => {
			const asked = { ...days, ...more, metrics: ['answers_count'] };
			return sum((await ask('business/prompts', PROJECTS.saas, asked)).rows, 'answers_count');
		};
		for (const row of (await lists('websites', 'mentions_count')).rows) {
			const own = filter('website_mentioned_in_answer', row.website_id);
			expect([row.name, await answers(own)]).toEqual([row.name, row.mentions_count]);
		}
		for (const row of (await lists('domains', 'num_answers')).rows) {
			const own = filter('cited_domain', row.domain);
			expect([row.domain, await answers(own)]).toEqual([row.domain, row.num_answers]);
		}
		expect(await answers(filter('website_mentioned_in_citation', 'website-01'))).toBe(
			await answers(filter('cited_domain', 'taskpilot.example')),
		);
		expect(await answers(filter('prompts', 'prompt-0001'))).toBe(3 * 20);
	});

	it('refuses what it does not know, and where that is in the body', async () => {
		const refused = async (path: string, more: object) => {
			const { status, body } = await ask(path, PROJECTS.coffee, more);
			return [status, ...list(body['detail']).map((detail) => json(detail)['loc'])];
		};
		const sort = { order_by: [{ field: 'nothing', order: 'asc' }] };
		const wrong: Array<[path: string, body: object, ...loc: Array<number | string>]> = [
			['business/prompts', filter('nothing', 1), 'filters', 'nothing'],
			['business/tags', filter('rank', 1), 'filters', 'rank'],
			['business/prompts', sort, 'order_by', 0, 'field'],
			['business/prompts', { metrics: ['nothing'] }, 'metrics', 0],
			['reports/performance', sort, 'order_by', 0, 'field'],
		];
		for (const [path, body, ...loc] of wrong) {
			expect([path, ...(await refused(path, body))]).toEqual([path, 422, ['body', ...loc]]);
		}
		sandbox.behave({ ignoreSort: true, ignoreFilters: true, ignoreDates: true });
		expect(await refused('business/prompts', { ...sort, ...filter('nothing', 1) })).toEqual([200]);
		sandbox.reset();
	});
});

describe('The stories of docs/sandbox.md', () => {
	const share = (projectId: string, from: string, to: string, where?: object) =>
		truth.of('share_of_voice', { projectId, from, to, where: { ...where } }) ?? NaN;

	it('Ember & Oak Coffee rises by a point a week since September', () => {
		const september = share(PROJECTS.coffee, '2026-09-01', '2026-09-07');
		const november = share(PROJECTS.coffee, '2026-11-17', '2026-11-23');
		expect((november - september) / 11).toBeCloseTo(1, 0);
	});

	it('Ridgeline Outfitters fell by 8 points on Perplexity for hiking boots, on 12 October', () => {
		const where = { platform: 'Perplexity', topics: 'Hiking boots' };
		const before = share(PROJECTS.outdoor, '2026-08-31', '2026-10-11', where);
		const after = share(PROJECTS.outdoor, '2026-10-12', '2026-11-22', where);
		expect(after - before).toBeGreaterThan(-9);
		expect(after - before).toBeLessThan(-7);
		const elsewhere = { platform: 'ChatGPT', topics: 'Hiking boots' };
		const moved = share(PROJECTS.outdoor, '2026-10-12', '2026-10-18', elsewhere);
		expect(
			Math.abs(moved - share(PROJECTS.outdoor, '2026-10-05', '2026-10-11', elsewhere)),
		).toBeLessThan(4);
	});

	it('Boardly passed Taskpilot on ChatGPT in the middle of November', () => {
		const leader = (from: string, to: string, platform: string) => {
			const question = { projectId: PROJECTS.saas, from, to, where: { platform } };
			const counts = truth.by('brand', 'answers_count', question);
			return (counts.get('Boardly') ?? 0) > (counts.get('Taskpilot') ?? 0);
		};
		expect(leader('2026-10-19', '2026-11-01', 'ChatGPT')).toBe(false);
		expect(leader('2026-11-16', '2026-11-22', 'ChatGPT')).toBe(true);
		expect(leader('2026-11-16', '2026-11-22', 'Gemini')).toBe(false);
	});
});
