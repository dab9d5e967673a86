import { join } from 'node:path';
import { json, list } from '../../sandbox/json';
import { KEYS, PROJECTS, type Sandbox, startSandbox } from '../../sandbox';

export const ROOT = join(__dirname, '..', '..');
export const WHOAMI = '/api/v1/business/whoami';
export const TASKS = '/api/v1/business/tasks/query';
export const PROMPTS = '/v2/geo/business/prompts';
export const PERFORMANCE = '/v2/geo/reports/performance';

export interface Call {
	key?: string | null;
	method?: string;
	headers?: Record<string, string>;
	/** Text goes out as it is, everything else as JSON. */
	body?: unknown;
	signal?: AbortSignal;
}

export let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 7 });
});
beforeEach(() => {
	sandbox.reset();
});
afterAll(() => sandbox.close());

export function call(path: string, { key = KEYS.agency, body, headers, ...rest }: Call = {}) {
	return fetch(`${sandbox.url}${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		redirect: 'manual',
		headers: {
			...(key !== null && { 'X-API-Key': key }),
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...headers,
		},
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		...rest,
	});
}

export async function read(
	path: string,
	options?: Call,
): Promise<{ status: number; body: unknown }> {
	const response = await call(path, options);
	const body: unknown = await response.json();
	return { status: response.status, body };
}

/** Asks a GEO path about the coffee project and gives the body of the answer. */
export async function geo(path: string, more: object = {}): Promise<Record<string, unknown>> {
	const { body } = await read(path, { body: { project_id: PROJECTS.coffee, ...more } });
	return json(body);
}

export async function rows(path: string, more: object = {}): Promise<Record<string, unknown>[]> {
	return list((await geo(path, more))['data']).map(json);
}

export const ids = (records: Record<string, unknown>[], key = 'prompt_id') =>
	records.map((record) => record[key]);
export const tasks = (more: Call = {}) =>
	call(TASKS, {
		body: { view: 'list' },
		...more,
		headers: { 'X-Project-Id': PROJECTS.coffee, ...more.headers },
	});
