import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { jsonParse } from 'n8n-workflow';
import { isJson } from '../../sandbox/json';
import { add, classesOf, emptyTally, examine, type Tally } from './examine';
import type { History } from './history';
import { outcomeTable } from './report';
import type { Case } from './service';
import { Examination, SUBJECTS, type SubjectName } from './subjects';

const USAGE = `Usage: npm run services -- [100000] [--seed 2026]
       npm run services -- --example '{"service": …, "reading": …}'`;

/** As many are made of one seed. */
const PART = 250;

/** The part of all that are triggers. */
const TRIGGERS = 0.2;

/** Counter-examples to shrink: the others are counted only. */
const MOST_SHRUNK = 150;

/** Some of the work, for one process. */
interface Part {
	readonly name: SubjectName;
	readonly seed: number;
	readonly count: number;
}

/** Examines as many services as asked for in two processes, and says what became of them. */
async function main(): Promise<void> {
	const { count, seed, example } = readArguments();
	if (example !== undefined) {
		await judgeOne(example);
		return;
	}
	const start = performance.now();
	const parts = partsOf(count, seed);
	const tallies = new Map(SUBJECTS.map((name) => [name, emptyTally()]));
	let done = 0;
	const isDone = (part: Part, tally: Tally) => {
		const sum = tallies.get(part.name);
		if (sum !== undefined) add(sum, tally);
		done += part.count;
		const silent = [...tallies.values()].reduce((all, { counts }) => all + counts.silent, 0);
		const seconds = Math.round((performance.now() - start) / 1000);
		process.stderr.write(`\r${done} of ${count}, ${silent} silent, ${seconds} s `);
	};
	const queue = parts.values();
	const processes = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
		await inProcess(queue, isDone);
	});
	await Promise.all(processes);
	process.stderr.write('\n');
	console.log(`Seed ${seed}\n${outcomeTable([...tallies])}`);
	for (const tally of tallies.values()) {
		for (const [why, count] of Object.entries(tally.reasons)) console.log(`  ${count} × ${why}`);
	}
	const wrong = await explain(tallies);
	process.exitCode = wrong > 0 ? 1 : 0;
}

/** Shows what becomes of an example out of a report. */
async function judgeOne(example: string): Promise<void> {
	const examination = await Examination.open();
	const sample = jsonParse<Case | History>(example);
	const { subjects } = examination;
	const subject = 'service' in sample ? subjects.lists : subjects.triggers;
	const { outcome, wrong, gave } = await subject.judge(sample);
	console.log(`${wrong === undefined ? outcome : `${outcome}: ${wrong}`}\n${gave}`);
	process.exitCode = outcome === 'silent' ? 1 : 0;
	await examination.close();
}

function readArguments() {
	const { values, positionals } = parseArgs({
		options: {
			seed: { type: 'string', default: process.env.SEED ?? '2026' },
			example: { type: 'string' },
		},
		allowPositionals: true,
	});
	const [count, seed] = [Number(positionals[0] ?? 100_000), Number(values.seed)];
	if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) throw new Error(USAGE);
	return { count, seed, example: values.example };
}

/** Lists and triggers by turns, each part from a seed of its own. */
function partsOf(count: number, seed: number): Part[] {
	const parts: Part[] = [];
	const triggers = Math.round(count * TRIGGERS);
	for (const name of SUBJECTS) {
		const all = name === 'lists' ? count - triggers : triggers;
		for (let from = 0; from < all; from += PART) {
			const own = (seed + Math.imul(parts.length, 0x9e3779b1)) | 0;
			parts.push({ name, seed: own, count: Math.min(PART, all - from) });
		}
	}
	return parts;
}

/** Hands parts to a process until none is left. */
async function inProcess(
	queue: Iterator<Part>,
	isDone: (part: Part, tally: Tally) => void,
): Promise<void> {
	const child = fork(__filename);
	let part: Part | undefined;
	await new Promise<void>((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`A process ended with ${code}`)));
		child.on('message', (message) => {
			if (part !== undefined) isDone(part, message as Tally);
			const next = queue.next();
			part = next.done === true ? undefined : next.value;
			if (part === undefined) resolve();
			else child.send(part);
		});
	});
	child.disconnect();
}

/** Shows the wrong ones in classes, and gives how many there are. */
async function explain(tallies: ReadonlyMap<SubjectName, Tally>): Promise<number> {
	let wrong = 0;
	const examination = await Examination.open();
	for (const [name, { failures }] of tallies) {
		wrong += failures.length;
		if (failures.length === 0) continue;
		console.log(`\nWrong ${name}:\n`);
		const classes = await classesOf(examination.subjects[name], failures, MOST_SHRUNK);
		console.log(classes.join('\n\n'));
	}
	await examination.close();
	return wrong;
}

/** In a process that this file has started: examines whatever part it is sent, until it disconnects. */
async function work(send: (message: unknown) => void): Promise<void> {
	const examination = await Examination.open();
	process.on('disconnect', () => void examination.close());
	process.on('message', (message) => {
		if (!isJson(message)) return;
		const { seed, count } = message;
		for (const name of SUBJECTS.filter((subject) => subject === message.name)) {
			void examine(examination.subjects[name], Number(seed), Number(count)).then(send);
		}
	});
	send('ready');
}

if (process.send === undefined) void main();
else void work(process.send.bind(process));
