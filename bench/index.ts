import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installNodesBase } from './install';
import { answers } from './parts/answers';
import { fanOut } from './parts/fanOut';
import { growth } from './parts/growth';
import { installed } from './parts/installed';
import { rateLimit } from './parts/rateLimit';
import { returnAll } from './parts/returnAll';
import { triggers } from './parts/triggers';
import { wholeN8n } from './parts/wholeN8n';
import { render, type Section } from './report';
import type { Arena } from './rounds';
import { Service } from './service';
import { PACKAGE, Stand } from './stand';

/** The parts that run unless others are asked for; part 7 takes long and installs 3 GB first. */
const DEFAULT_PARTS = '1,2,3,4,5,6,9';

const USAGE = `Usage: npm run bench -- [--only 1,2,3,4,5,6,7,9] [--rounds 3]`;

/** The parts by their numbers. */
const PARTS: Readonly<Record<string, (arena: Arena) => Promise<Section[]>>> = {
	1: fanOut,
	2: rateLimit,
	3: returnAll,
	4: installed,
	5: growth,
	6: triggers,
	7: wholeN8n,
	9: answers,
};

/** Measures what was asked for, shows it as tables and writes it as JSON. */
async function bench(): Promise<void> {
	const { parts, rounds } = readOptions();
	installNodesBase();
	const start = performance.now();
	const service = await Service.start();
	const sections: Section[] = [];
	try {
		const arena = { stand: await Stand.load(true), service, rounds };
		for (const part of parts) {
			for (const section of await part(arena)) {
				console.log(render(section));
				sections.push(section);
			}
		}
	} finally {
		service.stop();
	}
	await write(sections, rounds);
	console.log(`Done in ${Math.round((performance.now() - start) / 1000)} s: .artifacts/bench.json`);
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
	if (!Number.isInteger(rounds) || rounds < 1) {
		throw new Error(`'${values.rounds}' is no number of rounds.\n${USAGE}`);
	}
	return { parts, rounds };
}

async function write(sections: readonly Section[], rounds: number): Promise<void> {
	const directory = join(PACKAGE, '.artifacts');
	const machine = {
		node: process.version,
		cores: availableParallelism(),
		processor: cpus()[0]?.model,
	};
	const result = { at: new Date().toISOString(), machine, rounds, sections };
	await mkdir(directory, { recursive: true });
	await writeFile(join(directory, 'bench.json'), `${JSON.stringify(result, undefined, '\t')}\n`);
}

bench().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
