import type { JsonObject } from 'n8n-workflow';
import { asError, DescribedError } from '../base';
import type { Project } from '../projects';
import { PAGE_SIZE } from '../reading';
import { evaluate } from './evaluate';
import { type FailedProject, failureOf } from './problems';
import { eventsIn, listProjects, read } from './projectPolls';
import type { Session } from './session';
import type { Detector } from './types';

/** The most records in a test event. */
const MAX_SAMPLES = 3;

/**
 * A few examples of events, made of records that exist; the state is neither read nor changed. The
 * projects are read one after the other until there are enough; one that cannot be read is passed over.
 *
 * @throws DescribedError if there are no records yet, or projects cannot be read
 */
export async function samplesOf(session: Session): Promise<JsonObject[]> {
	const { projects } = await listProjects(session);
	const samples: JsonObject[] = [];
	const failed: FailedProject[] = [];
	for (const project of projects) {
		if (samples.length >= MAX_SAMPLES) break;
		try {
			samples.push(...(await session.inTime(samplesIn(session, project))));
		} catch (error) {
			failed.push({ project, known: {}, error: asError(error) });
		}
	}
	if (samples.length === 0) throw failureOf(failed, session.watch) ?? NO_TEST_EVENT;
	return samples.slice(0, MAX_SAMPLES);
}

async function samplesIn(session: Session, project: Project): Promise<JsonObject[]> {
	const { watch, hints } = session;
	const plan = { ...watch.planFor(project.id), limit: PAGE_SIZE };
	const detector = sampling(watch.detector);
	const evaluation = evaluate(await read(session, plan), undefined, { ...watch, detector });
	for (const notice of evaluation.notices) hints.add(notice);
	return eventsIn(evaluation, project, watch);
}

/** Takes every record for an event that has what the detector watches, and refuses what it refuses. */
function sampling(detector: Detector): Detector {
	return {
		...detector,
		compare: (record, value) => ({
			value,
			event: detector.sampleEvent(record, value),
			mustSave: false,
		}),
	};
}

const NO_TEST_EVENT = new DescribedError(
	'There are no records yet to make a test event from',
	'Check the parameters of the trigger, or activate (publish) the workflow: it then waits for the first record.',
);
