import './harness/scaledTime';
import { setTimeout } from 'node:timers/promises';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import type { ActiveTrigger } from '../../dev/engine';
import { messagesOf } from './harness/agency';
import { Sending } from './harness/listService';
import { always, type Answers, numbered, useOddBench } from './harness/oddService';

const odd = useOddBench();

const ALL = numbered(257);
const NEW = [...ALL, { prompt_id: 'new' }];
const empty: Answers = () => ({ data: [], total: 0 });
/** What n8n is told of a failure that passes by itself. */
const TEMPORARY = { cause: 'temporarily-unavailable' };
const INCOMPLETE = 'The service did not return all records';

/** A trigger that has started with these answers. */
async function started(trigger: ActiveTrigger, answers: Answers): Promise<ActiveTrigger> {
	odd.serve(answers);
	await trigger.activate();
	return trigger;
}

/** Polls once with these answers. */
async function poll(trigger: ActiveTrigger, answers: Answers): Promise<void> {
	odd.serve(answers);
	await trigger.poll();
}

let warn: jest.SpyInstance;
beforeEach(() => {
	warn = jest.spyOn(Container.get(Logger), 'warn');
});
afterEach(() => warn.mockRestore());

describe('A start with a service that', () => {
	it.each<[string, IDataObject[]]>([
		['sends a list', ALL],
		['has no records', []],
	])('%s reads it once, and the next record is new', async (_, records) => {
		const trigger = await started(odd.newPrompt(), always(records));
		expect(odd.readings).toBe(1);
		await poll(trigger, always([...records, { prompt_id: 'new' }]));
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(odd.readings).toBe(2);
	});

	it.each<[string, Answers]>([
		['a total of 0', empty],
		['no total', () => ({ data: [] })],
		['a word', () => ({ data: [], state: 'ready' })],
	])('sends an empty list with %s has no records: what comes next is new', async (_, none) => {
		const trigger = await started(odd.newPrompt(), none);
		await poll(trigger, always(numbered(2)));
		expect(trigger.events).toEqual(numbered(2));
		expect(trigger.failures).toEqual([]);
	});

	it('sends its first, full page for every page fails', async () => {
		const start = started(odd.newPrompt(), () => ({ data: numbered(100) }));
		await expect(start).rejects.toMatchObject({
			message: INCOMPLETE,
			description: expect.stringContaining("raise 'Page Size'"),
		});
	});

	it('sends an error beside records fails', async () => {
		const start = started(odd.newPrompt(), () => ({ data: ALL, error: 'Half of it' }));
		await expect(start).rejects.toMatchObject({
			message: INCOMPLETE,
			description: expect.stringContaining('Half of it'),
		});
	});

	describe('counts more records than it sends,', () => {
		const four = numbered(4);
		const [first = {}, second = {}, third = {}] = four;
		/** The pages of a list of four; the last one stands for all that follow. */
		const pages = (...sent: IDataObject[][]): Answers => {
			return ({ offset }) => ({ data: sent[Math.ceil(offset / 2)] ?? [], total: 4 });
		};
		const lacks: Array<[string, Answers]> = [
			['a record twice', pages([first, second], [second, third])],
			['an empty second page', pages([first, second])],
			['no record', pages([])],
			['a quarter of the list', pages([first])],
			[
				'its last page again past the end',
				({ offset }) => ({ data: offset === 0 ? [first, second] : [second, third], total: 4 }),
			],
			[
				'a record that moves to the next page with another number',
				({ offset }) => ({
					data: offset === 0 ? [first, second] : [{ ...second, score: 51 }, third],
					total: 4,
				}),
			],
		];

		it.each(lacks)('and has %s fails, and starts once the list is whole', async (_, wrong) => {
			const trigger = odd.newPrompt({ pageSize: 2, emitExisting: true });
			await expect(started(trigger, wrong)).rejects.toMatchObject({
				message: INCOMPLETE,
				failure: TEMPORARY,
			});
			expect(trigger.stored).toBe('{}');
			await started(trigger, always(four));
			expect(trigger.events).toEqual(four);
		});

		it.each(lacks)('and has %s fails each poll, and loses nothing', async (_, wrong) => {
			const trigger = await started(odd.newPrompt({ pageSize: 2 }), always(four.slice(1)));
			const { stored } = trigger;
			await poll(trigger, wrong);
			await trigger.poll();
			expect(messagesOf(trigger)).toEqual([INCOMPLETE, INCOMPLETE]);
			expect(trigger.stored).toBe(stored);
			await poll(trigger, always(four));
			expect(trigger.events).toEqual([first]);
		});

		it.each<[string, () => ActiveTrigger, RegExp]>([
			[
				'records',
				() => odd.newPrompt({ pageSize: 2 }),
				/'Page Size', such as a smaller one.* 'Filters'.* Get Many/,
			],
			['tasks', () => odd.tasks('newTask'), /'Pagination'.* Get Many \(tasks: Query\)/],
		])('says what to do with %s', async (_, triggerOf, todo) => {
			await expect(started(triggerOf(), pages([first, second]))).rejects.toMatchObject({
				description: expect.stringMatching(
					new RegExp(`reports 4 records but returned only 2\\..*${todo.source}`),
				),
			});
		});
	});

	it('fills a page of tasks, and says nothing of others, has no others', async () => {
		const tasks = (...ids: number[]) => ({ tasks: ids.map((id) => ({ id })), limit: 2 });
		const trigger = await started(odd.tasks('newTask'), () => tasks(1, 2));
		await poll(trigger, () => tasks(1, 3));
		expect(trigger.events).toEqual([{ id: 3 }]);
	});

	it.each<[string, IDataObject[]]>([
		['has texts under the name of the list', [{ id: 1, tasks: ['a'] }]],
		['has records of which some have lists', [{ id: 1, tasks: [{ id: 2 }] }, { id: 3 }]],
		['has lists of something else', [{ id: 1, tags: [{ id: 2 }] }]],
	])('%s is one of tasks', async (_, data) => {
		await started(odd.tasks('newTask'), () => ({ data }));
	});

	it('sends columns that hold the tasks fails, unless the columns are to be watched', async () => {
		const data = [{ id: 'todo', tasks: [{ id: 't1', title: 'T' }] }];
		const start = started(odd.tasks('newTask'), () => ({ data }));
		await expect(start).rejects.toMatchObject({
			message: 'The service returned groups of tasks instead of tasks',
			description: expect.stringMatching(/data\[\]\.tasks.*'Key Fields'/),
		});
		const trigger = odd.tasks('newTask', {}, { keyFields: 'id' });
		await started(trigger, () => ({ data }));
		await poll(trigger, () => ({ data: [...data, { id: 'later', tasks: [] }] }));
		expect(trigger.events).toMatchObject([{ id: 'later' }]);
	});

	it('sends no list that is known fails', async () => {
		const start = started(odd.tasks('newTask'), () => ({ columns: [{ id: 't1' }] }));
		await expect(start).rejects.toMatchObject({
			message: 'The service returned no list of records',
			description: expect.stringMatching(/'Records At'.*\n.*'View'/),
		});
	});
});

