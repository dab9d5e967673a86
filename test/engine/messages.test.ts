import type { INodeParameters } from 'n8n-workflow';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Bench, project } from '../../dev/engine';
import { outputFields } from '../../nodes/shared/form';
import { PROJECTS } from '../../sandbox';
import { text } from '../../sandbox/json';
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
		expect(hints).toEqual([
			expect.stringMatching(/^The message lacks Ridgeline Outfitters: .*403/s),
		]);
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
			{ project_id: PROJECTS.saas, text: expect.stringContaining('There is nothing to show.') },
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

it('The item of a message begins with its title and text, and Output with how to look at it', async () => {
	const { rows } = await bench.run('geo', { ...list('prompt'), limit: 1 });
	expect(Object.keys(rows[0] ?? {}).slice(0, 3)).toEqual(['title', 'text', 'period']);
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
