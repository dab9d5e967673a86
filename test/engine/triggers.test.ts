import { setTimeout } from 'node:timers/promises';
import { Container } from '@n8n/di';
import { type IDataObject, type INodeParameters, type JsonObject, jsonParse } from 'n8n-workflow';
import { Logger } from '@n8n/backend-common';
import type { ActiveTrigger } from '../../dev/engine';
import { MemoryCredentials } from '../../dev/engine/credentials';
import { LISTS } from '../../nodes/Geo/operations/lists';
import { PROJECTS, type Resource } from '../../sandbox';
import { json } from '../../sandbox/json';
import { isResource } from '../../sandbox/records';
import {
	bodiesOf,
	COFFEE,
	EVERYWHERE,
	pathsOf,
	project,
	respond,
	useBench,
} from './harness/fixture';
import { withUsualSpaces } from '../unit/messages';
import { placed } from '../../dev/placed';

const bench = useBench();
const { coffee, outdoor } = PROJECTS;

const list = (resource: Resource) => bench.sandbox.world.list(coffee, resource);

/** The GEO Trigger for records, or for a number of theirs. */
const watching = (fields: INodeParameters = {}) =>
	bench.trigger('geoTrigger', {
		...{ event: 'newRecord', recordType: 'prompt', project: COFFEE },
		...fields,
	});
const metric = (condition: string, fields: INodeParameters = {}) =>
	watching({ event: 'changedMetric', metric: 'score', condition, unit: 'points', ...fields });
const addPrompt = (id: string) => bench.sandbox.world.add(coffee, 'prompts', { prompt_id: id });
const identityOf = (trigger: ActiveTrigger) => trigger.events.map(({ prompt_id: id }) => id);

/** The Agents Trigger. */
const tasks = (event: string, fields: INodeParameters = {}) =>
	bench.trigger('agentsTrigger', { event, project: COFFEE, view: 'list', ...fields });
const patch = (id: string, change: Record<string, unknown>) =>
	bench.sandbox.world.patch(coffee, 'tasks', id, change);
const add = (id: string, change: Record<string, unknown> = {}) =>
	bench.sandbox.world.add(coffee, 'tasks', { id, title: `Task ${id}`, status: 'open', ...change });

/** Makes a project of these prompts, each with a number. */
function scores(numbers: Record<string, unknown>): void {
	const rows = Object.entries(numbers).map(([prompt_id, score]) => ({ prompt_id, score }));
	list('prompts').splice(0, Infinity, ...rows);
}

function resourceAt(path: string): Resource {
	if (isResource(path)) return path;
	throw new Error(`LISTS of sandbox/records.ts has no entry ${path}`);
}

describe('New Record', () => {
	it.each(LISTS.map(({ value, path }) => [value, path]))('gives a new %s', async (value, path) => {
		const resource = resourceAt(path);
		const trigger = watching({ recordType: value });
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		const [known = {}] = list(resource);
		const idName = Object.keys(known).find((name) => /(^|_)id$/.test(name)) ?? '';
		bench.sandbox.world.add(coffee, resource, { ...known, [idName]: 'brand-new' });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ ...known, [idName]: 'brand-new' }]);
	});

	it('gives all events with Flatten for Sheets, also if they share no fields', async () => {
		const trigger = watching({ metrics: [], ...placed({ flatten: true }) });
		await trigger.activate();
		for (let n = 0; n < 1100; n++) {
			bench.sandbox.world.add(coffee, 'prompts', { prompt_id: `new-${n}`, [`field_${n}`]: n });
		}
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		expect(trigger.events).toHaveLength(1100);
	});

	it('asks with filters, dates and metrics, and the dates may move on', async () => {
		const since = (days: number) => ({
			period: {
				range: { dateRange: 'custom', startDate: `={{ $now.minus(${days}, 'days') }}` },
			},
		});
		const topicValue = { __rl: true, mode: 'id', value: 'Espresso machines' };
		const filters = {
			condition: [
				{ filter: 'branded', booleanValue: true },
				{ filter: 'topics', topicValue },
			],
		};
		const being = (value: boolean | string) => ({
			condition: 'AND',
			items: [{ operator: 'is', value }],
		});
		const trigger = watching({ ...since(7), filters });
		await trigger.activate();
		expect(bodiesOf(bench).at(-1)).toMatchObject({
			project_id: coffee,
			metrics: ['answers_count'],
			start_date: expect.stringMatching(/^20/),
			filters: { branded: being(true), topics: being('topic-01') },
		});
		const startDate = () => json(bodiesOf(bench).at(-1)).start_date;
		const [{ stored }, first] = [trigger, startDate()];
		const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
		await trigger.activate();
		later.mockRestore();
		expect(trigger.stored).toBe(stored);
		expect(startDate()).not.toBe(first);
	});
});