describe('What is watched is looked for at every poll:', () => {
	const renamed = numbered(3).map(({ prompt_id }) => ({ prompt_id, visibility: 50 }));

	it('a number that no record has any more fails every poll, and one that some have does not', async () => {
		const trigger = await started(odd.fall(), always(numbered(3)));
		await poll(trigger, always(renamed));
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(Array(2).fill('No record has a number in score'));
		expect(trigger.failures[0]).toMatchObject({
			description: expect.stringContaining('have these numbers: visibility.'),
			failure: TEMPORARY,
		});
		await poll(trigger, always([...renamed.slice(1), { prompt_id: 'p0', score: 30 }]));
		expect(trigger.failures).toHaveLength(2);
		expect(trigger.events).toMatchObject([{ before: 50, after: 30 }]);
	});

	it('one of several fields that was renamed is a change of each record, and in the log', async () => {
		const tasks = [1, 2].map((id) => ({ id, status: 'open', title: 'T' }));
		const watched = odd.tasks('changedTask', { watchedFields: 'status, title' });
		const trigger = await started(watched, () => ({ data: tasks }));
		const data = tasks.map(({ id, title }) => ({ id, title, state: 'open' }));
		await poll(trigger, () => ({ data }));
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		const change = { changed_fields: ['status'], before: { status: 'open' } };
		expect(trigger.events).toMatchObject([
			{ id: 1, ...change },
			{ id: 2, ...change },
		]);
		expect(warn.mock.calls).toEqual([['Tested: No record has a field status at the moment.']]);
	});
});

