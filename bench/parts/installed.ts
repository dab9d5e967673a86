import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonParse } from 'n8n-workflow';
import { median, type Section } from '../report';
import { PACKAGE } from '../stand';

const run = promisify(execFile);

/** A node of n8n's own of about this size, which bench installs. */
const NOTION = 'bench/node_modules/n8n-nodes-base/dist/nodes/Notion/Notion.node.js';

/** Fresh processes for each of the three. */
const TIMES = 15;

interface Manifest {
	readonly n8n: { readonly nodes: string[]; readonly credentials: string[] };
}

interface Tarball {
	readonly size: number;
	readonly unpackedSize: number;
	readonly entryCount: number;
}

/** What the package costs an n8n that never uses it. */
export async function installed(): Promise<Section[]> {
	const text = await readFile(join(PACKAGE, 'package.json'), 'utf8');
	const { nodes, credentials } = jsonParse<Manifest>(text).n8n;
	const files = [...nodes, ...credentials].map((file) => join(PACKAGE, file));
	const empty = [join(PACKAGE, 'bench/empty.js')];
	const notion = [join(PACKAGE, NOTION)];
	const times: Record<'loaded' | 'nothing' | 'notion', number[]> = {
		...{ loaded: [], nothing: [], notion: [] },
	};
	for (let time = 0; time < TIMES; time++) {
		times.loaded.push(await loadTime(files));
		times.nothing.push(await loadTime(empty));
		times.notion.push(await loadTime(notion));
	}
	const load = median(times.loaded) - median(times.nothing);
	const notionLoad = median(times.notion) - median(times.nothing);
	const { size, unpackedSize, entryCount } = await tarball();
	return [
		{
			title: '4. Being installed',
			notes: [
				`Fresh processes with n8n-workflow in them, ${TIMES} with the package, with n8n's own Notion node, and without.`,
			],
			head: ['', 'measured'],
			rows: [
				['load all nodes and the credential', `${load.toFixed(1)} ms`],
				["load n8n's own Notion node", `${notionLoad.toFixed(1)} ms`],
				['tarball', `${(size / 1000).toFixed(1)} kB`],
				['unpacked', `${(unpackedSize / 1000).toFixed(1)} kB in ${entryCount} files`],
			],
			goals: [
				{ words: 'load', value: load, most: 60, unit: ' ms' },
				{ words: 'tarball', value: size / 1000, most: 110, unit: ' kB' },
			],
			data: { load, notionLoad, times, size, unpackedSize, entryCount },
		},
	];
}

async function loadTime(files: readonly string[]): Promise<number> {
	const script = join(PACKAGE, 'bench/load.js');
	const { stdout } = await run(process.execPath, [script, ...files]);
	return Number(stdout);
}

async function tarball(): Promise<Tarball> {
	const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd: PACKAGE });
	const [packed] = jsonParse<Tarball[]>(stdout);
	if (packed === undefined) throw new Error('npm pack said nothing');
	return packed;
}