describe('The sentence of an event', () => {
	it.each<[string, string]>([
		['', 'Score of p1 fell from 50.5 to 45.0'],
		['de-DE', 'Score of p1 fell from 50,5 to 45,0'],
		['pt-BR', 'Score of p1 fell from 50,5 to 45,0'],
	])('in the locale %j says how a number moved: %s', async (locale, sentence) => {
		scores({ p1: 50.5, p2: 4 });
		const trigger = metric('fallsBy', { amount: 5, options: { locale } });
		await trigger.activate();
		scores({ p1: 45, p2: 4 });
		await trigger.poll();
		expect(trigger.summaries).toEqual([sentence]);
	});

	it.each<[before: number, after: number, move: string]>([
		[0.054, 0.046, 'fell from 0.054 to 0.046'],
		[50.04, 49.96, 'fell from 50.04 to 49.96'],
		[1000, 1000.4, 'rose from 1,000.0 to 1,000.4'],
		[0.00121, 0.00122, 'rose from 0.00121 to 0.00122'],
	])(
		'writes numbers that differ with the digits that tell them apart: %s, %s',
		async (...given) => {
			const [before, after, move] = given;
			scores({ p1: before });
			const trigger = metric('changesBy', { amount: 0 });
			await trigger.activate();
			scores({ p1: after });
			await trigger.poll();
			expect(trigger.summaries).toEqual([`Score of p1 ${move}`]);
		},
	);

	it.each([
		['2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z', 'Dec 2, 2026, was Dec 1, 2026'],
		['2026-12-01T17:00:00Z', '2026-12-02T17:00:00Z', 'Dec 2, 2026, was Dec 1, 2026'],
		[
			'2026-12-01T09:00:00Z',
			'2026-12-01T17:00:00Z',
			'Dec 1, 2026, 12:00 PM, was Dec 1, 2026, 4:00 AM',
		],
	])(
		'writes a midnight as its day, and two times of a day with the time: %s, %s',
		async (...given) => {
			const [before, after, text] = given;
			add('t1', { due: before });
			const trigger = tasks('changedTask', { watchedFields: 'due' });
			await trigger.activate();
			patch('t1', { due: after });
			await trigger.poll();
			expect(trigger.summaries.map((one) => withUsualSpaces(String(one)))).toEqual([
				`Task t1: due is now ${text}`,
			]);
		},
	);

	it('writes the day of a row of a report', async () => {
		const report = { recordType: 'performanceReport', dimensions: ['date'], measures: [] };
		const trigger = metric('fallsBy', { amount: 5, ...report });
		for (const score of [50, 40]) {
			respond(bench, { body: { data: [{ date: '2026-11-22T00:00:00Z', score }] } });
			await trigger.activate();
		}
		expect(trigger.summaries).toEqual([
			expect.stringMatching(/^Score on Nov 22, 2026 fell from 50 to 40 \(/),
		]);
	});

	it('says how the number moved also of a prompt of 400 letters', async () => {
		const prompt = 'long '.repeat(80);
		list('prompts').splice(0, Infinity, { prompt_id: 'p1', prompt, score: 50 });
		const trigger = metric('fallsBy', { amount: 5 });
		await trigger.activate();
		list('prompts').splice(0, Infinity, { prompt_id: 'p1', prompt, score: 40 });
		await trigger.poll();
		expect(trigger.summaries).toEqual([
			expect.stringMatching(/^Score of (long ?)+… fell from 50 to 40$/),
		]);
	});

	it('names the project, the record and its change, in one line that mentions nobody', async () => {
		const project = { ...COFFEE, mode: 'list', cachedResultName: 'Ember & Oak Coffee' };
		const trigger = tasks('newOrChangedTask', { project, watchedFields: 'status' });
		await trigger.activate();
		add('t1', { title: 'Say\n<!channel>' });
		await trigger.poll();
		patch('t1', { status: 'in_review' });
		await trigger.poll();
		expect(trigger.summaries).toEqual([
			'Ember & Oak Coffee: new task: Say ‹!channel›',
			'Ember & Oak Coffee: Say ‹!channel›: status is now in review, was open',
		]);
	});

	it('is a line of the one item that all events of a poll become, if wanted', async () => {
		const trigger = watching({ project: EVERYWHERE, options: { oneItem: true } });
		await trigger.activate();
		const record = { prompt_id: 'new', prompt: 'Is tea good?' };
		for (const id of [coffee, PROJECTS.saas]) bench.sandbox.world.add(id, 'prompts', record);
		await trigger.poll();
		const [coffeeLine, saasLine] = ['Ember & Oak Coffee', 'Taskpilot'].map(
			(name) => `${name}: new prompt: Is tea good?`,
		);
		expect(trigger.summaries).toEqual([`2 events\n${coffeeLine}\n${saasLine}`]);
		expect(trigger.events).toMatchObject([
			{
				count: 2,
				events: [
					{ summary: coffeeLine, ...record },
					{ summary: saasLine, ...record },
				],
			},
		]);
	});

	it('needs a locale that there is', async () => {
		const trigger = watching({ options: { locale: 'de_AT' } });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: "There is no locale 'de_AT'",
			description: expect.stringContaining("'Options' → 'Locale', such as de-DE"),
		});
	});
});

