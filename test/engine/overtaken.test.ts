import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INodeParameters, type IWorkflowBase, jsonParse } from 'n8n-workflow';
import { overtakenFields } from '../../nodes/GeoTrigger/overtakenEvent';
import { PROJECTS } from '../../sandbox';
import { json, type Json } from '../../sandbox/json';
import { withUsualSpaces } from '../unit/messages';
import { MARKS, messagesOf } from './harness/agency';
import { bodiesOf, COFFEE, EVERYWHERE, project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee, outdoor, saas } = PROJECTS;

/** The GEO Trigger for competitors that get ahead. */
const watching = (fields: INodeParameters = {}) =>
	bench.trigger('geoTrigger', {
		...{ event: 'competitorOvertakes', project: COFFEE, metric: 'mentions_count' },
		...fields,
	});

const RIVAL = { website_id: 'w1', name: 'Rival Roasters', url: 'https://rival.example' };
const OWN = { website_id: 'w2', name: 'Our Coffee', url: 'https://www.our.example/' };
const MARKED = { ...OWN, is_self_website: true };

/** Makes a project of these websites. */
const list = (projectId: string, ...websites: Json[]) =>
	bench.sandbox.world.list(projectId, 'websites').splice(0, Infinity, ...websites);

const withNumber = (website: Json, number: unknown, metric = 'mentions_count') => ({
	...website,
	[metric]: number,
});

/** Makes a project of a rival and the own website, each with its number. */
const show = (rival: unknown, own: unknown, metric?: string, of: string = coffee) =>
	list(of, withNumber(RIVAL, rival, metric), withNumber(MARKED, own, metric));

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
	timeZone: 'America/New_York',
	dateStyle: 'medium',
});

const PASSED = 'Rival Roasters has overtaken Our Coffee in mentions: 57 against 52';

