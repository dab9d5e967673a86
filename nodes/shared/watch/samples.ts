import type { JsonObject } from 'n8n-workflow';
import { asError } from '../base';
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
 * @returns none if there are no records yet
 * @throws DescribedError if there are none because projects cannot be read
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
	if (samples.length === 0 && failure !== undefined) throw failure;
	return samples.slice(0, MAX_SAMPLES);
}

async function samplesIn(session: Session, watch: Watch, project: Project): Promise<JsonObject[]> {
	const plan = watch.planFor(project.id);
	const reading = await read(session, plan);
	for (const hint of reading.hints) session.hints.add(hint);
	const { conflict } = evaluate(reading, undefined, { ...watch, plan });
	if (conflict !== undefined) throw conflict;
	const keys = keysOf(reading.records, watch.identity, undefined);
	return reading.records.flatMap((record) => {
		if (!hasKey(record, keys)) return [];
		const current = watch.detector.extract(record);
		if (current === undefined) return [];
		return [withProject(watch.detector.sampleEvent(record, current), project, watch)];
	});
}
