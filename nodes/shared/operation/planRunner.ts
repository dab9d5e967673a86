import type { JsonObject, JsonValue } from 'n8n-workflow';
import { APIS, type ApiRequest, type Client, type Effect } from '../api';
import { ServiceError } from '../errors';
import { toJson } from '../exactNumbers';
import type { RunOptions } from '../fields';
import { isObject } from '../json';
import {
	EndpointMemory,
	type ListResult,
	readList,
	type Remark,
	shapeRecords,
	type Project,
} from '../records';
import { compareReports } from './compare';
import { mapConcurrently } from './mapConcurrently';
import { ProjectDirectory } from './projects';
import type { Comparison, Plan, ProjectsPlan, ReadPlan } from './types';

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
}

/** What a plan does to the service. */
export function effectOf(plan: Plan): Effect {
	return 'forProject' in plan ? plan.effect : plan.request.effect;
}

/** Sends what plans ask for and gives the records as the user wants to see them. */
export class PlanRunner {
	/** What the user should know about how the service answered, each thing once. */
	readonly hints = new Set<string>();

	/** Whether a list changed while it was read, so that records may be missing. */
	hasMoved = false;

	/** What says that records are missing, if anything does. */
	gap?: string;

	/** What was read in this run, by the plan that asked for it. */
	private readonly reads = new Map<string, Promise<PlanResult>>();

	/** What was seen of the endpoints in this run, by their paths. */
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
		if (!('forProject' in plan)) return await this.readOnce(plan, {});
		const { projects, remarks } = await this.directory.find(plan.projects);
		this.hear(remarks);
		const [first] = projects;
		// A project that goes by its name gives the same records as one by its ID, without marks.
		return plan.projects.by !== 'all' && first !== undefined
			? await this.readOnce(plan.forProject(first.id), {})
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
			const result = await this.readOnce(forProject(project.id), mark);
			return { ...result, errors: result.errors.map((error) => inProject(error, project)) };
		} catch (error) {
			const failure = inProject(asError(error), project);
			return { ...NOTHING, errors: [failure] };
		}
	}

	/** A read that another item has asked for is not sent again; every item gets its own records. */
	private async readOnce(plan: ReadPlan, mark: JsonObject): Promise<PlanResult> {
		if (!this.options.reuse || plan.request.effect !== 'read') return await this.read(plan, mark);
		const key = toJson([plan, mark]);
		const earlier = this.reads.get(key);
		if (earlier !== undefined) {
			const result = await earlier;
			return { ...result, records: structuredClone(result.records) };
		}
		const reading = this.read(plan, mark);
		this.reads.set(key, reading);
		return await reading;
	}

	/** @param mark members that every record gets */
	private async read(plan: ReadPlan, mark: JsonObject): Promise<PlanResult> {
		const {
			pages,
			records,
			total = 0,
			isCut = false,
			error,
		} = plan.compare
			? await this.comparison(plan, plan.compare, mark)
			: await this.answersTo(plan, mark);
		const shaped =
			plan.output.mode === 'raw'
				? pages.map((page) => ({ ...mark, ...(isObject(page) ? page : { data: page }), ...mark }))
				: shapeRecords(
						records.map((record) => marked(record, mark)),
						plan.output,
						Object.keys(mark),
					).map((record) => withMark(record, mark));
		return {
			records: shaped,
			total: Math.max(total, records.length),
			isCut,
			isRaw: plan.output.mode === 'raw',
			errors: error === undefined ? [] : [error],
		};
	}

	/** Both periods are read whole: with a limit, a row could miss the one it is compared with. */
	private async comparison(
		plan: ReadPlan,
		compare: Comparison,
		mark: JsonObject,
	): Promise<ListResult> {
		const whole = { ...plan, limit: Infinity };
		const [now, before] = await Promise.all([
			this.answersTo(whole, mark),
			this.answersTo({ ...whole, request: withBody(plan.request, compare.body) }, mark),
		]);
		// Rows that are compared with a part of the others would show changes that there are not.
		const error = now.error ?? before.error;
		if (error !== undefined) throw error;
		const { rows, hint } = compareReports(now.records, before.records, compare);
		if (hint !== undefined) this.hints.add(hint);
		const isCut = rows.length > plan.limit;
		return { ...now, records: rows.slice(0, plan.limit), total: rows.length, isCut };
	}

	private async answersTo(plan: ReadPlan, mark: JsonObject): Promise<ListResult> {
		const answers = await this.list(plan);
		if (answers.isNoList === true && plan.noList !== undefined) throw plan.noList;
		this.hear(answers.remarks.map((remark) => inPlace(remark, mark)));
		return answers;
	}

	private async list(plan: ReadPlan): Promise<ListResult> {
		const { request, shape, names, recordsAt = '', paging, limit } = plan;
		const { settings, pageSize } = this.options;
		const memory = this.memories.get(request.path) ?? new EndpointMemory();
		this.memories.set(request.path, memory);
		const source = {
			send: async (page: ApiRequest) => await this.client.send(page),
			request,
			look: {
				...{ api: request.api, names, at: recordsAt, kind: shape },
				isWrite: request.effect !== 'read',
			},
			paging,
		};
		const result = await readList(source, limit, {
			concurrency: settings.concurrency.max,
			pageSize,
			memory,
		});
		if (result.pages.length > 0 || result.records.length > 0) return result;
		// Where anything may come back, nothing at all means success.
		if (shape === 'any' && paging === undefined)
			return { ...result, pages: [{ success: true }], records: [{ success: true }] };
		throw emptyError(request);
	}

	private hear(remarks: readonly Remark[]): void {
		for (const { kind, message } of remarks) {
			this.hints.add(message);
			if (kind === 'gap') this.gap ??= message;
			this.hasMoved ||= kind === 'moved';
		}
	}
}

/** What a plan gave that failed, or did nothing. */
export const NOTHING: PlanResult = {
	...{ records: [], errors: [] },
	...{ total: 0, isCut: false, isRaw: false },
};

function emptyError({ api }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		`Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`,
	);
}

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** The same error, if it is one of the service, with the project that it is about. */
function inProject(error: Error, { id, name }: Project): Error {
	if (!(error instanceof ServiceError)) return error;
	return error.with(`This happened in the project ${name} (${id}).`);
}

/** What is missing, with the project in which it is. */
function inPlace({ kind, message }: Remark, { project_id: id, project_name: name }: JsonObject) {
	const isOfOne = kind === 'gap' && typeof id === 'string' && typeof name === 'string';
	const place = isOfOne ? ` This is about the project ${name} (${id}).` : '';
	return { kind, message: message + place };
}

/** The same request with these members in its body. */
function withBody(request: ApiRequest, members: JsonObject): ApiRequest {
	return { ...request, body: { ...(isObject(request.body) ? request.body : {}), ...members } };
}

/** A record with the mark in front; one that is no object becomes one only if there is a mark. */
function marked(record: JsonValue, mark: JsonObject): JsonValue {
	if (Object.keys(mark).length === 0) return record;
	return { ...mark, ...(isObject(record) ? record : { value: record }), ...mark };
}

/** A record in its final shape with what of the mark the shape has left out. */
function withMark(record: JsonObject, mark: JsonObject): JsonObject {
	const missing = Object.entries(mark).filter(([name]) => !Object.hasOwn(record, name));
	return missing.length === 0 ? record : { ...Object.fromEntries(missing), ...record };
}
