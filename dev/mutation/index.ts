import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Part, type Room, roomNames, roomOf } from './rooms';

/** What counts as noticed: a test failed, or the mutant never came to an end. */
const NOTICED = ['Killed', 'Timeout'];

/** What counts as not noticed: all tests passed, or none ran through the mutant. */
const MISSED = ['Survived', 'NoCoverage'];

/** What mutation testing gave for one room. */
interface Score {
	readonly room: Room;
	readonly mutants: number;
	readonly missed: number;
	/** Noticed because the tests did not end in time. Many of them only mean that the machine was busy. */
	readonly late: number;
	readonly minutes: number;
}

/** Which of the mutants are tried: a share in percent, drawn by a seed. */
interface Sample {
	readonly share: number;
	readonly seed: number;
}

/** Changes the files in small ways, one at a time, and says how it went, for each change. */
async function statusesOf(part: Part, sample: Sample, report: string): Promise<string[]> {
	const { Stryker } = await import('@stryker-mutator/core');
	const mutants = await new Stryker({
		mutate: [...part.files],
		...(sample.share < 100 ? { checkers: ['sample'], sample: { ...sample } } : {}),
		...(part.isBuilt ? { buildCommand: 'npm run --silent build' } : {}),
		jest: {
			config: { testMatch: part.tests.map((test) => `<rootDir>/${test}`) },
			// Of these tests only those that import the changed file, be it through others. Tests of
			// the built package import nothing of it.
			enableFindRelatedTests: !part.isBuilt,
		},
		htmlReporter: { fileName: `${report}.html` },
	}).runMutationTest();
	return mutants.map(({ status }) => status);
}

async function scoreOf(room: Room, sample: Sample): Promise<Score> {
	const started = performance.now();
	const statuses: string[] = [];
	for (const [index, part] of room.parts.entries()) {
		const report = `.artifacts/mutation/${room.name.replace('/', '-')}${index === 0 ? '' : `-${index + 1}`}`;
		statuses.push(...(await statusesOf(part, sample, report)));
	}
	const count = (wanted: readonly string[]) =>
		statuses.filter((status) => wanted.includes(status)).length;
	return {
		room,
		mutants: count([...NOTICED, ...MISSED]),
		missed: count(MISSED),
		late: count(['Timeout']),
		minutes: (performance.now() - started) / 60_000,
	};
}

/** The part of the mutants that was noticed, in percent. */
function percentOf({ mutants, missed }: Pick<Score, 'missed' | 'mutants'>): number {
	return mutants === 0 ? 100 : (1 - missed / mutants) * 100;
}

/** Whether the tests miss too much: of a room, or of a sample in all, which has too few of each room. */
function isBelow(scores: readonly Score[], { share }: Sample): boolean {
	if (share === 100) return scores.some((score) => percentOf(score) < score.room.goal);
	const sum = (of: 'missed' | 'mutants') => scores.reduce((all, score) => all + score[of], 0);
	const least = Math.min(...scores.map(({ room }) => room.goal));
	return percentOf({ mutants: sum('mutants'), missed: sum('missed') }) < least;
}

function rowOf(score: Score): string {
	const { room, mutants, missed, late, minutes } = score;
	const percent = `${percentOf(score).toFixed(1)} %`;
	const cells = [room.name, mutants, missed, late, percent, `${room.goal} %`];
	return `| ${[...cells, `${minutes.toFixed(1)} min`].join(' | ')} |`;
}

function readArguments(): { asked: string[]; sample: Sample } {
	const { values, positionals: asked } = parseArgs({
		options: {
			share: { type: 'string', default: '100' },
			seed: { type: 'string', default: '0' },
		},
		allowPositionals: true,
	});
	const sample = { share: Number(values.share), seed: Number(values.seed) };
	if (!(sample.share > 0 && sample.share <= 100) || !Number.isInteger(sample.seed)) {
		throw new Error(
			'Usage: npm run mutation -- [ROOM or ROOM/FILE …] [--share PERCENT] [--seed N]',
		);
	}
	return { asked, sample };
}

async function main(): Promise<void> {
	const { asked, sample } = readArguments();
	const rooms = (asked.length > 0 ? asked : roomNames()).map(roomOf);
	const scores: Score[] = [];
	for (const room of rooms) scores.push(await scoreOf(room, sample));
	console.log('| Room | Mutants | Missed | Timed Out | Score | Goal | Time |');
	for (const score of scores) console.log(rowOf(score));
	if (isBelow(scores, sample)) throw new Error('The tests miss more than the goal allows.');
}

// Tests of a change that never ends are killed, and leave their temporary files behind.
const temporary = mkdtempSync(join(tmpdir(), 'mutation-'));
process.env['TMPDIR'] = temporary;

main()
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	})
	.finally(() => {
		rmSync(temporary, { recursive: true, force: true });
	});
