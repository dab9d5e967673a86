import { setTimeout } from 'node:timers/promises';
import { jsonParse, type IDataObject } from 'n8n-workflow';
import type { ActiveTrigger } from '../../dev/engine';
import { KEYS, PROJECTS } from '../../sandbox';
import { project, useBench } from './harness/fixture';

const bench = useBench();
const { coffee } = PROJECTS;

const watching = (fields = {}, credential = {}) =>
	bench.trigger(
		'geoTrigger',
		{ event: 'newRecord', recordType: 'prompt', project: project(coffee), ...fields },
		credential,
	);
const add = (id: string) => bench.sandbox.world.add(coffee, 'prompts', { prompt_id: id });
const idsOf = (trigger: ActiveTrigger) => trigger.events.map(({ prompt_id: id }) => id);

describe('A poll that fails', () => {
	it.each([
		['at once', 0],
		['half-way', 2],
	])('%s changes nothing, is reported, and loses nothing', async (_, after) => {
		const trigger = watching({ options: { maxRetries: 0 } });
		await trigger.activate();
		const { stored } = trigger;
		add('p1');
		const body = { detail: 'Under repair' };
		bench.sandbox.faults.order({ kind: 'respond', status: 500, body, after });
		await trigger.poll();
		expect(trigger.stored).toBe(stored);
		expect(trigger.failures).toMatchObject([{ message: 'Under repair', httpCode: '500' }]);
		add('p2');
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1', 'p2']);
		expect(trigger.failures).toHaveLength(1);
	});

	it('at the start keeps the workflow from being activated, and leaves no trace', async () => {
		const trigger = watching({ options: { emitExisting: true, maxRetries: 0 } });
		bench.sandbox.faults.order({ kind: 'respond', status: 500, after: 1 });
		await expect(trigger.activate()).rejects.toMatchObject({ httpCode: '500' });
		expect(trigger.stored).toBe('{}');
		await trigger.activate();
		expect(trigger.events).toHaveLength(240);
	});

	it.each(['rate limit', 'outage'])('is not what a %s makes of it', async (kind) => {
		const trigger = watching();
		await trigger.activate();
		add('p1');
		const headers = { 'retry-after': '0' };
		const status = kind === 'outage' ? 503 : 429;
		bench.sandbox.faults.order({ kind: 'respond', status, headers, after: 1, times: 2 });
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1']);
		expect(trigger.failures).toEqual([]);
	});

	it('never shows the key', async () => {
		const trigger = watching({ options: { maxRetries: 0 } });
		await trigger.activate();
		bench.sandbox.behave({ echoKey: true });
		bench.sandbox.faults.order({ kind: 'respond', status: 500, body: { detail: KEYS.agency } });
		await trigger.poll();
		expect(trigger.failures).toHaveLength(1);
		const shown = JSON.stringify([trigger.failures, trigger.stored, trigger.started]);
		expect(shown + String(trigger.failures[0]?.stack)).not.toContain(KEYS.agency);
	});
});

describe('A list in doubt', () => {
	it('is read again after a second', async () => {
		bench.sandbox.world.bulk(coffee, 'prompts', 0);
		await watching().activate();
		const [first, second, ...others] = bench.sandbox.requests.map(({ at }) => at);
		expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
		expect(others).toEqual([]);
	});
});

describe('Polls at the same time', () => {
	it('find an event once', async () => {
		const trigger = watching();
		await trigger.activate();
		add('p1');
		bench.sandbox.behave({ latencyMs: 30 });
		await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1']);
	});

	it('do not take what one of them read earlier for a change', async () => {
		const { world, faults } = bench.sandbox;
		world.bulk(coffee, 'prompts', 4);
		const [first] = world.list(coffee, 'prompts');
		for (const record of world.list(coffee, 'prompts')) record.score = 50;
		const trigger = watching({
			...{
				event: 'changedMetric',
				metric: 'score',
				condition: 'fallsBy',
				amount: 5,
				unit: 'points',
			},
			options: { pageSize: 2 },
		});
		await trigger.activate();
		faults.order({ kind: 'slow', delayMs: 1000, after: 1 });
		const { length } = bench.sandbox.requests;
		const late = trigger.poll();
		// The first page has been answered once the second one is asked for.
		while (bench.sandbox.requests.length < length + 2) await setTimeout(1);
		Object.assign(first ?? {}, { score: 40 });
		await trigger.poll();
		await late;
		await trigger.poll();
		expect(trigger.events).toMatchObject([{ before: 50, after: 40 }]);
	});

	it('go on after one that failed', async () => {
		const trigger = watching({ options: { maxRetries: 0 } });
		await trigger.activate();
		add('p1');
		bench.sandbox.faults.order({ kind: 'reset' });
		await Promise.all([trigger.poll(), trigger.poll()]);
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1']);
	});

	it('of a workflow that was saved meanwhile are given up, and lose nothing', async () => {
		const trigger = watching();
		await trigger.activate();
		add('p1');
		bench.sandbox.behave({ latencyMs: 50 });
		const late = trigger.poll();
		await trigger.activate();
		await late;
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1']);
	});
});

