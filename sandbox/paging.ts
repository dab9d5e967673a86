import { type Json, json, whole } from './json';
import type { Behaviour, Envelope, TotalForm } from './behaviour';

/** What a request asks for. */
export interface Asked {
	limit?: number;
	offset?: number;
}

/** Records that can be read piece by piece; every array is one. */
export interface Rows {
	readonly length: number;
	slice(from: number, to: number): Json[];
}

/** One page of a list. `total` counts the whole list, or claims to. */
export interface Page {
	readonly rows: Json[];
	readonly total?: number;
	readonly limit: number;
	readonly offset: number;
}

/** An answer: its content type and its body (text is sent as it is). */
export interface Answer {
	readonly type: string;
	readonly body: unknown;
}

/** Reads `limit` and `offset` out of an object; whatever is no whole number counts as not sent. */
export function readAsked(value: unknown): Asked {
	const members = json(value);
	return { limit: whole(members['limit']), offset: whole(members['offset']) };
}

const CLAIMS: Record<TotalForm, (total: number) => number | undefined> = {
	exact: (total) => total,
	none: () => undefined,
	zero: () => 0,
	tooHigh: (total) => total + 37,
	tooLow: (total) => Math.floor(total / 2),
};

/** Takes the page a request asks for, with every flaw the behaviour has. */
export function takePage(rows: Rows, asked: Asked, behaviour: Behaviour): Page {
	const wanted = behaviour.ignoreLimit ? undefined : asked.limit;
	const size = Math.max(wanted ?? behaviour.defaultPageSize, 0);
	const limit = Math.min(size, behaviour.pageCap ?? size);
	const offset = behaviour.ignoreOffset ? 0 : Math.max(asked.offset ?? 0, 0);
	const total = CLAIMS[behaviour.total](rows.length);
	return { rows: rows.slice(offset, offset + limit), total, limit, offset };
}

const JSON_TYPE = 'application/json; charset=utf-8';

const WRAPPERS: Record<Envelope, (page: Page, resource: string) => Answer> = {
	data: ({ rows, ...rest }) => ({ type: JSON_TYPE, body: { data: rows, ...rest } }),
	// The form of the vendor's older export API (public, older API).
	items: ({ rows, total, limit, offset }) => ({
		type: JSON_TYPE,
		body: {
			items: rows,
			page: limit > 0 ? Math.floor(offset / limit) + 1 : 1,
			size: limit,
			total,
			count: rows.length,
			total_pages: total === undefined || limit === 0 ? undefined : Math.ceil(total / limit),
		},
	}),
	results: ({ rows, total }) => ({ type: JSON_TYPE, body: { results: rows, total } }),
	array: ({ rows }) => ({ type: JSON_TYPE, body: rows }),
	resource: ({ rows, ...rest }, resource) => ({
		type: JSON_TYPE,
		body: { [resource]: rows, ...rest },
	}),
	nested: ({ rows, ...rest }) => ({ type: JSON_TYPE, body: { data: { items: rows, ...rest } } }),
	object: ({ rows }, resource) => ({
		type: JSON_TYPE,
		body: { resource, summary: `${rows.length} records`, ready: true },
	}),
	empty: () => ({ type: JSON_TYPE, body: '' }),
	text: () => ({ type: 'text/plain; charset=utf-8', body: 'Everything is fine.' }),
	html: () => ({
		type: 'text/html; charset=utf-8',
		body: '<!doctype html><title>Sign in</title><h1>Please sign in</h1>',
	}),
};

/** Wraps a page the way the behaviour asks for. */
export function wrap(page: Page, envelope: Envelope, resource: string): Answer {
	return WRAPPERS[envelope](page, resource);
}
