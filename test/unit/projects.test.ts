import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import type { ApiName, ApiRequest } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/fields';
import { readOneProject, readProjectChoice } from '../../nodes/shared/form/project';
import { projectChoices } from '../../nodes/shared/pickers';
import { KnownProjects } from '../../nodes/shared/projects';
import {
	asAddress,
	asName,
	distinct,
	nearestFirst,
	someOf,
} from '../../nodes/shared/projects/projects';
import { parametersOf } from './parametersOf';
import { problemOf, rejectionOf } from './thrown';

type Reply = JsonValue | Error;

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

const DOWN = new ServiceError('Out of order', 'Try later.', 500);
const NO_ACCESS = new ServiceError('No access', 'Use another key.', 403);

/** A service with these answers of its two APIs, of which lists are sent in pages; without one, it does not have it. */
function service(replies: { agents?: Reply; geo?: Reply }) {
	const sent: ApiRequest[] = [];
	const client: unknown = {
		offers: (api: ApiName) => replies[api] !== undefined,
		async send(request: ApiRequest) {
			sent.push(request);
			const reply = replies[request.api];
			if (reply === undefined) throw NO_ACCESS;
			if (reply instanceof Error) throw reply;
			const offset = isObject(request.body) ? Number(request.body.offset) : 0;
			const page = Array.isArray(reply) ? reply.slice(offset, offset + 100) : reply;
			const body = offset > 0 && !Array.isArray(reply) ? [] : page;
			return await Promise.resolve({ body, headers: {}, size: 0 });
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	return { client, sent };
}

/** All projects that a node of an API knows. */
const listed = async (client: Client, api: ApiName) =>
	await new KnownProjects(client, api).find({ by: 'all' });

describe('The projects of a key', () => {
	const WHOAMI = {
		...{ api: 'agents', effect: 'read', method: 'GET', path: '/api/v1/business/whoami' },
	};
	const geoPage = (offset: number) => ({
		...{ api: 'geo', effect: 'read', method: 'POST', path: '/v2/geo/business/projects' },
		body: { limit: 100, offset },
	});
	const MANY = Array.from({ length: 130 }, (_, n) => ({ id: n, name: `Project ${n}` }));
	const agents = { projects: [{ id: 'p', name: 'P' }] };

	it('are those of whoami for the Agents API, and those of its own list for the GEO API', async () => {
		const { client, sent } = service({ agents, geo: MANY });
		const { projects } = agents;
		expect(await listed(client, 'agents')).toEqual({ projects, notices: [] });
		const all = MANY.map(({ id, name }) => ({ id: String(id), name }));
		expect(await listed(client, 'geo')).toEqual({ projects: all, notices: [] });
		expect(sent).toEqual([WHOAMI, geoPage(0), geoPage(100), geoPage(130)]);
	});

	it('are those of whoami where the GEO API refuses to list them, and for no other reason', async () => {
		const { client, sent } = service({ agents, geo: NO_ACCESS });
		expect(await listed(client, 'geo')).toMatchObject({ projects: [{ id: 'p' }] });
		expect(sent).toEqual([geoPage(0), WHOAMI]);
		await expect(listed(service({ geo: NO_ACCESS }).client, 'geo')).rejects.toBe(NO_ACCESS);
		const oops = Object.assign(new Error('Oops'), { status: 403 });
		for (const error of [new ServiceError('No key', '', 401), oops]) {
			await expect(listed(service({ agents, geo: error }).client, 'geo')).rejects.toBe(error);
		}
		const other = service({ agents: NO_ACCESS, geo: MANY }).client;
		await expect(listed(other, 'agents')).rejects.toBe(NO_ACCESS);
	});

	const one = { projects: [{ id: 'p' }] };

	it.each<[string, JsonValue, RegExp]>([
		['that are not all', { ...one, total: 300 }, /300 records .* list of projects/],
		['that go on', { ...one, has_more: true }, /more records than the 1 .*list of/],
	])('%s are said to be missing', async (_what, whoami, words) => {
		const { projects, notices } = await listed(service({ agents: whoami }).client, 'agents');
		expect(projects).toEqual([{ id: 'p', name: 'p' }]);
		expect(notices).toMatchObject([{ kind: 'gap', message: expect.stringMatching(words) }]);
	});
});

it('A project that is listed twice, as for each of its teams, is one', async () => {
	const tea = { id: 'p1', name: 'Tea' };
	const { client } = service({ agents: { projects: [tea, { ...tea, team: 'b' }] } });
	expect((await listed(client, 'agents')).projects).toEqual([tea]);
	const named = await new KnownProjects(client, 'agents').find({ by: 'name', name: 'tea' });
	expect(named.projects).toEqual([tea]);
});

describe('The list of projects in the editor', () => {
	const choicesIn = async (body: JsonValue) =>
		projectChoices((await listed(service({ agents: body }).client, 'agents')).projects);

	it.each<[string, JsonValue[], string, string]>([
		['a blank name', [{ id: 'p1', name: '  ' }], 'p1', 'p1'],
		['a name that is no text', [{ id: 'p1', name: { en: 'Acme' } }], 'p1', 'p1'],
		['the number 0 as ID', [{ id: 0 }], '0', '0'],
		['blanks around', [{ id: ' p1 ', name: ' Acme ' }], 'Acme', 'p1'],
	])('has a project with %s', async (_what, projects, name, value) => {
		expect(await choicesIn({ projects })).toEqual([{ name, value }]);
	});

	it.each<JsonValue>([
		{ identity: {}, teams: [{ id: 't1' }], projects: [{ id: 'p1' }] },
		{ data: { id: 'u1', projects: [{ id: 'p1' }] } },
		{ data: [{ id: 'p1' }], total: 1, limit: 100, offset: 0 },
	])('is found in the answer %j', async (body) => {
		expect(await choicesIn(body)).toEqual([{ name: 'p1', value: 'p1' }]);
	});

	const NO_LIST = 'The service returned no list of projects with IDs';
	it.each<[JsonValue, string, string]>([
		[null, NO_LIST, "'Project'"],
		[{ projects: { p1: {} } }, NO_LIST, "'Project'"],
		[{ projects: [] }, 'This API key has no projects', 'Create a project'],
		[{ projects: [], total: 3 }, NO_LIST, '3 records'],
		[{ projects: [], message: 'Quota exceeded' }, 'This API key has no projects', 'Quota exceeded'],
		[{ projects: [{ project_id: 1 }] }, NO_LIST, "'By ID'"],
		[{ projects: [{ id: 'p' }, { id: ' ' }] }, NO_LIST, ''],
		[{ projects: [{ id: 'p' }, null] }, NO_LIST, ''],
		[{ success: false, message: 'Key expired' }, 'Key expired', 'correct it'],
	])('says what is wrong with %j', async (body, message, words) => {
		const problem = await rejectionOf(choicesIn(body));
		expect(problem).toBeInstanceOf(ServiceError);
		expect(problem.message).toBe(message);
		expect(problem.description).toContain(words);
	});

	it('has choices that look different, for any entries', async () => {
		const id = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,4}$/), fc.nat());
		const project = fc.record({ id, name: fc.constantFrom('Acme', 'Beta', ' Acme', '', null) });
		const selector = (entry: { id: string | number }) => String(entry.id);
		const projects = fc.uniqueArray(project, { selector, minLength: 1 });
		const check = async (entries: Array<{ id: string | number; name: string | null }>) => {
			const choices = await choicesIn({ projects: entries });
			expect(choices.map(({ value }) => value)).toEqual(entries.map((entry) => String(entry.id)));
			expect(new Set(choices.map(({ name }) => name)).size).toBe(entries.length);
			const names = entries.map(({ name }) => name?.trim());
			for (const [index, name] of names.entries()) {
				const isAlone = names.indexOf(name) === names.lastIndexOf(name);
				if (isAlone && name !== '' && name !== undefined) expect(choices[index]?.name).toBe(name);
			}
		};
		await fc.assert(fc.asyncProperty(projects, check));
	});
});

