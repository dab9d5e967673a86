import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Client, Effect } from '../api';
import { ServiceError } from '../errors';
import { toJson } from '../exactNumbers';
import type { RunOptions } from '../fields';
import type { Project } from '../records';
import { mapConcurrently } from './mapConcurrently';
import { shapeMarked } from './marks';
import { PlanReader } from './planReader';
import { ProjectDirectory } from './projects';
import { readSlices } from './slices';
import type { OneProjectPlan, Plan, ProjectsPlan, ReadPlan, SlicesPlan } from './types';

/** What a plan gave. */
export interface PlanResult {
	/** The `json` of the items that it is worth. */
	readonly records: JsonObject[];
	/** What failed after these records, or in the projects that they are not from. */
	readonly errors: readonly Error[];
}

/** What a plan does to the service. */
export function effectOf(plan: Plan): Effect {
	if ('slicesOf' in plan) return 'read';
	return 'forProject' in plan ? plan.effect : plan.request.effect;
}

/** Sends what plans ask for and gives the records as the user wants to see them. */
export class PlanRunner {
	/** What was read in this run, by the plan that asked for it. */
	private readonly reads = new Map<string, Promise<PlanResult>>();

	private readonly reader: PlanReader;

	private readonly directory: ProjectDirectory;

	/** @param continuesOnError whether one project that fails holds up no other */
	constructor(
		client: Client,
		private readonly options: RunOptions,
		private readonly continuesOnError = false,
	) {
		this.directory = new ProjectDirectory(client);
		this.reader = new PlanReader(client, options);
	}

	/** What the user should know about how the service answered, each thing once. */
	get hints(): ReadonlySet<string> {
		return this.reader.hints;
	}

	/** Whether a list changed while it was read, so that records may be missing. */
	get hasMoved(): boolean {
		return this.reader.hasMoved;
	}

	/** What says that records are missing, if anything does. */
	get gap(): string | undefined {
		return this.reader.gap;
	}

	/**
	 * Runs one plan.
	 *
	 * @throws DescribedError as the client does, or if the answer is empty or no list where one is
	 * needed, before there is any record
	 */
	async run(plan: Plan): Promise<PlanResult> {
		if (!('forProject' in plan)) return await this.runOne(plan, {});
		const { projects, remarks } = await this.directory.find(plan.projects);
		this.reader.hear(remarks);
		const [first] = projects;
		// A project that goes by its name gives the same records as one by its ID, without marks.
		return plan.projects.by !== 'all' && first !== undefined
			? await this.runOne(plan.forProject(first.id), {})
			: await this.runForEach(projects, plan.forProject);
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
		return {
			records: found.flatMap(({ records }) => records),
			errors: found.flatMap(({ errors }) => errors),
		};
	}

	private async runForOne(
		project: Project,
		forProject: ProjectsPlan['forProject'],
	): Promise<PlanResult> {
		const mark = { project_id: project.id, project_name: project.name };
		try {
			const { records, errors } = await this.runOne(forProject(project.id), mark);
			return { records, errors: errors.map((error) => inProject(error, project)) };
		} catch (error) {
			const failure = inProject(asError(error), project);
			return { records: [], errors: [failure] };
		}
	}

	/** @param mark members that every record gets */
	private async runOne(plan: OneProjectPlan, mark: JsonObject): Promise<PlanResult> {
		if ('slicesOf' in plan) return await this.runSlices(plan, mark);
		const { effect } = plan.request;
		const read = async () => await this.read(plan, mark);
		return effect === 'read' ? await this.once([plan, mark], read) : await read();
	}

	private async read(plan: ReadPlan, mark: JsonObject): Promise<PlanResult> {
		const reading = await this.reader.read(plan, mark);
		const { error } = reading;
		return {
			records: shapeMarked(reading, mark, plan.output),
			errors: error === undefined ? [] : [error],
		};
	}

	private async runSlices(plan: SlicesPlan, mark: JsonObject): Promise<PlanResult> {
		const { entries, label, output } = plan;
		const slices = plan.slicesOf(entries === undefined ? [] : await this.entriesOf(entries, mark));
		return await this.once([label, slices, mark], async () => {
			const reading = await readSlices(slices, {
				...{ reader: this.reader, label, place: mark },
				concurrency: this.options.settings.concurrency.max,
				continuesOnError: this.continuesOnError,
			});
			return { records: shapeMarked(reading, mark, output), errors: reading.errors };
		});
	}

	/** The entries of a list that slices are made of: all of them, or none. */
	private async entriesOf(plan: ReadPlan, place: JsonObject): Promise<JsonValue[]> {
		const { records, errors } = await this.once([plan, place], async () => {
			const reading = await this.reader.read(plan, place);
			const values = reading.records.map(({ value }) => ({ value }));
			return { records: values, errors: reading.error === undefined ? [] : [reading.error] };
		});
		const [error] = errors;
		if (error !== undefined) throw error;
		return records.map(({ value = null }) => value);
	}

	/** A read that another item has asked for is not sent again; every item gets its own records. */
	private async once(
		key: readonly unknown[],
		read: () => Promise<PlanResult>,
	): Promise<PlanResult> {
		if (!this.options.reuse) return await read();
		const text = toJson(key);
		const earlier = this.reads.get(text);
		if (earlier !== undefined) {
			const { records, errors } = await earlier;
			return { records: structuredClone(records), errors };
		}
		const reading = read();
		this.reads.set(text, reading);
		return await reading;
	}
}

const NOTHING: PlanResult = { records: [], errors: [] };

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** The same error, if it is one of the service, with the project that it is about. */
function inProject(error: Error, { id, name }: Project): Error {
	if (!(error instanceof ServiceError)) return error;
	return error.with(`This happened in the project ${name} (${id}).`);
}
