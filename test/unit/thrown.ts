import { DescribedError } from '../../nodes/shared/base';

/** The problem that `act` throws; anything else it throws goes on, and no problem is a failure. */
export function problemOf(act: () => unknown): DescribedError {
	try {
		act();
	} catch (error) {
		if (error instanceof DescribedError) return error;
		throw error;
	}
	throw new Error('No problem was thrown');
}

/** The same for what a promise is rejected with. */
export async function rejectionOf(found: Promise<unknown>): Promise<DescribedError> {
	const thrown = await found.then(
		() => new Error('No problem was thrown'),
		(error: unknown) => error,
	);
	return problemOf(() => {
		throw thrown;
	});
}