describe('The field Project', () => {
	type Value = string | number | object | null | undefined;

	/** What the picker says, and the field below it. */
	const choiceOf = (project: Value, projectsContaining: Value = null) =>
		readProjectChoice(
			parametersOf(Object.fromEntries(Object.entries({ project, projectsContaining }))),
		);
	const picked = (mode: string, value: Value) => ({ __rl: true, mode, value });

	it.each<[Value, object]>([
		[picked('list', 'p-1'), { by: 'id', id: 'p-1' }],
		[picked('id', ' p-1\n'), { by: 'id', id: 'p-1' }],
		['p-1', { by: 'id', id: 'p-1' }],
		[{ value: 'p-1' }, { by: 'id', id: 'p-1' }],
		[picked('list', picked('id', 'p-1')), { by: 'id', id: 'p-1' }],
		[picked('id', 42), { by: 'id', id: '42' }],
		[picked('id', '!A-z_0.9~'), { by: 'id', id: '!A-z_0.9~' }],
		[picked('name', ' Oak & Ash '), { by: 'name', name: 'Oak & Ash' }],
		[picked('name', 1984), { by: 'name', name: '1984' }],
		[picked('list', picked('name', 'A')), { by: 'name', name: 'A' }],
		[picked('url', 'https://a.example'), { by: 'name', name: 'https://a.example' }],
		...['list', 'id', 'name'].map((mode): [Value, object] => [picked(mode, ' * '), { by: 'all' }]),
	])('says in %j which project it is, or all', (project, choice) => {
		expect(choiceOf(project, '  ')).toEqual(choice);
	});

	it.each<[Value, string, string]>([
		[undefined, 'No project is chosen', "'Project'"],
		[picked('list', ' '), 'No project is chosen', "'Project'"],
		[picked('id', ['p-1']), "'Project' is not text, but a list", ''],
		[picked('name', { a: 1 }), "'Project' is not text, but an object", ''],
		...['a b', 'a\nb', 'ä', 'a\u007f'].map((id): [Value, string, string] => {
			const message = 'The project ID has characters that an ID cannot have';
			return [picked('id', id), message, "'By Name'"];
		}),
	])('with %j says what is wrong', (project, message, words) => {
		const problem = problemOf(() => choiceOf(project));
		expect(problem.message).toBe(message);
		expect(problem.description).toContain(words);
	});

	it('may choose some of all by a text, and has one project only where it has to be one', () => {
		expect(choiceOf('*', ' coffee ')).toEqual({ by: 'all', containing: 'coffee' });
		const oneOf = (project: string) => readOneProject(parametersOf({ project }));
		expect(oneOf('p-1')).toEqual({ by: 'id', id: 'p-1' });
		expect(problemOf(() => oneOf('*')).message).toMatch(/takes one project, not all/);
	});
});

