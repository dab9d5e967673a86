import { formOf, namesBy } from '../../dev/observe/form';
import { readService, type Settings } from '../../dev/observe/read';
import { observedBy, reportOf } from '../../dev/observe/report';
import { READS } from '../../dev/observe/requests';
import { FILTERS } from '../../nodes/shared/form';
import { KEYS, loadContract, PROJECTS, type Sandbox, startSandbox } from '../../sandbox';
import { type Json, json, list } from '../../sandbox/json';
import {
	FORBIDDEN,
	bareArrays,
	halfForbidden,
	itemsWithMore,
	type OddService,
	startService,
} from './observeServices';

const PROMPTS = 'POST /v2/geo/business/prompts';
const PERFORMANCE = 'POST /v2/geo/reports/performance';
const KEY = 'a-key-that-nobody-may-see';

/** What is seen of a service that ignores what it is asked for. */
const IGNORED = { limit: 'no', offset: 'no', beyond: 'page 1', dates: 'no', unsorted: 'no' };

let sandbox: Sandbox;
let odd: OddService | undefined;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 7 });
});
beforeEach(() => sandbox.reset());
afterEach(async () => {
	await odd?.close();
	odd = undefined;
});
afterAll(async () => await sandbox.close());

/** Observes the sandbox, or an odd service. */
async function run(change: Partial<Settings> = {}, url = sandbox.url) {
	const urls = { agents: url, geo: url };
	const reader = await readService({ key: KEYS.agency, urls, timeoutMs: 30_000, ...change });
	const observed = observedBy(reader);
	return { reader, observed, of: (endpoint: string) => observed.endpoints[endpoint] };
}

async function runOdd(answerTo: Parameters<typeof startService>[0]) {
	odd = await startService(answerTo);
	return await run({ key: KEY }, odd.url);
}

const answersOf = ({ observed }: Awaited<ReturnType<typeof run>>) =>
	Object.values(observed.endpoints).map(({ answer }) => answer);

describe('The sandbox', () => {
	it('is seen as it is', async () => {
		const { of, observed } = await run({ project: 'Ridgeline Outfitters' });
		expect(of(PROMPTS)).toMatchObject({
			...{ answer: 200, records: 'data', length: ['total'], id: 'prompt_id' },
			heeds: {
				limit: 'yes',
				offset: 'yes',
				beyond: 'empty',
				dates: 'yes',
				metrics: 'yes',
				sort: 'yes',
				unsorted: 'refused',
			},
		});
		const { heeds = {} } = of(PERFORMANCE) ?? {};
		expect(heeds).toMatchObject({ dates: 'yes', bare: 'answered', 'filter topics': 'yes' });
		const tried = Object.keys(heeds).filter((name) => name.startsWith('filter '));
		expect(tried.toSorted()).toEqual(FILTERS.map(({ value }) => `filter ${value}`).toSorted());
		const { refusals } = of(PROMPTS) ?? {};
		expect(json(refusals)['422']).toMatchObject({ properties: { detail: { type: 'array' } } });
		const report = reportOf(observed);
		expect(report).toMatch(
			/^prompts: 200 · records in data · count in total · yes: limit, offset, /m,
		);
		expect(report).toMatch(/^reports\/performance: 200 · .* yes: dates, filter platform, /m);
		expect(report.split('\n').length).toBeLessThanOrEqual(20);
	});

	it('that ignores what it is asked for is seen to ignore it', async () => {
		sandbox.behave({
			ignoreOffset: true,
			ignoreLimit: true,
			ignoreFilters: true,
			ignoreDates: true,
			ignoreSort: true,
		});
		const { of } = await run();
		expect(of(PROMPTS)?.heeds).toMatchObject({ ...IGNORED, sort: 'no' });
		expect(of(PERFORMANCE)?.heeds).toMatchObject({
			'filter topics': 'no',
			'filter rank': 'no',
			dates: 'no',
		});
	});
});