describe('A known list that is suddenly empty', () => {
	it.each<[string, Answers]>([
		['a total of 0', empty],
		['no total', () => ({ data: [] })],
	])('with %s changes nothing: what comes back is not new', async (_, none) => {
		const trigger = await started(odd.newPrompt(), always(ALL));
		await poll(trigger, none);
		await trigger.activate();
		expect(trigger.started).toEqual([]);
		await poll(trigger, always(NEW));
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
	});
});

it.each([
	[60, 30, 30],
	[20, 0, 0],
	[30, 200, 0],
])(
	'%d new records beside %d known ones, of which %d are left, are events after one reading',
	async (count, known, left) => {
		const added = numbered(count).map((record, place) => ({ ...record, prompt_id: `n${place}` }));
		const trigger = await started(odd.newPrompt(), always(numbered(known)));
		odd.readings = 0;
		await poll(trigger, always([...numbered(left), ...added]));
		expect([odd.readings, trigger.events]).toEqual([1, added]);
	},
);

describe('An answer that never ends', () => {
	it('fails its poll at the deadline, and has no effect on those that follow', async () => {
		const trigger = await started(odd.newPrompt({ maxWait: 1 }), always(numbered(3)));
		let isEnding = false;
		const endless = new Sending((response) => {
			response.setHeader('content-type', 'application/json').write('{"data":[');
			const go = (): void => {
				if (isEnding || response.destroyed) {
					response.end(`${JSON.stringify({ prompt_id: 'late' })}]}`);
					return;
				}
				response.write(' ');
				globalThis.setTimeout(go, 10);
			};
			go();
		});
		odd.serve(() => endless);
		await Promise.all([trigger.poll(), trigger.poll()]);
		expect(messagesOf(trigger)).toEqual(['The poll was not finished after 31 minutes']);
		await poll(trigger, always([...numbered(3), { prompt_id: 'new' }]));
		isEnding = true;
		await setTimeout(100);
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toHaveLength(1);
		await poll(trigger, always([...numbered(3), { prompt_id: 'late' }]));
		expect(trigger.events).toHaveLength(2);
	});
});

it('The log says which records have a text in place of the number to watch', async () => {
	const data = ['>100', 12].map((score, id) => ({ prompt_id: `p${id}`, score }));
	await started(odd.fall(), always(data));
	expect(warn.mock.calls).toEqual([
		[
			'Tested: score is no number in 1 of 2 records, such as ">100". The trigger does not watch these.',
		],
	]);
});

describe('A record without an ID', () => {
	const nameless = { title: 'Nameless' };

	it('is left out, which the log says once, and fails every poll if there is no other', async () => {
		const trigger = await started(odd.newPrompt(), always([...ALL, nameless]));
		await poll(trigger, always([...NEW, nameless]));
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
		const todo = "To watch all, set 'Key Fields' under 'Options' to fields that each has.";
		expect(warn.mock.calls).toEqual([
			[`Tested: 1 record has no prompt_id and cannot be watched. ${todo}`],
		]);
		await poll(trigger, always([nameless]));
		await trigger.poll();
		const missed = 'Records have no prompt_id (1 of 1), so the trigger cannot tell them apart';
		expect(messagesOf(trigger)).toEqual([missed, missed]);
		expect(trigger.failures[0]).toMatchObject({
			failure: TEMPORARY,
			description: expect.stringContaining('looked for prompt_id, which the records had before.'),
		});
	});

	it('is one that lacks the only key field, too', async () => {
		const records = (...urls: string[]) => ({ data: urls.map((url, id) => ({ id, url })) });
		const trigger = odd.tasks('newTask', {}, { keyFields: 'url' });
		await started(trigger, () => records('a', 'b', ''));
		await poll(trigger, () => records('a', 'b', 'c', '', ''));
		expect(trigger.events).toEqual([{ id: 2, url: 'c' }]);
		expect(warn.mock.calls.flat()).toEqual([
			expect.stringContaining('1 record has no url'),
			expect.stringContaining('2 records have no url'),
		]);
	});
});

