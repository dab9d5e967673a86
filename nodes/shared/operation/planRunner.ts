import type { JsonObject, JsonValue } from 'n8n-workflow';
import { APIS, type Client } from '../api';
import { ServiceError } from '../errors';
import type { RunOptions } from '../fields';
import { isObject } from '../json';
import {
	findList,
	findPlainList,
	type FoundList,
	listProjects,
	readList,
	shapeRecord,
} from '../records';
import { compareReports } from './compare';
import { mapConcurrently } from './mapConcurrently';
import type { Comparison, EveryProjectPlan, Plan, ReadPlan, Shape } from './types';

/** The answers to a plan, as they came, and the records that were found in them. */
interface Answers {
	readonly pages: JsonValue[];
	readonly records: JsonValue[];
	readonly hint?: string;
	readonly hasMoved?: boolean;
}

const nothing = async (): Promise<void> => await Promise.resolve();

/** Sends what plans ask for and gives the `json` of the items that the answers are worth. */
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
	 * @throws DescribedError as the client does, or if the answer is empty or no list where one is needed
	 */
	async run(plan: Plan): Promise<JsonObject[]> {
		return 'forProject' in plan ? await this.runForAll(plan) : await this.readOnce(plan);
	}

	/** Every project of the key in turn, its records marked with it. */
	private async runForAll({ forProject }: EveryProjectPlan): Promise<JsonObject[]> {
		this.projects ??= listProjects(this.client);
		const projects = await this.projects;
		const { concurrency } = this.options.settings;
		const found = await mapConcurrently(projects.length, concurrency, nothing, async (index) => {
			const project = projects[index];
			if (project === undefined) return [];
			const mark = { project_id: project.id, project_name: project.name };
			return await this.readOnce({ ...forProject(project.id), mark }).catch((error: unknown) => {
				throw error instanceof ServiceError
					? error.with(`It came up with the project ${project.name} (${project.id}).`)
					: error;
			});
		});
		return found.flat();
	}

	/** A read that another item has asked for is not sent again; every item gets its own records. */
	private async readOnce(plan: ReadPlan): Promise<JsonObject[]> {
		if (!this.options.reuse || plan.request.effect !== 'read') return await this.read(plan);
		const key = JSON.stringify(plan);
		const earlier = this.reads.get(key);
		if (earlier !== undefined) return structuredClone(await earlier);
		const reading = this.read(plan);
		this.reads.set(key, reading);
		return await reading;
	}

	private async read(plan: ReadPlan): Promise<JsonObject[]> {
		const { pages, records } = plan.compare
			? await this.comparison(plan, plan.compare)
			: await this.answersTo(plan);
		const { mark = {} } = plan;
		return plan.output.mode === 'raw'
			? pages.map((page) => ({ ...mark, ...(isObject(page) ? page : { data: page }), ...mark }))
			: records.map((record) => withMark(shapeRecord(marked(record, mark), plan.output), mark));
	}

	/** Both periods are read whole: with a limit, a row could miss the one it is compared with. */
	private async comparison(plan: ReadPlan, compare: Comparison): Promise<Answers> {
		const whole = { ...plan, limit: Infinity };
		const own = isObject(plan.request.body) ? plan.request.body : {};
		const request = { ...plan.request, body: { ...own, ...compare.body } };
		const [now, before] = await Promise.all([
			this.answersTo(whole),
			this.answersTo({ ...whole, request }),
		]);
		const rows = compareReports(now.records, before.records, compare);
		return { pages: [...now.pages, ...before.pages], records: rows.slice(0, plan.limit) };
	}

	private async answersTo(plan: ReadPlan): Promise<Answers> {
		const answers = await this.readers[plan.shape](plan);
		if (answers.hint !== undefined) this.hints.add(answers.hint);
		this.hasMoved ||= answers.hasMoved === true;
		return answers;
	}

	private readonly readers: Readonly<Record<Shape, (plan: ReadPlan) => Promise<Answers>>> = {
		record: async (plan) => {
			const body = await this.sendForContent(plan);
			return { pages: [body], records: [body] };
		},
		list: async (plan) => {
			const body = await this.sendForContent(plan);
			return recordsOf(body, findList(body, plan.names), plan);
		},
		pages: async (plan) =>
			await this.readPages(plan, (limit, offset) => ({ pagination: { limit, offset } })),
		plainPages: async (plan) => await this.readPages(plan, (limit, offset) => ({ limit, offset })),
		any: async (plan) => {
			const body = (await this.client.send(plan.request)) ?? { success: true };
			return recordsOf(body, findPlainList(body, plan.names), plan);
		},
	};

	private async readPages(
		plan: ReadPlan,
		pageBody: (limit: number, offset: number) => JsonObject,
	): Promise<Answers> {
		const own = isObject(plan.request.body) ? plan.request.body : {};
		const ask = async (limit: number, offset: number) => {
			const body = { ...own, ...pageBody(limit, offset) };
			return await this.sendForContent({ ...plan, request: { ...plan.request, body } });
		};
		const { settings, pageSize } = this.options;
		const paging = { atOnce: settings.concurrency, pageSize };
		const answer = await readList(ask, plan.names, plan.limit, paging);
		if (answer.isNoList === true && plan.noList !== undefined) throw plan.noList;
		return answer;
	}

	private async sendForContent(plan: ReadPlan): Promise<JsonValue> {
		const body = await this.client.send(plan.request);
		if (body !== undefined) return body;
		const { title, baseUrlLabel } = APIS[plan.request.api];
		throw new ServiceError(
			`The ${title} sent an empty answer`,
			`Run the workflow again; if it lasts, check '${baseUrlLabel}' in the credential.`,
		);
	}
}

/** A record with the mark in front; one that is no object becomes one only if there is a mark. */
function marked(record: JsonValue, mark: JsonObject): JsonValue {
	if (Object.keys(mark).length === 0) return record;
	return { ...mark, ...(isObject(record) ? record : { value: record }), ...mark };
}

/** A shaped record with what of the mark the shape has left out. */
function withMark(row: JsonObject, mark: JsonObject): JsonObject {
	const missing = Object.entries(mark).filter(([name]) => !Object.hasOwn(row, name));
	return missing.length === 0 ? row : { ...Object.fromEntries(missing), ...row };
}

function recordsOf(body: JsonValue, list: FoundList | undefined, plan: ReadPlan): Answers {
	if (list === undefined && plan.noList !== undefined) throw plan.noList;
	return { pages: [body], records: list?.records.slice(0, plan.limit) ?? [body] };
}
