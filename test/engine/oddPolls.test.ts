import './harness/scaledTime';
import { setTimeout } from 'node:timers/promises';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import type { ActiveTrigger } from '../../dev/engine';
import { messagesOf } from './harness/agency';
import { Sending } from './harness/listService';
import { always, type Answers, numbered, onceAt, page, useOddBench } from './harness/oddService';

const odd = useOddBench();

const ALL = numbered(257);
const NEW = [...ALL, { prompt_id: 'new' }];
const empty: Answers = () => ({ data: [], total: 0 });
/** What n8n is told of a failure that passes by itself. */
const TEMPORARY = { cause: 'temporarily-unavailable' };
const cut = (count: number): Answers => {
	return (request) => page(ALL.slice(0, count), request, ALL.length);
};

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
	it.each<[string, Answers]>([['sends an empty list once', empty]])(
		'%s is quiet after a second reading, and so is the next poll',
		async (_, wrong) => {
			const trigger = await started(odd.newPrompt(), onceAt(0, wrong, always(ALL)));
			expect(odd.readings).toBe(2);
			await trigger.poll();
			expect(trigger.started).toEqual([]);
			await poll(trigger, always(NEW));
			expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
			expect(trigger.failures).toEqual([]);
		},
	);

	it.each<[string, IDataObject[], number]>([
		['sends a list', ALL, 1],
		['has no records', [], 2],
	])('%s starts with as few readings as are needed', async (_, records, readings) => {
		const trigger = await started(odd.newPrompt(), always(records));
		expect(odd.readings).toBe(readings);
		await poll(trigger, always([...records, { prompt_id: 'new' }]));
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
	});

	it('sends its first, full page for every page fails', async () => {
		const start = started(odd.newPrompt(), () => ({ data: numbered(100) }));
		await expect(start).rejects.toMatchObject({
			message: 'The service did not return all records',
			description: expect.stringContaining("raise 'Page Size'"),
		});
	});

	it('sends another part each time fails', async () => {
		const trigger = odd.newPrompt({ pageSize: 50 });
		const start = started(trigger, (request) => cut(50 * (request.reading + 1))(request));
		await expect(start).rejects.toMatchObject({
			message: expect.stringContaining('The records were different each of the 4 times'),
		});
		expect([odd.readings, trigger.stored]).toEqual([4, '{}']);
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
		];

		it.each(lacks)('and has %s: what it lacked is no event', async (_, wrong) => {
			const trigger = await started(odd.newPrompt({ pageSize: 2 }), wrong);
			await poll(trigger, always(four));
			await poll(trigger, always([...four, { prompt_id: 'new' }]));
			expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
			expect(trigger.failures).toEqual([]);
		});

		it.each(lacks)('and has %s for several polls: neither is that', async (_, wrong) => {
			const trigger = await started(odd.newPrompt({ pageSize: 2 }), wrong);
			for (const look of ['poll', 'poll', 'activate'] as const) await trigger[look]();
			await poll(trigger, empty);
			await poll(trigger, always(four));
			await poll(trigger, always([...four, { prompt_id: 'new' }]));
			expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
			expect(trigger.failures).toEqual([]);
		});

		it('and then sends records without an ID: what it lacked is no event', async () => {
			const trigger = await started(odd.newPrompt({ pageSize: 2 }), pages([]));
			await poll(trigger, always([{ title: 'No ID' }, second, third]));
			await poll(trigger, always(four));
			await poll(trigger, always([...four, { prompt_id: 'new' }]));
			expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		});

		it('and always does, starts with the second poll, and says so in the log', async () => {
			const wrong = (...ids: string[]): Answers => {
				const records = [...four, ...ids.map((prompt_id) => ({ prompt_id }))];
				return (request) => page(records, request, records.length + 1);
			};
			const trigger = await started(odd.newPrompt(), wrong());
			await poll(trigger, wrong('second'));
			await poll(trigger, wrong('second', 'third'));
			await trigger.activate();
			await poll(trigger, wrong('second', 'third', 'fourth'));
			expect(trigger.events).toEqual([{ prompt_id: 'third' }, { prompt_id: 'fourth' }]);
			const said = warn.mock.calls.flat();
			expect(said).toContain(
				'Tested: Some data may be missing. The service reports 5 records but returned only 4.',
			);
			expect(said.slice(2, 4)).toEqual([
				'Tested: 1 new record starts no workflow, because the first poll may have lacked records.',
				'Tested: The trigger takes the list as complete from now on.',
			]);
		});

		it('and is asked for the existing records: what it lacked comes with them', async () => {
			const trigger = odd.newPrompt({ pageSize: 2, emitExisting: true });
			await started(trigger, pages([first, second]));
			await poll(trigger, always(four));
			expect(trigger.events).toEqual(four);
		});

		it('goes on with changes of those that it has sent', async () => {
			const trigger = await started(odd.fall(), pages([first, second]));
			await poll(trigger, always(numbered(4, { score: 30 })));
			expect(trigger.events).toHaveLength(2);
		});
	});

	describe('is in doubt, but has sent all that it counts,', () => {
		const [first = {}, second = {}, third = {}, fourth = {}] = numbered(4);
		const pages = [
			[first, second],
			[{ ...second, score: 51 }, third],
		];
		const moved: Answers = ({ offset }) => ({ data: pages[offset / 2] ?? [], total: 3 });

		it.each<[string, Answers, IDataObject[]]>([
			['a word beside no records', () => ({ data: [], state: 'ready' }), []],
			['a record that moved', moved, [first, second, third]],
		])('%s: what comes next is new', async (_, answers, records) => {
			const trigger = await started(odd.newPrompt({ pageSize: 2 }), answers);
			await poll(trigger, always([...records, fourth]));
			expect(trigger.events).toEqual([fourth]);
			expect(trigger.failures).toEqual([]);
		});

		it('a full page of tasks: what comes next is new', async () => {
			const tasks = (...ids: number[]) => ({ tasks: ids.map((id) => ({ id })), limit: 2 });
			const trigger = await started(odd.tasks('newTask'), () => tasks(1, 2));
			await poll(trigger, () => tasks(1, 3));
			expect(trigger.events).toEqual([{ id: 3 }]);
		});
	});

	it.each<[string, IDataObject[]]>([
		['has texts under the name of the list', [{ id: 1, tasks: ['a'] }]],
		['has records of which some have lists', [{ id: 1, tasks: [{ id: 2 }] }, { id: 3 }]],
		['has lists of something else', [{ id: 1, tags: [{ id: 2 }] }]],
	])('%s is one of tasks', async (_, data) => {
		await started(odd.tasks('newTask'), () => ({ data }));
	});

	it('sends columns that hold the tasks fails, unless the columns are to be watched', async () => {
		const columns = [{ id: 'todo', tasks: [{ id: 't1', title: 'T' }] }];
		const start = started(odd.tasks('newTask'), () => ({ columns }));
		await expect(start).rejects.toMatchObject({
			message: 'The service returned groups of tasks instead of tasks',
			description: expect.stringMatching(/data\[\]\.tasks.*'Key Fields'/),
		});
		const trigger = odd.tasks('newTask', {}, { keyFields: 'id' });
		await started(trigger, () => ({ columns }));
		await poll(trigger, () => ({ columns: [...columns, { id: 'later', tasks: [] }] }));
		expect(trigger.events).toMatchObject([{ id: 'later' }]);
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
	it('changes nothing: what comes back is not new, and what is new comes with the next poll', async () => {
		const trigger = await started(odd.newPrompt(), always(ALL));
		await poll(trigger, empty);
		await trigger.activate();
		expect(trigger.started).toEqual([]);
		await poll(trigger, always(NEW));
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
	});
});

