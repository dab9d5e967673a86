import { json, list } from '../../dev/json';
import { idsOf, LISTS } from '../../nodes/Geo/operations/lists';
import { loadContract, PROJECTS } from '../../sandbox';
import { type List, LISTS as RECORDS } from '../../sandbox/records';
import { isResource } from '../../sandbox/resources';
import { PROMPTS, PERFORMANCE, sandbox, geo, rows, ids, tasks } from './sandbox-kit';

/** A moment as the records have it. */
const MOMENT = /^\d{4}-\d\d-\d\dT/;

const documented = loadContract().operations.map((operation) => operation.path);

/** How the sandbox makes the records of a list of the node. */
function recordsOf(path: string): List {
	if (!isResource(path)) throw new Error(`LISTS of sandbox/records.ts has no entry ${path}`);
	if (documented.some((known) => known.endsWith(`/${path}`))) return RECORDS[path];
	throw new Error(`docs/openapi.yaml has no path that ends with /${path}`);
}

describe.each(LISTS.map((entry) => [entry.name, entry] as const))('the list %s', (_name, entry) => {
	const path = `/v2/geo/business/${entry.path}`;

	it('has each record once, by an ID that the node knows', async () => {
		const { idKey, count } = recordsOf(entry.path);
		expect(idsOf(entry)).toContain(idKey);
		const page = await geo(path, { pagination: { limit: 500 } });
		const different = new Set(ids(list(page['data']).map(json), idKey).map(String));
		expect({ total: page['total'], different: different.size }).toEqual({
			total: count,
			different: count,
		});
	});

	it('has a number for each metric', async () => {
		recordsOf(entry.path);
		const numbers = (await rows(path, { metrics: ['some_count'] })).map((row) => row['some_count']);
		expect(numbers).not.toEqual([]);
		expect(numbers.filter((value) => typeof value !== 'number')).toEqual([]);
	});

	it('has no records in the future, by the date that dateKey in sandbox/records.ts names', async () => {
		const { count } = recordsOf(entry.path);
		const [first = {}] = await rows(path);
		const dates = Object.values(first).filter((value) => MOMENT.test(String(value)));
		const { total } = await geo(path, { start_date: '2100-01-01T00:00:00Z' });
		expect(total).toBe(dates.length > 0 ? 0 : count);
	});
});

