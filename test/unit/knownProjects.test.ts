import type { JsonValue } from 'n8n-workflow';
import type { ApiName, ApiRequest } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';
import { KnownProjects } from '../../nodes/shared/projects';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

type Reply = JsonValue | Error;

/** The projects of a service with these answers of its two APIs; without one, it does not have it. */
function knownOf(
	{ agents, geo }: { agents?: Reply; geo?: Reply },
	own: ApiName = agents === undefined ? 'geo' : 'agents',
) {
	const replies = new Map(Object.entries({ agents, geo }));
	const asked: string[] = [];
	const client: unknown = {
		offers: (api: string) => replies.get(api) !== undefined,
		async send({ api, body }: ApiRequest) {
			asked.push(api);
			const reply = replies.get(api) ?? new ServiceError(`No ${api}`, 'Fill it in.');
			if (reply instanceof Error) throw reply;
			const isLater = isObject(body) && Number(body.offset) > 0;
			return await Promise.resolve({ body: isLater ? [] : reply, headers: {}, size: 0 });
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	const known = new KnownProjects(client, own);
	return {
		asked,
		all: async () => await known.find({ by: 'all' }),
		named: async (name: string) => await known.find({ by: 'name', name }),
		containing: async (text: string) => await known.find({ by: 'all', containing: text }),
	};
}

/** What is told of a problem. */
async function problemIn(found: Promise<unknown>): Promise<DescribedError> {
	const problem = await found.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (problem instanceof DescribedError) return problem;
	throw new Error('There is no problem');
}

const idsIn = async (
	found: Promise<{ readonly projects: ReadonlyArray<{ readonly id: string }> }>,
) => (await found).projects.map(({ id }) => id);

const COFFEE = { id: 'p1', name: 'Ember Coffee', url: 'https://ember.example' };
const TEA = { id: 'p2', name: 'Tea House', url: 'https://tea.example' };
const NAMED = [
	{ id: 'p1', name: 'Ember Coffee' },
	{ id: 'p2', name: 'Tea House' },
];
const BARE = [{ id: 'p1' }, { id: 'p2' }];
const DOWN = new ServiceError('Out of order', 'Try later.', 500);
const NO_ACCESS = new ServiceError('No access', 'Use another key.', 403);

describe('A project by its name', () => {
	it('is found in the first list where that has names, and asked for once', async () => {
		const known = knownOf({ agents: NAMED, geo: [COFFEE, TEA] });
		for (const name of ['ember coffee', 'TEA HOUSE', 'p1']) {
			expect(await known.named(name)).toMatchObject({ projects: [{}], notices: [] });
		}
		expect(known.asked).toEqual(['agents']);
		expect(await idsIn(known.all())).toEqual(['p1', 'p2']);
		expect(known.asked).toEqual(['agents']);
	});

	it('is looked for in the GEO API, too, where the first list does not have it', async () => {
		const known = knownOf({ agents: NAMED, geo: [COFFEE, TEA] });
		expect(await idsIn(known.named('tea.example'))).toEqual(['p2']);
		expect(await idsIn(known.named('ember.example'))).toEqual(['p1']);
		expect(known.asked.filter((api) => api === 'agents')).toHaveLength(1);
		expect(known.asked.filter((api) => api === 'geo').length).toBeLessThanOrEqual(2);
	});

	it('is looked for in the GEO API, where the first list has only some names', async () => {
		const agents: JsonValue = [{ id: 'p1', name: 'Ember Coffee' }, { id: 'p2' }];
		const geo = [COFFEE, { ...TEA, name: 'Ember Coffee' }];
		const problem = await problemIn(knownOf({ agents, geo }).named('Ember Coffee'));
		expect(problem.message).toBe("2 projects match 'Ember Coffee'");
		expect(problem.description).toBe("Enter one of their IDs in 'Project', with 'By ID': p1, p2.");
	});

	it('is looked for in the GEO API, where the first list is not whole', async () => {
		const agents = { projects: [COFFEE], total: 2 };
		const known = knownOf({ agents, geo: [COFFEE, TEA] });
		expect(await idsIn(known.named('Tea House'))).toEqual(['p2']);
	});

	it('needs no second list where the first one has all names and URLs', async () => {
		const known = knownOf({ agents: [COFFEE, TEA], geo: DOWN });
		expect(await idsIn(known.named('tea.example'))).toEqual(['p2']);
		expect(known.asked).toEqual(['agents']);
	});

	it('is looked for in the GEO API, where the first list has only some URLs', async () => {
		const known = knownOf({
			agents: [COFFEE, { id: 'p2', name: 'Tea House' }],
			geo: [COFFEE, TEA],
		});
		expect(await idsIn(known.named('tea.example'))).toEqual(['p2']);
		expect(known.asked).toContain('geo');
	});

	it('may be a URL where the service sends no names', async () => {
		const geo = [
			{ ...COFFEE, name: '' },
			{ ...TEA, name: null },
		];
		expect(await idsIn(knownOf({ geo }).named('https://tea.example/'))).toEqual(['p2']);
	});

	it('is found where the service sends neither name nor URL of another', async () => {
		const known = knownOf({ geo: [{ id: 'p1' }, TEA] });
		expect(await idsIn(known.named('tea.example'))).toEqual(['p2']);
	});

	it('is not looked for twice in the GEO API', async () => {
		const known = knownOf({ geo: NAMED });
		await known.all();
		const { length } = known.asked;
		await problemIn(known.named('Zzz'));
		expect(known.asked).toHaveLength(length);
	});

	it('that there is not is told with the nearest names', async () => {
		const one = await problemIn(knownOf({ geo: [COFFEE, TEA] }).named('Ember Cofee'));
		expect(one.message).toBe("No project has the name or URL 'Ember Cofee'");
		expect(one.description).toBe(
			"The nearest is: Ember Coffee. Enter the name or ID of one that there is in 'Project', or choose it from the list.",
		);
		const twins = [COFFEE, { ...TEA, name: 'Ember Koffee' }];
		const two = await problemIn(knownOf({ geo: twins }).named('Ember Cofee'));
		expect(two.description).toMatch(/^The nearest are: Ember Coffee, Ember Koffee\. /);
		const both = { agents: NAMED, geo: [COFFEE, TEA] };
		const none = await problemIn(knownOf(both).named('Zzz'));
		expect(none.description).toMatch(/^The projects are: Ember Coffee, Tea House\. Enter /);
	});

	it('that there is not may be missing from a list that is not whole, or that failed', async () => {
		const part = await problemIn(knownOf({ geo: { projects: [COFFEE], total: 9 } }).named('Zzz'));
		expect(part.description).toContain('The service lists only 1 of the projects, so it may be ');
		const failed = await problemIn(knownOf({ agents: NAMED, geo: DOWN }).named('Zzz'));
		expect(failed.description).toContain(
			'because the GEO API did not list the projects: Out of order. Try later. Enter ',
		);
	});

	it('may be another one, where the list is not whole', async () => {
		const known = knownOf({ agents: { projects: NAMED, total: 9 } });
		const { projects, notices } = await known.named('Tea House');
		expect(projects).toEqual([NAMED[1]]);
		expect(notices).toEqual([expect.objectContaining({ kind: 'note' })]);
		expect(notices[0]?.message).toContain('If another one has the same name');
	});

	it('cannot be found where there are only IDs, but an ID can', async () => {
		const known = knownOf({ agents: BARE, geo: DOWN });
		expect(await idsIn(known.named('p2'))).toEqual(['p2']);
		const problem = await problemIn(known.named('Tea House'));
		expect(problem.message).toBe('The service lists the projects without names and URLs');
		expect(problem.description).toBe(
			"Choose the project from the list of 'Project', or enter its ID. Not all names and URLs are known, because the GEO API did not list the projects: Out of order. Try later.",
		);
	});

	it('is not guessed where a fault of ours, or of the first list, is in the way', async () => {
		const fault = new Error('Oops');
		await expect(knownOf({ agents: NAMED, geo: fault }).named('x')).rejects.toBe(fault);
		await expect(knownOf({ agents: DOWN, geo: [TEA] }).named('x')).rejects.toBe(DOWN);
	});
});

describe('The projects with a text in their name or URL', () => {
	it('are those of both lists', async () => {
		const known = knownOf({ agents: NAMED, geo: [COFFEE, TEA] });
		expect(await idsIn(known.containing('EXAMPLE'))).toEqual(['p1', 'p2']);
		expect(await known.containing('coffee')).toMatchObject({
			projects: [{ id: 'p1' }],
			notices: [],
		});
	});

	it('may be none, which is told with the nearest', async () => {
		const { projects, notices } = await knownOf({ geo: [COFFEE, TEA] }).containing('Ember Cofee');
		expect(projects).toEqual([]);
		expect(notices).toEqual([expect.objectContaining({ kind: 'note' })]);
		expect(notices[0]?.message).toBe(
			"No project has 'Ember Cofee' in its name or URL. The nearest is: Ember Coffee.",
		);
	});

	it.each<[string, Reply | undefined, string]>([
		['is out of order', DOWN, 'gap'],
		['is not for this key', NO_ACCESS, 'note'],
		['has no base URL', undefined, 'note'],
	])('may be more where the GEO API %s', async (_what, geo, kind) => {
		const known = knownOf({ agents: NAMED, ...(geo === undefined ? {} : { geo }) });
		const { notices, inDoubt } = await known.containing('tea');
		expect(notices).toEqual([]);
		expect(inDoubt?.notice.kind).toBe(kind);
		expect(inDoubt?.notice.message).toMatch(/^Not all names and URLs are known, /);
		const problem = await problemIn(known.containing('cocoa'));
		expect(problem.message).toBe("No project is known to have 'cocoa' in its name or URL");
	});

	it('are doubted with the reason', async () => {
		const known = knownOf({ agents: NAMED, geo: DOWN });
		const why =
			'Not all names and URLs are known, because the GEO API did not list the projects: Out of order.';
		expect((await known.containing('tea')).inDoubt).toEqual({
			ids: ['p1'],
			notice: { kind: 'gap', message: `${why} Try later.` },
		});
		const cocoa = await problemIn(known.containing('cocoa'));
		expect(cocoa.description).toBe(`${why} Try later.`);
		const { description } = await problemIn(known.named('cocoa'));
		expect(description).toContain(`${why} Try later. Enter the name`);
	});

	it('leave those in doubt whose name or URL is not known, and no others', async () => {
		const agents = [COFFEE, ...NAMED.slice(1), { id: 'p3', name: 'Cocoa' }];
		const { inDoubt } = await knownOf({ agents, geo: DOWN }).containing('tea');
		expect(inDoubt?.ids).toEqual(['p3']);
	});

	it('are whole where one list has what is missing from the other', async () => {
		const agents = { projects: NAMED.slice(0, 1), total: 2 };
		const { notices } = await knownOf({ agents, geo: [COFFEE, TEA] }).containing('tea');
		expect(notices).toEqual([]);
		const both = knownOf({ agents, geo: { projects: [COFFEE, TEA], total: 9 } });
		expect((await both.containing('tea')).notices).toMatchObject([{ kind: 'doubt' }]);
	});

	it('cannot be found where there are neither names nor URLs', async () => {
		const problem = await problemIn(knownOf({ geo: BARE }).containing('p'));
		expect(problem.message).toBe('The service lists the projects without names and URLs');
		expect(problem.description).toMatch(
			/^Choose the project from the list of 'Project', or enter its ID\.$/,
		);
	});
});

it('What the list of the GEO API lacks stays said, however much Who Am I lists', async () => {
	const replies = { geo: { data: [COFFEE], total: 3 }, agents: { projects: [{ id: 'p1' }] } };
	const { notices } = await knownOf(replies, 'geo').containing('coffee');
	expect(notices.map(({ kind }) => kind)).toContain('doubt');
});