describe('New Task', () => {
	it('takes no notice of changes, of tasks that go, nor of those that return', async () => {
		const trigger = tasks('newTask');
		await trigger.activate();
		add('t1');
		await trigger.poll();
		patch('task-001', { status: 'done' });
		bench.sandbox.world.remove(coffee, 'tasks', 't1');
		await trigger.poll();
		await trigger.activate();
		add('t1');
		await trigger.poll();
		expect(trigger.events).toEqual([{ id: 't1', title: 'Task t1', status: 'open' }]);
	});

	it('gives all tasks once at the start, if wanted, but not those of another project', async () => {
		const options = { additionalBodyJson: '{ "archived": false }', emitExisting: true };
		const trigger = tasks('newTask', { view: 'board', ...placed(options) });
		await trigger.activate();
		expect(bodiesOf(bench)).toEqual([{ view: 'board', archived: false }]);
		expect(bench.sandbox.requests[0]?.headers['x-project-id']).toBe(coffee);
		await trigger.activate();
		await trigger.poll();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.events).toHaveLength(40);
		bench.sandbox.world.add(outdoor, 'tasks', { id: 'of another project' });
		await trigger.activate({ project: project(outdoor) });
		bench.sandbox.world.add(outdoor, 'tasks', { id: 't1' });
		await trigger.poll();
		expect(trigger.events.slice(40)).toEqual([{ id: 't1' }]);
	});
});

describe('Changed Task', () => {
	const owned = (name: string, seen: number) => ({ owner: { name, seen } });

	it.each<[watchedFields: string, ignoredFields: string, change: IDataObject, isEvent: boolean]>([
		['', '', { title: 'Another' }, true],
		['', '', {}, false],
		['title', '', { title: 'Another' }, true],
		['id, owner', '', { title: 'Another' }, false],
		['owner.name', '', owned('Bob', 1), true],
		['', 'title', { title: 'Another' }, false],
		['', 'title', { title: 'Another', status: 'done' }, true],
		['', 'owner.seen', owned('Ada', 2), false],
		['owner', 'owner.seen', owned('Ada', 2), false],
		['owner', 'owner.seen', owned('Bob', 2), true],
	])('goes by the fields "%s" without "%s": %j is one: %s', async (...given) => {
		const [watchedFields, ignoredFields, change, isEvent] = given;
		list('tasks').splice(0, Infinity, { id: 't1', title: 'T', status: 'open', ...owned('Ada', 1) });
		const trigger = tasks('changedTask', { watchedFields, options: { ignoredFields } });
		await trigger.activate();
		patch('t1', change);
		await trigger.poll();
		expect(trigger.events).toMatchObject(isEvent ? [{ id: 't1', ...change }] : []);
	});

	it('has a new task saved at once, by an execution without items, and then sees it change', async () => {
		const trigger = tasks('changedTask');
		await trigger.activate();
		add('t1');
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		patch('t1', { status: 'done' });
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ id: 't1', status: 'done' }]);
	});

	it('says what has changed of the fields to watch, also after a restart, and keeps that small', async () => {
		const was = { status: 'Somebody with a name', due: '2026-12-24T18:00:00Z' };
		const all = Array.from({ length: 40 }, (_, place) => ({ id: `t${place}`, ...was }));
		list('tasks').splice(0, Infinity, ...all);
		const trigger = tasks('changedTask', { watchedFields: 'status, due' });
		await trigger.activate();
		expect(trigger.size).toBeLessThan(100 * all.length);
		const is = { status: 'done', due: null };
		patch('t7', is);
		await trigger.activate();
		const changed = { changed_fields: ['status', 'due'], before: was, after: is };
		expect(trigger.events).toEqual([{ ...changed, id: 't7', ...is }]);
		const [[sample] = []] = (await trigger.test()) ?? [];
		expect(sample?.json).toMatchObject({ is_example: true, before: { status: null } });
	});

	const long = 'a text of 21 letters.';
	const [due, later] = ['2026-11-24T05:42:49Z', '2026-11-24T05:42:49X'];

	it.each<[string, IDataObject, IDataObject, IDataObject, IDataObject]>([
		['texts of 20 letters', { due }, { due: later }, { due }, { due: later }],
		['a longer text', { status: 'x' }, { status: long }, { status: 'x' }, {}],
		['a text that was longer', { status: long }, { status: 'x' }, {}, { status: 'x' }],
		['letters of two bytes', { status: 'ü'.repeat(11) }, { status: 'u' }, {}, { status: 'u' }],
		['a text that looks like what is kept', { status: '#1' }, { status: '#2' }, {}, {}],
		['an object', { due: { at: 1 } }, { due: { at: 2 } }, {}, {}],
		['a list', { due: [1] }, { due: null }, {}, { due: null }],
		['a number and its text', { due: 1 }, { due: '1' }, { due: 1 }, { due: '1' }],
		['a flag', { due: true }, { due: false }, { due: true }, { due: false }],
	])('knows values from before where they are short: %s', async (...given) => {
		const [, one, other, before, after] = given;
		list('tasks').splice(0, Infinity, { id: 't1', status: '', due: '', ...one });
		const trigger = tasks('changedTask', { watchedFields: 'status, due' });
		await trigger.activate();
		patch('t1', other);
		await trigger.poll();
		const change = { changed_fields: Object.keys(other), before, after };
		expect(trigger.events).toEqual([
			{ ...change, id: 't1', status: '', due: '', ...one, ...other },
		]);
	});

	it('with new tasks says of each whether it is one, and keeps what the task says itself', async () => {
		list('tasks').splice(0, Infinity, { id: 't1', status: 'a', before: 'noon' });
		const trigger = tasks('newOrChangedTask', { watchedFields: 'status' });
		await trigger.activate();
		patch('t1', { status: 'b' });
		add('t2');
		await trigger.poll();
		const change = { changed_fields: ['status'], before: { status: 'a' }, after: { status: 'b' } };
		expect(trigger.events).toEqual([
			{ is_new: false, ...change, id: 't1', status: 'b', before_2: 'noon' },
			{ is_new: true, id: 't2', title: 'Task t2', status: 'open' },
		]);
	});

	it.each([
		['changedTask', 'assignee', { assignee: 'Ada' }],
		['newOrChangedTask', 'owner.name', { owner: { name: 'Ada' } }],
	])('%s: the last %s that goes is a change, and the next one, too', async (...given) => {
		const [event, watchedFields, value] = given;
		list('tasks').splice(0, Infinity, { id: 't1', ...value }, { id: 't2' });
		const trigger = tasks(event, { watchedFields });
		await trigger.activate();
		list('tasks').splice(0, 1, { id: 't1' });
		await trigger.poll();
		await trigger.activate();
		patch('t2', value);
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		const changed = { changed_fields: [watchedFields] };
		const [none, some] = [{ [watchedFields]: null }, { [watchedFields]: 'Ada' }];
		expect(trigger.events).toMatchObject([
			{ id: 't1', ...changed, before: some, after: none },
			{ id: 't2', ...changed, before: none, after: some },
		]);
	});

	it('gives the first task of an empty project without a field to watch, and its next change', async () => {
		list('tasks').splice(0);
		const trigger = tasks('newOrChangedTask', { watchedFields: 'assignee' });
		await trigger.activate();
		add('t1');
		await trigger.poll();
		patch('t1', { assignee: 'Ada' });
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		expect(trigger.events).toMatchObject([{ is_new: true }, { before: { assignee: null } }]);
	});

	it('says at the start that no task has a field to watch', async () => {
		const trigger = tasks('changedTask', { watchedFields: 'asignee' });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'No record has a field asignee',
			description: expect.stringMatching(/^Correct 'Fields to Watch'. The record has: id, /),
		});
	});

	it('starts over, quietly, with another view', async () => {
		const trigger = tasks('changedTask', { watchedFields: 'status' });
		await trigger.activate();
		patch('task-001', { status: 'blocked', title: 'Another' });
		await trigger.activate({ view: 'board' });
		await trigger.poll();
		// The new start is saved, also where n8n would not do it by itself.
		expect(trigger.started).toEqual([[]]);
	});
});

