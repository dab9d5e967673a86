import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import type { Client } from '../../nodes/shared/api/client';
import { ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/paths';
import { projectChoices } from '../../nodes/shared/pickers/projectPicker';
import { readProjects } from '../../nodes/shared/projects/readProjects';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

/** What the list in the editor offers for an answer to whoami. */
async function choicesIn(body: JsonValue | undefined) {
	const client: unknown = {
		send: async () => await Promise.resolve({ body, headers: {}, size: 0 }),
	};
	if (!isClient(client)) throw new Error('This is no client');
	return projectChoices((await readProjects(client, 'agents')).projects);
}

const P2 = { name: 'p2', value: 'p2' };

describe('projectChoices', () => {
	it.each<[string, JsonValue[], Array<{ name: string; value: string }>]>([
		['names', [{ id: 'p1', name: 'Acme' }], [{ name: 'Acme', value: 'p1' }]],
		['no names', [{ id: 'p1' }], [{ name: 'p1', value: 'p1' }]],
		['blank names', [{ id: 'p1', name: '  ' }], [{ name: 'p1', value: 'p1' }]],
		['names that are no text', [{ id: 'p1', name: { en: 'Acme' } }], [{ name: 'p1', value: 'p1' }]],
		['numeric ids', [{ id: 42, name: 'Acme' }], [{ name: 'Acme', value: '42' }]],
		['an id of zero', [{ id: 0 }], [{ name: '0', value: '0' }]],
		['blanks around', [{ id: ' p1 ', name: ' Acme ' }], [{ name: 'Acme', value: 'p1' }]],
		['blank ids', [{ id: ' ', name: 'Acme' }, { id: 'p2' }], [P2]],
		['no ids', [{ name: 'Acme' }, { id: null }, { id: true }, { id: {} }, { id: 'p2' }], [P2]],
		['entries that are no objects', ['p1', 7, null, true, ['p1'], { id: 'p2' }], [P2]],
		[
			'further members',
			[{ id: 'p1', name: 'Acme', url: 'https://acme.example', type: 'STANDARD' }],
			[{ name: 'Acme', value: 'p1' }],
		],
	])('reads projects with %s', async (_what, projects, choices) => {
		expect(await choicesIn({ projects })).toEqual(choices);
	});

	it('tells projects of one name apart by their ids, and only those', async () => {
		const projects = [
			{ id: 'p1', name: 'Acme' },
			{ id: 'p2', name: 'Beta' },
			{ id: 'p3', name: ' Acme' },
		];
		expect(await choicesIn({ projects })).toEqual([
			{ name: 'Acme (p1)', value: 'p1' },
			{ name: 'Beta', value: 'p2' },
			{ name: 'Acme (p3)', value: 'p3' },
		]);
	});

	it.each([
		['whoami', { identity: {}, teams: [{ id: 't1' }], projects: [{ id: 'p1' }] }],
		['whoami inside data', { data: { user: 'u', projects: [{ id: 'p1' }] } }],
		['whoami of a user with an id', { id: 'u1', teams: [], projects: [{ id: 'p1' }] }],
		['whoami inside data of a user with an id', { data: { id: 'u1', projects: [{ id: 'p1' }] } }],
		['the GEO API', { data: [{ id: 'p1' }], total: 1, limit: 100, offset: 0 }],
		['a bare list', [{ id: 'p1' }]],
	])('finds them in an answer of %s', async (_source, body) => {
		expect(await choicesIn(body)).toEqual([{ name: 'p1', value: 'p1' }]);
	});

	it.each([[undefined], [null], ['text'], [{}], [{ projects: { p1: {} } }]])(
		'says that there is no list of projects in %j',
		async (body) => {
			const choices = choicesIn(body);
			await expect(choices).rejects.toBeInstanceOf(ServiceError);
			await expect(choices).rejects.toMatchObject({
				message: 'The service returned no list of projects',
				description: expect.stringContaining("'Project'"),
			});
		},
	);

	it.each<[JsonValue, string, string]>([
		[{ projects: [] }, 'This API key has no projects', 'Create a project'],
		[{ projects: [], message: 'Quota exceeded' }, 'This API key has no projects', 'Quota exceeded'],
		[
			{ projects: [{ project_id: 'p1' }] },
			'The service returned projects without an ID',
			"'By ID'",
		],
	])('says what is wrong with %j', async (body, message, words) => {
		await expect(choicesIn(body)).rejects.toMatchObject({
			message,
			description: expect.stringContaining(words),
		});
	});

	it('gives usable choices that look different, for any entries', async () => {
		const id = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,4}$/), fc.nat());
		const project = fc.record({ id, name: fc.constantFrom('Acme', 'Beta', '', null) });
		const projects = fc.uniqueArray(project, {
			selector: (entry) => String(entry.id),
			minLength: 1,
		});
		const check = async (entries: Array<{ id: string | number; name: string | null }>) => {
			const choices = await choicesIn({ projects: entries });
			expect(choices.map(({ value }) => value)).toEqual(entries.map((entry) => String(entry.id)));
			expect(new Set(choices.map(({ name }) => name)).size).toBe(entries.length);
		};
		await fc.assert(fc.asyncProperty(projects, check));
	});
});