describe('Names and addresses of projects', () => {
	it('are compared without regard to case, blanks and how they are written', () => {
		expect(asName(' Straße \n x ')).toBe('STRASSE X');
		expect(asName('Müller'.normalize('NFD'))).toBe(asName('MÜLLER'));
		const addresses = ['HTTPS://WWW.www.example//', 'www', 'my.www.example', 'https://'];
		expect(addresses.map(asAddress)).toEqual(['WWW.EXAMPLE', 'WWW', 'MY.WWW.EXAMPLE', '']);
	});

	it('are taken once for each ID, and ten of them named', () => {
		const one = { id: 1, name: 'A' };
		expect(distinct([one, { id: 2 }, { id: 1 }])).toEqual([one, { id: 2 }]);
		const names = 'a b c d e f g h i j k l'.split(' ');
		expect(someOf(names.slice(0, 10))).toBe('a, b, c, d, e, f, g, h, i, j');
		expect(someOf(names)).toBe('a, b, c, d, e, f, g, h, i, j and 2 more');
	});

	const NAMES = ['Ember & Oak Coffee', 'Ridgeline Outfitters', 'Müller & Söhne', 'H & M', 'Coffee'];
	const SHOPS = ['Shop Rome', 'Shop', 'Shop', 'Cafe', 'Shop Bern Old', 'Old'];

	it.each([
		['cofee', NAMES, ['Ember & Oak Coffee', 'Coffee']],
		['https://ridgeline.example', NAMES, ['Ridgeline Outfitters']],
		['the outfits', NAMES, ['Ridgeline Outfitters']],
		['MÜLLER'.normalize('NFD'), NAMES, ['Müller & Söhne']],
		['m', NAMES, ['H & M']],
		['Mu', NAMES, []],
		['???', NAMES, []],
		['old shop bern', SHOPS, ['Shop Bern Old', 'Shop Rome', 'Shop', 'Old']],
	])(
		'come before others for "%s" if they share a word or its beginning',
		(text, names, similar) => {
			const others = names.filter((name) => !similar.includes(name));
			expect(nearestFirst(text, names)).toEqual([...similar, ...others]);
		},
	);
});

