import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Evaluation } from './evaluate';
import type { ReadProject } from './projectPolls';
import { warn } from './session';
import type { Watch } from './types';

/** What the log says of the records, by the static data of the node: each thing once. */
const said = new WeakMap<IDataObject, Set<string>>();

/** Says in the log which records are not watched, once for each time the workflow is activated. */
export function logUnwatched(
	read: readonly ReadProject[],
	{ projects }: Watch,
	context: IPollFunctions,
): void {
	const staticData = context.getWorkflowStaticData('node');
	const topics = said.get(staticData) ?? new Set();
	said.set(staticData, topics);
	for (const { project, evaluation } of read) {
		const place = projects.by === 'id' ? '' : `${project.name} (${project.id}): `;
		for (const [topic, message] of Object.entries(hintsAt(evaluation))) {
			const known = `${topic} ${project.id}`;
			if (message !== undefined && !topics.has(known)) {
				warn(context, place + message);
				topics.add(known);
			}
		}
	}
}

function hintsAt({ keyless, unseen }: Evaluation): Record<string, string | undefined> {
	const which = keyless === 1 ? '1 record has' : `${keyless} records have`;
	const todo = "To watch all records, enter 'Key Fields' under 'Options'.";
	return {
		keyless: keyless === 0 ? undefined : `${which} no ID and cannot be watched. ${todo}`,
		unseen: unseen.length === 0 ? undefined : `No record has a field ${unseen.join(', ')} so far.`,
	};
}
