import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonParse } from 'n8n-workflow';
import { ROOT } from '../../dev/paths';
import { median, type Section } from '../report';

/** A node of n8n's own of about this size, which the bench installs. */
const NOTION = 'bench/node_modules/n8n-nodes-base/dist/nodes/Notion/Notion.node.js';

/** Fresh processes for each of the three. */
const TIMES = 15;

interface Manifest {
	readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
}

/** What the package costs an n8n that never uses it. */
export async function installed(): Promise<Section[]> {
	const { nodes, credentials } = jsonParse<Manifest>(readFileSync('package.json', 'utf8')).n8n;
	const times: Record<'empty' | 'notion' | 'own', number[]> = { empty: [], notion: [], own: [] };
	for (let time = 0; time < TIMES; time++) {
		times.own.push(loadTime([...nodes, ...credentials]));
		times.empty.push(loadTime(['bench/empty.js']));
		times.notion.push(loadTime([NOTION]));
	}
	const load = median(times.own) - median(times.empty);
	const notion = median(times.notion) - median(times.empty);
	const packed = jsonParse<Array<{ size: number }>>(run('npm', ['pack', '--json', '--dry-run']));
	const size = packed[0]?.size ?? NaN;
	const section = {
		title: '4. Being installed',
		head: ['', 'measured'],
		rows: [
			['load all nodes and the credential', `${load.toFixed(1)} ms`],
			["load n8n's own Notion node", `${notion.toFixed(1)} ms`],
			['tarball', `${(size / 1000).toFixed(1)} kB`],
		],
		goals: [
			{ words: 'load', value: load, most: 60, unit: ' ms' },
			{ words: 'tarball', value: size / 1000, most: 110, unit: ' kB' },
		],
	};
	return await Promise.resolve([section]);
}

/** Loads files in a fresh process that has n8n-workflow, and returns the milliseconds it took. */
function loadTime(files: readonly string[]): number {
	const paths = ['bench/load.js', ...files].map((file) => join(ROOT, file));
	return Number(run(process.execPath, paths));
}

function run(command: string, args: readonly string[]): string {
	return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' });
}