describe('A flood of events', () => {
	const flood = numbered(60).map((record, place) => ({ ...record, prompt_id: `f${place}` }));
	const before = numbered(30);

	it('is read until two readings show the same events', async () => {
		const trigger = await started(odd.newPrompt(), always(before));
		const part = always([...before, ...flood.slice(0, 50)]);
		await poll(trigger, onceAt(1, part, always([...before, ...flood])));
		expect(trigger.events).toEqual(flood);
		expect(odd.readings).toBe(1 + 3);
		await trigger.poll();
		expect(trigger.events).toEqual(flood);
	});

	it.each([
		[19, 0, 0, 1],
		[20, 0, 0, 2],
		[20, 19, 19, 2],
		[20, 20, 20, 1],
		[30, 200, 0, 2],
	])('of %d new records beside %d known ones, of which %d are left, takes %d', async (...given) => {
		const [count, known, left, readings] = given;
		const trigger = await started(odd.newPrompt(), always(numbered(known)));
		odd.readings = 0;
		await poll(trigger, always([...numbered(left), ...flood.slice(0, count)]));
		expect([odd.readings, trigger.events.length]).toEqual([readings, count]);
	});

	it('of numbers is not believed if the next reading does not show it', async () => {
		const trigger = await started(odd.fall(), always(before));
		await poll(trigger, onceAt(1, always(numbered(30, { score: 0 })), always(before)));
		await trigger.poll();
		expect(trigger.started).toEqual([]);
	});

	it('that is another one each time fails the poll', async () => {
		const trigger = await started(odd.newPrompt(), always(before));
		await poll(trigger, (request) =>
			page(
				flood.map((record) => ({ prompt_id: `${record.prompt_id} ${request.reading}` })),
				request,
			),
		);
		expect(messagesOf(trigger)).toEqual([
			expect.stringMatching(/^The records were different each of the 4 times/),
		]);
		expect(trigger.events).toEqual([]);
	});
});

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

describe('A record without an ID', () => {
	const nameless = { title: 'Nameless' };

	it('is left out, which the log says once, and fails every poll if there is no other', async () => {
		const trigger = await started(odd.newPrompt(), always([...ALL, nameless]));
		await poll(trigger, always([...NEW, nameless]));
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
		const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
		expect(warn.mock.calls).toEqual([
			[`Tested: 1 record has no ID and cannot be watched. ${todo}`],
		]);
		await poll(trigger, always([nameless]));
		await trigger.poll();
		const missed = 'Records have no prompt_id (1 of 1), so the trigger cannot tell them apart';
		expect(messagesOf(trigger)).toEqual([missed, missed]);
		expect(trigger.failures[0]).toMatchObject({ failure: TEMPORARY });
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
