import type { INodeParameters } from 'n8n-workflow';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Bench, project } from '../../dev/engine';
import { outputFields } from '../../nodes/shared/form';
import { PROJECTS } from '../../sandbox';
import { json, list as entries, text } from '../../sandbox/json';
import { withUsualSpaces } from '../unit/messages';
import { EVERYWHERE, respond, TASKS } from './harness/fixture';

/**
 * Whole messages of the node as they were looked at and found good. After a change, run
 * `GOLDEN=write npx jest engine/messages` and look at the difference.
 */
const FOLDER = join(__dirname, '__golden__', 'messages');

const isWriting = process.env.GOLDEN === 'write';

const bench = new Bench(Date.parse('2026-11-25T09:00:00Z'));
beforeAll(async () => await bench.open());
afterAll(async () => await bench.close());
beforeEach(async () => await bench.reset());

const days = (startDate: string) => ({ dateRange: 'custom', startDate, endDate: '2026-11-24' });
const [WEEK, FOUR_WEEKS] = [days('2026-11-18'), days('2026-10-28')];

const LISTED = { ...project(PROJECTS.coffee, 'list'), cachedResultName: 'Ember & Oak Coffee' };
const MESSAGE = { project: LISTED, output: 'message' };

const report = (operation: string, measure: string, ...dimensions: string[]) => ({
	...{ ...MESSAGE, resource: 'report', operation, dimensions, measures: [measure] },
	...WEEK,
});
const shares = (...dimensions: string[]) =>
	report('getPerformance', 'share_of_voice', ...dimensions);
const list = (resource: string) => ({ ...MESSAGE, resource, operation: 'getAll', returnAll: true });
const top = (field: string, order: string, limit: number) => ({
	...{ returnAll: false, limit },
	options: { sort: { by: [{ field, order }] } },
});
const COMPARED = { comparison: { with: { compareWith: 'previousPeriod' } } };
const WEEK_BEFORE = { options: COMPARED };

const together = top('num_answers', 'desc', 5);
const FALLS = top('avg_visibility_score_change', 'asc', 10);

const CASES: Readonly<Record<string, INodeParameters>> = {
	'platform compared': { ...shares('model'), ...WEEK_BEFORE },
	'topic compared': { ...shares('topic'), ...WEEK_BEFORE },
	'topic by platform': shares('topic', 'model'),
	'all projects by platform compared': { ...shares('model'), project: EVERYWHERE, ...WEEK_BEFORE },
	'all projects by week and platform': {
		...{ ...shares('model'), project: EVERYWHERE, ...FOUR_WEEKS },
		options: { splitBy: 'week' },
	},
	'ten prompts that fell most': {
		...{ ...list('prompt'), ...FALLS, ...WEEK },
		options: { ...FALLS.options, ...COMPARED },
	},
	'citations of 28 days': { ...list('citation'), ...FOUR_WEEKS },
	'top 5 domains of all clients': {
		...{ ...list('domain'), ...together, project: EVERYWHERE },
		options: { ...together.options, limitAppliesTo: 'allProjects' },
	},
	keywords: list('keyword'),
	competitors: {
		...list('website'),
		options: top('mentions_count', 'desc', 9).options,
	},
	sentiment: { ...report('getSentiment', 'total_keyword_occurrences', 'topic'), ...WEEK_BEFORE },
	tasks: { ...TASKS, ...MESSAGE, view: 'list', options: { where: 'status = todo' } },
	'all projects with one refused': { ...shares('model'), project: EVERYWHERE, ...WEEK_BEFORE },
	'by ID': { ...shares('model'), project: project(PROJECTS.saas) },
	'days and platforms': { ...shares('model', 'date'), ...FOUR_WEEKS },
	'platform compared in a German locale with percent': {
		...{ ...shares('model'), ...WEEK_BEFORE },
		...{ messageLocale: 'de-DE', messageNumberFormat: 'percent' },
	},
};

const refuse = (id: string) =>
	respond(bench, {
		...{ status: 403, times: Infinity },
		match: { path: '/v2/geo/reports/performance', project: id },
	});

