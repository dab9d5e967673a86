import './harness/scaledTime';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { always, messagesOf, numbered, useOddBench } from './harness/oddService';

const odd = useOddBench();

const ALL = numbered(257);
const NEW = [...ALL, { prompt_id: 'new' }];

describe('A record without an ID', () => {
	it('is left out, which the log says once', async () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		odd.service.answers = always([...ALL, { title: 'Nameless' }]);
		const trigger = odd.newPrompt();
		await trigger.activate();
		odd.service.answers = always([...NEW, { title: 'Nameless' }]);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
		expect(warn.mock.calls).toEqual([
			[
				"Tested: 1 record has no ID and cannot be watched. To watch all records, enter 'Key Fields' under 'Options'.",
			],
		]);
	});

	it('fails the start and every poll if there is no other', async () => {
		odd.service.answers = always([{ title: 'Nameless' }]);
		await expect(odd.newPrompt().activate()).rejects.toMatchObject({
			message: 'The records have no ID, so the trigger cannot tell them apart',
			description: expect.stringMatching(/id, prompt_id\..*'Key Fields'.*: title\./),
		});
		odd.service.answers = always(ALL);
		const trigger = odd.newPrompt();
		await trigger.activate();
		odd.service.answers = always([{ title: 'Nameless' }]);
		await trigger.poll();
		await trigger.poll();
		const message = 'No record has the ID field prompt_id any more';
		expect(messagesOf(trigger)).toEqual([message, message]);
	});
});

describe('A row of a report', () => {
	const report = (dimensions: string, rows: IDataObject[]) => {
		odd.service.answers = () => ({ data: rows });
		const own = { measures: [], otherMeasures: 'score', dimensions: dimensions.split(', ') };
		return odd.fall({ recordType: 'performanceReport', ...own });
	};
	const row = (score: number, rest: IDataObject) => ({ ...rest, score });

	it.each<[string, string, IDataObject[]]>([
		[
			'one of its dimensions',
			'topic, model',
			[
				{ topic: 'T', model: null },
				{ topic: 'T', model: 'M' },
			],
		],
		['a dimension that it does not have at all', 'topic', [{ model: 'M' }, { topic: 'T' }]],
	])('is watched with null in %s', async (_, dimensions, [first = {}, ...others]) => {
		const rest = others.map((other) => row(50, other));
		const trigger = report(dimensions, [row(50, first), ...rest]);
		await trigger.activate();
		odd.service.answers = () => ({ data: [...rest, row(30, first)] });
		await trigger.poll();
		expect(trigger.failures).toEqual([]);
		expect(trigger.events).toMatchObject([{ before: 50, after: 30, record: first }]);
	});

	it('fails the poll if no row has the dimension any more', async () => {
		const trigger = report('topic', [row(50, { topic: 'T' })]);
		await trigger.activate();
		odd.service.answers = () => ({ data: [row(50, { topic_name: 'T' })] });
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual(['No record has a field topic to recognize it by']);
	});
});

describe('The ID of the records', () => {
	it('stays the one of the start, if another one appears beside it', async () => {
		odd.service.answers = always(ALL);
		const trigger = odd.newPrompt();
		await trigger.activate();
		odd.service.answers = always(
			NEW.map((record, place) => ({ id: `i${String(place)}`, ...record })),
		);
		await trigger.poll();
		await trigger.activate();
		expect(trigger.events).toMatchObject([{ prompt_id: 'new' }]);
	});

	it.each([['id', {}]])(
		'in %s may turn from a number into a text, and nothing is changed',
		async (name, options) => {
			const tasks = [1, 2, 3].map((id) => ({ [name]: id, title: 'T' }));
			odd.service.answers = () => ({ data: tasks });
			const trigger = odd.tasks('changedTask', {}, options);
			await trigger.activate();
			const asText = tasks.map((task) => ({ ...task, [name]: String(task[name]) }));
			odd.service.answers = () => ({ data: asText });
			await trigger.poll();
			expect(trigger.started).toEqual([]);
			odd.service.answers = () => ({ data: asText.map((task) => ({ ...task, title: 'U' })) });
			await trigger.poll();
			expect(trigger.events).toHaveLength(3);
		},
	);
});

describe('Two records with one key', () => {
	const twin = { prompt_id: 'p0', score: 20 };

	it('fail every poll, also if they come later', async () => {
		odd.service.answers = always(numbered(3));
		const trigger = odd.fall();
		await trigger.activate();
		odd.service.answers = always([...numbered(3), twin]);
		await trigger.poll();
		await trigger.poll();
		const message = 'Several records have the same prompt_id p0';
		expect(messagesOf(trigger)).toEqual([message, message]);
		expect(trigger.events).toEqual([]);
	});

	it('fail one poll if they are one that has changed while it was read, and nothing is lost', async () => {
		odd.service.answers = always(numbered(3));
		const trigger = odd.fall();
		await trigger.activate();
		odd.service.answers = always([...numbered(3), twin]);
		await trigger.poll();
		expect(trigger.failures).toMatchObject([
			{ description: expect.stringContaining('the next poll reads it again') },
		]);
		odd.service.answers = always(numbered(3, { score: 30 }));
		await trigger.poll();
		await trigger.poll();
		expect(trigger.failures).toHaveLength(1);
		expect(trigger.events).toHaveLength(3);
	});
});
