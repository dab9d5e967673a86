import { readOneProject, readProjectChoice } from '../../nodes/shared/form/project';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

type Value = string | number | boolean | null | object | undefined;

/** What the picker says, and the field below it. */
const choiceOf = (project: Value, projectsContaining: Value = null) =>
	readProjectChoice(
		parametersOf(Object.fromEntries(Object.entries({ project, projectsContaining }))),
	);

const picked = (mode: string, value: Value) => ({ __rl: true, mode, value });

describe('The picker of projects', () => {
	it.each<[string, Value, object]>([
		['chosen from the list', picked('list', 'p-1'), { by: 'id', id: 'p-1' }],
		['entered as an ID', picked('id', ' p-1\n'), { by: 'id', id: 'p-1' }],
		['given as a number', picked('id', 42), { by: 'id', id: '42' }],
		['given without the picker', 'p-1', { by: 'id', id: 'p-1' }],
		[
			'given as a picker in the picker',
			picked('list', picked('id', 'p-1')),
			{ by: 'id', id: 'p-1' },
		],
		['given as an object with a value', { value: 'p-1' }, { by: 'id', id: 'p-1' }],
		['entered as a name', picked('name', ' Ember & Oak '), { by: 'name', name: 'Ember & Oak' }],
		['named by a number', picked('name', 1984), { by: 'name', name: '1984' }],
		['named in an inner picker', picked('list', picked('name', 'A')), { by: 'name', name: 'A' }],
		['in the mode of the outer picker', picked('name', picked('', 'A')), { by: 'name', name: 'A' }],
		['all', picked('list', '*'), { by: 'all' }],
		['all, by ID', picked('id', ' * '), { by: 'all' }],
		['all, by name', picked('name', '*'), { by: 'all' }],
	])('reads a project %s: %j', (_what, project, choice) => {
		expect(choiceOf(project)).toEqual(choice);
	});

	it.each([
		['', { by: 'all' }],
		['  ', { by: 'all' }],
		[' coffee ', { by: 'all', containing: 'coffee' }],
	])('reads all projects that contain %j', (containing, choice) => {
		expect(choiceOf('*', containing)).toEqual(choice);
	});

	it.each<[string, Value]>([
		['nothing', undefined],
		['null', null],
		['blanks', picked('list', ' ')],
	])('asks for a project where it has %s', (_what, project) => {
		const problem = problemOf(() => choiceOf(project));
		expect(problem.message).toBe('No project is chosen');
		expect(problem.description).toContain("'Project'");
	});

	it.each<[Value, string]>([
		[['p-1'], 'a list'],
		[{ a: 1 }, 'an object'],
		['[object Object]', '[object Object]'],
	])('takes neither ID nor name from %p', (value, what) => {
		for (const mode of ['id', 'name']) {
			const problem = problemOf(() => choiceOf(picked(mode, value)));
			expect(problem.message).toBe(`'Project' is not text, but ${what}`);
		}
	});

	it.each(['a b', 'a\nb', 'ä', 'a\u007f', 'Ember & Oak'])(
		'takes no ID with such characters: %j',
		(id) => {
			const problem = problemOf(() => choiceOf(picked('list', id)));
			expect(problem.message).toBe('The project ID has characters that an ID cannot have');
			expect(problem.description).toContain("'By Name'");
		},
	);

	it.each(['!', '~', 'A-z_0.9'])('takes an ID with any visible ASCII characters: %j', (id) => {
		expect(choiceOf(picked('id', id))).toEqual({ by: 'id', id });
	});

	it('names the mode that an expression gives and that there is not', () => {
		const problem = problemOf(() => choiceOf(picked('url', 'https://a.example')));
		expect(problem.message).toBe("'Project' has no mode 'url'");
	});

	it('takes one project only where it has to be one', () => {
		const oneOf = (project: string) => readOneProject(parametersOf({ project }));
		expect(oneOf('p-1')).toEqual({ by: 'id', id: 'p-1' });
		expect(problemOf(() => oneOf('*')).message).toMatch(/takes one project, not all/);
	});
});
