import '../engine/harness/scaledTime';
import { samples } from '../samples';
import { classesOf, examine } from './examine';
import { completeShare, MOST_NOISE, noiseShare } from './report';
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

async function silentOnes(name: SubjectName, count: number) {
	const subject = examination.subjects[name];
	const tally = await examine(subject, seed, count);
	const classes = await classesOf(subject, tally.failures, MOST_SHRUNK);
	return { tally, words: [`SEED=${seed}`, ...classes].join('\n') };
}

describe('Whatever a service does', () => {
	it('a list is read complete, or something says that it is not', async () => {
		const { tally, words } = await silentOnes('lists', samples(160));
		expect(words).toBe(`SEED=${seed}`);
		expect(completeShare(tally)).toBe(1);
		expect(noiseShare(tally)).toBeLessThanOrEqual(MOST_NOISE);
	});

	it('a trigger finds each event once, and nothing else, or its polls fail', async () => {
		const { tally, words } = await silentOnes('triggers', samples(120));
		expect(words).toBe(`SEED=${seed}`);
		// A list that changes with every reading is never believed: then a poll fails, which is loud.
		expect(completeShare(tally)).toBeGreaterThan(0.99);
		expect(noiseShare(tally)).toBeLessThanOrEqual(MOST_NOISE);
	});
});
