import type { JsonObject, JsonValue } from 'n8n-workflow';
import { APIS, type ApiRequest, type Client, type Effect } from '../api';
import { ServiceError } from '../errors';
import type { RunOptions } from '../fields';
import { isObject } from '../json';
import {
	findList,
	findPlainList,
	listProjects,
	readList,
	shapeRecord,
	type FoundList,
	type Project,
} from '../records';
import { compareReports } from './compare';
import { mapConcurrently } from './mapConcurrently';
import type { AllProjectsPlan, Comparison, Plan, ReadPlan, Shape } from './types';

/** The answers to a plan, as they came, and the records that were found in them. */
interface Answers {
	readonly pages: JsonValue[];
	readonly records: JsonValue[];
	readonly hint?: string;
	readonly hasMoved?: boolean;
}

/** What a plan does: reading for all projects is reading, too. */
export function effectOf(plan: Plan): Effect {
	return 'forProject' in plan ? 'read' : plan.request.effect;
}

/** Sends what plans ask for and gives the records as the user wants to see them. */
export class PlanRunner {
	/** What the user should know about how the service answered, each thing once. */
	readonly hints = new Set<string>();

	/** Whether a list changed while it was read, so that records may be missing. */
	hasMoved = false;

	/** What was read in this run, by the plan that asked for it. */
	private readonly reads = new Map<string, Promise<JsonObject[]>>();

	private projects?: ReturnType<typeof listProjects>;

	constructor(
		private readonly client: Client,
		private readonly options: RunOptions,
	) {}

	/**
	 * Runs one plan.
	 *
	 * @returns the `json` of the items that it is worth
	 * @throws DescribedError as the client does, or if the answer is empty or no list where one is
	 * needed
	 */
	async run(plan: Plan): Promise<JsonObject[]> {
		return 'forProject' in plan ? await this.runForAll(plan) : await this.readOnce(plan, {});
	}

	/** Every project of the key, its records marked with it. */
	private async runForAll({ forProject }: AllProjectsPlan): Promise<JsonObject[]> {
		this.projects ??= listProjects(this.client);
		const projects = await this.projects;
		const { max } = this.options.settings.concurrency;
		const found = await mapConcurrently(projects.length, max, async (index) => {
			const project = projects[index];
			if (project === undefined) return [];
			const mark = { project_id: project.id, project_name: project.name };
			try {
				return await this.readOnce(forProject(project.id), mark);
			} catch (error) {
				throw inProject(error, project);
			}
		});
		return found.flat();
	}

	/** A read that another item has asked for is not sent again; every item gets its own records. */
	private async readOnce(plan: ReadPlan, mark: JsonObject): Promise<JsonObject[]> {
		if (!this.options.reuse || plan.request.effect !== 'read') return await this.read(plan, mark);
		const key = JSON.stringify([plan, mark]);
		const earlier = this.reads.get(key);
		if (earlier !== undefined) return structuredClone(await earlier);
		const reading = this.read(plan, mark);
		this.reads.set(key, reading);
		return await reading;
	}

	/** @param mark members that every record gets */
	private async read(plan: ReadPlan, mark: JsonObject): Promise<JsonObject[]> {
		const { pages, records } = plan.compare
			? await this.comparison(plan, plan.compare)
			: await this.answersTo(plan);
		return plan.output.mode === 'raw'
			? pages.map((page) => ({ ...mark, ...(isObject(page) ? page : { data: page }), ...mark }))
			: records.map((record) => withMark(shapeRecord(marked(record, mark), plan.output), mark));
	}

	/** Both periods are read whole: with a limit, a row could miss the one it is compared with. */
	private async comparison(plan: ReadPlan, compare: Comparison): Promise<Answers> {
		const whole = { ...plan, limit: Infinity };
		const [now, before] = await Promise.all([
			this.answersTo(whole),
			this.answersTo({ ...whole, request: withBody(plan.request, compare.body) }),
		]);
		const { rows, hint } = compareReports(now.records, before.records, compare);
		if (hint !== undefined) this.hints.add(hint);
		return { pages: [...now.pages, ...before.pages], records: rows.slice(0, plan.limit) };
	}

	private async answersTo(plan: ReadPlan): Promise<Answers> {
		const answers = await this.readers[plan.shape](plan);
		if (answers.hint !== undefined) this.hints.add(answers.hint);
		this.hasMoved ||= answers.hasMoved === true;
		return answers;
	}

	private readonly readers: Readonly<Record<Shape, (plan: ReadPlan) => Promise<Answers>>> = {
		record: async ({ request }) => {
			const body = await this.content(request);
			return { pages: [body], records: [body] };
		},
		list: async (plan) => {
			const body = await this.content(plan.request);
			return answersIn(body, findList(body, plan.names), plan);
		},
		pages: async (plan) =>
			await this.readPages(plan, (limit, offset) => ({ pagination: { limit, offset } })),
		plainPages: async (plan) => await this.readPages(plan, (limit, offset) => ({ limit, offset })),
		any: async (plan) => {
			const { body = { success: true } } = await this.client.send(plan.request);
			return answersIn(body, findPlainList(body, plan.names), plan);
		},
	};

	private async readPages(
		plan: ReadPlan,
		pageBody: (limit: number, offset: number) => JsonObject,
	): Promise<Answers> {
		const { settings, pageSize } = this.options;
		const answers = await readList(
			async (limit, offset) => await this.content(withBody(plan.request, pageBody(limit, offset))),
			plan.names,
			plan.limit,
			{ concurrency: settings.concurrency.max, pageSize },
		);
		if (answers.isNoList === true && plan.noList !== undefined) throw plan.noList;
		return answers;
	}

	/** The answer to a request, which must not be empty. */
	private async content(request: ApiRequest): Promise<JsonValue> {
		const { body } = await this.client.send(request);
		if (body !== undefined) return body;
		const { title, baseUrlLabel } = APIS[request.api];
		throw new ServiceError(
			`The ${title} sent an empty answer`,
			`Run the workflow again; if it lasts, check '${baseUrlLabel}' in the credential.`,
		);
	}
}

/** The same error, if it is one of the service, with the project that it is about. */
function inProject(error: unknown, { id, name }: Project): unknown {
	if (!(error instanceof ServiceError)) return error;
	return error.with(`This happened in the project ${name} (${id}).`);
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

function answersIn(body: JsonValue, list: FoundList | undefined, plan: ReadPlan): Answers {
	if (list === undefined && plan.noList !== undefined) throw plan.noList;
	return { pages: [body], records: list?.records.slice(0, plan.limit) ?? [body] };
}
