import fc from 'fast-check';
import type { Outcome, Verdict } from './judge';

/** What is examined: how to make one, how to judge it, and what is odd about it. */
export interface Subject<Sample> {
	readonly name: string;
	readonly arbitrary: fc.Arbitrary<Sample>;
	judge(sample: Sample): Promise<Verdict>;
	/** Whether it keeps to the documented form or a common one, so that all of it has to come. */
	isKnown(sample: Sample): boolean;
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
	/** Those of a known form, and how many of them were read complete, without and with a notice. */
	readonly known: { all: number; complete: number; noise: number };
	/** How many there were for each reason for which nobody could know. */
	readonly reasons: Record<string, number>;
	readonly failures: Failure[];
}

/** As many are under way at once: triggers wait before they read a list again that looks odd. */
const LANES = 64;

/** Without more small and large numbers, so that a sample is the same wherever it is made again. */
const AS_WEIGHTED = { unbiased: true };

/** An empty tally. */
export function emptyTally(): Tally {
	const counts = { complete: 0, noise: 0, loud: 0, refused: 0, unknowable: 0, silent: 0 };
	return { counts, known: { all: 0, complete: 0, noise: 0 }, reasons: {}, failures: [] };
}

/** Adds what another tally has counted. */
export function add(sum: Tally, { counts, known, reasons, failures }: Tally): void {
	for (const outcome of Object.keys(counts) as Outcome[]) sum.counts[outcome] += counts[outcome];
	sum.known.all += known.all;
	sum.known.complete += known.complete;
	sum.known.noise += known.noise;
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
	const samples = fc.sample(propertyOf(subject, undefined), {
		...AS_WEIGHTED,
		seed,
		numRuns: count,
	});
	const entries = samples.map(([sample]) => sample).entries();
	const lane = async () => {
		for (const [index, sample] of entries) {
			const { outcome, wrong, why } = await subject.judge(sample);
			tally.counts[outcome] += 1;
			if (why !== undefined) tally.reasons[why] = (tally.reasons[why] ?? 0) + 1;
			if (wrong !== undefined) {
				tally.failures.push({ seed, index, wrong, oddities: subject.oddities(sample) });
			}
			if (!subject.isKnown(sample)) continue;
			tally.known.all += 1;
			if (outcome === 'complete' || outcome === 'noise') tally.known[outcome] += 1;
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return tally;
}

/** How to make samples, and what is wrong with one. */
interface Doubt<Sample> {
	readonly arbitrary: fc.Arbitrary<Sample>;
	judge(sample: Sample): Promise<Pick<Verdict, 'gave' | 'wrong'>>;
}

/**
 * Looks for a sample of which something is wrong, and shrinks it.
 *
 * @param limits how long to look at most, if not as long as elsewhere
 * @returns the smallest, in words with how to look at it again; empty if there is none
 */
export async function counterExample<Sample>(
	doubt: Doubt<Sample>,
	seed: number,
	count: number,
	limits: Pick<fc.Parameters, 'interruptAfterTimeLimit'> = {},
): Promise<string> {
	const property = fc.asyncProperty(doubt.arbitrary, async (sample) => {
		return (await doubt.judge(sample)).wrong === undefined;
	});
	const { counterexample } = await fc.check(property, {
		...AS_WEIGHTED,
		seed,
		numRuns: count,
		...limits,
	});
	if (counterexample === null) return '';
	const [sample] = counterexample;
	const { wrong = 'nothing wrong when it is judged once more', gave } = await doubt.judge(sample);
	const example = `npm run services -- --example '${JSON.stringify(sample)}'`;
	return [`SEED=${seed}: ${wrong}`, example, gave].join('\n');
}

/** A class of failures: the same is wrong, and the same is odd about the services. */
export interface FailureClass<Sample> {
	readonly wrong: string;
	/**
	 * What all of them have in common: first that of the example, then what has the same effect in its
	 * place, such as another envelope.
	 */
	readonly forms: Array<readonly string[]>;
	count: number;
	/** The smallest that was found, and what it gave. */
	readonly example: Sample;
	readonly gave: string;
}

/**
 * Sorts failures into classes. One with the same wrong that has all that a class has in common counts to
 * that class; any other is shrunk, and is the example of a new class unless that is the one of another.
 *
 * @param most after how many shrunk ones to leave the rest aside
 */
export async function classesOf<Sample>(
	subject: Subject<Sample>,
	failures: readonly Failure[],
	most: number,
): Promise<Array<FailureClass<Sample>>> {
	const classes: Array<FailureClass<Sample>> = [];
	const simplest = [...failures].sort((one, other) => one.oddities.length - other.oddities.length);
	let left = most;
	for (const failure of simplest) {
		let known = classes.find((one) => isLike(failure, one));
		if (known === undefined && left > 0) {
			left -= 1;
			const { example, gave } = await shrunk(subject, failure);
			const { wrong } = failure;
			const oddities = subject.oddities(example);
			known = classes.find((one) => isLike({ wrong, oddities }, one));
			if (known === undefined) {
				classes.push((known = { wrong, forms: [oddities], count: 0, example, gave }));
			}
			known.forms.push(...formLike(known.forms[0] ?? [], failure.oddities));
		}
		if (known !== undefined) known.count += 1;
	}
	return classes.sort((one, other) => other.count - one.count);
}

function isLike<Sample>(
	{ wrong, oddities }: Pick<Failure, 'oddities' | 'wrong'>,
	known: FailureClass<Sample>,
): boolean {
	const isForm = (form: readonly string[]) => form.every((oddity) => oddities.includes(oddity));
	return wrong === known.wrong && known.forms.some(isForm);
}

/** What a failure has in place of what is odd about the smallest one, if that is something else. */
function formLike(smallest: readonly string[], oddities: readonly string[]): string[][] {
	const nameOf = (oddity: string) => oddity.split(':')[0];
	const form = smallest.flatMap((small) => {
		return oddities.filter((oddity) => nameOf(oddity) === nameOf(small));
	});
	const isOther = form.join() !== smallest.join() && form.length === smallest.length;
	return isOther ? [form] : [];
}

async function shrunk<Sample>(
	subject: Subject<Sample>,
	{ seed, index, wrong }: Failure,
): Promise<{ example: Sample; gave: string }> {
	const path = String(index);
	const found = await fc.check(propertyOf(subject, wrong), {
		...AS_WEIGHTED,
		seed,
		path,
		numRuns: 1,
	});
	const [first] = fc.sample(propertyOf(subject, wrong), { ...AS_WEIGHTED, seed, path, numRuns: 1 });
	const example = (found.counterexample ?? first)?.[0];
	if (example === undefined) throw new Error(`There is no sample ${path} of the seed ${seed}`);
	const { gave } = await subject.judge(example);
	return { example, gave };
}

/** That nothing is silent in this way. Samples and counter-examples come from the same property. */
function propertyOf<Sample>(subject: Subject<Sample>, wrong: string | undefined) {
	return fc.asyncProperty(subject.arbitrary, async (sample) => {
		return (await subject.judge(sample)).wrong !== wrong;
	});
}
