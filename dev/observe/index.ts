import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { jsonParse } from 'n8n-workflow';
import { read } from 'read';
import { type ApiName, parseBaseUrl, isUnencrypted } from '../../nodes/shared/api/apis';
import { readDocument } from '../../sandbox/openapi';
import { compare } from './compare';
import type { Readings } from './nodes';
import { readService, type Settings } from './read';
import { type Observed, observedBy, reportOf } from './report';

const { env, stdout, stderr } = process;
// The reader of a pipe may have seen enough, as `head` has.
stdout.on('error', () => process.exit());

const USAGE = `Usage: npm run observe -- [--agents URL] [--geo URL] [--project NAME] [--file observed.json]
       npm run observe -- --compare [--file observed.json]
The command asks for the key, or takes it from the environment variable AGENTS_GEO_API_KEY.`;

/** Asks for the key without showing it. */
async function askForKey(): Promise<string> {
	const prompt = 'API key (not shown while you enter it):';
	const key: string = await read({ prompt, silent: true, output: stderr });
	stderr.write('\n');
	return key;
}

function baseUrl(api: ApiName, entered: string): string {
	const url = entered === '' ? '' : parseBaseUrl(api, entered);
	if (url === '' || !isUnencrypted(url)) return url;
	throw new Error(`${url} does not start with https://, so others could read the key`);
}

/** Reads the service, writes the file and prints the report. */
async function run(file: string, urls: Settings['urls'], project?: string): Promise<void> {
	const key = env['AGENTS_GEO_API_KEY'] ?? (await askForKey());
	const stop = new AbortController();
	process.once('SIGINT', () => stop.abort());
	const { signal } = stop;
	const onProgress = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`);
	const reader = await readService({ key, urls, project, signal, onProgress });
	onProgress('');
	const write = (readings: Readings) => {
		const observed = observedBy(reader, readings);
		writeFileSync(file, `${JSON.stringify(observed, null, '\t')}\n`);
		return reportOf(observed, readings);
	};
	let report = write(new Map());
	const { readWithNodes } = await import('./nodes.js');
	if (!signal.aborted) report = write(await readWithNodes(reader.judged));
	console.log(`${report}\n${file} has no values. Look it through, then attach it to an issue.`);
}

/** Holds a file against docs/openapi.yaml, and fails if they contradict each other. */
function runComparison(file: string): void {
	const differences = compare(readDocument(), jsonParse<Observed>(readFileSync(file, 'utf8')));
	for (const { endpoint, adds, contradicts } of differences) {
		if (adds.length > 0) console.log(`${endpoint}: new is ${adds.join(', ')}`);
		for (const words of contradicts) console.log(`${endpoint}: CONTRADICTION: ${words}`);
	}
	const count = differences.flatMap(({ contradicts }) => contradicts).length;
	console.log(`Contradictions to docs/openapi.yaml: ${count}`);
	process.exitCode = count > 0 ? 1 : 0;
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: { agents: text, geo: text, project: text, file: text, compare: { type: 'boolean' } },
	});
	const { file = 'observed.json', agents = '', geo = 'https://api.writesonic.com' } = values;
	const urls = { agents: baseUrl('agents', agents), geo: baseUrl('geo', geo) };
	if (values.compare === true) runComparison(file);
	else await run(file, urls, values.project);
}

main().catch((error: unknown) => {
	stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
	process.exitCode = 1;
});