describe('Competitor Overtakes You', () => {
	it('says once who has passed, with both numbers now and before', async () => {
		show(44, 50);
		const trigger = watching();
		await trigger.activate();
		show(57, 52);
		for (let poll = 0; poll < 3; poll++) await trigger.poll();
		expect(trigger.summaries).toEqual([PASSED]);
		expect(trigger.events).toEqual([
			{
				...{ name: 'Rival Roasters', own_name: 'Our Coffee', metric: 'mentions_count' },
				...{ before: 44, after: 57, own_before: 50, own_after: 52 },
				...{ record: withNumber(RIVAL, 57), own_record: withNumber(MARKED, 52) },
			},
		]);
		expect(bodiesOf(bench)[0]).toMatchObject({ metrics: ['mentions_count'] });
	});

	it('finds an own website whose name has a comma, and not another that its name ends with', async () => {
		const ownWebsite = { __rl: true, mode: 'nameOrId', value: 'Smith, Jones & Co' };
		const websites = (other: number) =>
			Object.entries({ 'Smith, Jones & Co': 50, 'Jones & Co': 20, Other: other }).map(
				([name, number], at) => withNumber({ website_id: `w${String(at)}`, name }, number),
			);
		list(coffee, ...websites(10));
		const trigger = watching({ ownWebsite });
		await trigger.activate();
		list(coffee, ...websites(30));
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		list(coffee, ...websites(60));
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ name: 'Other', own_name: 'Smith, Jones & Co' }]);
	});

	it.each<[margin: number, numbers: Array<[rival: unknown, own: unknown]>, passed: string]>([
		[
			0,
			[
				[50, 52],
				[52, 52],
				[53, 52],
				[60, 52],
				[52, 52],
				[53, 52],
				[51, 52],
				[54, 52],
			],
			'53 54',
		],
		[
			0,
			[
				[57, 52],
				[60, 52],
			],
			'',
		],
		[
			5,
			[
				[50, 52],
				[57, 52],
				[58, 52],
				[48, 52],
				[59, 52],
				[46, 52],
				[60, 52],
			],
			'58 60',
		],
		[
			5,
			[
				[54, 52],
				[58, 52],
			],
			'58',
		],
		[
			0.1,
			[
				[0.5, 0.8],
				[0.8, 0.7],
				[0.81, 0.7],
			],
			'0.81',
		],
		[
			0,
			[
				[50, 52],
				[null, 52],
				[57, 52],
				['58 %', ' 59 %'],
				['60%', '59%'],
			],
			'57 60',
		],
	])('with a margin of %d in %j: at %s, also where each poll is a restart', async (...given) => {
		const [margin, [start = [], ...numbers], passed] = given;
		for (const look of ['poll', 'activate'] as const) {
			show(start[0], start[1]);
			const trigger = watching({ margin });
			await trigger.activate();
			for (const [rival, own] of numbers) {
				show(rival, own);
				await trigger[look]();
			}
			expect(trigger.events.map(({ after }) => Number(after)).join(' ')).toBe(passed);
		}
	});

	it('is about the lower number where that is the better one', async () => {
		const metric = 'avg_rank';
		show(3.5, 2, metric);
		const trigger = watching({ metric });
		await trigger.activate();
		show(4, 2, metric);
		await trigger.poll();
		show(1, 2, metric);
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ before: 4, after: 1, own_after: 2 }]);
	});

	it('takes no rank below 1 for one, since it may mean that there is none', async () => {
		const metric = 'avg_rank';
		show(3.5, 2, metric);
		const trigger = watching({ metric });
		await trigger.activate();
		show(0, 2, metric);
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		show(1, 2, metric);
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ before: 3.5, after: 1 }]);
	});

	it('is no event of a website that is ahead when it is first seen, but of its next pass', async () => {
		const of = (number: number) => [withNumber(MARKED, 52), withNumber(RIVAL, number)];
		list(coffee, withNumber(MARKED, 52));
		const trigger = watching();
		await trigger.activate();
		for (const number of [57, 50, 58]) {
			list(coffee, ...of(number));
			await trigger.poll();
		}
		expect(trigger.events).toMatchObject([{ before: 50, after: 58 }]);
	});

	it('is no event of a website that was ahead of another own one', async () => {
		const [first, second] = [withNumber(RIVAL, 60), withNumber(OWN, 50)];
		const third = { website_id: 'w3', name: 'Third', mentions_count: 55 };
		const mark = (website: Json) => ({ ...website, is_self_website: true });
		list(coffee, mark(first), second, third);
		const trigger = watching();
		await trigger.activate();
		list(coffee, first, mark(second), third);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([]);
		list(coffee, first, { ...mark(second), mentions_count: 70 }, third);
		await trigger.poll();
		list(coffee, first, mark(second), third);
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ name: 'Rival Roasters' }, { name: 'Third' }]);
	});

	it.each([
		['list', 'w2'],
		['nameOrId', ' our  COFFEE'],
		['nameOrId', 'our.example'],
		['nameOrId', 'Another Client, Our Coffee'],
	])('takes the own website from %s: "%s"', async (mode, value) => {
		list(coffee, withNumber(RIVAL, 50), withNumber(OWN, 52));
		const trigger = watching({ ownWebsite: { __rl: true, mode, value } });
		await trigger.activate();
		list(coffee, withNumber(RIVAL, 57), withNumber(OWN, 52));
		await trigger.poll();
		expect(trigger.summaries).toEqual([PASSED]);
	});

	const rival = withNumber(RIVAL, 57);
	const unmarked = withNumber(OWN, 52);
	const us = (id: string) => ({ ...MARKED, website_id: id, name: 'Our Tea', mentions_count: 52 });
	const called = (value: string) => ({ ownWebsite: { __rl: true, mode: 'nameOrId', value } });
	const NO_NUMBER = 'No record has a number in mentions_count of Our Coffee';

	it.each<[message: string, INodeParameters, websites: Json[], todo: RegExp]>([
		[
			'The project has no website marked as own',
			{},
			[unmarked, rival],
			/: Our.* \(w2\), Rival.* \(w1\)\.$/,
		],
		['The project has no website marked as own', {}, [], /: there is none\.$/],
		[
			'The project has 2 websites marked as own',
			{},
			[rival, us('w2'), us('w3')],
			/: Our Tea \(w2\), Our Tea \(w3\)\.$/,
		],
		[
			"The project has no website called 'Our Coffee'",
			called('Our Coffee'),
			[rival, us('w3')],
			/: Our Tea \(w3\), Ri/,
		],
		[
			"The project has 2 websites called 'w2, w3'",
			called('w2, w3'),
			[us('w2'), us('w3')],
			/'Own Website'/,
		],
		[
			NO_NUMBER,
			{},
			[withNumber(RIVAL, null), withNumber(MARKED, null)],
			/^Correct 'Number to Watch'/,
		],
		[
			'Your website Our Coffee has no mentions_count at the moment',
			{},
			[rival, withNumber(MARKED, null)],
			/The next poll tries again\.$/,
		],
	])('loses nothing while it says: %s', async (message, fields, websites, todo) => {
		show(50, 52);
		const trigger = watching(fields);
		await trigger.activate();
		const { stored } = trigger;
		list(coffee, ...websites);
		await trigger.poll();
		const description = expect.stringMatching(todo);
		const failure = { cause: 'temporarily-unavailable' };
		expect(trigger.failures).toMatchObject([{ message, description, failure }]);
		expect(trigger.stored).toBe(stored);
		show(57, 52);
		await trigger.poll();
		expect(trigger.summaries).toEqual([PASSED]);
	});

	it('knows the own website, whether its ID comes as a number or as text', async () => {
		const trigger = watching();
		for (const [rival, website_id] of [
			[50, 42],
			[57, '42'],
		] as const) {
			list(coffee, withNumber(RIVAL, rival), { ...withNumber(MARKED, 52), website_id });
			await trigger[rival === 50 ? 'activate' : 'poll']();
		}
		expect(trigger.summaries).toEqual([PASSED]);
	});

	it('goes by the Key Fields of websites without an ID', async () => {
		const websites = (number: number) => [
			{ url: RIVAL.url, mentions_count: number },
			{ url: OWN.url, mentions_count: 52, is_self_website: true },
		];
		list(coffee, ...websites(50));
		const trigger = watching({ options: { keyFields: 'url' } });
		await trigger.activate();
		list(coffee, ...websites(57));
		await trigger.poll();
		expect(trigger.events).toMatchObject([
			{ name: 'https://rival.example/', before: 50, after: 57 },
		]);
	});

	it('needs a number, and a margin of 0 or more', async () => {
		for (const [fields, message] of [
			[{ metric: '' }, "'Number to Watch' is empty"],
			[{ margin: -1 }, "'Margin' is not a number of 0 or more"],
			[{ ownWebsite: '={{ "" }}' }, "The expression in 'Own Website' returned no value"],
		] as const) {
			await expect(watching(fields).activate()).rejects.toThrow(message);
		}
	});

	it('watches each project beside its own website, in one item if wanted', async () => {
		for (const id of [coffee, outdoor, saas]) show(50, 52, undefined, id);
		list(outdoor, withNumber(RIVAL, 1));
		const trigger = watching({ project: EVERYWHERE, options: { oneItem: true } });
		await trigger.activate();
		for (const id of [coffee, saas]) show(57, 52, undefined, id);
		await trigger.poll();
		const lines = ['Ember & Oak Coffee', 'Taskpilot'].map((name) => `${name}: ${PASSED}`);
		expect(trigger.summaries).toEqual([['2 events', ...lines].join('\n')]);
		expect(trigger.events).toMatchObject([{ count: 2, events: [MARKS.coffee, MARKS.saas] }]);
		expect(messagesOf(trigger)).toEqual([
			expect.stringMatching(/^Not all .* Ridgeline .*: The project has no website marked as own/),
		]);
	});

	it.each([
		['', '1,057'],
		['de-DE', '1.057'],
	])(
		'says in the locale %j who has passed, without the project where that is the own one',
		async (locale, number) => {
			const sentence = `Rival Roasters has overtaken Ember & Oak Coffee in mentions: ${number} against 52`;
			const both = (number: number) =>
				list(
					coffee,
					withNumber({ ...MARKED, name: 'Ember & Oak Coffee' }, 52),
					withNumber(RIVAL, number),
				);
			both(1);
			const picked = { ...COFFEE, mode: 'list', cachedResultName: 'Ember & Oak Coffee' };
			const trigger = watching({ project: picked, options: { locale } });
			await trigger.activate();
			both(1057);
			await trigger.poll();
			expect(trigger.summaries).toEqual([sentence]);
		},
	);

	it('has n8n save that a website is behind again, but not each number', async () => {
		show(57, 52);
		const trigger = watching();
		await trigger.activate();
		show(58, 52);
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		show(50, 52);
		await trigger.poll();
		expect(trigger.started).toEqual([[]]);
		show(57, 52);
		await trigger.activate();
		expect(trigger.events).toHaveLength(1);
	});

	it('goes on with another margin, and starts over with another own website', async () => {
		show(50, 52);
		const trigger = watching({ margin: 20 });
		await trigger.activate();
		show(57, 52);
		await trigger.activate({ margin: 1 });
		expect(trigger.summaries).toEqual([PASSED]);
		show(50, 52);
		await trigger.poll();
		show(57, 52);
		await trigger.activate(called('Our Coffee'));
		expect(trigger.events).toHaveLength(1);
	});

	it('only remembers the first numbers of a period that starts anew', async () => {
		const now = jest.spyOn(Date, 'now');
		try {
			now.mockReturnValue(Date.parse('2026-11-01T03:59:00Z'));
			show(50, 52);
			const period = { range: { dateRange: 'thisMonth' } };
			const trigger = watching({ options: { period } });
			await trigger.activate();
			now.mockReturnValue(Date.parse('2026-11-01T04:01:00Z'));
			show(3, 2);
			await trigger.poll();
			expect(trigger.events).toEqual([]);
			for (const number of [1, 5]) {
				show(number, 2);
				await trigger.poll();
			}
			expect(trigger.events).toHaveLength(1);
		} finally {
			now.mockRestore();
		}
	});

	describe('as a test event', () => {
		it('swaps the numbers of a website and of the own one', async () => {
			list(coffee, withNumber(RIVAL, 57), withNumber(MARKED, 52), {
				...RIVAL,
				website_id: 'w3',
				mentions_count: 7,
			});
			const [items = []] = (await watching().test()) ?? [];
			const example = { is_example: true, own_name: 'Our Coffee' };
			expect(items.map(({ json }) => json)).toMatchObject([
				{
					...example,
					summary: `Example: ${PASSED}`,
					before: 52,
					after: 57,
					own_before: 57,
					own_after: 52,
				},
				{ ...example, before: 7, after: 52, own_before: 52, own_after: 7 },
			]);
		});

		it('finds the own website beyond the first page, too', async () => {
			const others = Array.from({ length: 120 }, (_, at) => ({
				name: `Rival ${at}`,
				website_id: at,
			}));
			const rivals = others.map((rival) => withNumber(rival, 57));
			list(coffee, ...rivals, withNumber(MARKED, 52));
			const [items = []] = (await watching().test()) ?? [];
			expect(items).toHaveLength(3);
		});

		it('needs a website beyond the margin', async () => {
			show(57, 52);
			await expect(watching({ margin: 5 }).test()).rejects.toMatchObject({
				description: expect.stringContaining("'Margin'"),
			});
		});
	});

	it('lists the websites, and the numbers that they have, to choose from', async () => {
		const parameters = { event: 'competitorOvertakes', project: project(coffee) };
		const search = async (method: string, typed?: string) =>
			(await bench.search('geoTrigger', method, parameters, {}, typed)).results;
		const [first, second] = await search('searchWebsites');
		expect(first).toEqual({ name: 'Marked as Own', value: 'is_self_website' });
		expect(second).toEqual({ name: 'Ember & Oak Coffee', value: 'website-01' });
		expect(await search('searchWebsites', 'BREW')).toMatchObject([{ name: 'Brewline' }]);
		expect(await search('searchNumbers')).toEqual([
			{ name: 'mentions_count', value: 'mentions_count' },
		]);
	});

	it('lists the websites of the first of several projects, which the field says', async () => {
		list(coffee, MARKED);
		const parameters = { event: 'competitorOvertakes', project: EVERYWHERE };
		const { results } = await bench.search('geoTrigger', 'searchWebsites', parameters);
		expect(results.map(({ name }) => name)).toEqual(['Marked as Own', 'Our Coffee']);
		const [field] = overtakenFields;
		expect(field?.description).toContain(
			'With All Projects, the list is that of the first project.',
		);
	});

	it('is in the example one item for all clients, also in a test event', async () => {
		const file = join(__dirname, '../../examples/competitor-overtakes-alert.json');
		const { nodes } = jsonParse<IWorkflowBase>(readFileSync(file, 'utf8'));
		const [node] = nodes.filter(({ type }) => type.endsWith('.geoTrigger'));
		const trigger = bench.trigger('geoTrigger', node?.parameters ?? {});
		const [shown = []] = (await trigger.test()) ?? [];
		const sample: unknown = expect.objectContaining({ is_example: true });
		const summary = expect.stringMatching(/^3 events\nExample: .*\nExample: .*\nExample: .*$/);
		const events = [sample, sample, sample];
		expect(shown).toMatchObject([{ json: { is_example: true, summary, count: 3, events } }]);
		for (const id of [coffee, saas]) show(44, 52, undefined, id);
		await trigger.activate();
		for (const id of [coffee, saas]) show(57, 52, undefined, id);
		await trigger.poll();
		const { start_date: from, end_date: to } = json(bodiesOf(bench).at(-1));
		const days = NEW_YORK.formatRange(new Date(String(from)), new Date(String(to)));
		const lines = ['Ember & Oak Coffee', 'Taskpilot'].map((name) => `${name}: ${PASSED} (${days})`);
		expect(trigger.summaries.map((summary) => withUsualSpaces(String(summary)))).toEqual([
			withUsualSpaces(['2 events', ...lines].join('\n')),
		]);
	});
});
