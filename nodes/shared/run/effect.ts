import type { Effect } from '../api';
import type { Plan } from './types';

/** What a plan does to the service. */
export function effectOf(plan: Plan): Effect {
	if ('slicesOf' in plan) return 'read';
	return 'forProject' in plan ? plan.effect : plan.request.effect;
}
