import '../engine/harness/scaledTime';
import { samples } from '../samples';
import { classesOf, examine } from './examine';
import { Examination, type SubjectName } from './subjects';

/** `SEED=7 npx jest services` tries others. */
const seed = Number(process.env.SEED ?? 2026);

/** Counter-examples to shrink if there are any: each takes a second. */
const MOST_SHRUNK = 30;

let examination: Examination;

beforeAll(async () => {
	examination = await Examination.open();
});
afterAll(async () => await examination.close());

async function wrongOnes(name: SubjectName, count: number) {
	const subject = examination.subjects[name];
	const tally = await examine(subject, seed, count);
	const classes = await classesOf(subject, tally.failures, MOST_SHRUNK);
	return [`SEED=${seed}`, ...classes].join('\n');
}

describe('Whatever a service does', () => {
	it.each<[SubjectName, string, number]>([
		['lists', 'a list is read complete, or something says that it is not', 50],
		['triggers', 'a trigger finds each event once, and nothing else, or its polls fail', 30],
	])('%s: %s', async (name, _what, count) => {
		expect(await wrongOnes(name, samples(count))).toBe(`SEED=${seed}`);
	});
});