it.each(Object.entries(CASES))('The message of %s is as it was found good', async (name, given) => {
	if (name.includes('refused')) refuse(PROJECTS.outdoor);
	const { rows, error } = await bench.run(given.resource === 'task' ? 'agents' : 'geo', given);
	expect(error).toBeUndefined();
	const [{ rows: records, html, text: plain, slack, markdown, ...fields } = {}] = rows;
	expect(records).not.toEqual([]);
	const parts = { ...{ fields: JSON.stringify(fields, null, 2), plain, slack, markdown }, html };
	const all = Object.entries(parts).map(([form, part]) => `===== ${form}\n${text(part) ?? ''}\n`);
	const written = withUsualSpaces(all.join('\n')).replace(/As of \w+ \d+, \d{4}/g, 'As of today');
	const file = join(FOLDER, `${name.replaceAll(' ', '-')}.txt`);
	if (isWriting) {
		mkdirSync(FOLDER, { recursive: true });
		writeFileSync(file, written);
	}
	expect(written).toBe(readFileSync(file, 'utf8'));
});

describe('A message about several projects', () => {
	const about = { ...shares('model'), project: EVERYWHERE };

	it('is written without the one that was refused, and says so to its reader and to the builder', async () => {
		refuse(PROJECTS.outdoor);
		const { rows, hints } = await bench.run('geo', about);
		const missing = ['Ridgeline Outfitters could not be read, so it is missing here.'];
		expect(rows).toMatchObject([{ complete: false, missing, project_id: null }]);
		expect(hints[0]).toMatch(/^The message lacks Ridgeline Outfitters: .*403/s);
	});

	it('cannot be one for each if one limit holds for all', async () => {
		const given = { ...CASES['top 5 domains of all clients'], messages: 'eachProject' };
		const { rows, error } = await bench.run('geo', given);
		expect(rows).toEqual([]);
		expect(error?.message).toBe("'One for Each Project' needs a limit for each project");
	});

	it('is an error if all were refused', async () => {
		for (const id of Object.values(PROJECTS)) refuse(id);
		const { rows, error } = await bench.run('geo', about);
		expect(rows).toEqual([]);
		expect(error?.message).toContain('No access to this project');
	});

	it('is written if one was refused, and no record of the others meets the conditions', async () => {
		refuse(PROJECTS.outdoor);
		const where = { ...about, options: { where: 'share_of_voice > 100' } };
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			const { rows, error } = await bench.run('geo', where, { onError });
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([{ complete: false, rows: [] }]);
			for (const name of ['Ember & Oak Coffee', 'Taskpilot', 'Ridgeline Outfitters could not']) {
				expect(rows[0]?.text).toContain(name);
			}
		}
	});

	it('is an error if Where has a field that no record has, also beside a project without records', async () => {
		const match = { path: '/v2/geo/reports/performance', project: PROJECTS.saas };
		respond(bench, { body: { data: [], total: 0 }, match });
		const { rows, error } = await bench.run('geo', { ...about, options: { where: 'shares > 1' } });
		expect([rows, error?.message]).toEqual([[], expect.stringContaining("'shares'")]);
	});

	it('can be one for each, with its ID, also for one without records', async () => {
		const match = { path: '/v2/geo/reports/performance', project: PROJECTS.saas };
		respond(bench, { body: { data: [], total: 0 }, match });
		refuse(PROJECTS.outdoor);
		const { rows } = await bench.run('geo', { ...about, messages: 'eachProject' });
		expect(rows).toMatchObject([
			{
				...{ project_id: PROJECTS.coffee, project_name: 'Ember & Oak Coffee', complete: true },
				...{ title: 'Ember & Oak Coffee: share of voice by AI platform', missing: [] },
				...{ period_start: '2026-11-18', period_end: '2026-11-24' },
				rows: expect.arrayContaining([expect.objectContaining({ model: 'ChatGPT' })]),
			},
			{
				...{ project_id: PROJECTS.outdoor, complete: false, rows: [] },
				text: expect.stringContaining('Ridgeline Outfitters could not be read'),
			},
			{
				...{ project_id: PROJECTS.saas, complete: false, rows: [] },
				text: expect.stringMatching(/\nNo data for Taskpilot in these days\.$/),
			},
		]);
		const onError = 'continueRegularOutput';
		const all = await bench.run('geo', { ...about, messages: 'eachProject' }, { onError });
		expect(all.rows.map((row) => row.project_id ?? row.error)).toEqual([
			...[PROJECTS.coffee, PROJECTS.saas, expect.stringContaining('No access to this project')],
		]);
	});
});

