import type { ApiName } from '../../nodes/shared/api';
import { isJson, type Json, json, list } from '../../sandbox/json';

/** An endpoint that only reads. */
export interface Endpoint {
	readonly kind: 'list' | 'projects' | 'report' | 'tasks' | 'whoami';
	readonly path: string;
	/** The node that reads it, with its resource and operation. */
	readonly read: readonly [node: ApiName, resource: string, operation: string];
	/** The name under which the records may arrive. */
	readonly name: string;
	/** The likely names of the ID. */
	readonly ids: readonly string[];
	/** The documented metrics of a list, or the documented measure of a report. */
	readonly figures: readonly string[];
}

/** A request and its answer. */
export interface Seen {
	readonly endpoint: Endpoint;
	/** What the request tried, such as `first` or `filter topics`. */
	readonly name: string;
	/** Its body, without the project. */
	readonly sent: Json;
	/** The status, or why there is none. */
	readonly answer: number | string;
	readonly body?: unknown;
	readonly headers?: Headers;
}

export const USUAL_LISTS = ['data', 'items', 'results', 'records', 'rows'];
export type Member = Readonly<{ path: readonly string[]; name: string; value: unknown }>;

/** Returns the value itself, and its members down to three objects deep. */
function membersOf(value: unknown, path: readonly string[] = [], name = ''): Member[] {
	const inner = path.length > 2 ? [] : Object.entries(json(value));
	const members = inner.flatMap(([own, member]) => membersOf(member, [...path, own], own));
	return [{ path, name, value }, ...members];
}

export const isGood = (seen?: Seen) => /^2/.test(String(seen?.answer));
export const isRefused = (seen?: Seen) => /^4/.test(String(seen?.answer)) && seen?.answer !== 429;
export const membersIn = (seen?: Seen) => (isGood(seen) ? membersOf(seen?.body) : []);

/** Finds the records in an answer: the list of a usual name, else the first one with objects. */
export function recordsIn(seen?: Seen) {
	const lists = membersIn(seen).filter(({ value }) => Array.isArray(value));
	const usual = [seen?.endpoint.name, ...USUAL_LISTS];
	const named = usual.flatMap((name) => lists.filter((one) => one.name === name));
	const inOrder = [...named, ...lists];
	const found = inOrder.find(({ value }) => isJson(list(value)[0])) ?? inOrder[0];
	const rows = list(found?.value).map((row) => (isJson(row) ? row : { '': String(row) }));
	return found && { path: found.path, rows };
}

export const rowsIn = (seen?: Seen): readonly Json[] => recordsIn(seen)?.rows ?? [];
