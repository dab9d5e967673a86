import { DescribedError } from '../../nodes/shared/errors';

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
