import type { JsonValue } from 'n8n-workflow';
import { type ApiRequest, DEFAULT_SETTINGS } from '../../nodes/shared/api';
import type { Client } from '../../nodes/shared/api/client';
import { DescribedError, ServiceError } from '../../nodes/shared/base/errors';
import { isObject } from '../../nodes/shared/base/fields';
import { textOf } from '../../nodes/shared/base/notices';
import type { RunOptions } from '../../nodes/shared/form';
import { LIMIT_AND_OFFSET } from '../../nodes/shared/reading';
import { Reads } from '../../nodes/shared/run/reads';
import { readPlan } from '../../nodes/shared/run/steps';
import type { Plan, RequestPlan, Slices } from '../../nodes/shared/run/types';
import type { OutputChoice } from '../../nodes/shared/shape';

const isClient = (value: unknown): value is Client => isObject(value) && 'send' in value;

/** What a service answers to a request, or the error with which it fails. */
export type Reply = (request: ApiRequest) => JsonValue | Error | undefined;

/** A client whose service answers like this. */
function clientOf(reply: Reply): Client {
	const client: unknown = {
		offers: () => true,
		async send(request: ApiRequest) {
			const body = await Promise.resolve(reply(request));
			if (body instanceof Error) throw body;
			return { body, headers: {}, size: 0 };
		},
	};
	if (!isClient(client)) throw new Error('This is no client');
	return client;
}

/** Options of a run that nobody has changed. */
export const OPTIONS: RunOptions = {
	...{ settings: DEFAULT_SETTINGS, batch: { size: Infinity, interval: 0 } },
	...{ flatten: false, pageSize: 100 },
};

/** A plan to read a list, unless these parts say otherwise. */
export function planOf(
	parts: Partial<RequestPlan> = {},
	request: Partial<ApiRequest> = {},
): RequestPlan {
	return {
		request: { api: 'geo', effect: 'read', method: 'POST', path: '/list', body: {}, ...request },
		...{ shape: 'list', names: [], limit: Infinity },
		output: { mode: 'records', fields: [], ids: ['id'], useful: [] },
		...parts,
	};
}

/** What a run reads from. */
export interface Reading {
	readonly reply: Reply;
	/** The projects of the API key: two, unless others are given. */
	readonly projects: JsonValue;
	/** Whether one leaf that fails holds up no other. */
	readonly continues: boolean;
	readonly pageSize: number;
}

const PROJECTS = [
	{ id: 'p1', name: 'Tea', url: 'https://tea.example' },
	{ id: 'p2', name: 'Coffee', url: 'https://coffee.example' },
];

/** The reads of a run, and the requests that they send beside that for the projects. */
export function readsOf({ reply, projects = PROJECTS, ...rest }: Partial<Reading> = {}) {
	const { continues = false, pageSize = OPTIONS.pageSize } = rest;
	const asked: ApiRequest[] = [];
	const client = clientOf((request) => {
		if (request.path.endsWith('whoami')) return isObject(projects) ? projects : { projects };
		asked.push(request);
		return reply === undefined ? [{ of: idIn(request) ?? null }] : reply(request);
	});
	return { reads: new Reads(client, { ...OPTIONS, pageSize }, continues), asked };
}

/** The ID in the body of a request. */
export function idIn({ body }: ApiRequest): JsonValue | undefined {
	return isObject(body) ? body.id : undefined;
}

/** A comparison with the same request with another end. */
export const COMPARE = {
	body: { end: 'before' },
	...{ called: 'the time before', days: 'the time', otherDays: { start: 'x', end: 'y' } },
	...{ dimensions: ['topic'], measures: ['score'] },
};

/** A plan in slices, one for each entry: A and B where they are not read first. */
export function slicesPlan(
	parts: Partial<RequestPlan> = {},
	rest: Partial<Slices> = {},
): RequestPlan {
	const slicesOf = (entries: readonly JsonValue[]) =>
		(rest.entries === undefined ? ['A', 'B'] : entries).map((entry) => ({
			...{ name: nameOf(entry), mark: { topic: entry } },
			plan: planOf(parts, { body: { id: entry } }),
		}));
	return planOf({ slices: { label: 'Topic', slicesOf, ...rest } });
}

/** The same plan for each project. */
export const everywhere = (forProject: (id: string) => RequestPlan): Plan => ({
	...{ projects: { by: 'all' }, request: { api: 'agents', effect: 'read' }, forProject },
});

/** A value as a name. */
export function nameOf(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** What a plan gives where the service answers like this. */
export async function run(plan: Plan, rest: Partial<Reading> | Reply = {}) {
	const { reads, asked } = readsOf(typeof rest === 'function' ? { reply: rest } : rest);
	const result = await readPlan(plan, reads);
	return { ...result, asked, texts: result.notices.map(textOf) };
}

/** A form of the output in which answers come as they are. */
export const RAW: OutputChoice = { ...planOf().output, mode: 'raw' };

export const NO_ACCESS = new ServiceError('No access', 'Use another key.');

/** The records of a full page. @param from the first ID */
export function page(from = 0): Array<{ id: number }> {
	return Array.from({ length: 100 }, (_, id) => ({ id: from + id }));
}

/** A list in pages whose second page fails, and what the error says. */
export const broken: Reply = ({ body }) =>
	JSON.stringify(body).includes('"offset":0') ? page() : new ServiceError('Down', 'Wait.', 500);
export const BROKEN = 'Wait.\n100 records were read before that.';
export const paged = { paging: LIMIT_AND_OFFSET };

/** What errors say: what happened and what to do, and what is missing because of them. */
export function told(errors: readonly Error[]): string[][] {
	return errors.map((error) =>
		error instanceof DescribedError
			? [error.message, error.description, error.missing]
			: [error.message],
	);
}
