import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { json, list } from '../../sandbox/json';

const WORKFLOWS = '.github/workflows';
const read = (path: string) => json(parse(readFileSync(path, 'utf8')));

const JOBS = readdirSync(WORKFLOWS).flatMap((file) => {
	const { jobs, permissions } = read(`${WORKFLOWS}/${file}`);
	return Object.entries(json(jobs)).map(([name, job]) => ({ name, permissions, ...json(job) }));
});

it('Only a job in a protected environment may publish, and it runs nothing but npm publish', () => {
	const [job, ...others] = JOBS.filter(({ permissions }) =>
		JSON.stringify(permissions).includes('write'),
	);
	expect(others).toEqual([]);
	expect(job).toMatchObject({ environment: 'npm', permissions: { 'id-token': 'write' } });
	const commands = list(json(job).steps).flatMap((step) => json(step).run ?? []);
	expect(commands).toEqual([expect.stringMatching(/^npm publish \S+\.tgz .*--ignore-scripts$/)]);
	expect(JSON.stringify(job)).not.toContain('checkout');
});

it('Dependabot looks at every folder with packages of its own', () => {
	const [npm] = list(read('.github/dependabot.yml').updates).map(json);
	const folders = ['', '/bench', '/dev/n8n', '/dev/n8n/oldest'];
	for (const folder of folders) expect(read(`.${folder}/package.json`)).toBeDefined();
	expect(npm?.directories).toEqual(folders.map((folder) => folder || '/'));
});

it('CI reports known faults of packages, and does not fail because of them', () => {
	const { steps } = json(json(read(`${WORKFLOWS}/ci.yml`).jobs).test);
	expect(list(steps)).toContainEqual(
		expect.objectContaining({ run: 'npm audit', 'continue-on-error': true }),
	);
});