it('A row of a report is watched with null in a dimension, until no row has the dimension', async () => {
	const own = { measures: [], otherMeasures: 'score', dimensions: ['topic', 'model'] };
	const [first, other] = [
		{ topic: 'T', model: null },
		{ topic: 'T', model: 'M' },
	];
	const report = (...scores: number[]) => ({
		data: [other, first].map((row, place) => ({ ...row, score: scores[place] ?? 0 })),
	});
	const trigger = odd.fall({ recordType: 'performanceReport', ...own });
	await started(trigger, () => report(50, 50));
	await poll(trigger, () => report(50, 30));
	expect(trigger.failures).toEqual([]);
	expect(trigger.events).toMatchObject([{ before: 50, after: 30, record: first }]);
	await poll(trigger, () => ({ data: [{ subject: 'T', model: 'M', score: 50 }] }));
	expect(trigger.failures).toMatchObject([
		{ message: 'No record has a field topic to recognize it by', failure: TEMPORARY },
	]);
});

it.each<[string, (id: number, name: string) => IDataObject]>([
	['topic_id and topic_name', (id, name) => ({ topic_id: id, topic_name: name })],
	['topic_name', (_, name) => ({ topic_name: name })],
	['an object', (id, name) => ({ topic: { id, name } })],
	['topic and topic_id', (id, name) => ({ topic: name, topic_id: id })],
])('A row of a report is recognized by its topic in the form of %s', async (_, topicOf) => {
	const own = { measures: [], otherMeasures: 'score', dimensions: ['topic'] };
	const trigger = odd.fall({ recordType: 'performanceReport', ...own });
	const report = (score: number) => [
		{ ...topicOf(7, 'Mugs'), score },
		{ ...topicOf(8, 'Beans'), score: 50 },
	];
	await started(trigger, () => ({ data: report(50) }));
	await poll(trigger, () => ({ data: report(30).reverse() }));
	expect(trigger.failures).toEqual([]);
	expect(trigger.events).toMatchObject([{ name: 'Mugs', before: 50, after: 30 }]);
});

it.each<[string, IDataObject]>([
	['null', { topic_id: null }],
	['left out', {}],
])('A row of a report is recognized by its name where its ID is %s', async (_, none) => {
	const own = { measures: [], otherMeasures: 'score', dimensions: ['topic'] };
	const trigger = odd.fall({ recordType: 'performanceReport', ...own });
	const report = (score: number) => ({
		data: [
			{ topic: 'Mugs', topic_id: 1, score: 50 },
			{ topic: 'Beans', ...none, score: 50 },
			{ topic: 'Tea', ...none, score },
		],
	});
	await started(trigger, () => report(50));
	await poll(trigger, () => report(30));
	expect(trigger.failures).toEqual([]);
	expect(trigger.events).toMatchObject([{ name: 'Tea', before: 50, after: 30 }]);
});

it('A row of a report whose ID is missing for once does not hold up the others', async () => {
	const own = { measures: [], otherMeasures: 'score', dimensions: ['topic'] };
	const trigger = odd.fall({ recordType: 'performanceReport', ...own });
	const report = (score: number, id: number | null) => ({
		data: [
			{ topic: 'Mugs', topic_id: 1, score },
			{ topic: 'Tea', topic_id: id, score: 50 },
		],
	});
	await started(trigger, () => report(50, 2));
	await poll(trigger, () => report(30, null));
	expect(trigger.failures).toEqual([]);
	expect(trigger.events).toMatchObject([{ name: 'Mugs', before: 50, after: 30 }]);
});

