import { Problem } from '../../nodes/shared/problem';

/** The problem that `act` throws; anything else it throws goes on, and no problem is a failure. */
export function problemOf(act: () => unknown): Problem {
	try {
		act();
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
	throw new Error('No problem was thrown');
}