describe('Changed Metric', () => {
	it('says what the number was, what it is, and the record', async () => {
		scores({ a: 50, b: 20 });
		const trigger = metric('fallsBy', { amount: 10, unit: 'percent', metrics: [] });
		await trigger.activate();
		scores({ a: 44, b: 19 });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([
			{
				...{ name: 'a', metric: 'score', before: 50, after: 44, change: -6, change_percent: -12 },
				record: { prompt_id: 'a', score: 44 },
			},
		]);
	});

	const percent = { amount: 10, unit: 'percent' };

	it.each<[condition: string, fields: INodeParameters, numbers: unknown[], moves: string]>([
		['fallsBy', { amount: 5 }, [50, 46, 45, 41, 40], '50→45 45→40'],
		['fallsBy', { amount: 10 }, [50, 62, 52, 70], '62→52'],
		['fallsBy', { amount: 0.1 }, [0.3, 0.2], '0.3→0.2'],
		['fallsBy', { amount: 5 }, ['50', ' 45 %', null, 41, 40], '50→45 45→40'],
		['fallsBy', percent, [50, 46, 45], '50→45'],
		['risesBy', { amount: 10 }, [50, 38, 48, 30], '38→48'],
		['risesBy', percent, [-50, -46, -45], '-50→-45'],
		['risesBy', percent, [0, 0.1], '0→0.1'],
		['changesBy', { amount: 0 }, [1, 1, 1.1, 1.1], '1→1.1'],
		['changesBy', { amount: 10 }, [50, 56, 46, 56], '56→46 46→56'],
		['fallsBelow', { threshold: 30 }, [50, 30, 29, 10, 31, 29], '30→29 31→29'],
		['risesTo', { threshold: 30 }, [10, 29, 30, 40, 20, 35], '29→30 20→35'],
		['crosses', { threshold: 30 }, [50, 20, 25, 30], '50→20 25→30'],
	])('%s %j: %j, also where each poll is a restart', async (...given) => {
		const [condition, fields, [start, ...numbers], moves] = given;
		for (const look of ['poll', 'activate'] as const) {
			scores({ a: start });
			const trigger = metric(condition, fields);
			await trigger.activate();
			for (const number of numbers) {
				scores({ a: number });
				await trigger[look]();
			}
			const found = trigger.events.map(({ before, after }) => `${Number(before)}→${Number(after)}`);
			expect(found.join(' ')).toBe(moves);
		}
	});

	it('takes a rank of 0 for no rank, not for a better one', async () => {
		const rankIs = (avg_rank: number) =>
			list('prompts').splice(0, Infinity, { prompt_id: 'a', avg_rank });
		rankIs(5);
		const trigger = metric('fallsBelow', { metric: 'avg_rank', threshold: 3 });
		await trigger.activate();
		for (const rank of [0, 4, 0, 2]) {
			rankIs(rank);
			await trigger.poll();
		}
		expect(trigger.events).toMatchObject([{ before: 4, after: 2 }]);
	});

	it('takes another threshold for what it is, not for a move', async () => {
		scores({ a: 50 });
		const trigger = metric('risesTo', { threshold: 30 });
		await trigger.activate();
		scores({ a: 80 });
		await trigger.poll();
		await trigger.activate({ threshold: 60 });
		await trigger.activate({ condition: 'fallsBelow', threshold: 90 });
		await trigger.poll();
		expect(trigger.events).toEqual([]);
	});

	describe('in a period that starts anew', () => {
		/** Puts a number into every project. */
		const scoreEverywhere = (score: number) => {
			for (const id of Object.values(PROJECTS)) {
				const rows = bench.sandbox.world.list(id, 'prompts');
				rows.splice(0, Infinity, { prompt_id: 'a', score });
			}
		};
		const at = (moment: string) => now.mockReturnValue(Date.parse(moment));
		let now: jest.SpyInstance;
		beforeEach(() => {
			now = jest.spyOn(Date, 'now');
		});
		afterEach(() => now.mockRestore());

		/** Looks at 300, then 280, and in the next period at 40, 20 and, after a restart, at 19. */
		async function movesOver(range: string, before: string, after: string, fields: object) {
			at(before);
			const options = { period: { range: { dateRange: range } } };
			const trigger = metric('fallsBy', { amount: 10, ...fields, options });
			scoreEverywhere(300);
			await trigger.activate();
			scoreEverywhere(280);
			await trigger.poll();
			at(after);
			for (const score of [40, 20]) {
				scoreEverywhere(score);
				await trigger.poll();
			}
			await trigger.activate();
			expect(trigger.failures).toEqual([]);
			return trigger.events.map(({ before: from, after: to }) => `${Number(from)}→${Number(to)}`);
		}

		// In New York, whose summer time ends on 1 November, days start at 4:00 or 5:00 UTC.
		it.each([
			['today', '2026-11-01T03:59:00Z', '2026-11-01T04:01:00Z'],
			['thisWeek', '2026-11-02T04:59:00Z', '2026-11-02T05:01:00Z'],
			['thisMonth', '2026-11-01T03:59:00Z', '2026-11-01T04:01:00Z'],
			['thisQuarter', '2026-10-01T03:59:00Z', '2026-10-01T04:01:00Z'],
			['thisYear', '2027-01-01T04:59:00Z', '2027-01-01T05:01:00Z'],
		])('%s takes the fall of its start for none, and then goes on', async (...given) => {
			expect(await movesOver(...given, {})).toEqual(['300→280', '40→20']);
			const crossing = { condition: 'fallsBelow', threshold: 100 };
			expect(await movesOver(...given, crossing)).toEqual([]);
			const everywhere = await movesOver(...given, { project: EVERYWHERE });
			expect(new Set(everywhere)).toEqual(new Set(['300→280', '40→20']));
		});

		it.each(['last7Days', 'lastMonth', 'notSet'])('%s is compared as before', async (range) => {
			const moves = await movesOver(range, '2026-11-01T03:59:00Z', '2026-11-01T04:01:00Z', {});
			expect(moves).toEqual(['300→280', '280→40', '40→20']);
		});

		it('has the same records as the one before', async () => {
			at('2026-11-01T03:59:00Z');
			const period = { range: { dateRange: 'thisMonth' } };
			const trigger = watching({ options: { period } });
			scoreEverywhere(300);
			await trigger.activate();
			at('2026-11-01T04:01:00Z');
			addPrompt('new');
			await trigger.poll();
			expect(identityOf(trigger)).toEqual(['new']);
		});

		it('starts anew for rows of a report, and for one that comes later', async () => {
			const rows = (...scores: number[]) => ({
				status: 200,
				body: { data: scores.map((count, n) => ({ topic: `T${n}`, mentions_count: count })) },
			});
			const own = { measures: [], otherMeasures: 'mentions_count', dimensions: ['topic'] };
			const options = { period: { range: { dateRange: 'thisMonth' } } };
			const trigger = metric('fallsBy', {
				...{ recordType: 'performanceReport', metric: 'mentions_count', amount: 10, ...own },
				options,
			});
			at('2026-11-01T03:59:00Z');
			respond(bench, rows(300, 300));
			await trigger.activate();
			at('2026-11-01T04:01:00Z');
			for (const scores of [[2], [2, 2]]) {
				respond(bench, rows(...scores));
				await trigger.poll();
			}
			expect(trigger.events).toEqual([]);
			expect(trigger.failures).toEqual([]);
		});
	});

	it('goes on with another amount, and starts over with another number', async () => {
		scores({ a: 50 });
		const trigger = metric('fallsBy', { amount: 40 });
		await trigger.activate();
		scores({ a: 45 });
		await trigger.activate({ amount: 5, metric: { __rl: true, mode: 'list', value: 'score' } });
		expect(trigger.events).toMatchObject([{ metric: 'score', before: 50, after: 45 }]);
		list('prompts').splice(0, 1, { prompt_id: 'a', score: 10, rank: 3 });
		await trigger.activate({ metric: 'rank' });
		await trigger.activate({ metric: 'score' });
		expect(trigger.events).toHaveLength(1);
	});

	it('takes numbers of another Date Range for no move', async () => {
		const over = (dateRange: string) => ({ options: { period: { range: { dateRange } } } });
		scores({ a: 59 });
		const trigger = metric('fallsBy', { amount: 5, ...over('last28Days') });
		await trigger.activate();
		scores({ a: 17 });
		await trigger.activate(over('last7Days'));
		scores({ a: 11 });
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ before: 17, after: 11 }]);
	});

	it.each([
		[{ metric: 'visibility' }, 'No record has a number in visibility', /total_models, .*avg_vis/],
		[{ amount: -1 }, "'Amount' is not a number of 0 or more", /'Amount'/],
		[{ project: project('') }, 'No project is chosen', /'Project'/],
	])('says at the start what is wrong with %j', async (fields, message, description) => {
		await expect(metric('fallsBy', { amount: 1, ...fields }).activate()).rejects.toMatchObject({
			message,
			description: expect.stringMatching(description),
		});
	});
});

