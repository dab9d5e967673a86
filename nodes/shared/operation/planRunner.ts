import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { findList, findPlainList, type FoundList } from '../output';
import { readList } from '../paging';
import { ServiceProblem } from '../problem';
import { APIS, type Client } from '../transport';
import type { RunOptions } from './options';
import type { Plan, Shape } from './types';

/** The answers to a plan, as they came, and the records that were found in them. */
interface Answers {
	readonly pages: JsonValue[];
	readonly records: JsonValue[];
	readonly hint?: string;
}

/** Sends what plans ask for and gives the `json` of the items that the answers are worth. */
export class PlanRunner {
	/** What the user should know about how the service answered, each thing once. */
	readonly hints = new Set<string>();

	/** What was read in this run, by the plan that asked for it. */
	private readonly reads = new Map<string, Promise<JsonObject[]>>();

	constructor(
		private readonly client: Client,
		private readonly options: RunOptions,
	) {}

	/**
	 * Runs one plan. A read that another item has asked for before is not sent again; every item
	 * gets records of its own.
	 *
	 * @throws Problem as the client does, or if the answer is empty or no list where one is needed
	 */
	async run(plan: Plan): Promise<JsonObject[]> {
		if (!this.options.reuse || plan.request.effect !== 'read') return await this.read(plan);
		const key = JSON.stringify(plan);
		const earlier = this.reads.get(key);
		if (earlier !== undefined) return structuredClone(await earlier);
		const reading = this.read(plan);
		this.reads.set(key, reading);
		return await reading;
	}

	private async read(plan: Plan): Promise<JsonObject[]> {
		const { pages, records, hint } = await this.readers[plan.shape](plan);
		if (hint !== undefined) this.hints.add(hint);
		return plan.output === 'raw'
			? pages.map((page) => (isObject(page) ? page : { data: page }))
			: records.map((record) => (isObject(record) ? record : { value: record }));
	}

	private readonly readers: Readonly<Record<Shape, (plan: Plan) => Promise<Answers>>> = {
		record: async (plan) => {
			const body = await this.sendForContent(plan);
			return { pages: [body], records: [body] };
		},
		list: async (plan) => {
			const body = await this.sendForContent(plan);
			return recordsOf(body, findList(body, plan.names), plan);
		},
		pages: async (plan) => {
			const own = isObject(plan.request.body) ? plan.request.body : {};
			const ask = async (limit: number, offset: number) => {
				const body = { ...own, pagination: { limit, offset } };
				return await this.sendForContent({ ...plan, request: { ...plan.request, body } });
			};
			const { settings, pageSize } = this.options;
			const paging = { atOnce: settings.atOnce, pageSize };
			return await readList(ask, plan.names, plan.limit, paging);
		},
		any: async (plan) => {
			const body = (await this.client.send(plan.request)) ?? { success: true };
			return recordsOf(body, findPlainList(body, plan.names), plan);
		},
	};

	private async sendForContent(plan: Plan): Promise<JsonValue> {
		const body = await this.client.send(plan.request);
		if (body !== undefined) return body;
		const { title, baseUrlLabel } = APIS[plan.request.api];
		throw new ServiceProblem(
			`The ${title} sent an empty answer`,
			`Run the workflow again; if it lasts, check '${baseUrlLabel}' in the credential.`,
		);
	}
}

function recordsOf(body: JsonValue, list: FoundList | undefined, plan: Plan): Answers {
	if (list === undefined && plan.noList !== undefined) throw plan.noList;
	return { pages: [body], records: list?.records.slice(0, plan.limit) ?? [body] };
}
