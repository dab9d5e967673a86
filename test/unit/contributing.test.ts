import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { json } from '../../dev/json';
import { contractOf } from '../../sandbox/contract';
import { run as exampleOperation } from './exampleOperation';
import { parametersOf } from './parametersOf';
import { problemOf } from './thrown';

const ROOT = join(__dirname, '../..');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const VALUES = {
	project: { mode: 'id', value: 'p1' },
	...{ playbookId: ' a/1 ', depth: 'quick', options: {} },
};

/** Whether a word is in a file. */
const hasWord = (file: string, word: string) =>
	new RegExp(`\\b${word}\\b`).test(readFileSync(file, 'utf8'));

/** The request of the example with these fields. */
function requestFor(values: object = {}) {
	const plan = exampleOperation.plan(parametersOf({ ...VALUES, ...values }));
	if (!('request' in plan)) throw new Error('The plan has no request');
	return plan.request;
}

describe('CONTRIBUTING', () => {
	const paths = [...new Set(read('CONTRIBUTING.md').match(/`[\w./]+\.(?:ts|md|mjs|yaml)`/g))];
	const places = ['', 'nodes/shared', 'test/engine', 'nodes/Geo', 'nodes/Agents/operations'];
	const rows = read('CONTRIBUTING.md').matchAll(/^\| `(\w+)\/` .*\| `(\w+\.ts)` +\|$/gm);

	it.each(paths.map((path) => path.slice(1, -1)).filter((path) => path.includes('/')))(
		'names %s, which is there, or is a file to be made',
		(path) => {
			const isThere = places.some((place) => existsSync(join(ROOT, place, path)));
			expect(isThere || path === 'nodes/Agents/operations/playbook/run.ts').toBe(true);
		},
	);

	it.each([...rows].map(([, folder = '', file = '']) => [folder, file]))(
		'says to start reading %s/ at %s, which is there',
		(folder, file) => expect(existsSync(join(ROOT, 'nodes/shared', folder, file))).toBe(true),
	);

	it('names what is in the files', () => {
		const named = read('CONTRIBUTING.md').matchAll(/`(\w+)` (?:in|of) `([\w/]+\.ts)`/g);
		const all = [...named].map(([, name = '', path = '']) => {
			const file = places.map((place) => join(ROOT, place, path)).find((each) => existsSync(each));
			return { name, path, isIn: file !== undefined && hasWord(file, name) };
		});
		expect(all.length).toBeGreaterThan(5);
		expect(all.filter(({ isIn }) => !isIn)).toEqual([]);
	});
});

describe('The operation that CONTRIBUTING tells to copy', () => {
	it('sends the ID in the path, the project, and what is entered under Options', () => {
		expect(requestFor()).toEqual({
			...{ api: 'agents', effect: 'once', method: 'POST', projectId: 'p1' },
			body: { depth: 'quick' },
			path: '/api/v1/business/playbooks/a%2F1/run',
		});
		const options = { note: 'Why', additionalBodyJson: '{ "a": 1 }' };
		expect(requestFor({ options }).body).toEqual({ depth: 'quick', note: 'Why', a: 1 });
	});

	it('takes one project, which may be known by its name', () => {
		const planFor = (value: string) =>
			exampleOperation.plan(parametersOf({ ...VALUES, project: { mode: 'name', value } }));
		expect(planFor('Tea')).toMatchObject({ projects: { by: 'name', name: 'Tea' }, effect: 'once' });
		expect(problemOf(() => planFor('*')).message).toContain('takes one project');
	});

	it('needs the ID', () => {
		expect(problemOf(() => requestFor({ playbookId: ' ' })).message).toBe("'Playbook ID' is empty");
	});

	it('sends what its entry in docs/openapi.yaml has', () => {
		const document = json(parse(read('docs/openapi.yaml')));
		const entry = json(parse(read('test/unit/exampleOperation.yaml')));
		const contract = contractOf({ ...document, paths: { ...json(document['paths']), ...entry } });
		const headers = { 'x-api-key': 'k', 'content-type': 'application/json' };
		const violationsOf = ({ method, path, projectId, body }: ReturnType<typeof requestFor>) =>
			contract.violations({
				method,
				path,
				body,
				headers: { ...headers, 'x-project-id': projectId },
			});
		expect(violationsOf(requestFor())).toEqual([]);
		expect(violationsOf(requestFor({ options: { note: 'Why' } }))).toEqual([]);
		const body = { depth: 'full', other: 1 };
		expect(violationsOf({ ...requestFor(), body })).toEqual(['body.other: not documented']);
	});
});