describe('Bad input is a line of the report', () => {
	it('a wrong key: two requests, and nothing else', async () => {
		const found = await run({ key: 'sandbox-key-wrong' });
		expect(answersOf(found).slice(0, 3)).toEqual([401, 401, 'key refused']);
		expect(sandbox.requests).toHaveLength(2);
	});

	it('no address for the Agents API, or a host that does not answer', async () => {
		const none = await run({ urls: { agents: '', geo: sandbox.url } });
		expect(answersOf(none).slice(0, 4)).toEqual(['no address', 200, 'no address', 200]);
		const dead = await run({ urls: { agents: '', geo: 'http://127.0.0.1:1' } });
		expect(answersOf(dead).slice(0, 2)).toEqual(['no address', 'unreachable']);
	});

	it('endpoints that hang, fail or redirect; the others go on', async () => {
		const listPath = (name: string) => `/v2/geo/business/${name}`;
		const path = (name: string) => ({ match: { path: listPath(name) }, times: Infinity });
		sandbox.faults.order({ ...path('tags'), kind: 'hang' });
		sandbox.faults.order({ ...path('topics'), kind: 'respond', status: 500 });
		sandbox.faults.order({
			...path('markets'),
			kind: 'respond',
			status: 302,
			headers: { location: sandbox.url },
		});
		const { of } = await run({ timeoutMs: 10_000 });
		const answerOf = (name: string) => of(`POST ${listPath(name)}`)?.answer;
		const answers = ['tags', 'topics', 'markets', 'prompts'].map(answerOf);
		expect(answers).toEqual(['hangs', 500, 302, 200]);
		expect(sandbox.requests.filter((request) => request.path.endsWith('/tags'))).toHaveLength(1);
	});

	it('a project without data, a name that no project has', async () => {
		const empty = await startService(({ path }) =>
			path.endsWith('whoami') ? [200, { projects: [{ id: 'p' }] }] : [200, { data: [], total: 0 }],
		);
		odd = empty;
		const { of } = await run({}, empty.url);
		expect(of(PROMPTS)).toMatchObject({
			answer: 200,
			records: 'data',
			heeds: { limit: '?', offset: '?', dates: '?' },
		});
		await expect(run({ project: 'Nobody' })).rejects.toThrow("No project is called 'Nobody'");
	});

	it('a rate limit', async () => {
		const match = { path: '/v2/geo/business/prompts' };
		const headers = { 'retry-after': '1' };
		sandbox.faults.order({ kind: 'respond', status: 429, headers, match, times: Infinity });
		const { of, observed } = await run();
		expect(of(PROMPTS)).toMatchObject({ answer: 429, heeds: {} });
		expect(observed.limits).toEqual(['retry-after']);
	});
});

