import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../dev/paths';
import { fanOut } from './parts/fanOut';
import { installed } from './parts/installed';
import { rateLimit } from './parts/rateLimit';
import { returnAll } from './parts/returnAll';
import { wholeN8n } from './parts/wholeN8n';
import { render, type Section } from './report';
import { Stand } from './stand';

const USAGE = 'Usage: npm run bench -- [--only 1,2,3,4,5] [--rounds 3]';

/** The parts by their numbers. */
const PARTS: Readonly<Record<string, (stand: Stand) => Promise<Section[]>>> = {
	1: fanOut,
	2: rateLimit,
	3: returnAll,
	4: installed,
	5: wholeN8n,
};

/** Part 5 only runs on request: it takes long, and installs 3 GB first. */
const DEFAULT_PARTS = '1,2,3,4';

/** Measures what was asked for, shows it as tables and writes it as JSON. */
async function bench(): Promise<void> {
	const { parts, rounds } = readOptions();
	const stand = await Stand.open(rounds);
	const sections: Section[] = [];
	try {
		for (const part of parts) {
			for (const section of await part(stand)) {
				console.log(render(section));
				sections.push(section);
			}
		}
	} finally {
		stand.close();
	}
	const machine = {
		node: process.version,
		cores: availableParallelism(),
		processor: cpus()[0]?.model,
	};
	const result = { at: new Date().toISOString(), machine, rounds, sections };
	mkdirSync(join(ROOT, '.artifacts'), { recursive: true });
	writeFileSync(join(ROOT, '.artifacts/bench.json'), `${JSON.stringify(result, null, '\t')}\n`);
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			only: { type: 'string', default: DEFAULT_PARTS },
			rounds: { type: 'string', default: '3' },
		},
	});
	const rounds = Number(values.rounds);
	const parts = values.only.split(',').map((name) => {
		const part = PARTS[name.trim()];
		if (part === undefined) throw new Error(`There is no part '${name}'.\n${USAGE}`);
		return part;
	});
	if (Number.isInteger(rounds) && rounds > 0) return { parts, rounds };
	throw new Error(`'${values.rounds}' is no number of rounds.\n${USAGE}`);
}

bench().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
