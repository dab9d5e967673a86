import type { JsonObject } from 'n8n-workflow';
import { asError, DescribedError } from '../base';
import type { Project } from '../projects';
import { evaluate } from './evaluate';
import { hasKey, keysOf } from './identity';
import { failureOf } from './problems';
import { type FailedProject, findProjects, withProject } from './projectPolls';
import { read, type Session } from './session';
import type { Watch } from './types';

/** The most records in a test event. */
const MAX_SAMPLES = 3;

/**
 * A few examples of events, made of records that exist. The projects are read one after the other
 * until there are enough; one that cannot be read is passed over.
 *
 * @throws DescribedError if there are no records yet, or projects cannot be read
 */
export async function samplesOf(session: Session, watch: Watch): Promise<JsonObject[]> {
	const { projects } = await findProjects(session, watch);
	const samples: JsonObject[] = [];
	const failed: FailedProject[] = [];
	for (const project of projects) {
		if (samples.length >= MAX_SAMPLES) break;
		try {
			samples.push(...(await session.inTime(samplesIn(session, watch, project))));
		} catch (error) {
			failed.push({ project, error: asError(error) });
		}
	}
	const failure = failureOf(failed, watch.projects.by !== 'id');
	if (samples.length === 0) throw failure ?? NO_TEST_EVENT;
	return samples.slice(0, MAX_SAMPLES);
}

async function samplesIn(session: Session, watch: Watch, project: Project): Promise<JsonObject[]> {
	const plan = watch.planFor(project.id);
	const reading = await read(session, plan);
	// What a poll would refuse is refused here, too.
	const { notices } = evaluate(reading, undefined, { ...watch, plan });
	for (const notice of notices) session.hints.add(notice);
	const keys = keysOf(reading.records, watch.identity, undefined);
	return reading.records.flatMap((record) => {
		if (!hasKey(record, keys)) return [];
		const current = watch.detector.extract(record);
		if (current === undefined) return [];
		return [withProject(watch.detector.sampleEvent(record, current), project, watch)];
	});
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate (publish) the workflow: it then waits for the first record.',
);
