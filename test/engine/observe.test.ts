import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READS } from '../../dev/observe/requests';
import { readWithNodes } from '../../dev/observe/nodes';
import { readService } from '../../dev/observe/read';
import { ROOT } from '../../dev/paths';
import { KEYS, startSandbox } from '../../sandbox';
import { bareArrays, halfForbidden, itemsWithMore, startService } from '../unit/observeServices';

const PROMPTS = '/v2/geo/business/prompts';
const WHOAMI = '/api/v1/business/whoami';

/** Observes a service, and gives what the nodes make of it. */
async function readingsOf(url: string) {
	const { judged } = await readService({ key: KEYS.agency, urls: { agents: url, geo: url } });
	return await readWithNodes(judged);
}

it('The nodes read all of the sandbox', async () => {
	const sandbox = await startSandbox();
	const readings = await readingsOf(sandbox.url);
	await sandbox.close();
	expect([...readings.values()]).toEqual(
		Array(READS.length).fill({ verdict: 'complete', words: '' }),
	);
});

it.each([
	['the same page again', bareArrays, 'hint', /nothing but IDs or rows/],
	['pages by offset', itemsWithMore, 'complete', /^$/],
	['403 on half', halfForbidden, 'complete', /^$/],
])('The nodes read odd services: %s', async (_title, answerTo, verdict, words) => {
	const service = await startService(answerTo);
	const readings = await readingsOf(service.url);
	await service.close();
	expect(readings.get(PROMPTS)).toMatchObject({ verdict, words: expect.stringMatching(words) });
	const ofForbidden = { verdict: 'error', words: 'Not for Mokkaberg' };
	if (answerTo === halfForbidden) expect(readings.get(WHOAMI)).toEqual(ofForbidden);
});

describe('From the command line, --compare', () => {
	const folder = mkdtempSync(join(tmpdir(), 'observe-'));
	const file = join(folder, 'observed.json');
	afterAll(() => rmSync(folder, { recursive: true }));

	const command = ['--import', 'tsx', 'dev/observe/index.ts', '--compare', '--file', file];
	const write = (answer: number) => {
		const paths = ['projects', ...Array.from({ length: 200 }, (_, at) => `list-${at}`)];
		const found = { answer, length: [], heeds: {}, refusals: {} };
		const endpoints = paths.map((path) => [`POST /v2/geo/business/${path}`, found]);
		const observed = { requests: 1, limits: [], endpoints: Object.fromEntries(endpoints) };
		writeFileSync(file, JSON.stringify(observed));
	};

	it.each([
		['exits with 0 without a contradiction', 200, 0, 'Contradictions to docs/openapi.yaml: 0\n'],
		['exits with 1 on contradictions', 404, 1, 'Contradictions to docs/openapi.yaml: 201\n'],
	])('%s', (_title, answer, code, end) => {
		write(answer);
		const { status, stdout } = spawnSync(process.execPath, command, {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect(status).toBe(code);
		expect(stdout.endsWith(end)).toBe(true);
	});

	it('says nothing when nobody reads its output to the end', () => {
		write(404);
		const line = [process.execPath, ...command].map((word) => `'${word}'`).join(' ');
		const options = { cwd: ROOT, encoding: 'utf8', shell: true } as const;
		const { stdout, stderr } = spawnSync(`${line} | head -n 1`, options);
		expect(stdout).toContain('CONTRADICTION');
		expect(stderr).toBe('');
	});
});
