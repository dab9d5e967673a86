const CLOSING_MS = 180_000;

/** What a file of tests has opened, to be closed after its last test, newest first. */
export class Cleanup {
	private readonly steps: Array<() => unknown> = [];
	private isOver = false;

	/**
	 * Has something closed at the end, also when what comes after it never opens; at once if the end
	 * has been, as after a start that took too long.
	 *
	 * @param close may give a promise, which is waited for
	 * @returns the thing itself
	 */
	keep<T>(thing: T, close: (thing: T) => unknown): T {
		if (this.isOver) close(thing);
		else this.steps.push(() => close(thing));
		return thing;
	}

	/**
	 * Closes everything, also when some of it does not close.
	 *
	 * @throws what the closing threw, all of it
	 */
	async run(): Promise<void> {
		this.isOver = true;
		const errors: unknown[] = [];
		for (const step of this.steps.splice(0).reverse()) {
			try {
				await step();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
	}
}

/** A cleanup that runs after the last test of the file, or of the `describe` around it. */
export function useCleanup(): Cleanup {
	const cleanup = new Cleanup();
	afterAll(async () => await cleanup.run(), CLOSING_MS);
	return cleanup;
}
