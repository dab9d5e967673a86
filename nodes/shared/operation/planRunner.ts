import type { JsonObject, JsonValue } from 'n8n-workflow';
import type { Client } from '../api';
import { asError, withPlace } from '../errors';
import { toJson } from '../exactNumbers';
import type { RunOptions } from '../fields';
import type { Hint, Hints } from '../hints';
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
	/** The same for projects with the same records; not there where that says nothing. */
	readonly digest?: string;
}

/** Sends what plans ask for and gives the records as the user wants to see them. */
export class PlanRunner {
	/** Whether projects may be missing where all are read, by what the service says. */
	lacksProjects = false;

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
	get hints(): Hints {
		return this.reader.hints;
	}

	/** Whether a list changed while it was read, so that records may be missing. */
	get hasMoved(): boolean {
		return this.reader.hasMoved;
	}

	/** What says that records of a project are missing, if anything does. */
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
		const list = await this.directory.find(plan.projects);
		const { projects } = list;
		for (const remark of remarksOn(list)) {
			this.hints.add(remark);
			this.lacksProjects ||= remark.kind === 'gap';
		}
		const [first] = projects;
		// A project chosen by name returns the same records as one chosen by ID: without marks.
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
		const cut = found.filter(({ isCut }) => isCut).length;
		if (cut > 0 && projects.length > 1) this.reader.hints.add(limitHint(cut, projects.length));
		const read = found.filter(({ errors }) => errors.length === 0);
		if (areAllSame(read.map(({ digest }) => digest))) this.reader.hints.add({ message: SAME });
		return {
			records: found.flatMap(({ records }) => records),
			total: found.reduce((sum, { total }) => sum + total, 0),
			isCut: found.some(({ isCut }) => isCut),
			isRaw: found.some(({ isRaw }) => isRaw),
			errors: found.flatMap(({ errors }) => errors),
		};
	}

	private async runForOne(
		project: Project,
		forProject: ProjectsPlan['forProject'],
	): Promise<PlanResult> {
		const mark = { project_id: project.id, project_name: project.name };
		try {
			const result = await this.runOne(forProject(project.id), mark);
			return { ...result, errors: result.errors.map((error) => errorInProject(error, project)) };
		} catch (error) {
			const failure = errorInProject(asError(error), project);
			return { ...NOTHING, errors: [failure] };
		}
	}

	/** @param mark members that every record gets */
	private async runOne(plan: OneProjectPlan, mark: JsonObject): Promise<PlanResult> {
		if ('slicesOf' in plan) return await this.runSlices(plan, mark);
		const { effect } = plan.request;
		const read = async () => await this.read(plan, mark);
		return effect === 'read' ? await this.once([plan, mark], read) : await read();
	}

	private async read(plan: RequestPlan, mark: JsonObject): Promise<PlanResult> {
		const reading = await this.reader.read(plan, mark);
		const { error } = reading;
		return resultOf({ ...reading, errors: error === undefined ? [] : [error] }, mark, plan);
	}

	private async runSlices(plan: SlicesPlan, mark: JsonObject): Promise<PlanResult> {
		const { entries, label } = plan;
		const found = entries === undefined ? [] : await this.entriesOf(entries, mark);
		const slices = plan.slicesOf(found);
		const hint = plan.hintOn?.(found);
		if (hint !== undefined) this.hints.add({ message: `One Row Per ${label}: ${hint}` });
		return await this.once([label, slices, mark], async () => {
			const reading = await readSlices(slices, {
				...{ reader: this.reader, label, place: mark },
				concurrency: this.options.settings.concurrency.max,
				continuesOnError: this.continuesOnError,
			});
			return resultOf(reading, mark, plan);
		});
	}

	/** The entries of a list that slices are made of: all of them, or none. */
	private async entriesOf(plan: RequestPlan, place: JsonObject): Promise<JsonValue[]> {
		const { records, errors } = await this.once([plan, place], async () => {
			const reading = await this.reader.read(plan, place);
			const values = reading.records.map(({ value }) => ({ value }));
			const errors = reading.error === undefined ? [] : [reading.error];
			return { ...NOTHING, records: values, errors };
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
			const result = await earlier;
			return { ...result, records: structuredClone(result.records) };
		}
		const reading = read();
		this.reads.set(text, reading);
		return await reading;
	}
}

/** A model is told what to do about the limit where the answer says how many records it has. */
function limitHint(cut: number, all: number): Hint {
	const forModel = `${cut} of ${all} projects reached the Limit, so they may have more records.`;
	const todo =
		"To get all of them, turn on 'Return All'. In a report, remove 'Limit' from 'Options'.";
	return { message: `${forModel} ${todo}`, forModel };
}

/** What a plan gave that failed, or did nothing. */
export const NOTHING: PlanResult = {
	...{ records: [], errors: [] },
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
	};
}

const SAME =
	'The service returned the same records for all projects, so it may not be able to return them separately.';

function errorInProject(error: Error, { id, name }: Project): Error {
	return withPlace(error, `the project ${name} (${id})`);
}