describe('Fetch Test Event', () => {
	it('gives a few real records with one small request', async () => {
		const result = await watching().test();
		const known = bench.sandbox.world.list(coffee, 'prompts').slice(0, 3);
		expect(result).toEqual([known.map((json) => ({ json }))]);
		expect(bench.sandbox.requests.map(({ body }) => body)).toMatchObject([
			{ pagination: { limit: 100, offset: 0 } },
		]);
	});

	it('shows what an event of a metric looks like', async () => {
		const [record] = bench.sandbox.world.list(coffee, 'prompts');
		const value = record?.avg_visibility_score;
		const fields = { event: 'changedMetric', metric: 'avg_visibility_score', condition: 'fallsBy' };
		const result = await watching({ ...fields, amount: 10, unit: 'percent' }).test();
		const event = result?.[0]?.[0]?.json;
		expect(event).toMatchObject({
			...{ name: record?.prompt, metric: 'avg_visibility_score', after: value, record },
		});
		// By at least the 10 percent of the condition.
		expect(event?.change_percent).toBeLessThanOrEqual(-10);
	});

	it('passes over records without a number or an ID, and says where there are only such', async () => {
		const list = bench.sandbox.world.list(coffee, 'prompts');
		const scores = [null, null, null, 5].map((score, place) => ({ prompt_id: place, score }));
		list.splice(0, Infinity, { score: 7 }, ...scores);
		const fields = { event: 'changedMetric', metric: 'score', condition: 'fallsBy', amount: 1 };
		const result = await watching(fields).test();
		expect(result?.[0]?.map(({ json }) => json.after)).toEqual([5]);
		list.splice(1);
		await expect(watching(fields).test()).rejects.toMatchObject({
			message: 'The records have no ID, so the trigger cannot tell them apart',
		});
	});

	it('does not touch what is remembered', async () => {
		const trigger = watching();
		await trigger.activate();
		add('p1');
		const before = jsonParse<IDataObject>(trigger.stored);
		const staticData = jsonParse<IDataObject>(trigger.stored);
		await trigger.test(staticData);
		expect(staticData).toEqual(before);
		await trigger.poll();
		expect(idsOf(trigger)).toEqual(['p1']);
	});

	it('says so where there is nothing yet', async () => {
		bench.sandbox.world.bulk(coffee, 'prompts', 0);
		await expect(watching().test()).rejects.toMatchObject({
			message: expect.stringContaining('There are no records yet'),
		});
	});
});

describe('What is remembered', () => {
	it.each([
		['newRecord', 10_000],
		['changedMetric', 10_000],
	])('takes less than 60 characters a record: %s, %d records', async (event, count) => {
		bench.sandbox.world.bulk(coffee, 'prompts', count);
		const list = bench.sandbox.world.list(coffee, 'prompts');
		for (const [place, record] of list.entries()) record.score = (place * Math.PI) / 100;
		const trigger = watching({
			...{ event, metric: 'score', condition: 'fallsBy', amount: 1 },
			options: { pageSize: 3000 },
		});
		await trigger.activate();
		expect(trigger.size).toBeGreaterThan(15 * count);
		expect(trigger.size).toBeLessThan(60 * count);
	});

	it('has a bound, beyond which the start says what to do', async () => {
		bench.sandbox.world.bulk(coffee, 'prompts', 100_001);
		const trigger = watching({ options: { pageSize: 20_000 } });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'There are 100001 records, more than the 100000 that a trigger can watch',
			description: expect.stringContaining("'Filters'"),
		});
	});

	it('starts over, quietly, where it is damaged', async () => {
		const trigger = watching();
		await trigger.activate();
		await trigger.poll();
		for (const damaged of ['{}', '{"node:Tested":{"watch":7}}', '{"node:Tested":{"watch":null}}']) {
			trigger.stored = damaged;
			add(`p${damaged}`);
			await trigger.activate();
		}
		expect(trigger.events).toEqual([]);
	});
});