it.each<[string, IDataObject[], IDataObject]>([
	['the first one, where all have it', [{ id: 1, task_id: 2 }, { id: 3 }], { id: 4, task_id: 2 }],
	['the one that all have', [{ task_id: 2 }, { id: 1, task_id: 3 }], { id: 1, task_id: 4 }],
	['the one that most have', [{ id: 1 }, { id: 2 }, { task_id: 3 }], { id: 3, task_id: 3 }],
	['one that is not blank', [{ id: ' ', task_id: 0 }], { id: ' ', task_id: 1 }],
	['the one that half of them have', [{ id: 1 }, { title: 'T' }], { id: 2 }],
	['a list as well', [{ id: [1] }], { id: [2] }],
])('The ID of records is %s', async (_, records, other) => {
	const trigger = await started(odd.tasks('newTask'), () => ({ data: records }));
	await poll(trigger, () => ({ data: [...records, other] }));
	expect([trigger.events, trigger.failures]).toEqual([[other], []]);
});

it.each<[IDataObject, IDataObject[], string, RegExp]>([
	[{}, [{ title: 'T' }], 'Records have no ID (1 of 1)', /looked for id, task_id\. .*has: title\./],
	[{}, [{ id: 1 }, { a: 1 }, { id: '' }], 'Records have no ID (2 of 3)', /The record has: a\./],
	[
		{ keyFields: 'topic, modle, id' },
		[{ topic: 'T' }, { topic: null, rank: 1 }],
		'No record has a field modle, id to recognize it by',
		/'Key Fields'.* The record has: topic\./,
	],
	[
		{ keyFields: 'topic, model' },
		[1, 2].map((due) => ({ topic: 'T', model: null, due })),
		'Several records have the same topic T, model ',
		/'Key Fields'.* The record has: topic, model, due\./,
	],
])(
	'With %j, records such as %j cannot be told apart',
	async (options, data, message, description) => {
		const start = started(odd.tasks('changedTask', {}, options), () => ({ data }));
		await expect(start).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(description),
		});
	},
);

it('A record is recognized by all key fields, which may be empty, null or not there', async () => {
	const trigger = odd.tasks('newTask', {}, { keyFields: 'topic.name, model' });
	const known = { id: 1, topic: { name: 'T' }, model: 'M' };
	await started(trigger, () => ({ data: [known, { id: 2, model: 'M' }] }));
	const same = [
		{ ...known, id: 3 },
		{ model: 'M', topic: { name: '' } },
	];
	const data = [...same, { model: 'M', topic: { name: null } }, { ...known, model: 'N' }];
	await poll(trigger, () => ({ data }));
	expect(trigger.events).toEqual([{ ...known, model: 'N' }]);
});

it('The ID of the records stays the one of the start, also as a text beside another one', async () => {
	const known = [1, 2, 3].map((task_id) => ({ task_id, title: 'T' }));
	const trigger = await started(odd.tasks('newTask'), () => ({ data: known }));
	const data = [1, 2, 3, 4].map((id) => ({ task_id: String(id), title: 'T', id: `i${id}` }));
	await poll(trigger, () => ({ data }));
	expect(trigger.events).toMatchObject([{ task_id: '4' }]);
});

describe('Two records with one key', () => {
	it('are one where they do not differ in what is watched, or have nothing to watch', async () => {
		const twins = (...scores: Array<number | null>) =>
			scores.map((score, n) => ({ prompt_id: 'p', score, n }));
		const trigger = await started(odd.fall(), always(twins(50, 50)));
		await poll(trigger, always(twins(null, 30, null)));
		expect(trigger.events).toMatchObject([{ before: 50, after: 30 }]);
		const records = odd.newPrompt();
		await started(records, always(twins(1)));
		await poll(records, always(twins(1, 2)));
		expect([records.events, records.failures]).toEqual([[], []]);
	});

	it('fail every poll in which they are there, and nothing is lost', async () => {
		const trigger = await started(odd.fall(), always(numbered(3)));
		await poll(trigger, always([...numbered(3), { prompt_id: 'p0', score: 20 }]));
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(
			Array(2).fill('Several records have the same prompt_id p0'),
		);
		expect(trigger.failures).toMatchObject(
			Array(2).fill({
				description: expect.stringContaining('the next poll reads it again'),
				failure: TEMPORARY,
			}),
		);
		await poll(trigger, always(numbered(3, { score: 30 })));
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
		expect(trigger.events).toHaveLength(3);
	});
});
