import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { findList } from '../output';
import { readList } from '../paging';
import { ServiceProblem } from '../problem';
import { APIS, type Client } from '../transport';
import type { Outcome, Plan, Shape } from './types';

/** The answers to a plan, as they came, and the records that were found in them. */
interface Answers extends Outcome {
	readonly pages: JsonValue[];
}

const READERS: Readonly<Record<Shape, (client: Client, plan: Plan) => Promise<Answers>>> = {
	async record(client, plan) {
		const body = await sendForContent(client, plan);
		return { pages: [body], records: [body] };
	},
	async list(client, plan) {
		return recordsOf(await sendForContent(client, plan), plan);
	},
	async pages(client, plan) {
		const own = isObject(plan.request.body) ? plan.request.body : {};
		const ask = async (limit: number, offset: number) =>
			await sendForContent(client, {
				...plan,
				request: { ...plan.request, body: { ...own, pagination: { limit, offset } } },
			});
		return await readList(ask, plan.names, plan.limit);
	},
	async any(client, plan) {
		return recordsOf((await client.send(plan.request)) ?? { success: true }, plan);
	},
};

/**
 * Sends what a plan asks for and gives the `json` of the items that it is worth.
 *
 * @throws Problem as the client does, or if the answer is empty or no list where one is needed
 */
export async function runPlan(
	client: Client,
	plan: Plan,
): Promise<{ items: JsonObject[]; hint?: string }> {
	const { pages, records, hint } = await READERS[plan.shape](client, plan);
	const items =
		plan.output === 'raw'
			? pages.map((page) => (isObject(page) ? page : { data: page }))
			: records.map((record) => (isObject(record) ? record : { value: record }));
	return { items, hint };
}

function recordsOf(body: JsonValue, plan: Plan): Answers {
	const list = findList(body, plan.names, plan.guesses);
	if (list === undefined && plan.noList !== undefined) throw plan.noList;
	return { pages: [body], records: list?.records.slice(0, plan.limit) ?? [body] };
}

async function sendForContent(client: Client, plan: Plan): Promise<JsonValue> {
	const body = await client.send(plan.request);
	if (body !== undefined) return body;
	const { title, baseUrlLabel } = APIS[plan.request.api];
	throw new ServiceProblem(
		`The ${title} sent an empty answer`,
		`Run the workflow again; if it lasts, check '${baseUrlLabel}' in the credential.`,
	);
}
