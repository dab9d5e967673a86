import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { json, list, text } from '../../sandbox/json';

const WORKFLOWS = '.github/workflows';
const read = (path: string) => json(parse(readFileSync(path, 'utf8')));

const JOBS = readdirSync(WORKFLOWS).flatMap((file) => {
	const { jobs, permissions } = read(`${WORKFLOWS}/${file}`);
	return Object.entries(json(jobs)).map(([name, job]) => ({ name, permissions, ...json(job) }));
});

it('Only a job in a protected environment may publish, and it runs nothing but npm publish', () => {
	const [job, ...others] = JOBS.filter(({ permissions }) =>
		JSON.stringify(permissions).includes('id-token'),
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

it('A release has its part of the CHANGELOG and the integrity of the file', () => {
	const { pack, release } = json(read(`${WORKFLOWS}/publish.yml`).jobs);
	const notes = list(json(pack).steps).flatMap((step) => text(json(step).run) ?? []);
	const script = notes.find((run) => run.includes('notes.md')) ?? '';
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	writeFileSync(join(folder, 'CHANGELOG.md'), '## [1.2.0]\nNew\n## [1.1.0]\nOld\n');
	writeFileSync(join(folder, 'n8n-nodes-agents-geo-1.2.0.tgz'), 'x');
	execFileSync('bash', ['-e', '-c', script], {
		cwd: folder,
		env: { ...process.env, GITHUB_REF_NAME: 'v1.2.0' },
	});
	const hash = createHash('sha512').update('x').digest('base64');
	expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe(`New\nIntegrity: sha512-${hash}\n`);
	expect(json(release)).toMatchObject({ needs: 'publish', permissions: { contents: 'write' } });
});
