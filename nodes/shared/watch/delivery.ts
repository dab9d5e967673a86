import type { WatchOptions } from './fields';

/** Where the watch of a project stands at a poll. */
export type Stage =
	/** The node polls for the first time. n8n saves its state with the activated workflow. */
	| 'firstStart'
	/** It could not be read at the first start, when its records were to be output. */
	| 'lateStart'
	/** There is a state, but what is watched has changed since, or the project was added. */
	| 'startOver'
	/** There is a state to compare with. */
	| 'running';

/** What a poll has found in a project, and what the user wants. */
export interface Findings extends WatchOptions {
	readonly stage: Stage;
	readonly hasEvents: boolean;
	/** Whether an event could be missed if n8n restarted without having saved the new state. */
	readonly mustPersist: boolean;
}

/** What a poll outputs of a project. An execution without items makes n8n save the state. */
export type Delivery = 'emptyExecution' | 'events' | 'nothing';

/** Decides what a poll outputs of a project. */
export function deliveryOf(findings: Findings): Delivery {
	const { emits, persists } = {
		firstStart: { emits: findings.emitExisting, persists: false },
		lateStart: { emits: findings.emitExisting, persists: true },
		startOver: { emits: false, persists: true },
		running: { emits: true, persists: findings.mustPersist },
	}[findings.stage];
	if (findings.hasEvents && emits) return 'events';
	return persists && findings.saveWithoutEvents ? 'emptyExecution' : 'nothing';
}
