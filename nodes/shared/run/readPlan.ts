import { expand } from './expand';
import type { Reads } from './reads';
import { resultOf } from './steps';
import type { Plan, Result } from './types';

/**
 * Reads what a plan asks for, or makes its call. All that is to be read is known before the first of
 * it is, and the gate of the client alone decides when each request goes out.
 *
 * @throws DescribedError if the projects are not to be found; unless the others are to go on, of
 * whatever fails first
 */
export async function readPlan(plan: Plan, reads: Reads): Promise<Result> {
	const expansion = await expand(plan, reads);
	const outcomes = await Promise.all(expansion.leaves.map((leaf) => reads.read(leaf)));
	return resultOf(expansion, outcomes);
}