describe('The list of numbers to watch', () => {
	const numbers = async (fields: INodeParameters, filter?: string) => {
		const parameters = { event: 'changedMetric', project: COFFEE, ...fields };
		const { results } = await bench.search('geoTrigger', 'searchNumbers', parameters, {}, filter);
		return results.map(({ value }) => value);
	};

	it('has those of the first page of the records, found by a part of the name', async () => {
		const [prompt = {}] = list('prompts');
		const own = Object.keys(prompt).filter((name) => typeof prompt[name] === 'number');
		expect(own).toContain('avg_visibility_score');
		expect(await numbers({})).toEqual([...own, 'answers_count']);
		expect(await numbers({}, ' VISIB')).toEqual(['avg_visibility_score']);
		expect(pathsOf(bench)).toEqual(Array(2).fill('/v2/geo/business/prompts'));
	});

	it('has those in objects, each under a name that leads to it', async () => {
		list('prompts').splice(0, Infinity, {
			...{ prompt_id: 'a', rank: null, text: '2', list: [3], 'a.b': 1, a: { b: 2, c: 3 } },
			platforms: { 'gpt-4.1': { score: 40 } },
		});
		list('prompts').push({ prompt_id: 'b', rank: 1, 'a.b': 2 });
		expect(await numbers({})).toEqual(
			expect.arrayContaining(['a.b', 'a.c', 'platforms.gpt-4.1.score', 'rank']),
		);
	});

	it('asks for the measures and dimensions of a report', async () => {
		const own = { measures: [], otherMeasures: 'mentions_count', dimensions: ['model'] };
		expect(await numbers({ recordType: 'performanceReport', ...own })).toEqual(['mentions_count']);
		const sent = { measures: ['mentions_count'], dimensions: ['model'] };
		expect(bodiesOf(bench)).toMatchObject([sent]);
	});

	it.each<[object[], string, RegExp]>([
		[[], 'There are no records to show', /'Date Range'.*'By Name'/],
		[[{ n: 'a' }], 'The records have no numbers', /name them in 'Other Metrics' or/],
	])('says with the records %j what to do', async (records, message, todo) => {
		list('prompts').splice(0, Infinity, ...records.map((record) => ({ ...record })));
		await expect(numbers({ metrics: [] })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining(message),
			description: expect.stringMatching(todo),
		});
	});
});

