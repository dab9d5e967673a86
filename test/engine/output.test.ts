import { type IDataObject, type INodeParameters, isINodePropertyOptions } from 'n8n-workflow';
import { FILTERS, outputFieldsWithoutMessage } from '../../nodes/shared/form';
import { PROJECTS } from '../../sandbox';
import {
	CALL,
	COFFEE,
	EVERYWHERE,
	GET_PROJECTS,
	PERFORMANCE,
	project,
	PROMPTS,
	respond,
	TASKS,
	useBench,
	WHOLE_READS,
} from './harness/fixture';
import { recordsFrom } from './harness/listService';

const bench = useBench();

/** A list, a report, and the projects, which take no project. */
const READS: ReadonlyArray<readonly [title: string, parameters: INodeParameters]> = [
	...WHOLE_READS.map(({ title, where }) => [title, { ...where, project: COFFEE }] as const),
	['Project → Get Many', GET_PROJECTS],
];

/** The entries of Output that return records. */
const MODES = outputFieldsWithoutMessage
	.flatMap(({ name, options = [] }) => (name === 'output' ? options : []))
	.filter(isINodePropertyOptions);

/** Records that are all different, as nothing is known about the real ones. */
const ODD: unknown[] = [
	{ id: 1, topic: { id: 't1', name: 'T', more: { deep: [1, 2] } }, topic_name: 'other' },
	{ name: 'N', tags: ['a', 'b'], list: [{ a: 1 }], id: null },
	{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, prompt_id: 'p' },
	'just text',
	{},
];

const answer = (data: unknown) => respond(bench, { body: { data, total: ODD.length } });

const isCell = (value: unknown) => value === null || typeof value !== 'object';

describe.each(READS)('Output of %s', (_title, read) => {
	const run = async (parameters: INodeParameters) =>
		await bench.run('geo', { ...read, returnAll: true, ...parameters });

	it('is records, and some fields of each in other outputs', async () => {
		const { rows } = await run({});
		const [record = {}] = rows;
		const simplified = await run({ output: 'simplified' });
		expect(simplified.rows).toHaveLength(rows.length);
		for (const [place, row] of simplified.rows.entries()) {
			const ids = Object.keys(rows[place] ?? {}).filter((name) => /(^|_)id$/.test(name));
			expect(Object.keys(row).length).toBeLessThanOrEqual(10);
			expect(Object.keys(row)).toEqual(expect.arrayContaining(ids));
			expect(rows[place]).toMatchObject(row);
		}
		const names = Object.keys(record).reverse();
		const selected = await run({ output: 'selected', outputFields: names.join(', ') });
		expect(selected.hints).toEqual([]);
		expect(Object.entries(selected.rows[0] ?? {})).toEqual(
			names.map((name) => [name, record[name] ?? null]),
		);
	});

	it.each(MODES.map(({ value }) => value))(
		'is rows of one sheet of %s with Flatten for Sheets',
		async (output) => {
			answer(ODD.slice(0, 2));
			answer(ODD.slice(2));
			const parameters = { output, outputFields: 'id, topic.name, list', returnAll: false };
			const { rows, error } = await bench.run(
				'geo',
				{ ...read, ...parameters, limit: '={{ $json.limit }}', options: { flatten: true } },
				{ items: [{ limit: 2 }, { limit: 3 }] },
			);
			expect(error).toBeUndefined();
			expect(rows).toHaveLength(ODD.length);
			const [columns = []] = rows.map((row) => Object.keys(row));
			for (const row of rows) {
				expect(Object.keys(row)).toEqual(columns);
				expect(Object.values(row).every(isCell)).toBe(true);
			}
		},
	);
});

