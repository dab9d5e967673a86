import { restartClock, waitedFor } from './harness/scaledTime';
import type { IDataObject } from 'n8n-workflow';
import { PROJECTS, type Fault } from '../../sandbox';
import { seeded } from '../../sandbox/random';
import { samples } from '../samples';
import { Agency, KINDS as TRIGGERS, MARKS, messagesOf } from './harness/agency';
import { CALL, project, PROMPTS, respond, useBench } from './harness/fixture';
import { placed } from '../../dev/placed';

const bench = useBench();

const COUNT = samples(1_000);

const AT_ONCE = 20;

/** As many faults as one in five of all requests, repeats included, meets. */
const FAULT_COUNT = COUNT / 4;

/** What a request may be hit by and be sent again. A plain 500 is not: there the item has failed. */
const KINDS: readonly [Fault, ...Fault[]] = [
	{ kind: 'respond', status: 429 },
	{ kind: 'respond', status: 429, headers: { 'retry-after': '2' } },
	{ kind: 'respond', status: 502 },
	{ kind: 'respond', status: 503 },
	{ kind: 'respond', status: 503, headers: { 'retry-after': '1' } },
	{ kind: 'respond', status: 504 },
	{ kind: 'reset' },
];

/** The topics that all clients have; each is that of one of their first prompts. */
const TOPICS = 5;

const CLIENTS = Object.values(PROJECTS).slice(0, 3);

/** Items of which neighbours get different answers: the project and the topic decide. */
const ITEMS: IDataObject[] = Array.from({ length: COUNT }, (_, n) => ({
	project: CLIENTS[n % CLIENTS.length],
	body: { n, filters: { topics: { items: [{ operator: 'is', value: topicOf(n) }] } } },
}));

function topicOf(n: number): string {
	return `topic-${String(1 + (n % TOPICS)).padStart(2, '0')}`;
}

const getPrompts = {
	...{ ...PROMPTS, project: project('={{ $json.project }}'), limit: 1, metrics: [] },
	additionalBodyJson: '={{ $json.body }}',
	...placed({ maxRetries: 100, batching: { batch: { batchSize: AT_ONCE } } }),
};

/** Hits one request in five, each at a place and with a fault that the seed decides. */
function orderFaults(): void {
	const draw = seeded(7);
	for (let count = 0; count < FAULT_COUNT; count++) {
		const fault = KINDS[Math.floor(draw() * KINDS.length)] ?? KINDS[0];
		bench.sandbox.faults.order({ ...fault, after: Math.floor(draw() * COUNT) });
	}
}

/** The `n` of the body of every request that was answered with 200. */
function delivered(): number[] {
	return bench.sandbox.requests
		.filter(({ status }) => status === 200)
		.map(({ rawBody = '' }) => Number(/"n":(\d+)/.exec(rawBody)?.[1]));
}

describe('A thousand items or more, of whose requests every fifth fails', () => {
	it('are each delivered exactly once, in order and from their own answer', async () => {
		// Long enough that a busy machine hardly slows answers down, which would keep the window small.
		bench.sandbox.behave({ contract: false, latencyMs: 20 });
		orderFaults();
		// One prompt of each topic is enough to tell answers apart, and cheap to look through.
		for (const id of CLIENTS) bench.sandbox.world.list(id, 'prompts').splice(TOPICS);
		restartClock();
		const { items, error, hints, errorItems } = await bench.run('geo', getPrompts, {
			items: ITEMS,
			onError: 'continueErrorOutput',
		});
		expect([error, errorItems]).toEqual([undefined, []]);
		expect(hints).toEqual([expect.stringContaining("'Limit' allows")]);
		expect(items).toHaveLength(COUNT);

		const answers = CLIENTS.map((id) => bench.sandbox.world.list(id, 'prompts'));
		const wanted = ITEMS.map((_, n) => ({
			json: answers[n % CLIENTS.length]?.find((prompt) => prompt.topic_id === topicOf(n)),
			pairedItem: { item: n },
		}));
		// As text and only the first few: jest takes minutes to tell 10,000 objects apart.
		const textsOf = (list: typeof items | typeof wanted) =>
			list.map(({ json, pairedItem }) => JSON.stringify({ json, pairedItem }));
		const expected = textsOf(wanted);
		const wrong = textsOf(items).filter((text, n) => text !== expected[n]);
		expect(wrong.slice(0, 5)).toEqual([]);

		const numbers = delivered();
		expect(numbers).toHaveLength(COUNT);
		expect(new Set(numbers).size).toBe(COUNT);
		expect(bench.sandbox.requests).toHaveLength(COUNT + FAULT_COUNT);
		const most = Math.max(...bench.sandbox.requests.map(({ inFlight }) => inFlight));
		expect(most).toBeGreaterThan(AT_ONCE / 4);
		expect(most).toBeLessThanOrEqual(AT_ONCE);
		expect(waitedFor()).toBeGreaterThan(0);
		bench.sandbox.reset();
	}, 600_000);
});

describe('A read that the service asks to repeat at once', () => {
	it('is repeated with time in between, also while others are answered', async () => {
		const match = { path: '/api/v1/business/down' };
		respond(bench, { status: 503, headers: { 'retry-after': '0' }, match, times: Infinity });
		const options = { batching: { batch: { batchSize: 2 } } };
		const parameters = { ...CALL, method: 'GET', path: '={{ $json.path }}', options };
		const others = Array.from({ length: 40 }, (_, n) => ({ path: `other${String(n)}` }));
		const items = [{ path: 'down' }, ...others];
		restartClock();
		await bench.run('agents', parameters, { items, onError: 'continueRegularOutput' });
		expect(bench.sandbox.requests.filter(({ path }) => path === match.path)).toHaveLength(6);
		// Back-off with jitter: 7.75 seconds on average.
		expect(waitedFor()).toBeGreaterThan(500);
	});
});

describe.each(TRIGGERS)('The %s with a project that never answers', (_title, kind) => {
	it('misses the deadline there only, and hands over what the others gave', async () => {
		const agency = new Agency(bench, kind);
		// Time is scaled here: a busy machine needs some of it for the projects that answer.
		const trigger = agency.everywhere({ maxWait: 600 });
		await trigger.activate();
		bench.sandbox.faults.order({ kind: 'hang', match: { project: PROJECTS.saas } });
		agency.add(PROJECTS.coffee, 'c1');
		agency.add(PROJECTS.saas, 's1');
		await trigger.poll();
		expect(trigger.events).toEqual([{ ...MARKS.coffee, [kind.id]: 'c1' }]);
		expect(messagesOf(trigger)).toEqual([
			'Not all projects can be watched at the moment. Taskpilot (proj-taskpilot): The poll was not finished after 41 minutes',
		]);
		await trigger.poll();
		expect(trigger.events.slice(1)).toEqual([{ ...MARKS.saas, [kind.id]: 's1' }]);
	});
});
