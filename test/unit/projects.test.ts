import { formatNameList } from '../../nodes/shared/base';
import { readOneProject, readProjectChoice } from '../../nodes/shared/form';
import { normalizeAddress, sortBySimilarity } from '../../nodes/shared/projects';
import { normalizeName, distinctById } from '../../nodes/shared/projects/names';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';
import { userTime } from '../userTime';

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
		[picked('id', 42), { by: 'id', id: '42' }],
		[picked('id', '!A-z_0.9~'), { by: 'id', id: '!A-z_0.9~' }],
		[picked('name', ' Oak & Ash '), { by: 'name', name: 'Oak & Ash' }],
		[picked('name', 1984), { by: 'name', name: '1984' }],
		[picked('url', 'https://a.example'), { by: 'name', name: 'https://a.example' }],
		[picked('name', '*'), { by: 'name', name: '*' }],
		...['list', 'id'].map((mode): [Value, object] => [picked(mode, ' * '), { by: 'all' }]),
	])('says in %j which project it is, or all', (project, choice) => {
		expect(choiceOf(project, '  ')).toEqual(choice);
	});

	it.each<[Value, string, string]>([
		[undefined, 'No project is chosen', "'Project'"],
		[picked('list', ' '), 'No project is chosen', "'Project'"],
		[picked('id', ['p-1']), "'Project' is not text, but a list", ''],
		[picked('id', picked('id', 'p-1')), "'Project' is not text, but an object", ''],
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
		expect(normalizeName(' Straße \n x ')).toBe('STRASSE X');
		expect(normalizeName('Müller'.normalize('NFD'))).toBe(normalizeName('MÜLLER'));
		const addresses = ['HTTPS://WWW.www.example//', 'www', 'my.www.example', 'https://'];
		expect(addresses.map(normalizeAddress)).toEqual(['WWW.EXAMPLE', 'WWW', 'MY.WWW.EXAMPLE', '']);
	});

	it('are taken once for each ID, and ten of them named', () => {
		const one = { id: 1, name: 'A' };
		expect(distinctById([one, { id: 2 }, { id: 1 }])).toEqual([one, { id: 2 }]);
		const names = 'a b c d e f g h i j k l'.split(' ');
		expect(formatNameList(names.slice(0, 10))).toBe('a, b, c, d, e, f, g, h, i, j');
		expect(formatNameList(names.slice(0, 11))).toBe('a, b, c, d, e, f, g, h, i, j and 1 more');
		expect(formatNameList(names)).toBe('a, b, c, d, e, f, g, h, i, j and 2 more');
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
			expect(sortBySimilarity(text, names)).toEqual([...similar, ...others]);
		},
	);

	it('are looked at once each to find the nearest', () => {
		const names = Array.from({ length: 3000 }, (_, at) => `${at} ${'word '.repeat(1000)}`);
		const start = userTime();
		sortBySimilarity('none', names);
		expect(userTime() - start).toBeLessThan(2000);
	});
});
