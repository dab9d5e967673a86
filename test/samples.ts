import fc from 'fast-check';

/** How many times as large the samples are as `npm test` takes them: `SAMPLES=10`, as in the nightly run. */
const TIMES = Number(process.env.SAMPLES ?? 1);

/** The size of a sample that is drawn at random, for a test that takes long for each of it. */
export function samples(count: number): number {
	return Math.ceil(count * TIMES);
}

/** Draws other cases every day. `DAY=20000` draws those of that day again. */
const DAY = Number(process.env.DAY ?? Math.floor(Date.now() / 86_400_000));

/** Returns some of many cases, at least one, or all of them in the nightly run. */
export function drawn<Case>(cases: readonly Case[], share: number): readonly Case[] {
	if (TIMES > 1) return cases;
	const count = Math.max(1, Math.ceil(cases.length * share));
	const start = (DAY * 7919) % Math.max(1, cases.length);
	const step = cases.length / count;
	return Array.from({ length: count }, (_, at) => {
		return cases[(start + Math.floor(at * step)) % cases.length];
	}).filter((one): one is Case => one !== undefined);
}

/**
 * Any text without lone surrogates. `fc.string({ unit: 'binary' })` is the same, but first takes a second for a table
 * of all characters.
 */
export function anyText(constraints: fc.ArrayConstraints = {}): fc.Arbitrary<string> {
	const point = fc.nat(0x10ffff - 0x800).map((at) => (at < 0xd800 ? at : at + 0x800));
	return fc.array(point, constraints).map((points) => String.fromCodePoint(...points));
}