it('A message shows the chosen fields, also an ID, and a name that no record has is an error', async () => {
	const own = { ...list('prompt'), returnAll: false, limit: 2, messageFields: 'prompt_id' };
	const { rows } = await bench.run('geo', own);
	expect(rows).toMatchObject([{ text: expect.stringContaining('prompt-0001') }]);
	const { error } = await bench.run('geo', { ...own, messageFields: 'prompt_id, visibilty' });
	expect(error?.message).toBe("No record has a field 'visibilty'");
	expect(error?.description).toContain(
		"'Fields to Show'. The records have, nearest first: avg_vis",
	);
});

it('The item of a message begins with its subject, text and title, and Output with how to look at it', async () => {
	const { rows } = await bench.run('geo', { ...list('prompt'), limit: 1 });
	expect(Object.keys(rows[0] ?? {}).slice(0, 3)).toEqual(['subject', 'text', 'title']);
	const [message] = outputFields[0]?.options ?? [];
	expect(message).toMatchObject({
		name: 'Message',
		description: expect.stringMatching(/^To look at the HTML/),
	});
});

it('A project By ID that cannot be looked up is called by its ID', async () => {
	respond(bench, { status: 403, times: Infinity, match: { path: '/v2/geo/business/projects' } });
	respond(bench, { status: 403, times: Infinity, match: { path: '/api/v1/business/whoami' } });
	const { rows } = await bench.run('geo', CASES['by ID'] ?? {});
	expect(rows).toMatchObject([{ title: `${PROJECTS.saas}: share of voice by AI platform` }]);
});

const SHARES_TITLE = 'Ember & Oak Coffee: share of voice by AI platform';
const UNFINISHED =
	'Nov 28, 2026 was not over when this was written, so its numbers are not final. They are compared with a whole day.';

