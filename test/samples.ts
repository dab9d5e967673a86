/** How many times as large the samples are as `npm test` takes them: `SAMPLES=10`, as in the nightly run. */
const TIMES = Number(process.env.SAMPLES ?? 1);

/** The size of a sample that is drawn at random, for a test that takes long for each of it. */
export function samples(count: number): number {
	return Math.ceil(count * TIMES);
}
