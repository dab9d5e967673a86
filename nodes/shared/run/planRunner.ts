import type { JsonObject } from 'n8n-workflow';
import { asError, missingBy, type Notice, noticeFor, toJson, withPlace } from '../base';
import { type EndpointMemory } from '../reading';
import type { Client } from '../api';
import type { RunOptions } from '../form';
import { type Project, remarksOn } from '../projects';
import { mapConcurrently } from './mapConcurrently';
import { shapeMarked } from './marks';
import { PlanReader } from './planReader';
import { ProjectDirectory } from './projectsPlan';
import { areAllSame, digestOfAll } from './sameRecords';
import { readSlices, type SlicedReading } from './slices';
import type { OneProjectPlan, Plan, ProjectsPlan, RequestPlan, SlicesPlan } from './types';

/** What a plan gave. */
export interface PlanResult {
	/** The `json` of the items that it is worth. */
	readonly records: JsonObject[];
	/** How many records there are, as far as that is known; else as many as came. */
	readonly total: number;
	/** Whether there are more, or may be, because there is a limit. */
	readonly isCut: boolean;
	/** Whether the records are whole answers. */
	readonly isRaw: boolean;
	/** What failed after these records, or in the projects that they are not from. */
	readonly errors: readonly Error[];
	/** What is to be known of how the service answered; the same may be there twice. */
	readonly hints: readonly Notice[];
	/** The same for projects with the same records; not there where that says nothing. */
	readonly digest?: string;
}

/** Sends what plans ask for and gives the records as the user wants to see them. */
export class PlanRunner {
	/** Whether projects may be missing where all are read, by what the service says. */
	lacksProjects = false;

	/** Whether a list changed while it was read, so that records may be missing. */
	hasMoved = false;

	/** What says that records of a project are missing, if anything does. */
	gap?: string;

	/** What was read in this run, by the plan that asked for it. */
	private readonly reads = new Map<string, Promise<PlanResult>>();

	/** What was seen of the endpoints, by their paths. */
	private readonly memories = new Map<string, EndpointMemory>();

	private readonly directory: ProjectDirectory;

	/** @param continuesOnError whether one project that fails holds up no other */
	constructor(
		private readonly client: Client,
		private readonly options: RunOptions,
		private readonly continuesOnError = false,
	) {
		this.directory = new ProjectDirectory(client);
	}

	/**
	 * Runs one plan.
	 *
	 * @throws DescribedError as the client does, or if the answer is empty or no list where one is
	 * needed, before there is any record
	 */
	async run(plan: Plan): Promise<PlanResult> {
		if (!('forProject' in plan)) return await this.runOne(plan, {});
		const list = await this.directory.find(plan.projects);
		const { projects } = list;
		const remarks = remarksOn(list);
		this.lacksProjects ||= remarks.some(({ kind }) => kind === 'gap');
		const [first] = projects;
		// A project chosen by name returns the same records as one chosen by ID: without marks.
		const result =
			plan.projects.by !== 'all' && first !== undefined
				? await this.runOne(plan.forProject(first.id), {})
				: await this.runForEach(projects, plan.forProject);
		const hints = remarks.map((remark) => noticeFor(remark, 'projects'));
		return { ...result, hints: [...hints, ...result.hints] };
	}

	/** Several projects, the records of each marked with it. */
	private async runForEach(
		projects: readonly Project[],
		forProject: ProjectsPlan['forProject'],
	): Promise<PlanResult> {
		const { max } = this.options.settings.concurrency;
		const found = await mapConcurrently(projects.length, max, async (index) => {
			const project = projects[index];
			const result = project && (await this.runForOne(project, forProject));
			const [error] = result?.errors ?? [];
			if (error !== undefined && !this.continuesOnError) throw error;
			return result ?? NOTHING;
		});
		const read = found.filter(({ errors }) => errors.length === 0);
		const hints = areAllSame(read.map(({ digest }) => digest)) ? [{ message: SAME }] : [];
		return {
			records: found.flatMap(({ records }) => records),
			total: found.reduce((sum, { total }) => sum + total, 0),
			isCut: found.some(({ isCut }) => isCut),
			isRaw: found.some(({ isRaw }) => isRaw),
			errors: found.flatMap(({ errors }) => errors),
			hints: [...found.flatMap((result) => result.hints), ...hints],
		};
	}