describe('A poll that fails', () => {
	it('half-way changes nothing, is reported, and loses nothing', async () => {
		const trigger = watching(placed({ maxRetries: 0 }));
		await trigger.activate();
		const { stored } = trigger;
		addPrompt('p1');
		respond(bench, { status: 500, body: { detail: 'Under repair' }, after: 2 });
		await trigger.poll();
		expect(trigger.stored).toBe(stored);
		expect(trigger.failures).toMatchObject([{ message: 'Under repair', httpCode: '500' }]);
		expect(trigger.failures[0]).not.toMatchObject({
			description: expect.stringContaining('This happened in the project'),
		});
		addPrompt('p2');
		await trigger.poll();
		expect(identityOf(trigger)).toEqual(['p1', 'p2']);
		expect(trigger.failures).toHaveLength(1);
	});

	it('as n8n starts is reported and leaves the workflow active; for the user it does not', async () => {
		const trigger = watching();
		await trigger.activate();
		addPrompt('p1');
		respond(bench, { status: 401, body: { detail: 'Who are you?' }, times: 9 });
		const failed = { message: 'Who are you?', httpCode: '401' };
		await expect(trigger.activate()).rejects.toMatchObject(failed);
		expect(trigger.failures).toEqual([]);
		for (const mode of ['init', 'leadershipChange'] as const) await trigger.activate({}, mode);
		await trigger.poll();
		expect(trigger.failures).toMatchObject([failed, failed, failed]);
		bench.sandbox.faults.clear();
		await trigger.poll();
		expect(identityOf(trigger)).toEqual(['p1']);
	});
});