describe('A message says only what is true', () => {
	const PERFORMANCE = { path: '/v2/geo/reports/performance' };
	const answer = (data: unknown, more: object = {}) =>
		respond(bench, { body: { data }, times: Infinity, match: { ...PERFORMANCE, ...more } });
	const textOf = async (given: INodeParameters) => {
		const { rows, error } = await bench.run('geo', given);
		expect(error).toBeUndefined();
		return rows.map((row) => withUsualSpaces(text(row.text) ?? '')).join('\n\n');
	};

	it('names a row by its record, also if it is sorted or chosen by another text', async () => {
		for (const options of [{ where: 'category = journal' }, top('category', 'asc', 2).options]) {
			const given = { ...list('domain'), returnAll: false, limit: 2, options };
			const { rows, error } = await bench.run('geo', given);
			expect(error).toBeUndefined();
			const [{ rows: records, text: said } = {}] = rows;
			const domains = entries(records).map((record) => text(json(record).domain) ?? '');
			expect(domains).toHaveLength(2);
			for (const domain of domains) expect(said).toContain(`• ${domain}`);
		}
	});

	it('says nothing of the best of a list of several clients, each with its own limit', async () => {
		const given = { ...list('domain'), ...top('num_answers', 'desc', 1), project: EVERYWHERE };
		const said = await textOf(given);
		expect(said).not.toMatch(/first|biggest|highest|most/i);
		expect(said.match(/^• /gm)).toHaveLength(3);
	});

	it.each([
		['today', UNFINISHED],
		['thisWeek', UNFINISHED],
		['yesterday', undefined],
	])('says for %s whether a day is not over: %s', async (dateRange, sentence) => {
		const said = await textOf({ ...shares('model'), ...WEEK_BEFORE, dateRange });
		const found = /^.*not over.*$/m.exec(said)?.[0].replace(/\w+ \d+, \d+/, 'Nov 28, 2026');
		expect(found).toBe(sentence);
	});

	it.each([
		[['model', 'topic'], 10],
		[['topic', 'model'], 3],
	])('names each row by both of %j if a limit cuts off rows', async (dimensions, limit) => {
		const said = await textOf({ ...shares(...dimensions), options: { limit } });
		expect(said.match(/^• .+ · .+ – \d/gm)).toHaveLength(limit);
		expect(said).toMatch(new RegExp(`\\n${limit} of 60 rows$`));
	});

	it.each([
		['avg_visibility_score_change', 'sorted by visibility change'],
		['avg_visibility_score', 'sorted by visibility'],
		['created_at', 'newest first'],
	])('says that rows with Sort by %s are %s', async (field, words) => {
		const resource = field === 'created_at' ? 'topic' : 'prompt';
		const sort = { sort: { by: [{ field, order: 'desc' }] } };
		const options = { ...sort, ...(field.endsWith('change') && COMPARED) };
		const given = { ...list(resource), ...WEEK, returnAll: false, limit: 3, options };
		expect(await textOf(given)).toMatch(new RegExp(`^3 of \\d+ ${resource}s, ${words}$`, 'm'));
	});

	it('says that only the newest days are shown if Slack has no room for more', async () => {
		const options = { splitBy: 'day' };
		const given = {
			...list('prompt'),
			...{ dateRange: 'custom', startDate: '2026-10-01', endDate: '2026-11-09' },
			returnAll: false,
			limit: 10,
			options,
		};
		const { rows } = await bench.run('geo', given);
		expect(rows[0]?.slack).toContain('Only the newest days are shown.');
	});

	it('keeps the order of the service if a limit without Sort has cut the rows', async () => {
		const changes = async (limit: number) => {
			const options = { ...COMPARED, ...(limit > 0 && { limit }) };
			const text = await textOf({ ...shares('topic'), options });
			return [...text.matchAll(/^• (.+) – /gm)].map(([, name]) => name);
		};
		const { rows } = await bench.run('geo', { ...shares('topic'), output: 'records' });
		const inOrder = rows.map(({ topic }) => topic);
		expect(await changes(5)).toEqual(inOrder.slice(0, 5));
		expect(await changes(0)).not.toEqual(inOrder);
	});

	it('has no arrow in a series without numbers', async () => {
		const days = [1, 2, 3, 4].map((day) => `2026-11-0${day}`);
		answer(
			days.flatMap((date) => [
				{ date, model: 'X', share_of_voice: 5 },
				{ date, model: 'Y', share_of_voice: null },
			]),
		);
		const said = await textOf(shares('date', 'model'));
		expect(said).toMatch(/^• X – ▇{4} 5 → 5$/m);
		expect(said).toMatch(/^• Y – +–$/m);
	});

	it('counts all rows of a series as shown', async () => {
		const options = { splitBy: 'day', limit: 5 };
		expect(await textOf({ ...shares('model'), options })).toMatch(/^• ChatGPT – [▁-▇]{7} /m);
		expect(await textOf({ ...shares('model'), options })).not.toContain(' rows');
	});

	it('says of a client without data before that there is nothing to compare with', async () => {
		answer([], { body: '"2026-11-11' });
		answer(['ChatGPT', 'Gemini'].map((model) => ({ model, share_of_voice: 5 })));
		const options = { ...COMPARED, ...top('share_of_voice_change', 'asc', 1).options, limit: 1 };
		const said = await textOf({ ...shares('model'), options });
		expect(said).toContain('• ChatGPT – 5\n\n1 of 2 AI platforms\n');
		expect(said).toContain('There are no numbers of Ember & Oak Coffee for Nov 11 – 17, 2026');
		expect(said).not.toMatch(/compared with Nov|new/);
	});

	it('has no change at the top if the period before has no rows or was refused', async () => {
		const before = { ...PERFORMANCE, body: '"end_date":"2026-11-18T04:59:59Z","dimensions"' };
		answer([], { ...before, project: PROJECTS.coffee });
		const refused = { ...before, project: PROJECTS.outdoor };
		respond(bench, { status: 403, times: Infinity, match: refused });
		const given = { ...shares('model'), ...WEEK_BEFORE, project: EVERYWHERE };
		const { rows } = await bench.run('geo', { ...given, messages: 'eachProject' });
		expect(rows.map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^Ember & Oak Coffee: share of voice [\d.]+, Nov/),
			expect.stringMatching(/^Ridgeline Outfitters: share of voice [\d.]+, Nov/),
			expect.stringMatching(/^Taskpilot: share of voice [\d.]+ \(/),
		]);
	});

	it.each([[[]], [['model']]])(
		'says of a report by %j without a value that there are no data',
		async (by) => {
			answer([{ model: 'ChatGPT', share_of_voice: null }]);
			const { rows } = await bench.run('geo', shares(...by));
			const sentence = 'No data for Ember & Oak Coffee in these days.';
			expect(rows).toMatchObject([{ complete: false, text: expect.stringContaining(sentence) }]);
		},
	);

	it.each([
		[0.124, '12.4%'],
		['34%', '34%'],
	])('writes the fraction %j as %s', async (share_of_voice, written) => {
		answer([{ model: 'ChatGPT', share_of_voice }]);
		const given = { ...shares('model'), messageNumberFormat: 'fraction' };
		expect(await textOf(given)).toContain(`• ChatGPT – ${written}`);
	});

	it('is an error if a number above 1 should be a fraction', async () => {
		answer([{ model: 'ChatGPT', share_of_voice: 12.4 }]);
		const given = { ...shares('model'), messageNumberFormat: 'fraction' };
		const { rows, error } = await bench.run('geo', given);
		expect(rows).toEqual([]);
		expect(error?.message).toBe(
			"'Number Format' is for fractions from 0 to 1, but share_of_voice is 12.4",
		);
		expect(error?.description).toContain("Choose Percent (0–100) in 'Number Format'");
	});

	it.each([
		['avg_visibility_score_change < 0', 'No prompt of Ember & Oak Coffee fell.'],
		['avg_visibility_score_change > 0', 'No prompt of Ember & Oak Coffee rose.'],
		['avg_rank_change = worse', 'No prompt of Ember & Oak Coffee got worse.'],
		['avg_rank > 900', 'No prompt of Ember & Oak Coffee meets the conditions of this list.'],
	])('says of %s that there is none', async (where, sentence) => {
		const prompt = { prompt_id: 'p1', prompt: 'a', avg_visibility_score: 5, avg_rank: 2 };
		const match = { path: '/v2/geo/business/prompts' };
		respond(bench, { body: { data: [prompt], total: 1 }, times: Infinity, match });
		const given = { ...list('prompt'), ...WEEK, options: { ...COMPARED, where } };
		const { rows } = await bench.run('geo', given);
		expect(rows).toMatchObject([{ complete: true, text: expect.stringContaining(sentence) }]);
	});

	it('says of a report without dimensions that its numbers do not meet the conditions', async () => {
		const options = { ...COMPARED, where: 'share_of_voice_change > 99' };
		const said = await textOf({ ...shares(), project: EVERYWHERE, options });
		const names = 'Ember & Oak Coffee, Ridgeline Outfitters, Taskpilot';
		expect(said).toContain(`The numbers of ${names} do not meet the conditions of this list.`);
	});

	it.each(['all', 'eachProject'])(
		'says of days to come that they are no final numbers: %s',
		async (messages) => {
			const dates = { dateRange: 'custom', startDate: '2099-01-01', endDate: '2099-01-09' };
			const said = await textOf({ ...shares('model'), ...dates, project: EVERYWHERE, messages });
			const count = messages === 'all' ? 1 : 3;
			expect(said.match(/^The period has days that are still to come/gm)).toHaveLength(count);
			expect(said).not.toContain('not over');
		},
	);

	it('says that the total is missing to the builder alone, if the service refuses it', async () => {
		const withoutDimensions = { ...PERFORMANCE, body: 'Z","measures"' };
		respond(bench, { status: 422, times: Infinity, match: withoutDimensions });
		const { rows, hints } = await bench.run('geo', shares('model'));
		expect(rows).toMatchObject([{ complete: true, text: expect.stringContaining('• ChatGPT') }]);
		expect(rows[0]?.subject).toBe(`${SHARES_TITLE}, Nov 18 – 24, 2026`);
		expect(hints).toContainEqual(expect.stringMatching(/^The message has no total: /));
	});

	it('costs one request more for each project and period', async () => {
		await bench.run('geo', { ...shares('model'), ...WEEK_BEFORE, project: EVERYWHERE });
		const reads = bench.sandbox.requests.filter(({ path }) => path === PERFORMANCE.path);
		expect(reads).toHaveLength(3 * 2 * 2);
	});

	it('says to the builder, not to a client, that a unit is not known', async () => {
		const { rows, hints } = await bench.run('geo', shares('model'));
		expect(rows[0]?.text).not.toMatch(/percentage|source/);
		expect(hints).toContainEqual(expect.stringContaining("'Number Format'"));
		const given = { ...shares('model'), messageNumberFormat: 'percent' };
		expect((await bench.run('geo', given)).hints).toEqual([]);
	});

	it('says the days of periods of unequal length', async () => {
		const dates = { dateRange: 'custom', startDate: '2026-11-01', endDate: '2026-11-15' };
		const compareWith = {
			compareWith: 'customDates',
			compareWithDates: '2026-10-01 to 2026-10-16',
		};
		const options = { comparison: { with: compareWith } };
		expect(await textOf({ ...shares('model'), ...dates, options })).toContain(
			'Nov 1 – 15, 2026 (15 days), compared with Oct 1 – 16, 2026 (16 days)',
		);
	});
});