	private async runForOne(
		project: Project,
		forProject: ProjectsPlan['forProject'],
	): Promise<PlanResult> {
		const mark = { project_id: project.id, project_name: project.name };
		try {
			const result = await this.runOne(forProject(project.id), mark);
			const errors = result.errors.map((error) =>
				errorInProject(error, project, `${missingBy(error)} of ${project.name}`),
			);
			return { ...result, errors };
		} catch (error) {
			return { ...NOTHING, errors: [errorInProject(asError(error), project, project.name)] };
		}
	}

	/** @param mark members that every record gets */
	private async runOne(plan: OneProjectPlan, mark: JsonObject): Promise<PlanResult> {
		if ('slicesOf' in plan) return await this.runSlices(plan, mark);
		const { effect } = plan.request;
		const read = async (reader: PlanReader) => {
			const reading = await reader.read(plan, mark);
			const { error } = reading;
			return resultOf({ ...reading, errors: error === undefined ? [] : [error] }, mark, plan);
		};
		return effect === 'read' ? await this.once([plan, mark], read) : await this.noticing(read);
	}

	private async runSlices(plan: SlicesPlan, mark: JsonObject): Promise<PlanResult> {
		const { entries, label } = plan;
		const list = entries === undefined ? NOTHING : await this.entriesOf(entries, mark);
		const found = list.records.map(({ value = null }) => value);
		const slices = plan.slicesOf(found);
		const hint = plan.hintOn?.(found);
		const result = await this.once([label, slices, mark], async (reader) => {
			const reading = await readSlices(slices, {
				...{ reader, label, place: mark },
				concurrency: this.options.settings.concurrency.max,
				continuesOnError: this.continuesOnError,
			});
			return resultOf(reading, mark, plan);
		});
		return { ...result, hints: [...list.hints, ...(hint ? [hint] : []), ...result.hints] };
	}

	/** The entries of a list that slices are made of: all of them, or none. */
	private async entriesOf(plan: RequestPlan, place: JsonObject): Promise<PlanResult> {
		const list = await this.once([plan, place], async (reader) => {
			const reading = await reader.read(plan, place);
			const values = reading.records.map(({ value }) => ({ value }));
			const errors = reading.error === undefined ? [] : [reading.error];
			return { ...NOTHING, records: values, errors };
		});
		const [error] = list.errors;
		if (error !== undefined) throw error;
		return list;
	}

	/** A read that another item has asked for is not sent again; every item gets its own records. */
	private async once(
		key: readonly unknown[],
		read: (reader: PlanReader) => Promise<PlanResult>,
	): Promise<PlanResult> {
		if (!this.options.reuse) return await this.noticing(read);
		const text = toJson(key);
		const earlier = this.reads.get(text);
		if (earlier !== undefined) {
			const result = await earlier;
			return { ...result, records: structuredClone(result.records) };
		}
		const reading = this.noticing(read);
		this.reads.set(text, reading);
		return await reading;
	}

	/** Reads with a reader of its own, so that what it notices stays with the result. */
	private async noticing(read: (reader: PlanReader) => Promise<PlanResult>): Promise<PlanResult> {
		const reader = new PlanReader(this.client, this.options, this.memories);
		const result = await read(reader);
		this.gap ??= reader.gap;
		this.hasMoved ||= reader.hasMoved;
		return { ...result, hints: reader.hints.all };
	}
}

/** What a plan gave that failed, or did nothing. */
export const NOTHING: PlanResult = {
	...{ records: [], errors: [], hints: [] },
	...{ total: 0, isCut: false, isRaw: false },
};

/** What was read, in the form that the user chose. */
function resultOf(
	reading: SlicedReading,
	mark: JsonObject,
	{ output, isShared = false }: OneProjectPlan,
): PlanResult {
	const { records, total, isCut, errors } = reading;
	const isOneOfMany = Object.keys(mark).length > 0;
	return {
		digest: isOneOfMany && !isShared ? digestOfAll(records) : undefined,
		records: shapeMarked(reading, mark, output),
		total: Math.max(total, records.length),
		isCut,
		isRaw: output.mode === 'raw',
		errors,
		hints: [],
	};
}

const SAME =
	'The service returned the same records for all projects, so it may not be able to return them separately.';

function errorInProject(error: Error, { id, name }: Project, missing: string): Error {
	return withPlace(error, `the project ${name} (${id})`, missing);
}
