import type { WatchOptions } from './fields';

/** Where a watch stands at a poll. */
export type Stage =
	/** The node polls for the first time. n8n saves its state with the activated workflow. */
	| 'firstStart'
	/** There is a state, but what is watched has changed since. */
	| 'startOver'
	/** There is a state to compare with. */
	| 'running';

/** What a poll has found, and what the user wants. */
export interface Findings extends WatchOptions {
	readonly stage: Stage;
	readonly hasEvents: boolean;
	/** Whether an event could be missed if n8n restarted without having saved the new state. */
	readonly mustPersist: boolean;
}

/** What a poll outputs. An execution without items makes n8n save the state. */
export type Delivery = 'emptyExecution' | 'events' | 'nothing';

/** Decides what a poll outputs. */
export function deliveryOf(findings: Findings): Delivery {
	const { emits, persists } = {
		firstStart: { emits: findings.emitExisting, persists: false },
		startOver: { emits: false, persists: true },
		running: { emits: true, persists: findings.mustPersist },
	}[findings.stage];
	if (findings.hasEvents && emits) return 'events';
	return persists && findings.saveWithoutEvents ? 'emptyExecution' : 'nothing';
}
