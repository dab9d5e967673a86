import fc from 'fast-check';
import type { Outcome, Verdict } from './judge';

/** What is examined: how to make one, how to judge it, and what is odd about it. */
export interface Subject<Sample> {
	readonly arbitrary: fc.Arbitrary<Sample>;
	judge(sample: Sample): Promise<Verdict>;
	/** Whether it keeps to what is documented, so that all of it has to come without a word. */
	isHonest(sample: Sample): boolean;
	/** What is not as in the ordinary one, without numbers. */
	oddities(sample: Sample): readonly string[];
}

/** What is wrong with one, and where it is seen. */
export interface Failure {
	/** Where to find it again: the seed, and its place among those of the seed. */
	readonly seed: number;
	readonly index: number;
	readonly wrong: string;
	readonly oddities: readonly string[];
}

/** The outcomes of many. */
export interface Tally {
	readonly counts: Record<Outcome, number>;
	/** Those that are honest, and how many of them were read complete. */
	readonly honest: { all: number; complete: number };
	/** How many there were for each reason for which nobody could know. */
	readonly reasons: Record<string, number>;
	readonly failures: Failure[];
}

/** As many are under way at once. */
const LANES = 64;

/** Without more small and large numbers, so that a sample is the same wherever it is made again. */
const AS_WEIGHTED = { unbiased: true };

/** An empty tally. */
export function emptyTally(): Tally {
	const counts = { complete: 0, noise: 0, loud: 0, unknowable: 0, silent: 0 };
	return { counts, honest: { all: 0, complete: 0 }, reasons: {}, failures: [] };
}

/** Adds what another tally has counted. */
export function add(sum: Tally, { counts, honest, reasons, failures }: Tally): void {
	for (const outcome of Object.keys(counts) as Outcome[]) sum.counts[outcome] += counts[outcome];
	sum.honest.all += honest.all;
	sum.honest.complete += honest.complete;
	for (const [why, count] of Object.entries(reasons)) {
		sum.reasons[why] = (sum.reasons[why] ?? 0) + count;
	}
	sum.failures.push(...failures);
}

/** Makes as many as `count` from a seed and judges each. */
export async function examine<Sample>(
	subject: Subject<Sample>,
	seed: number,
	count: number,
): Promise<Tally> {
	const tally = emptyTally();
	const draw = { ...AS_WEIGHTED, seed, numRuns: count };
	const entries = fc.sample(propertyOf(subject, undefined), draw).entries();
	const lane = async () => {
		for (const [index, [sample]] of entries) {
			const { outcome, wrong, why } = await subject.judge(sample);
			tally.counts[outcome] += 1;
			if (why !== undefined) tally.reasons[why] = (tally.reasons[why] ?? 0) + 1;
			if (wrong !== undefined) {
				tally.failures.push({ seed, index, wrong, oddities: subject.oddities(sample) });
			}
			if (!subject.isHonest(sample)) continue;
			tally.honest.all += 1;
			if (outcome === 'complete') tally.honest.complete += 1;
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return tally;
}

/** How to make samples, and what is wrong with one. */
interface Question<Sample> {
	readonly arbitrary: fc.Arbitrary<Sample>;
	judge(sample: Sample): Promise<Pick<Verdict, 'gave' | 'wrong'>>;
}

/**
 * Looks for a sample of which something is wrong, and shrinks it.
 *
 * @returns the smallest, in words with how to look at it again; empty if there is none
 */
export async function counterExample<Sample>(
	question: Question<Sample>,
	seed: number,
	count: number,
): Promise<string> {
	const property = fc.asyncProperty(question.arbitrary, async (sample) => {
		return (await question.judge(sample)).wrong === undefined;
	});
	const draw = { ...AS_WEIGHTED, seed, numRuns: count };
	const { counterexample } = await fc.check(property, draw);
	if (counterexample === null) return '';
	const [sample] = counterexample;
	const { wrong = 'nothing wrong when it is judged once more', gave } =
		await question.judge(sample);
	const example = `npm run services -- --example '${JSON.stringify(sample)}'`;
	return [`SEED=${seed}: ${wrong}`, example, gave].join('\n');
}

/**
 * Sorts failures into classes and puts them in words, the most frequent first. One belongs to a class if
 * the same is wrong, and if it has all that is odd about the smallest one that was found of the class.
 *
 * @param most after how many shrunk ones to leave the rest aside
 */
export async function classesOf<Sample>(
	subject: Subject<Sample>,
	failures: readonly Failure[],
	most: number,
): Promise<string[]> {
	const classes: Array<Pick<Failure, 'oddities' | 'wrong'> & { count: number; words: string }> = [];
	const simplest = [...failures].sort((one, other) => one.oddities.length - other.oddities.length);
	const classOf = ({ wrong, oddities }: Pick<Failure, 'oddities' | 'wrong'>) =>
		classes.find(
			(one) => one.wrong === wrong && one.oddities.every((odd) => oddities.includes(odd)),
		);
	let left = most;
	for (const failure of simplest) {
		let known = classOf(failure);
		if (known === undefined && left > 0) {
			left -= 1;
			const { wrong } = failure;
			const { example, gave } = await shrunk(subject, failure);
			const oddities = subject.oddities(example);
			const words = `\n    ${JSON.stringify(example)}\n    ${gave}`;
			known = classOf({ wrong, oddities });
			if (known === undefined) classes.push((known = { wrong, oddities, count: 0, words }));
		}
		if (known !== undefined) known.count += 1;
	}
	return classes
		.sort((one, other) => other.count - one.count)
		.map(({ wrong, oddities, count, words }) => {
			return `${count} × ${wrong} (${oddities.join(' | ') || 'nothing odd'})${words}`;
		});
}

async function shrunk<Sample>(
	subject: Subject<Sample>,
	{ seed, index, wrong }: Failure,
): Promise<{ example: Sample; gave: string }> {
	const draw = { ...AS_WEIGHTED, seed, path: String(index), numRuns: 1 };
	const property = propertyOf(subject, wrong);
	const found = await fc.check(property, draw);
	const example = (found.counterexample ?? fc.sample(property, draw)[0])?.[0];
	if (example === undefined) throw new Error(`There is no sample ${index} of the seed ${seed}`);
	const { gave } = await subject.judge(example);
	return { example, gave };
}

/** That nothing is silent in this way. Samples and counter-examples come from the same property. */
function propertyOf<Sample>(subject: Subject<Sample>, wrong: string | undefined) {
	return fc.asyncProperty(subject.arbitrary, async (sample) => {
		return (await subject.judge(sample)).wrong !== wrong;
	});
}