it.each<[number, object, IDataObject]>([
	[429, { 'retry-after': '600' }, { cause: 'rate-limited', retryAfterMs: 600_000 }],
	[503, { 'retry-after': '7' }, { cause: 'temporarily-unavailable', retryAfterMs: 7_000 }],
	[500, {}, { cause: 'temporarily-unavailable' }],
	[408, {}, { cause: 'temporarily-unavailable' }],
	[401, {}, { cause: 'credential-invalid' }],
	[403, {}, { cause: 'configuration-invalid' }],
	[422, {}, { cause: 'configuration-invalid' }],
])('A poll that fails with %d says why in the way of n8n: %j', async (status, headers, failure) => {
	const trigger = watching(placed({ maxRetries: 0 }));
	await trigger.activate();
	respond(bench, { status, headers: { ...headers }, body: { detail: 'No' } });
	await trigger.poll();
	expect(trigger.failures).toMatchObject([{ message: 'No', failure }]);
});

it.each<INodeParameters>([{ project: project('') }, placed({ additionalBodyJson: '{' })])(
	'A poll with the fields %j says that these are wrong',
	async (fields) => {
		const failure = { cause: 'configuration-invalid' };
		await expect(watching(fields).activate()).rejects.toMatchObject({ failure });
	},
);

it('A poll that fails with an error of n8n says nothing of why', async () => {
	const trigger = watching();
	await trigger.activate();
	const get = jest.spyOn(MemoryCredentials.prototype, 'getDecrypted');
	get.mockRejectedValue(new Error('The database is locked'));
	await trigger.poll();
	get.mockRestore();
	expect(trigger.failures).toMatchObject([{ message: 'The database is locked' }]);
	expect(trigger.failures[0]).toHaveProperty('failure', undefined);
});

it('What the first good poll after a failed start of n8n has seen is saved at once', async () => {
	const trigger = watching();
	respond(bench, { status: 401 });
	await trigger.activate({}, 'init');
	await trigger.poll();
	addPrompt('p1');
	await trigger.activate({}, 'init');
	expect(identityOf(trigger)).toEqual(['p1']);
});

describe('Polls at the same time', () => {
	it('find an event once, and go on after one that failed', async () => {
		const trigger = watching(placed({ maxRetries: 0 }));
		await trigger.activate();
		addPrompt('p1');
		bench.sandbox.behave({ latencyMs: 30 });
		bench.sandbox.faults.order({ kind: 'reset' });
		await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		await trigger.poll();
		expect(identityOf(trigger)).toEqual(['p1']);
	});

	it('do not take what one of them read earlier for a change', async () => {
		scores({ a: 50, b: 50, c: 50, d: 50 });
		const [first = {}] = list('prompts');
		const trigger = metric('fallsBy', { amount: 5, ...placed({ pageSize: 2 }) });
		await trigger.activate();
		bench.sandbox.faults.order({ kind: 'slow', delayMs: 1000, after: 1 });
		const { length } = bench.sandbox.requests;
		const late = trigger.poll();
		// The first page has been answered once the second one is asked for.
		while (bench.sandbox.requests.length < length + 2) await setTimeout(1);
		Object.assign(first, { score: 40 });
		await trigger.poll();
		await late;
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ before: 50, after: 40 }]);
	});
});

describe('Fetch Test Event', () => {
	it('gives a few real records with one small request', async () => {
		const result = await watching({ metrics: [] }).test();
		expect(result).toEqual([
			list('prompts')
				.slice(0, 3)
				.map((record) => ({
					json: {
						...{ is_example: true, summary: `Example: New prompt: ${String(record.prompt)}` },
						...record,
					},
				})),
		]);
		expect(bodiesOf(bench)).toMatchObject([{ pagination: { limit: 100, offset: 0 } }]);
	});

	it('reads no other project if one has enough', async () => {
		scores({ a: 1, b: 2, c: 3 });
		const [items = []] = (await watching({ project: EVERYWHERE }).test()) ?? [];
		expect(items).toHaveLength(3);
		// The list of projects, and the prompts of the first one.
		expect(bodiesOf(bench)).toMatchObject([{}, { project_id: coffee }]);
	});

	it('shows what an event of a metric looks like, with a move as large as the condition', async () => {
		const [record] = list('prompts');
		const fields = { metric: 'avg_visibility_score', amount: 10, unit: 'percent' };
		const event = (await metric('fallsBy', fields).test())?.[0]?.[0]?.json;
		const before = record?.[fields.metric];
		expect(event).toMatchObject({ metric: fields.metric, before, record, change_percent: -10 });
	});

	it.each(['fallsBy', 'risesBy'])('takes records that can meet the condition: %s', async (name) => {
		scores({ a: 0, b: 0, c: 40 });
		const events = async (unit: string) => {
			const [items = []] = (await metric(name, { amount: 10, unit }).test()) ?? [];
			return items.map(({ json }) => json);
		};
		const change_percent = name === 'fallsBy' ? -10 : 10;
		expect(await events('percent')).toMatchObject([{ name: 'c', before: 40, change_percent }]);
		expect(await events('points')).toHaveLength(3);
		scores({ a: 0 });
		await expect(events('percent')).rejects.toMatchObject({
			description: expect.stringContaining("'Unit'"),
		});
	});

	it('does not touch what is remembered', async () => {
		const trigger = watching();
		await trigger.activate();
		addPrompt('p1');
		const staticData = jsonParse<IDataObject>(trigger.stored);
		await trigger.test(staticData);
		expect(staticData).toEqual(jsonParse(trigger.stored));
		await trigger.poll();
		expect(identityOf(trigger)).toEqual(['p1']);
	});

	it('says so where there is nothing yet, or nothing with the number', async () => {
		const nothing = 'No record can become a test event at the moment';
		bench.sandbox.world.bulk(coffee, 'prompts', 0);
		await expect(watching().test()).rejects.toThrow(nothing);
		scores({ a: null });
		await expect(metric('fallsBy', { amount: 10 }).test()).rejects.toMatchObject({
			message: nothing,
			description: expect.stringContaining(
				'A record without the number to watch makes no test event',
			),
		});
	});
});