describe('Output', () => {
	const run = async (parameters: INodeParameters, setup = {}) =>
		await bench.run('geo', { ...PROMPTS, ...parameters }, setup);

	it('has the dimensions of a report beside its Selected Fields', async () => {
		const outputFields = 'share_of_voice, topic';
		const selected = { dimensions: ['model', 'topic'], output: 'selected', outputFields };
		const { rows } = await bench.run('geo', { ...PERFORMANCE, ...selected });
		expect(Object.keys(rows[0] ?? {})).toEqual(['model', 'share_of_voice', 'topic']);
		const topic = { id: 't1', name: 'Tea' };
		respond(bench, { body: { data: [{ topic, share_of_voice: 1 }], total: 1 } });
		const byTopic = { ...selected, dimensions: ['topic'], outputFields: 'share_of_voice' };
		const whole = await bench.run('geo', { ...PERFORMANCE, ...byTopic });
		expect(whole.rows).toEqual([{ topic_name: 'Tea', share_of_voice: 1 }]);
	});

	it('refuses no Selected Fields', async () => {
		const { error } = await run({ output: 'selected', outputFields: '={{ "" }}' });
		expect(error?.message).toBe("The expression in 'Fields' returned no value");
		expect(bench.sandbox.requests).toHaveLength(0);
	});

	const UNKNOWN_STATUS =
		"No record has a field 'status'. The records have, nearest first: id, title.";

	const MISSPELT: ReadonlyArray<readonly [label: string, parameters: INodeParameters]> = [
		['Fields', { output: 'selected', outputFields: 'prompt, topic.nam' }],
		['Fields to Show', { output: 'message', messageFields: 'topic.nam' }],
		['Other Metrics', { options: { otherMetrics: 'topic.nam' } }],
		[
			'Other Metrics',
			{ output: 'selected', outputFields: 'prompt', options: { otherMetrics: 'topic.nam' } },
		],
	];

	it.each(MISSPELT)(
		'refuses a name in %s that no record has, and lists the nearest',
		async (label, parameters) => {
			const topic = { name: 'T' };
			const data = [{ rank: 1, topic, prompt: 'a', answers_count: 1 }];
			respond(bench, { body: { data, total: 1 } });
			const { error } = await run(parameters);
			expect(error?.message).toBe("No record has a field 'topic.nam'");
			expect(error?.description).toMatch(
				new RegExp(`^Correct '${label}'\\. The records have, nearest first: topic[._]name`),
			);
		},
	);

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'gives the items of calls that were made, with a hint about a name that no item has: %s',
		async (onError) => {
			const call = { ...CALL, path: 'x', output: 'selected', outputFields: 'id, status' };
			respond(bench, { body: { id: 't', title: 'T' }, times: 2 });
			const { rows, hints, error } = await bench.run('geo', call, { items: [{}, {}], onError });
			expect(error).toBeUndefined();
			expect(rows).toEqual([0, 1].map(() => ({ id: 't', status: null })));
			expect(hints).toEqual([`${UNKNOWN_STATUS} Correct 'Fields'.`]);
			respond(bench, { body: { id: 't', title: 'T' } });
			const tool = await bench.run('geoTool', call);
			expect(tool.rows).toMatchObject([
				{ records: [{ id: 't', status: null }], notes: [UNKNOWN_STATUS] },
			]);
		},
	);

	it('says of a name that no record has also where another project fails', async () => {
		const match = { path: '/v2/geo/business/prompts' };
		respond(bench, { body: { data: [{ id: 't', title: 'T' }], total: 1 }, match, times: 2 });
		respond(bench, { status: 403, match });
		const fields = { project: EVERYWHERE, output: 'selected', outputFields: 'id, status' };
		const { errorItems, hints } = await run(fields, { onError: 'continueErrorOutput' });
		expect(errorItems).toHaveLength(1);
		expect(hints).toEqual([expect.stringContaining("No record has a field 'status'.")]);
	});

	it('accepts a metric that the service sends within an object', async () => {
		respond(bench, { body: { data: [{ id: 1, figures: { score: 5 } }], total: 1 } });
		const { error, rows } = await run({ options: { otherMetrics: 'score' } });
		expect([error, rows]).toEqual([undefined, [{ id: 1, figures: { score: 5 } }]]);
	});

	it('says how many records lack a field of Fields, and takes the path and the column of a field', async () => {
		const data = [
			{ id: 1, rank: null, topic: { name: 'T' }, tag: null },
			{ id: 2, tag: null },
		];
		respond(bench, { body: { data, total: 2 } });
		const outputFields = 'id, topic.name, topic_name, rank, tag';
		const { hints, rows } = await run({ output: 'selected', outputFields });
		expect(rows[0]).toEqual({ id: 1, 'topic.name': 'T', topic_name: 'T', rank: null, tag: null });
		expect(hints).toEqual([
			...["1 of 2 records have no value in 'topic.name', which 'Fields' names."],
			...["1 of 2 records have no value in 'topic_name', which 'Fields' names."],
			...["2 of 2 records have no value in 'rank', which 'Fields' names."],
			...["2 of 2 records have no value in 'tag', which 'Fields' names."],
		]);
	});

	it.each(FILTERS.map(({ name, value, kind: { field } }) => [name, value, field] as const))(
		'warns of records that the filter %s does not fit, as if the service ignored it',
		async (name, filter, field) => {
			const isBoolean = field.type === 'boolean';
			const [own, other] = isBoolean ? [true, false] : ['1', 'b'];
			const picked = { __rl: true, mode: 'list', value: 'x', cachedResultName: '1' };
			const entered = field.type === 'resourceLocator' ? picked : own;
			const filters = { condition: [{ filter, [field.name]: entered }] };
			const data = [own, other, null, other].map((value, id) => ({ id, [filter]: value }));
			respond(bench, { body: { data, total: 4 } });
			const { hints } = await run({ filters });
			expect(hints).toEqual([
				`2 records have another ${name}: the service may not apply this filter.`,
			]);
		},
	);

	it.each<[typed: string, column: string, values: string[], count: number]>([
		['Espresso machines', 'topic_name', ['Espresso machines', 'Tea'], 1],
		['Espresso machines', 'topic_name', ['Coffee', 'Tea'], 0],
		['topic-01', 'topic_name', ['Coffee', 'Tea'], 0],
		['topic-01', 'topic_id', ['topic-01', 'topic-02'], 1],
	])('compares a typed filter %s with %s if a record has it', async (...given) => {
		const [value, column, values, count] = given;
		const topicValue = { __rl: true, mode: 'id', value };
		const filters = { condition: [{ filter: 'topics', topicValue }] };
		const data = values.map((own, id) => ({ id, [column]: own }));
		respond(bench, { match: { path: '/v2/geo/business/prompts' }, body: { data, total: 2 } });
		const { hints, error } = await run({ filters });
		expect(error).toBeUndefined();
		expect(hints).toHaveLength(count);
	});

	it('hints at cells that are too long for Google Sheets', async () => {
		for (const length of [50_000, 50_001]) {
			const data = [{ id: 1, note: 'x'.repeat(length) }];
			respond(bench, { body: { data, total: 1 } });
			const { hints, rows } = await run({ options: { flatten: true } });
			expect(rows).toHaveLength(1);
			const hint =
				"Google Sheets refuses a cell with more than 50,000 characters, as in note. Choose other fields with 'Output'; Simplified shortens texts.";
			expect(hints).toEqual(length > 50_000 ? [hint] : []);
		}
	});

	it.each<[cells: IDataObject, isHinted: boolean]>([
		[{ note: '=IMPORTXML("https://a.example")' }, true],
		[{ note: '@here' }, true],
		[{ note: '-a' }, true],
		[{ '+note': 'a' }, true],
		[{ note: 'a=b', score: -5, change: '-5%', rank: '-' }, false],
	])('hints once at texts that a sheet would take for formulas: %j', async (cells, isHinted) => {
		const data = [1, 2].map((id) => ({ id, ...cells }));
		respond(bench, { body: { data, total: 2 } });
		const { hints, rows } = await run({ options: { flatten: true } }, { items: [{}, {}] });
		expect(rows).toEqual([...data, ...data]);
		const hint = expect.stringContaining("'Cell Format' to 'Let n8n format' (RAW)");
		expect(hints).toEqual(isHinted ? [hint] : []);
	});

	it('is an error for what is no list', async () => {
		respond(bench, { body: '"made"', headers: { 'content-type': 'application/json' } });
		const { rows, error } = await run({ returnAll: true });
		expect(rows).toEqual([]);
		expect(error?.message).toBe('The response has no list of records');
	});
});

