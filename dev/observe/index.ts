import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { read } from 'read';
import { type ApiName, parseBaseUrl, isUnencrypted } from '../../nodes/shared/api/apis';
import { readService } from './read';
import { observedBy, reportOf } from './report';

const { env, stderr } = process;

const USAGE = `Usage: npm run observe -- [--agents URL] [--geo URL] [--project NAME] [--file observed.json]
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

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const options = { agents: text, geo: text, project: text, file: text };
	const { values } = parseArgs({ options });
	const { file = 'observed.json', agents = '', geo = 'https://api.writesonic.com' } = values;
	const urls = { agents: baseUrl('agents', agents), geo: baseUrl('geo', geo) };
	const key = env['AGENTS_GEO_API_KEY'] ?? (await askForKey());
	const onProgress = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`);
	const { project } = values;
	const observed = observedBy(await readService({ key, urls, project, onProgress }));
	onProgress('');
	writeFileSync(file, `${JSON.stringify(observed, null, '\t')}\n`);
	console.log(reportOf(observed));
	console.log(`${file} has no values. Look it through, then attach it to an issue.`);
}

main().catch((error: unknown) => {
	stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
	process.exitCode = 1;
});
