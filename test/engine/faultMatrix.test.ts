import { restartClock, waitedFor } from './harness/scaledTime';
import { setGlobalState, type INodeExecutionData } from 'n8n-workflow';
import { KEYS, PROJECTS, startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox';
import { badFieldsOf } from './harness/badFields';
import { CALLS, EFFECTS, HIT, ITEMS, type Call } from './harness/calls';
import { FAULTS, LARGE_FAULTS, type Effects, type Ending, type FaultRow } from './harness/faults';
import { Bench, type NodeRun, project } from './harness/fixture';
import { drawn } from '../samples';
import { placed } from '../../dev/placed';

const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
type Mode = (typeof MODES)[number];

const bench = new Bench();

// No date plays a part here, and n8n works out the time of the place for every expression.
setGlobalState({ defaultTimezone: 'UTC' });

/** A service of somebody else. */
let foreign: Sandbox;

beforeAll(async () => {
	await bench.open();
	foreign = await startSandbox();
});
// At once: after a run nothing is under way, and a connection that was cut would be waited for.
afterEach(() => {
	bench.sandbox.reset();
	foreign.reset();
});
afterAll(async () => {
	await foreign.close();
	await bench.close();
});

/** What a call sends and gives where nothing goes wrong. */
interface Normal {
	readonly sent: readonly string[];
	readonly path: string;
	readonly items: readonly INodeExecutionData[];
}

const normals = new Map<Call, Normal>();

async function normalOf(call: Call): Promise<Normal> {
	const known = normals.get(call);
	if (known !== undefined) return known;
	const { items, error } = await run(call, {}, 'stopWorkflow');
	const { requests } = bench.sandbox;
	if (error !== undefined || requests.length !== ITEMS.length) {
		throw new Error(`${call.title} does not work without a fault: ${error?.message ?? 'requests'}`);
	}
	const normal = { sent: requests.map(signature), path: requests[HIT]?.path ?? '', items };
	normals.set(call, normal);
	bench.sandbox.reset();
	return normal;
}

/** Runs a call for all items, one after the other and each with a request of its own. */
async function run(call: Call, options: FaultRow['options'], onError: Mode): Promise<NodeRun> {
	const plain = { batching: { batch: { batchSize: 1 } } };
	const parameters = { ...call.parameters, ...placed({ ...plain, ...call.options, ...options }) };
	// Items that ask for the same share a request, unless each has a credential of its own.
	const agentsBaseUrl = `={{ '${bench.sandbox.url}' + '/'.repeat($json.limit) }}`;
	const credential = call.isAlike ? { agentsBaseUrl } : undefined;
	return await bench.run(call.node, parameters, { items: ITEMS, onError, credential });
}

/** All of a request that has to be the same when it is sent again. */
function signature({ method, path, headers, rawBody, query }: RecordedRequest): string {
	return JSON.stringify([method, path, headers['x-project-id'], rawBody, query]);
}

/** The texts in a value that contain another one, also where JSON would not show them. */
function textsWith(part: string, value: unknown): string[] {
	const seen = new Set<unknown>();
	const found: string[] = [];
	const look = (one: unknown): void => {
		if (typeof one === 'string' && one.includes(part)) found.push(one);
		if (typeof one !== 'object' || one === null || seen.has(one)) return;
		seen.add(one);
		for (const name of Object.getOwnPropertyNames(one)) {
			look(name);
			look(Object.getOwnPropertyDescriptor(one, name)?.value);
		}
	};
	look(value);
	return found;
}

function expectNoLeak(result: NodeRun): void {
	expect(textsWith(KEYS.agency, result)).toEqual([]);
	expect(foreign.requests).toHaveLength(0);
}

/** Every time that an item was sent, in order. */
function expectRequests({ sent }: Normal, { tries, passes }: Ending, mode: Mode): void {
	const isEnd = !passes && mode === 'stopWorkflow';
	const wanted = [0, ...Array<number>(tries).fill(HIT), ...(isEnd ? [] : [2])];
	expect(bench.sandbox.requests.map(signature)).toEqual(wanted.map((index) => sent[index]));
}

function expectWaits({ waits, holdsOthers = false }: FaultRow, { tries }: Ending): void {
	const mayWait = tries > 1 || holdsOthers;
	const [least, most] = mayWait ? (waits ?? [0, Infinity]) : [0, 0];
	if (tries > 1) expect(waitedFor()).toBeGreaterThanOrEqual(least);
	expect(waitedFor()).toBeLessThanOrEqual(most);
}

const itemOf = ({ pairedItem }: INodeExecutionData) => {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;
};
const isHit = (item: INodeExecutionData) => itemOf(item) === HIT;
const isOther = (item: INodeExecutionData) => !isHit(item);
const contentOf = ({ json, pairedItem }: INodeExecutionData) => ({ json, pairedItem });
const itemFor = (json: unknown) => ({ json, pairedItem: { item: HIT } });

/** Every item that was not hit, once and in its order, around whatever became of the other one. */
function expectOthers(normal: Normal, { items }: NodeRun): void {
	const indexes = items.map(itemOf);
	expect(indexes).toEqual([...indexes].sort());
	expect(items.filter(isOther).map(contentOf)).toEqual(normal.items.filter(isOther).map(contentOf));
}

/** What is expected of an error: of the row, and whether the call may change something. */
interface Failure {
	readonly row: FaultRow;
	readonly call: Call;
}

/** A title and a description that a person can read, with what is wanted in them. */
function expectWords(message: unknown, description: unknown, { row, call }: Failure): void {
	const { says = '', isOpen = false } = row;
	expect(message).toEqual(expect.stringMatching(/\S/));
	expect(description).toEqual(expect.stringMatching(/\S/));
	const words = `${String(message)}\n${String(description)}`;
	expect(words).toContain(says);
	expect(words.includes('may have been carried out')).toBe(isOpen && call.isWrite);
	expect(words).not.toMatch(/undefined|\[object|NaN|Infinity|<\/?[a-z!]/i);
	expect(String(message).length).toBeLessThanOrEqual(300);
}

function expectPass(normal: Normal, { rows }: Ending, result: NodeRun): void {
	const { items, errorItems, error } = result;
	expect(error).toBeUndefined();
	expect(errorItems).toEqual([]);
	expectOthers(normal, result);
	const found = items.filter(isHit).map(contentOf);
	if (rows === 'any') expect(found).not.toHaveLength(0);
	else expect(found).toEqual(rows?.map(itemFor) ?? normal.items.filter(isHit).map(contentOf));
}

function expectFailure(
	normal: Normal,
	failure: Failure,
	mode: Mode,
	status: number,
	result: NodeRun,
): void {
	const { items, errorItems, error } = result;
	const texts = { error: expect.any(String), message: expect.any(String) };
	if (mode === 'stopWorkflow') {
		expect(items).toEqual([]);
		expect(error?.context?.itemIndex).toBe(HIT);
		if (status > 299) expect(error?.httpCode).toBe(String(status));
		expectWords(error?.message, error?.description, failure);
		return;
	}
	expect(error).toBeUndefined();
	expectOthers(normal, result);
	const isInPlace = mode === 'continueRegularOutput';
	const failed = isInPlace ? items.filter(isHit) : errorItems;
	expect(failed.map(contentOf)).toEqual([itemFor(isInPlace ? texts : { ...ITEMS[HIT], ...texts })]);
	expect(isInPlace ? errorItems : items.filter(isHit)).toEqual([]);
	expectWords(failed[0]?.json.error, failed[0]?.json.message, failure);
}

/** All that a person reads of an error. */
function textsOf(error: Error | undefined): string {
	const description = error !== undefined && 'description' in error ? error.description : '';
	return `${error?.message ?? ''}\n${String(description)}`;
}

function test(call: Call, row: FaultRow, onlyMode?: Mode): void {
	const ending = row.ending(call);
	// What passes is the same in each mode.
	const modes = ending.passes ? MODES.slice(0, 1) : MODES;
	const times = ending.tries === 1 ? 'once' : `${ending.tries} times`;
	const end = ending.passes ? 'passes' : 'fails alone';
	it.each(onlyMode === undefined ? drawn(modes, 0.1) : [onlyMode])(
		`sends it ${times}, and it ${end}, with On Error = %s`,
		async (mode) => {
			const normal = await normalOf(call);
			const fault = row.order({ path: normal.path, foreign: foreign.url });
			bench.sandbox.faults.order({
				...fault,
				after: HIT,
				times: ending.passes ? Math.max(1, ending.tries - 1) : ending.tries,
			});
			restartClock();
			const result = await run(call, row.options, mode);
			expectRequests(normal, ending, mode);
			expectWaits(row, ending);
			expectNoLeak(result);
			if (ending.passes) expectPass(normal, ending, result);
			else expectFailure(normal, { row, call }, mode, fault.status ?? 0, result);
		},
	);
}

/** A read, a list of pages, and a call that may change something. */
const KINDS = [
	'agents: Identity → Who Am I',
	'geo: Prompt → Get Many',
	'agents: Endpoint → Call (POST)',
];

/** Faults that end otherwise with one call than with another. */
const TELLING = ['503 that lasts', 'an empty 200', '200 that repeats the key'];

const callsOfKinds = CALLS.filter(({ title }) => KINDS.includes(title));
const tellingFaults = FAULTS.filter(({ title }) => TELLING.includes(title));

describe.each(callsOfKinds)('One item of $title', (call) => {
	describe.each(FAULTS)('hit by $title', (row) => test(call, row));
});

describe.each(CALLS)('One item of $title', (call) => {
	describe.each(drawn(tellingFaults, 0.1))('hit by $title', (row) =>
		test(call, row, 'continueErrorOutput'),
	);
});

/** Fails as an expression does that names a node that is not there. */
const FAILING = '$("Nowhere").item.json.value';

/** What may become of a run with a bad value in one item. */
const outcomeOf = ({ items, errorItems, error }: NodeRun) => ({
	stoppedAt: error?.context?.itemIndex,
	failed: [...items, ...errorItems].filter(isFailed).map(itemOf),
	passed: items.filter((item) => !isFailed(item)).map(contentOf),
	places: items.map(itemOf),
});
const STOPPED = { failed: [], passed: [] };
const isFailed = ({ json }: INodeExecutionData) => typeof json.error === 'string';

describe.each(CALLS)('One item of $title', (call) => {
	const fields = badFieldsOf(call).map((field, at) => ({ ...field, at }));

	it.each(drawn(fields, 0.05))('fails alone by a bad value in $title', async (field) => {
		// The good values are names that the sandbox does not know.
		const lenient = { ignoreFilters: true, ignoreSort: true, ignoreUnknown: true };
		bench.sandbox.behave(lenient);
		const runWith = async (bad: number | undefined, onError: Mode) => {
			const items = ITEMS.map((item, at) => ({ ...item, isBad: at === bad }));
			const own = field.parametersWith(`={{ $json.isBad ? ${FAILING} : ${field.good} }}`);
			const parameters = { ...call.parameters, ...own, ...placed(call.options) };
			return outcomeOf(await bench.run(call.node, parameters, { items, onError }));
		};
		const normal = await runWith(undefined, 'stopWorkflow');
		expect(normal).toMatchObject({ stoppedAt: undefined, failed: [] });
		for (const bad of [0, HIT]) {
			// In turns: what becomes of an error does not depend on the field.
			const mode = MODES[(field.at + bad) % MODES.length] ?? 'stopWorkflow';
			const isRead = bad === 0 || !field.isOfRun;
			const passed = normal.passed.filter((_, place) => normal.places[place] !== bad);
			const failed = mode === 'stopWorkflow' ? STOPPED : { failed: [bad], passed };
			const stoppedAt = mode === 'stopWorkflow' ? bad : undefined;
			expect(await runWith(bad, mode)).toMatchObject(isRead ? { ...failed, stoppedAt } : normal);
		}
	});
});

/** A poll reads; what an answer of other records makes of it is told elsewhere. */
const POLL: Effects = { isOnce: false, isWrite: false, isFree: false };
const pollFaults = FAULTS.map((row) => ({ ...row, ...row.ending(POLL) })).filter(
	({ rows }) => rows !== 'any',
);

describe.each(drawn(pollFaults, 0.1))(
	'A poll hit by $title',
	({ order, options, tries, passes, says }) => {
		it(`${passes ? 'passes' : 'fails'}, loses nothing and tells nothing twice`, async () => {
			const { coffee } = PROJECTS;
			const { world, faults } = bench.sandbox;
			const trigger = bench.trigger('geoTrigger', {
				...{ event: 'newRecord', recordType: 'prompt', project: project(coffee) },
				...placed(options ?? {}),
			});
			await trigger.activate();
			world.add(coffee, 'prompts', { prompt_id: 'p1' });
			const path = '/v2/geo/business/prompts';
			const fault = order({ path, foreign: foreign.url });
			faults.order({ ...fault, times: passes ? Math.max(1, tries - 1) : tries });
			await trigger.poll();
			expect(trigger.failures).toHaveLength(passes ? 0 : 1);
			if (!passes) expect(textsOf(trigger.failures[0])).toContain(says ?? '');
			world.add(coffee, 'prompts', { prompt_id: 'p2' });
			await trigger.poll();
			await trigger.poll();
			expect(trigger.events.map(({ prompt_id: id }) => id)).toEqual(['p1', 'p2']);
			expect(trigger.failures).toHaveLength(passes ? 0 : 1);
			expect(textsWith(KEYS.agency, [trigger.failures, trigger.started, trigger.stored])).toEqual(
				[],
			);
			expect(foreign.requests).toHaveLength(0);
		});
	},
);

const oneOfEach = (['agents', 'geo'] as const).flatMap((node) =>
	CALLS.filter((call) => call.node === node).slice(0, 1),
);

describe.each(oneOfEach)('One item of $title', (call) => {
	describe.each(LARGE_FAULTS)('hit by $title', (row) => test(call, row, 'continueErrorOutput'));
});

describe('The matrix', () => {
	it('has a call of each kind, and faults whose end depends on the call', () => {
		expect(callsOfKinds).toHaveLength(KINDS.length);
		expect(tellingFaults).toHaveLength(TELLING.length);
	});

	it('knows the effect of operations that exist', () => {
		const titles = CALLS.map(({ title }) => title);
		expect(titles).toEqual(expect.arrayContaining(Object.keys(EFFECTS)));
	});

	it('covers every operation that the built package offers', () => {
		const offered = Object.keys(bench.engine.loader.nodeTypes).flatMap((node) => {
			const { properties } = bench.engine.description(node);
			return properties
				.filter(({ name }) => name === 'operation')
				.flatMap(({ options = [], displayOptions }) =>
					(displayOptions?.show?.resource ?? []).flatMap((resource) =>
						options.map((option) => ({
							node,
							resource,
							operation: 'value' in option && option.value,
						})),
					),
				);
		});
		const covered = CALLS.map(({ node, parameters: { resource, operation } }) => ({
			node,
			resource,
			operation,
		}));
		expect(offered).not.toHaveLength(0);
		expect(covered).toEqual(expect.arrayContaining(offered));
	});
});