describe('A trigger with other fields', () => {
	const picked = (cachedResultName: string) => ({ ...COFFEE, mode: 'list', cachedResultName });

	it.each<[INodeParameters, goesOn: boolean]>([
		[placed({ maxRetries: 5, maxWait: 9, pageSize: 20, timeout: 5000, flatten: true }), true],
		[{ options: { emitExisting: true, period: {} } }, true],
		[{ options: { period: { range: { dateRange: 'last7Days' } } } }, false],
		[placed({ additionalBodyJson: ' {} ', recordsAt: ' ' }), true],
		[{ filters: {} }, true],
		[{ project: picked('One') }, true],
		[{ project: picked('Other') }, true],
		[{ project: coffee }, true],
		[{ project: project('ember & oak coffee', 'name') }, false],
		[{ filters: { condition: [{ filter: 'branded', booleanValue: true }] } }, false],
		[placed({ additionalBodyJson: '{ "a": 1 }' }), false],
		[{ options: { keyFields: 'prompt_id' } }, false],
		[placed({ recordsAt: 'data' }), false],
	])('such as %j goes on: %s', async (fields, goesOn) => {
		bench.sandbox.behave({ ignoreFilters: true, ignoreUnknown: true });
		const trigger = watching();
		await trigger.activate();
		addPrompt('new');
		await trigger.activate(fields);
		expect(trigger.failures).toEqual([]);
		expect(identityOf(trigger)).toEqual(goesOn ? ['new'] : []);
	});
});

describe('What is remembered', () => {
	it('takes less than 60 characters a record', async () => {
		const count = 10_000;
		bench.sandbox.world.bulk(coffee, 'prompts', count);
		for (const [n, record] of list('prompts').entries()) record.score = (n * Math.PI) / 100;
		const trigger = metric('fallsBy', { amount: 1, ...placed({ pageSize: 3000 }) });
		await trigger.activate();
		expect(trigger.size).toBeLessThan(60 * count);
		expect(trigger.size).toBeGreaterThan(15 * count);
	});

	it('is written only where it has changed', async () => {
		const trigger = watching();
		await trigger.activate();
		const { stored } = trigger;
		await trigger.poll();
		expect(trigger.stored).toBe(stored);
		addPrompt('new');
		await trigger.poll();
		expect(trigger.stored).not.toBe(stored);
	});

	it.each([
		...[
			'null',
			'5',
			'[]',
			'{"seen":null}',
			'{"seen":{"values":null}}',
			'{"seen":{"values":{"a":[]}}}',
		],
		...['{"seen":{"values":5}}', '{"waitedPolls":"x"}', '{"seen":{"values":{},"idName":5}}'],
	])('starts a project anew, quietly, whose state is damaged: %s', async (damaged) => {
		const trigger = watching({ project: EVERYWHERE });
		await trigger.activate();
		const state = jsonParse<Record<string, { watch: { projects: JsonObject } }>>(trigger.stored);
		const { projects = {} } = state['node:Tested']?.watch ?? {};
		projects[coffee] = jsonParse(damaged);
		trigger.stored = JSON.stringify(state);
		addPrompt('missed');
		bench.sandbox.world.add(PROJECTS.saas, 'prompts', { prompt_id: 'other' });
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		await trigger.activate();
		expect([identityOf(trigger), trigger.failures]).toEqual([['other'], []]);
		expect(warn).toHaveBeenCalledWith(
			`Tested: The state of the project ${coffee} was damaged, so the trigger starts anew with it.`,
		);
		addPrompt('new');
		await trigger.poll();
		expect(identityOf(trigger)).toEqual(['other', 'new']);
	});

	it.each(['{', 'null', '7'])(
		'compares anew, quietly, with a website whose stored numbers are damaged: %s',
		async (damaged) => {
			const trigger = bench.trigger('geoTrigger', {
				...{ event: 'competitorOvertakes', metric: 'mentions_count', project: COFFEE },
			});
			await trigger.activate();
			const numbers = /"\[(true|false),[^\]]*\]"/g;
			expect(trigger.stored).toMatch(numbers);
			trigger.stored = trigger.stored.replaceAll(numbers, JSON.stringify(damaged));
			await trigger.activate();
			expect([trigger.events, trigger.failures]).toEqual([[], []]);
			expect(trigger.stored).toMatch(numbers);
		},
	);

	it('starts over, quietly, where it is damaged', async () => {
		const trigger = watching();
		await trigger.activate();
		for (const damaged of ['{}', '{"node:Tested":{"watch":7}}', '{"node:Tested":{"watch":null}}']) {
			trigger.stored = damaged;
			addPrompt(`p${damaged}`);
			await trigger.activate();
		}
		expect(trigger.events).toEqual([]);
	});
});