describe('lists', () => {
	it('has tasks', async () => {
		const answer: unknown = await (await tasks()).json();
		expect(list(json(answer)['data'])).toHaveLength(40);
		expect(json(answer)['total']).toBe(40);
	});

	it('pages by limit and offset', async () => {
		const whole = ids(await rows(PROMPTS, { pagination: { limit: 240 } }));
		expect(new Set(whole).size).toBe(240);
		const page = await geo(PROMPTS, { pagination: { limit: 10, offset: 235 } });
		expect(page).toMatchObject({ total: 240, limit: 10, offset: 235 });
		expect(ids(list(page['data']).map(json))).toEqual(whole.slice(235));
		expect(await rows(PROMPTS)).toHaveLength(50);
	});

	it.each([
		[{ pageCap: 7 }, 7, 'prompt-0021'],
		[{ ignoreLimit: true }, 50, 'prompt-0021'],
		[{ ignoreOffset: true }, 10, 'prompt-0001'],
		[{ defaultPageSize: 5, ignoreLimit: true }, 5, 'prompt-0021'],
	])('misbehaves as told: %j', async (behaviour, size, first) => {
		sandbox.behave(behaviour);
		const page = ids(await rows(PROMPTS, { pagination: { limit: 10, offset: 20 } }));
		expect([page.length, page[0]]).toEqual([size, first]);
	});

	it.each([
		['exact', 240],
		['none', undefined],
		['zero', 0],
		['tooHigh', 277],
		['tooLow', 120],
	] as const)('claims the total %s', async (total, expected) => {
		sandbox.behave({ total });
		expect((await geo(PROMPTS))['total']).toBe(expected);
	});

	it('lets lists shrink and grow while they are read', async () => {
		sandbox.behave({ shrinkWhileRead: 3 });
		await geo(PROMPTS);
		expect(ids(await rows(PROMPTS))[0]).toBe('prompt-0004');
		sandbox.reset();
		sandbox.behave({ growWhileRead: 2 });
		const before = ids(await rows(PROMPTS));
		expect(ids(await rows(PROMPTS)).slice(2)).toEqual(before.slice(0, 48));
	});

	it.each([
		['data', ['data', 'total', 'limit', 'offset']],
		['items', ['items', 'page', 'size', 'total', 'count', 'total_pages']],
		['results', ['results', 'total']],
		['resource', ['prompts', 'total', 'limit', 'offset']],
		['nested', ['data']],
		['object', ['resource', 'summary', 'ready']],
	] as const)('wraps lists as %s', async (envelope, members) => {
		sandbox.behave({ envelope });
		expect(Object.keys(await geo(PROMPTS))).toEqual(members);
	});

	it.each([
		['array', 'application/json; charset=utf-8', /^\[\{.*\}\]$/],
		['empty', 'application/json; charset=utf-8', /^$/],
		['text', 'text/plain; charset=utf-8', /^Everything/],
		['html', 'text/html; charset=utf-8', /^<!doctype html>/],
	] as const)('answers %s', async (envelope, type, pattern) => {
		sandbox.behave({ envelope });
		const response = await tasks();
		expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
		expect(await response.text()).toMatch(pattern);
	});

	it('sorts, also by a metric', async () => {
		const sort = (field: string, order: string) =>
			rows(PROMPTS, { order_by: [{ field, order }], metrics: ['answers_count'] });
		for (const field of ['avg_rank', 'answers_count']) {
			const up = (await sort(field, 'asc')).map((row) => Number(row[field]));
			const down = (await sort(field, 'desc')).map((row) => Number(row[field]));
			expect(up).toEqual([...up].sort((a, b) => a - b));
			expect(down).toEqual([...down].sort((a, b) => b - a));
			expect(up[0]).not.toBe(down[0]);
		}
	});

	it('filters by topic, tag, market, platform, and created_at', async () => {
		const filter = (name: string, value: unknown) => ({
			pagination: { limit: 500 },
			filters: { [name]: { condition: 'AND', items: [{ operator: 'is', value }] } },
		});
		const topic = await rows(PROMPTS, filter('topics', 'topic-03'));
		expect(new Set(topic.map((row) => row['topic_id']))).toEqual(new Set(['topic-03']));
		expect(topic).toHaveLength(20);
		const byId = ids(await rows(PROMPTS, filter('tags', 'tag-01')));
		expect(byId.length).toBeGreaterThan(0);
		expect(byId.length).toBeLessThan(240);
		expect(ids(await rows(PROMPTS, filter('tags', 'Branded')))).toEqual(byId);
		const market = await rows(PROMPTS, filter('markets', 'DE'));
		expect(new Set(market.map((row) => row['country_code']))).toEqual(new Set(['DE']));
		expect(await rows('/v2/geo/business/models', filter('platform', 'Claude'))).toHaveLength(1);
		const start_date = '2026-06-01T00:00:00Z';
		const recent = await rows('/v2/geo/business/keywords', { start_date });
		expect(recent.length).toBeGreaterThan(0);
		expect(recent.every((row) => String(row['created_at']) >= start_date)).toBe(true);
		expect(recent.length).toBeLessThan(sandbox.world.list(PROJECTS.coffee, 'keywords').length);
	});

	it('serves a hundred thousand records page by page', async () => {
		sandbox.world.bulk(PROJECTS.coffee, 'prompts', 100_000);
		const page = await geo(PROMPTS, { pagination: { limit: 3, offset: 99_998 } });
		expect(page['total']).toBe(100_000);
		expect(ids(list(page['data']).map(json))).toEqual(['prompts-0099999', 'prompts-0100000']);
	});
});

describe('reports', () => {
	const report = (more: object) => rows(PERFORMANCE, { measures: ['share_of_voice'], ...more });

	it('has a row for every combination of dimensions', async () => {
		const page = await geo(PERFORMANCE, {
			dimensions: ['topic', 'model'],
			measures: ['mentions_count'],
		});
		expect(page['total']).toBe(60);
		expect(Object.keys(json(list(page['data'])[0]))).toEqual([
			...['topic', 'model', 'mentions_count'],
		]);
		const dated = await report({
			dimensions: ['date'],
			start_date: '2026-03-01T00:00:00Z',
			end_date: '2026-03-08T00:00:00Z',
		});
		expect(dated.map((row) => row['date'])).toHaveLength(7);
		expect(dated[0]?.['date']).toBe('2026-03-01');
	});

	it('differs between periods and repeats within one', async () => {
		const month = (number: string) =>
			report({ dimensions: ['topic'], end_date: `2026-${number}-01T00:00:00Z` });
		expect(await month('03')).toEqual(await month('03'));
		expect(await month('03')).not.toEqual(await month('04'));
	});

	it.each([
		['dimensions', 'mood', 'topic, market, model, date'],
		['measures', 'joy', 'share_of_voice, citation_share, visibility_score, mentions_count'],
	])('refuses unknown %s', async (member, name, known) => {
		const refused = await geo(PERFORMANCE, { [member]: [name] });
		const msg = `Unknown name '${name}': input should be one of ${known}`;
		expect(refused).toEqual({
			detail: [{ loc: ['body', member, 0], msg, type: 'literal_error' }],
		});
	});

	it('answers one row without dimensions', async () => {
		expect((await report({})).map(Object.keys)).toEqual([['share_of_voice']]);
	});
});
