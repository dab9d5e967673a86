import { spawn } from 'node:child_process';
import Table from 'cli-table3';
import { ROOT } from '../paths';

/** A part of the nightly run: a command as people would enter it. */
interface Step {
	readonly title: string;
	readonly command: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** What takes too long to be run at every push, the shortest first. */
const STEPS: readonly Step[] = [
	{
		title: 'All tests, ten times the random cases',
		command: 'npm test',
		env: { NIGHTLY: 'true', SAMPLES: '10' },
	},
	{ title: '100,000 random services', command: 'npm run services -- 100000' },
	{
		title: 'Whole n8n, oldest and newest',
		command: 'npm run test:e2e -- --verbose',
		env: { NIGHTLY: 'true' },
	},
	{ title: 'Mutation testing, one change in a hundred', command: 'npm run mutation -- --share 1' },
	{ title: 'Bench', command: 'npm run bench' },
];

/** How a step went. */
interface Outcome {
	readonly title: string;
	readonly passed: boolean;
	readonly minutes: number;
	/** The lines of its output that sum it up. */
	readonly summary: string;
}

/** The lines that sum up a step: counts of tests, of services and of changes to the code, and figures. */
const SUMMARY = /^(Tests: |Time: |\s*(met|not met) |\| \w+ \| \d|\d+ passed)/;

/** The most lines of a summary. */
const MOST_LINES = 24;

/** Runs a command, shows its output as it comes, and gives the lines that sum it up. */
async function run({ title, command, env }: Step): Promise<Outcome> {
	console.log(`\n== ${title}: ${command}`);
	const started = performance.now();
	const child = spawn(command, { cwd: ROOT, env: { ...process.env, ...env }, shell: true });
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			process.stdout.write(part);
		});
	}
	const code = await new Promise((resolve) => child.once('close', resolve));
	const lines = text.split('\n').filter((line) => SUMMARY.test(line));
	return {
		title,
		passed: code === 0,
		minutes: (performance.now() - started) / 60_000,
		summary: lines.slice(-MOST_LINES).join('\n'),
	};
}

/** Runs what is named, or all of it, and prints one table. */
async function main(): Promise<void> {
	const [asked = ''] = process.argv.slice(2);
	const steps = STEPS.filter(({ command }) => command.includes(asked));
	const outcomes: Outcome[] = [];
	for (const step of steps) outcomes.push(await run(step));
	const table = new Table({ head: ['Step', 'Result', 'Minutes', 'Figures'], style: { head: [] } });
	for (const { title, passed, minutes, summary } of outcomes) {
		table.push([title, passed ? 'passed' : 'failed', minutes.toFixed(1), summary]);
	}
	console.log(`\n${table.toString()}`);
	const failed = outcomes.filter(({ passed }) => !passed).length;
	console.log(`${outcomes.length - failed} passed, ${failed} failed`);
	process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