/** The projects of a service, as a node of one of its APIs looks for them. */
function knownOf(replies: { agents?: Reply; geo?: Reply }) {
	const { client, sent } = service(replies);
	const known = new KnownProjects(client, replies.agents === undefined ? 'geo' : 'agents');
	return {
		asked: () => sent.map(({ api }) => api),
		all: async () => await known.find({ by: 'all' }),
		named: async (name: string) => await known.find({ by: 'name', name }),
		containing: async (text: string, ...watched: string[]) =>
			await known.find({ by: 'all', containing: text }, (id) => watched.includes(id)),
	};
}

const idsIn = async (
	found: Promise<{ readonly projects: ReadonlyArray<{ readonly id: string }> }>,
) => (await found).projects.map(({ id }) => id);

const COFFEE = { id: 'p1', name: 'Ember Coffee', url: 'https://ember.example' };
const TEA = { id: 'p2', name: 'Tea House', url: 'https://tea.example' };
const BOTH = [COFFEE, TEA];
const NAMED = BOTH.map(({ id, name }) => ({ id, name }));
const BARE = BOTH.map(({ id }) => ({ id }));
const WHY = 'Not all names and URLs are known, because the GEO API did not list the projects: ';

describe('A project by its name', () => {
	it('is found in the first list where that has names, and asked for once', async () => {
		const known = knownOf({ agents: NAMED, geo: BOTH });
		for (const name of ['ember coffee', 'TEA HOUSE', 'p1']) {
			expect(await known.named(name)).toMatchObject({ projects: [{}], notices: [] });
		}
		expect(await idsIn(known.all())).toEqual(['p1', 'p2']);
		expect(known.asked()).toEqual(['agents']);
		expect(await idsIn(known.named('tea.example'))).toEqual(['p2']);
		expect(await idsIn(known.named('ember.example'))).toEqual(['p1']);
		expect(known.asked()).toEqual(['agents', 'geo', 'geo']);
	});

	it.each<[string, { agents?: Reply; geo?: Reply }, string]>([
		[
			'after a list that is not whole',
			{ agents: { projects: [COFFEE], total: 2 }, geo: BOTH },
			'Tea House',
		],
		[
			'after a list with some URLs',
			{ agents: [COFFEE, ...NAMED.slice(1)], geo: BOTH },
			'tea.example',
		],
		['in a list with all, without another', { agents: BOTH, geo: DOWN }, 'tea.example'],
		[
			'by its URL where there are no names',
			{ geo: [{ ...TEA, name: null }] },
			'https://tea.example/',
		],
		['by its URL beside bare IDs', { geo: [{ id: 'p1' }, TEA] }, 'tea.example'],
		['by its ID where there are only IDs', { agents: BARE, geo: DOWN }, 'p2'],
		['by its name where Who Am I has only IDs', { agents: BARE, geo: BOTH }, 'tea house'],
	])('is found %s', async (_where, replies, name) => {
		expect(await idsIn(knownOf(replies).named(name))).toEqual(['p2']);
	});

	it('is not looked for twice in the GEO API', async () => {
		const known = knownOf({ geo: NAMED });
		await known.all();
		const { length } = known.asked();
		await rejectionOf(known.named('Zzz'));
		expect(known.asked()).toHaveLength(length);
	});

	it('that several have is told with their IDs', async () => {
		const known = knownOf({ agents: BARE, geo: [COFFEE, { ...TEA, name: 'Ember Coffee' }] });
		expect(await rejectionOf(known.named('Ember Coffee'))).toMatchObject({
			message: "2 projects match 'Ember Coffee'",
			description: "Enter one of their IDs in 'Project', with 'By ID': p1, p2.",
		});
	});

	it.each<[string, { agents?: Reply; geo?: Reply }, string]>([
		[
			'nearest name first',
			{ geo: [TEA, COFFEE] },
			'The projects are, nearest first: Ember Coffee, Tea House. Enter the name or ID of one',
		],
		[
			'doubt about a list that is not whole',
			{ geo: { projects: [COFFEE], total: 9 } },
			'This is about the list of projects. Enter ',
		],
		[
			'error of the other list',
			{ agents: NAMED, geo: DOWN },
			`${WHY}Out of order. Try later. Enter `,
		],
	])('that there is not is told with the %s', async (_what, replies, words) => {
		const { message, description } = await rejectionOf(knownOf(replies).named('Ember Cofee'));
		expect(message).toBe("No project has the name or URL 'Ember Cofee'");
		expect(description).toContain(words);
	});

	it('is told with the IDs where there are no names, and why there are none', async () => {
		const known = knownOf({ agents: BARE, geo: DOWN });
		expect(await rejectionOf(known.named('Tea House'))).toMatchObject({
			message: "No project has the name or URL 'Tea House'",
			description: expect.stringContaining(
				`The projects are, nearest first: p1, p2. ${WHY}Out of order. Try later. Enter `,
			),
		});
	});

	it('is looked for in the other list only where that may know more', async () => {
		const whole = knownOf({ agents: { projects: BOTH }, geo: [TEA] });
		await rejectionOf(whole.named('x'));
		expect(whole.asked()).toEqual(['agents']);
		const part = knownOf({ agents: { projects: BOTH, total: 3 }, geo: [TEA] });
		await rejectionOf(part.named('x'));
		expect(part.asked().slice(0, 2)).toEqual(['agents', 'geo']);
	});

	it('is not guessed where a fault of ours, or of the first list, is in the way', async () => {
		const fault = new Error('Oops');
		await expect(knownOf({ agents: NAMED, geo: fault }).named('x')).rejects.toBe(fault);
		await expect(knownOf({ agents: DOWN, geo: [TEA] }).named('x')).rejects.toBe(DOWN);
	});
});