describe('Services whose form is another one', () => {
	it('metrics or dates alone refused: what the other does is seen all the same', async () => {
		const answer = (refused: string) =>
			runOdd(({ path, body }) => {
				if (path.endsWith('whoami')) return [200, { projects: [{ id: 'p1' }] }];
				if (refused in body) return [422, { message: `no ${refused}` }];
				const { offset } = json(body['pagination']);
				const visits = 'start_date' in body ? '7' : '30';
				const more = 'metrics' in body && { answers_count: '5' };
				const rows = ['a', 'b', 'c'].map((id) => ({ id, visits, ...more }));
				return [200, { items: rows.slice(Number(offset ?? 0)).slice(0, 2), has_more: true }];
			});
		const noMetrics = (await answer('metrics')).of(PROMPTS)?.heeds;
		expect(noMetrics).toMatchObject({ offset: 'yes', metrics: 'refused', dates: 'yes' });
		await odd?.close();
		const noDates = await answer('start_date');
		expect(noDates.of(PROMPTS)).toMatchObject({
			heeds: { offset: 'yes', metrics: 'yes', dates: 'refused' },
			length: ['has_more'],
		});
	});

	it('lists of texts and web pages: nothing is said that cannot be told', async () => {
		const found = await runOdd(({ path }) => {
			if (path.endsWith('whoami')) return [200, { projects: [{ id: 'p1' }] }];
			return [200, path.endsWith('models') ? ['One', 'Two', 'Three'] : '<html></html>'];
		});
		expect(found.of('POST /v2/geo/business/models')?.heeds).toMatchObject({
			...{ limit: 'no', offset: 'no', beyond: 'page 1', dates: '?' },
		});
		expect(found.of(PROMPTS)).toMatchObject({ records: undefined, length: [], heeds: {} });
	});

	it('bare arrays and page numbers', async () => {
		const { of, observed } = await runOdd(bareArrays);
		expect(of(PROMPTS)).toMatchObject({
			...{ records: '', length: ['header x-total-count'], id: 'promptsId' },
			heeds: { ...IGNORED, metrics: 'no' },
		});
		expect(of(PERFORMANCE)?.heeds).toMatchObject({ 'filter topics': 'no' });
		expect(observed.limits).toEqual(['x-ratelimit-remaining']);
	});

	it('`items` and `has_more`, with dates refused and 404 beyond the end', async () => {
		const { of } = await runOdd(itemsWithMore);
		expect(of(PROMPTS)).toMatchObject({
			...{ records: 'items', length: ['has_more'], id: 'promptsId' },
			heeds: { limit: 'yes', offset: 'yes', beyond: '404', dates: 'refused', metrics: 'no' },
		});
		expect(of('POST /v2/geo/business/projects')?.heeds).toMatchObject({
			limit: 'yes',
			offset: 'yes',
		});
	});

	it('403 on half of them', async () => {
		const found = await runOdd(halfForbidden);
		const isForbidden = ({ path }: { path: string }) =>
			FORBIDDEN.includes(path.replace(/^.*\//, ''));
		expect(answersOf(found)).toEqual(READS.map((one) => (isForbidden(one) ? 403 : 200)));
		expect(found.of(PROMPTS)).toMatchObject({
			heeds: { limit: 'yes', offset: 'yes', beyond: 'empty', dates: 'no' },
		});
	});
});

describe('The file', () => {
	const textsIn = (value: unknown): string[] => {
		if (typeof value === 'string' || typeof value === 'number') return [String(value)];
		return (Array.isArray(value) ? list(value) : Object.values(json(value))).flatMap(textsIn);
	};
	const document = JSON.stringify(loadContract().document);
	const isDocumented = (value: string) => document.includes(`"${value}"`);

	it.each([
		['the sandbox', undefined],
		['bare arrays', bareArrays],
		['items with has_more, and keys that are names of brands', itemsWithMore],
		['403 on half', halfForbidden],
	])('has no value and no key: %s', async (_title, answerTo) => {
		const { reader, observed } = answerTo ? await runOdd(answerTo) : await run();
		const file = JSON.stringify(observed);
		const values = [...new Set(reader.seen.flatMap(({ body }) => textsIn(body)))];
		expect(values.length).toBeGreaterThan(5);
		const names = new Set(file.match(/"[^"]*"/g)?.map((word) => word.slice(1, -1)));
		const isIn = (value: string) =>
			names.has(value) || (value.length > 4 && /\W|\d/.test(value) && file.includes(value));
		const leaks = values.filter((value) => isIn(value) && !isDocumented(value));
		expect(leaks).toEqual([]);
		const brands = ['Mokkaberg', 'mokkaberg', 'kaffeewerk', 'Ember'];
		for (const secret of [KEY, KEYS.agency, PROJECTS.coffee, ...brands]) {
			expect(file).not.toContain(secret);
		}
	});

	it('has no key that the service sends back', async () => {
		sandbox.behave({ echoKey: true });
		const { reader, observed } = await run({ key: 'sandbox-key-wrong' });
		expect(JSON.stringify([observed, reader.seen.map(({ body }) => body)])).not.toContain(
			'sandbox-key-wrong',
		);
	});

	it('hides names that may be data', () => {
		const names = namesBy(['score', 'competitors']);
		const shown = (object: Json) => Object.keys(formOf([object], names).properties ?? {});
		expect(shown({ score: 1, casa_moka_share: 2, brewline: 3 })).toEqual(['score', '<name>']);
		expect(shown({ 'proj-1': { score: 1 }, 'proj-2': { score: 2 } })).toEqual(['<name>']);
		expect(shown({ createdAt: 'x', Brand: 'y', '2026-01-01': 'z' })).toEqual([
			'createdAt',
			'<name>',
		]);
		expect(shown({ positive: 1, negative: 2 })).toEqual(['<name>']);
		for (const values of [
			{ lavazza: { count: 3 }, illy: { count: 5 }, segafredo: null },
			{ illy: 3 },
		]) {
			expect(JSON.stringify(formOf([{ competitors: values }, values], names))).not.toMatch(
				/lavazza|illy|segafredo/,
			);
		}
		expect(shown({ Time: 1, Brewster: 2 })).toEqual(['<name>']);
		expect(shown({ total: 1, '株式会社 Next': 2 })).toEqual(['total', '<name>']);
	});
});
