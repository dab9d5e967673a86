import './harness/scaledTime';
import { setTimeout } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { ActiveTrigger } from '../../dev/engine';
import {
	always,
	messagesOf,
	numbered,
	onceAt,
	page,
	useOddBench,
	type Answers,
	type ListRequest,
} from './harness/oddService';

const odd = useOddBench();

const ALL = numbered(257);
const NEW = [...ALL, { prompt_id: 'new' }];
const empty: Answers = () => ({ data: [], total: 0 });

describe('A known list that is suddenly empty', () => {
	it('changes nothing: what comes back is not new, and what is new comes with the next poll', async () => {
		odd.service.answers = always(ALL);
		const trigger = odd.newPrompt();
		await trigger.activate();
		odd.service.answers = empty;
		await trigger.poll();
		await trigger.activate();
		expect(trigger.started).toEqual([]);
		odd.service.answers = always(NEW);
		await trigger.poll();
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toEqual([]);
	});
});

describe('A flood of events', () => {
	const flood = numbered(60).map((record, place) => ({
		...record,
		prompt_id: `f${String(place)}`,
	}));
	const started = async (trigger: ActiveTrigger, records: IDataObject[]) => {
		odd.service.answers = always(records);
		await trigger.activate();
		odd.service.readings = 0;
		return trigger;
	};

	it('is not believed if the next reading does not show it', async () => {
		const trigger = await started(odd.newPrompt(), numbered(30));
		odd.service.answers = onceAt(0, always(flood), always([...numbered(30), { prompt_id: 'new' }]));
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
	});

	it('is read until two readings show the same events', async () => {
		const trigger = await started(odd.newPrompt(), numbered(30));
		const first = [...numbered(30), ...flood.slice(0, 50)];
		odd.service.answers = onceAt(0, always(first), always([...numbered(30), ...flood]));
		await trigger.poll();
		expect(trigger.events).toEqual(flood);
		expect(odd.service.readings).toBe(3);
		await trigger.poll();
		expect(trigger.events).toEqual(flood);
	});

	it('of numbers is read again, too', async () => {
		const trigger = await started(odd.fall(), numbered(30));
		odd.service.answers = onceAt(0, always(numbered(30, { score: 0 })), always(numbered(30)));
		await trigger.poll();
		await trigger.poll();
		expect(trigger.started).toEqual([]);
		odd.service.answers = always(numbered(30, { score: 30 }));
		await trigger.poll();
		expect(trigger.events).toHaveLength(30);
	});

	it('that is another one each time fails the poll', async () => {
		const trigger = await started(odd.newPrompt(), numbered(30));
		odd.service.answers = (request: ListRequest) =>
			page(
				flood.map((record) => ({ prompt_id: `${record.prompt_id} ${request.reading}` })),
				request,
			);
		await trigger.poll();
		expect(messagesOf(trigger)).toEqual([
			expect.stringMatching(/^The records were different each of the 4 times/),
		]);
		expect(trigger.events).toEqual([]);
	});
});

describe('An answer that never ends', () => {
	it('fails its poll at the deadline, and has no effect on those that follow', async () => {
		odd.service.answers = always(numbered(3));
		const trigger = odd.newPrompt({ maxWait: 1 });
		await trigger.activate();
		let isEnding = false;
		odd.service.answers = () => async (response) => {
			response.setHeader('content-type', 'application/json').write('{"data":[');
			while (!isEnding && !response.destroyed) {
				response.write(' ');
				await setTimeout(10);
			}
			response.end(`${JSON.stringify({ prompt_id: 'late' })}]}`);
		};
		const hanging = trigger.poll();
		await trigger.poll();
		await hanging;
		expect(messagesOf(trigger)).toEqual(['The poll was not finished after 31 minutes']);
		odd.service.answers = always([...numbered(3), { prompt_id: 'new' }]);
		await trigger.poll();
		isEnding = true;
		await setTimeout(100);
		await trigger.poll();
		expect(trigger.events).toEqual([{ prompt_id: 'new' }]);
		expect(trigger.failures).toHaveLength(1);
		odd.service.answers = always([...numbered(3), { prompt_id: 'late' }]);
		await trigger.poll();
		expect(trigger.events).toHaveLength(2);
	});
});
