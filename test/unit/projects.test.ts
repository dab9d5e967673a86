import fc from 'fast-check';
import type { JsonValue } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/errors';
import { projectChoices, projectsIn, readProjects } from '../../nodes/shared/records/projects';
import { problemOf } from './thrown';

const projectList = (body: JsonValue | undefined) =>
	readProjects({ body, headers: {}, size: 0 }, 'agents').records;

describe('projectChoices', () => {
	it.each<[string, JsonValue[], Array<{ name: string; value: string }>]>([
		['names', [{ id: 'p1', name: 'Acme' }], [{ name: 'Acme', value: 'p1' }]],
		['no names', [{ id: 'p1' }], [{ name: 'p1', value: 'p1' }]],
		['blank names', [{ id: 'p1', name: '  ' }], [{ name: 'p1', value: 'p1' }]],
		['names that are no text', [{ id: 'p1', name: { en: 'Acme' } }], [{ name: 'p1', value: 'p1' }]],
		['numeric ids', [{ id: 42, name: 'Acme' }], [{ name: 'Acme', value: '42' }]],
		['an id of zero', [{ id: 0 }], [{ name: '0', value: '0' }]],
		['blanks around', [{ id: ' p1 ', name: ' Acme ' }], [{ name: 'Acme', value: 'p1' }]],
		['blank ids', [{ id: ' ', name: 'Acme' }, { id: 'p2' }], [{ name: 'p2', value: 'p2' }]],
		['no ids', [{ name: 'Acme' }, { id: null }, { id: true }, { id: {} }], []],
		['entries that are no objects', ['p1', 7, null, true, ['p1']], []],
		[
			'further members',
			[{ id: 'p1', name: 'Acme', url: 'https://acme.example', type: 'STANDARD' }],
			[{ name: 'Acme', value: 'p1' }],
		],
	])('reads projects with %s', (_what, projects, choices) => {
		expect(projectChoices(projectsIn(projectList({ projects })))).toEqual(choices);
	});

	it('tells projects of one name apart by their ids, and only those', () => {
		const projects = [
			{ id: 'p1', name: 'Acme' },
			{ id: 'p2', name: 'Beta' },
			{ id: 'p3', name: ' Acme' },
		];
		expect(projectChoices(projectsIn(projectList({ projects })))).toEqual([
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
	])('finds them in an answer of %s', (_source, body) => {
		expect(projectChoices(projectsIn(projectList(body)))).toEqual([{ name: 'p1', value: 'p1' }]);
	});

	it.each([[undefined], [null], ['text'], [{}], [{ projects: { p1: {} } }]])(
		'says that there is no list of projects in %j',
		(body) => {
			const problem = problemOf(() => projectChoices(projectsIn(projectList(body))));
			expect(problem).toBeInstanceOf(ServiceError);
			expect(problem.message).toBe('The service returned no list of projects');
			expect(problem.description).toContain("'Project'");
		},
	);

	it('gives no choice where the list is empty', () => {
		expect(projectChoices(projectsIn(projectList({ projects: [] })))).toEqual([]);
	});

	it('gives usable choices that look different, for any entries', () => {
		const id = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,4}$/), fc.nat());
		const project = fc.record({ id, name: fc.constantFrom('Acme', 'Beta', '', null) });
		const projects = fc.uniqueArray(project, { selector: (entry) => String(entry.id) });
		const check = (entries: Array<{ id: string | number; name: string | null }>) => {
			const choices = projectChoices(projectsIn(projectList({ projects: entries })));
			expect(choices.map(({ value }) => value)).toEqual(entries.map((entry) => String(entry.id)));
			expect(new Set(choices.map(({ name }) => name)).size).toBe(entries.length);
		};
		fc.assert(fc.property(projects, check));
	});
});