describe('The projects with a text in their name or URL', () => {
	it('are those of both lists', async () => {
		const known = knownOf({ agents: NAMED, geo: BOTH });
		expect(await idsIn(known.containing('EXAMPLE'))).toEqual(['p1', 'p2']);
		expect(await known.containing('coffee')).toMatchObject({
			projects: [{ id: 'p1' }],
			notices: [],
		});
	});

	it('may be none, which is told with the nearest', async () => {
		const message =
			"No project has 'Ember Cofee' in its name or URL. The projects are, nearest first: Ember Coffee, Tea House.";
		expect(await knownOf({ geo: BOTH }).containing('Ember Cofee')).toEqual({
			...{ projects: [], notices: [{ kind: 'note', message }] },
		});
	});

	it.each<[string, Reply | undefined, string]>([
		['is out of order', DOWN, 'gap'],
		['is not for this key', NO_ACCESS, 'note'],
		['has no base URL', undefined, 'note'],
	])('may be more where the GEO API %s', async (_what, geo, kind) => {
		const known = knownOf({ agents: NAMED, ...(geo === undefined ? {} : { geo }) });
		const { notices } = await known.containing('tea');
		const message: unknown = expect.stringMatching(/^Not all names and URLs are known, /);
		expect(notices).toEqual([{ kind, message }]);
		expect(await rejectionOf(known.containing('cocoa'))).toMatchObject({
			message: "No project is known to have 'cocoa' in its name or URL",
			description: notices[0]?.message,
		});
	});

	it.each([
		['unknown', ['p3'], 'gap'],
		['known', ['p1', 'p2'], 'note'],
		['not listed', ['p4'], 'note'],
	])('lack one that is watched where its URL is %s', async (_what, watched, kind) => {
		const agents = [COFFEE, ...NAMED.slice(1), { id: 'p3', name: 'Cocoa' }];
		const { notices } = await knownOf({ agents, geo: NO_ACCESS }).containing('tea', ...watched);
		const message = `${WHY}The API key has no access to the GEO API (403).`;
		expect(notices).toEqual([{ kind, message }]);
	});

	const part = { projects: NAMED.slice(0, 1), total: 2 };

	it.each<[string, { agents: Reply; geo: Reply }, string[]]>([
		['whole where one list has what the other lacks', { agents: part, geo: BOTH }, []],
		['in doubt where both lack some', { agents: part, geo: { data: BOTH, total: 9 } }, ['doubt']],
	])('are %s', async (_what, replies, kinds) => {
		const { notices } = await knownOf(replies).containing('tea');
		expect(notices.map(({ kind }) => kind)).toEqual(kinds);
	});

	it('are those of the list of the GEO API alone where it is the first, also if it is not whole', async () => {
		const { client, sent } = service({ geo: { data: [COFFEE], total: 3 }, agents: NAMED });
		const { notices } = await new KnownProjects(client, 'geo').find({
			by: 'all',
			containing: 'coffee',
		});
		expect(notices.map(({ kind }) => kind)).toContain('doubt');
		expect(sent.map(({ api }) => api)).not.toContain('agents');
	});
});
