import { createHash } from 'node:crypto';

/** A number from 0 to 100 that belongs to a mutant: by what it is, and by a seed. */
function drawn({ fileName, location, mutatorName, replacement }, seed) {
	const { start, end } = location;
	const what = JSON.stringify([fileName, start, end, mutatorName, replacement, seed]);
	return (createHash('sha1').update(what).digest().readUInt32BE() / 2 ** 32) * 100;
}

/**
 * Lets a share of the mutants through, so that a whole room takes minutes. To Stryker the others do
 * not compile, which keeps them out of the score.
 */
class Sample {
	static inject = ['options'];

	constructor({ sample }) {
		this.sample = sample;
	}

	async init() {
		await Promise.resolve();
	}

	async check(mutants) {
		const { share, seed } = this.sample;
		const left = { status: 'compileError', reason: 'not in the sample' };
		const verdictOf = (mutant) => (drawn(mutant, seed) < share ? { status: 'passed' } : left);
		return await Promise.resolve(Object.fromEntries(mutants.map((m) => [m.id, verdictOf(m)])));
	}

	/** All at once. */
	async group(mutants) {
		return await Promise.resolve([mutants.map(({ id }) => id)]);
	}
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];

export const strykerValidationSchema = {
	properties: {
		sample: {
			type: 'object',
			properties: { share: { type: 'number' }, seed: { type: 'number' } },
			default: { share: 100, seed: 0 },
		},
	},
};