/** As chosen from the list, so that no name has to be looked up. */
const LISTED = { ...COFFEE, mode: 'list', cachedResultName: 'Ember & Oak Coffee' };
const TITLE = 'Ember & Oak Coffee: share of voice by AI platform';

const REPORT = {
	...{ ...PERFORMANCE, project: LISTED, dimensions: ['model'], output: 'message' },
	...{ dateRange: 'last7Days', compareWith: 'previousPeriod' },
};
const ALL_PROMPTS = { ...PROMPTS, project: LISTED, output: 'message', returnAll: true };
const REPORT_PATH = '/v2/geo/reports/performance';
const LIST_PATH = '/v2/geo/business/prompts';
const ALL_FORMS = ['text', 'slack', 'markdown', 'html'] as const;

describe('Output: Message', () => {
	const onError = 'continueRegularOutput' as const;

	it('is one item with the same message in four forms, and the rows', async () => {
		const { rows, error } = await bench.run('geo', REPORT);
		expect(error).toBeUndefined();
		expect(rows).toEqual([
			{
				subject: expect.stringMatching(
					/^Ember & Oak Coffee: share of voice [\d.]+ \(▲ [\d.]+\), \w{3} \d/,
				),
				title: TITLE,
				project_id: PROJECTS.coffee,
				project_name: 'Ember & Oak Coffee',
				period_start: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
				period_end: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
				complete: true,
				missing: [],
				period: expect.stringMatching(/\d{4}, compared with \w+ \d+.*, \d{4}$/),
				text: expect.stringMatching(
					/^Ember & Oak Coffee: share of voice by AI platform\n[^]*ChatGPT – \d/,
				),
				slack: expect.stringContaining('by AI platform*'),
				markdown: expect.stringMatching(/\| ChatGPT +\|/),
				html: expect.stringMatching(/<table[^]*ChatGPT/),
				rows: expect.arrayContaining([
					expect.objectContaining({ model: 'ChatGPT', share_of_voice_change: expect.any(Number) }),
				]),
			},
		]);
	});

	it('says what filters and Where have kept', async () => {
		const picked = { __rl: true, mode: 'list', value: 'topic-10', cachedResultName: 'Travel mugs' };
		const filters = { condition: [{ filter: 'topics', topicValue: picked }] };
		const kept = { where: 'avg_visibility_score > 60, prompt contains travel' };
		const { rows } = await bench.run('geo', { ...ALL_PROMPTS, filters, options: kept });
		expect(rows[0]?.text).toContain(
			'\nTopic: Travel mugs · Visibility > 60 · Prompt contains travel\n',
		);
	});

	it('shows a condition with a word that JavaScript knows', async () => {
		const options = { where: 'prompt != Constructor, prompt != __proto__' };
		const { rows, error } = await bench.run('geo', { ...ALL_PROMPTS, options });
		expect(error).toBeUndefined();
		expect(rows[0]?.text).toContain('\nPrompt != Constructor · Prompt != __proto__\n');
	});

	it('says the values of filters and conditions as they were entered', async () => {
		const value = 'topic-10';
		const byId = { condition: [{ filter: 'topics', topicValue: { mode: 'nameOrId', value } }] };
		const comparison = { with: { compareWith: 'previousPeriod' } };
		for (const [fields, said] of [
			[{ filters: byId }, 'Topic: topic-10'],
			[
				{ dateRange: 'last7Days', options: { comparison, where: '_status = kept' } },
				'Status = kept',
			],
			[{ options: { where: 'status = Active' } }, 'Status = Active'],
		] as const) {
			const { rows } = await bench.run('geo', { ...ALL_PROMPTS, ...fields });
			expect(rows[0]?.text).toContain(`\n${said}\n`);
		}
	});

	it('shows no other days beside a period, but a text that looks like a day', async () => {
		const data = ['Price', '2026-01-02', 'Speed'].map((theme, id) => {
			return { id, keyword: `k${String(id)}`, theme, created_at: `2025-01-0${id + 1}` };
		});
		const read = { resource: 'keyword', operation: 'getAll', project: LISTED, output: 'message' };
		for (const [dateRange, shown] of [
			['last7Days', false],
			['notSet', true],
		] as const) {
			respond(bench, { body: { data, total: data.length } });
			const { rows } = await bench.run('geo', { ...read, dateRange });
			expect(rows[0]?.text).toMatch(/^• k0( –|\n {3}Theme) Price/m);
			const days = expect.stringContaining('Created Jan 1, 2025');
			expect(rows[0]?.text).toEqual(shown ? days : expect.not.stringContaining('Created'));
		}
	});

	it('has the title and the locale that the user enters, for each input item', async () => {
		const items = [{ title: 'Anteil je Plattform' }, { title: 'Zwei' }];
		const words = { messageTitle: '={{ $json.title }}', messageLocale: 'de-DE' };
		const run = await bench.run('geo', { ...REPORT, ...words }, { items });
		expect(run.rows.map(({ title }) => title)).toEqual(['Anteil je Plattform', 'Zwei']);
		expect(run.rows[0]?.text).toMatch(/^Anteil je Plattform\n[^]*\d,\d/);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it.each<[string, INodeParameters, string]>([
		['the list', { mode: 'list', cachedResultName: 'Tea & Co' }, 'Tea & Co: prompts'],
		['its name', { mode: 'name', value: ' ember & oak COFFEE ' }, 'Ember & Oak Coffee: prompts'],
		['its ID', { mode: 'id', cachedResultName: 'Old' }, 'Ember & Oak Coffee: prompts'],
		[
			'an expression',
			{ value: '={{ $json.id }}', cachedResultName: 'Old' },
			'Ember & Oak Coffee: prompts',
		],
		[
			'the list, all of them',
			{ ...EVERYWHERE, cachedResultName: 'All Projects' },
			'3 clients: prompts',
		],
	])('has the project in its title that was chosen by %s', async (_what, chosen, title) => {
		const setup = { items: [{ id: PROJECTS.coffee }] };
		const message = { ...PROMPTS, output: 'message', project: { ...COFFEE, ...chosen } };
		const { rows } = await bench.run('geo', message, setup);
		expect(rows).toMatchObject([{ title }]);
		const own = await bench.run('geo', { ...message, messageTitle: 'Own' }, setup);
		expect(own.rows).toMatchObject([{ title: 'Own' }]);
	});

	it('names no dates to compare with if there are no records', async () => {
		respond(bench, { body: { data: [] }, times: 2 });
		const { rows } = await bench.run('geo', REPORT);
		expect(rows).toMatchObject([{ period: expect.not.stringContaining('compared'), rows: [] }]);
	});

	it('shows what comes first in Useful and in Sort', async () => {
		const row = { prompt: 'a', models: 3, mentions: 9, answers: 8, rank: 4, score: 71 };
		const headOf = async (field: string) => {
			respond(bench, { body: { data: [row], total: 1 } });
			const options = { sort: { by: [{ field }] } };
			const { rows } = await bench.run('geo', { ...ALL_PROMPTS, options });
			return rows[0]?.markdown;
		};
		expect(await headOf('score')).toContain('\n| Prompt | Score | Rank (1 is best) |\n');
		expect(await headOf('rank')).toContain('\n| Prompt | Rank (1 is best) |\n');
	});

	it('of an item with a wrong locale is an error item, and the others have theirs', async () => {
		const items = [{ locale: 'en' }, { locale: 'de_AT' }];
		const own = { ...REPORT, messageLocale: '={{ $json.locale }}' };
		const { rows } = await bench.run('geo', own, { items, onError });
		expect(rows).toMatchObject([
			{ title: TITLE },
			{
				error: "There is no locale 'de_AT'",
				message: expect.stringContaining("Enter a locale in 'Locale', such as de-DE."),
			},
		]);
	});

	it('with a wrong locale is an error before the node sends a request', async () => {
		const { rows } = await bench.run(
			'geo',
			{ ...ALL_PROMPTS, messageLocale: 'German' },
			{ onError },
		);
		expect(rows).toMatchObject([{ error: "There is no locale 'German'" }]);
		expect(bench.sandbox.requests).toEqual([]);
	});

	it('is not there beside nothing but an error', async () => {
		respond(bench, { status: 403, match: { path: LIST_PATH } });
		const { rows } = await bench.run('geo', ALL_PROMPTS, { onError });
		expect(rows).toEqual([{ error: expect.any(String), message: expect.any(String) }]);
	});

	it('says nothing of rows that the service counts and does not have', async () => {
		const about = { total: 5, has_more: false };
		respond(bench, { body: { data: [{ prompt: 'A', rank: 1 }], ...about } });
		respond(bench, { body: { data: [], ...about } });
		const { rows, hints } = await bench.run('geo', ALL_PROMPTS);
		expect(hints).toEqual([expect.stringContaining('5 records')]);
		expect(rows[0]?.text).not.toMatch(/more|of 5/);
	});

	it('draws bars as long as the numbers where only styles are left of the HTML', async () => {
		const data = [84.7, 18.9].map((visibility, at) => ({ prompt: `p${at}`, visibility }));
		respond(bench, { body: { data, total: 2 } });
		const { rows } = await bench.run('geo', ALL_PROMPTS);
		// What n8n's own preview keeps.
		const given = rows[0]?.html;
		const html = typeof given === 'string' ? given.replace(/ (?!style=)[\w-]+="[^"]*"/g, '') : '';
		const bars = [...html.matchAll(/border-top:7px [^"]*;width:(\d+)%">/g)];
		expect(bars.map(([, width]) => width)).toEqual(['85', '19']);
		expect(html).toMatch(/<th style="[^"]*;width:55%">Prompt<\/th>/);
	});

	it('has days as they are in a column of midnights, in every time zone', async () => {
		const days = ['2026-11-14T00:00:00Z', '2026-11-15 00:00:00.000+00:00', null];
		const rows = days.map((day, at) => ({
			...{ prompt: `p${at}`, first_seen: day, topic: { since: day } },
			...{ created_at: '2026-11-20T00:00:00Z', period_start: day, period_end: day },
		}));
		const later = { prompt: 'p3', created_at: '2026-11-20T01:00:00Z' };
		const messageOf = async (data: IDataObject[]) => {
			respond(bench, { body: { data, total: data.length } });
			const run = await bench.run('geo', ALL_PROMPTS, { timezone: 'America/New_York' });
			return run.rows[0] ?? {};
		};
		const [several, one] = [await messageOf([...rows, later]), await messageOf(rows.slice(0, 1))];
		for (const form of ALL_FORMS) {
			expect(several[form]).not.toContain('Nov 13');
			for (const day of ['Nov 14, 2026', 'Nov 15, 2026', 'Nov 19, 2026']) {
				expect(several[form]).toContain(day);
			}
			expect(one[form]).toMatch(/Nov 14, 2026[^]*Nov 14, 2026[^]*Nov 20, 2026/);
			expect(one[form]).not.toMatch(/Nov 1[39]/);
		}
	});

	it('is there for tasks, too', async () => {
		const { rows } = await bench.run('agents', { ...TASKS, output: 'message' });
		expect(rows[0]).toMatchObject({ title: 'Ember & Oak Coffee: tasks' });
	});
});

/** What is for who builds the workflow: names of fields, advice, and the words of the API. */
const FOR_BUILDER =
	/'[\w ]+'|Options|Return All|Limit|Sort|field|API|key\b|403|service|reports|response|This happened|proj-|Upstream/;

describe('The notes of a message', () => {
	const deny = (id: string, rest: IDataObject = {}) =>
		respond(bench, {
			...{ status: 403, times: Infinity, match: { path: REPORT_PATH, project: id } },
			...rest,
		});
	const answers = (body: IDataObject) => respond(bench, { body, match: { path: LIST_PATH } });
	const onError = 'continueRegularOutput' as const;
	const ONE_PROMPT = [{ prompt_id: 'p1', prompt: 'Best beans' }];
	const CLIENTS = ['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Taskpilot'];

	it.each<[string, INodeParameters, () => void, string[]]>([
		[
			'of a project that failed',
			{ ...REPORT, project: EVERYWHERE },
			() => deny(PROJECTS.outdoor),
			['Ridgeline Outfitters could not be read, so it is missing here.'],
		],
		[
			'of a day that failed',
			{ ...REPORT, compareWith: 'nothing', options: { splitBy: 'day' } },
			() => deny(PROJECTS.coffee, { times: 1 }),
			[expect.stringMatching(/^20\d\d-\d\d-\d\d could not be read, so it is missing here\.$/)],
		],
		[
			'of lists that end too early',
			{ ...ALL_PROMPTS, project: EVERYWHERE },
			() => bench.sandbox.behave({ total: 'tooHigh' }),
			[
				'Some projects may be missing.',
				...CLIENTS.map((name) => `Some data of ${name} may be missing.`),
			],
		],
		[
			'of a state',
			ALL_PROMPTS,
			() => {
				answers({ data: ONE_PROMPT, status: 'upstream node 7 is slow' });
				answers({ data: [] });
			},
			[],
		],
		[
			'of a misspelt field in Sort',
			{ ...ALL_PROMPTS, options: { sort: { by: [{ field: 'visibilty' }] } } },
			() => bench.sandbox.behave({ ignoreSort: true }),
			['The records may not be in the intended order.'],
		],
		[
			'of a comparison that has nothing in common',
			{ ...REPORT, dimensions: ['model', 'topic'] },
			() => {
				const part = (model: string) => ({
					data: [{ model, topic: 'T', share_of_voice: 1 }],
					total: 1,
				});
				for (const model of ['A', 'B']) {
					respond(bench, { body: part(model), match: { path: REPORT_PATH } });
				}
			},
			[
				'Where no record is in both periods, each one is new or gone. That does not mean that it was 0.',
			],
		],
		[
			'of parts that are the same',
			{ ...REPORT, compareWith: 'nothing', options: { splitBy: 'day' } },
			() => {
				const data = [{ model: 'ChatGPT', share_of_voice: 4 }];
				respond(bench, { body: { data }, match: { path: REPORT_PATH }, times: Infinity });
			},
			['The records are the same for each Day.'],
		],
	])('%s are for its reader alone, in all forms', async (_what, fields, order, notes) => {
		order();
		const { rows, hints } = await bench.run('geo', fields, { onError });
		const [message = {}, ...failed] = rows;
		const textOf = (form: string) => (typeof message[form] === 'string' ? message[form] : '');
		const found = textOf('text').match(/^[^•\n].+\.$/gm) ?? [];
		expect(found).toEqual(notes);
		for (const form of ALL_FORMS) expect(textOf(form)).not.toMatch(FOR_BUILDER);
		// Who builds the workflow is told the reason.
		expect(JSON.stringify([...hints, ...failed])).toMatch(/403|service|'Sort'|dimension/);
	});
});

describe('Limit', () => {
	/** One answer with so many records to a read of prompts. */
	const answers = (count: number, rest: IDataObject = {}) =>
		respond(bench, { body: { data: recordsFrom(0, count), ...rest }, match: { path: LIST_PATH } });

	it('says in one hint that a list goes on, also that of a new node', async () => {
		const { rows, hints } = await bench.run('geo', PROMPTS);
		expect(rows).toHaveLength(50);
		expect(hints).toEqual(["50 of 240 records. To get all, turn on 'Return All'."]);
	});

	it('is named in the hint with nothing that the form does not have', async () => {
		const hintsOf = async (parameters: INodeParameters, setup = {}) =>
			(await bench.run('geo', parameters, setup)).hints;
		const report = { ...PERFORMANCE, dimensions: ['topic', 'model'] };
		const some = { limit: 2 };
		expect(await hintsOf({ ...report, options: some })).toEqual([
			expect.stringMatching(/^2 of \d+ records\. To get all, remove 'Limit' from 'Options'\.$/),
		]);
		const items = [{ id: PROJECTS.coffee }, { id: PROJECTS.outdoor }];
		const each = { ...PROMPTS, project: project('={{ $json.id }}'), limit: 2 };
		expect(await hintsOf(each, { items })).toEqual([
			expect.stringMatching(
				/^4 of \d+ records\. 'Limit' is for each read of the run\. To get all, turn on 'Return All'\.$/,
			),
		]);
		expect(await hintsOf({ ...report, project: EVERYWHERE, options: some })).toEqual([
			expect.stringMatching(
				/^6 of \d+ records\. 'Limit' is for each project: 'Limit Applies To' can make it one for all\. To get all, remove/,
			),
		]);
	});

	it('says nothing where the list ends with it, or where all is read', async () => {
		answers(3, { has_more: false });
		answers(0);
		const reads = [{ ...PROMPTS, limit: 3 }, { ...PROMPTS, returnAll: true }, PERFORMANCE];
		for (const read of reads) expect((await bench.run('geo', read)).hints).toEqual([]);
	});

	it('in a message says how many more there are', async () => {
		const items = [{ limit: 10 }, { limit: 50 }];
		const fields = { limit: '={{ $json.limit }}', output: 'message' };
		const { rows } = await bench.run('geo', { ...PROMPTS, ...fields }, { items });
		for (const form of ALL_FORMS) {
			expect(rows[0]?.[form]).toContain('10 of 240 prompts');
			expect(rows[1]?.[form]).toMatch(/\d+ of 240 prompts/);
		}
		expect(rows[1]?.text).toMatch(/\n25 of 240 prompts$/);
	});

	it.each([
		['how many there are', false, ''],
		['how many there are at least if one of them does not tell', true, 'at least '],
	])('of several projects says %s', async (_what, isOpen, least) => {
		const runs = [];
		for (const [node, rest] of [
			['geo', {}],
			['geo', { output: 'message' }],
			['geoTool', { maxOutputSize: 0 }],
		] as const) {
			await bench.reset();
			if (isOpen) answers(3);
			runs.push(await bench.run(node, { ...PROMPTS, project: EVERYWHERE, ...rest, limit: 3 }));
		}
		const [records, message, tool] = runs;
		const total = records?.hints[0]?.match(/\d+ records/)?.[0] ?? '';
		expect(records?.hints).toEqual([expect.stringContaining(`9 of ${least}${total}.`)]);
		expect(message?.rows[0]?.text).toContain(`9 of ${least}${Number.parseInt(total, 10)} prompts`);
		const of = Number.parseInt(total, 10);
		expect(tool?.rows[0]?.count).toMatchObject({ shown: 9, of: isOpen ? `${least}${of}` : of });
	});
});
