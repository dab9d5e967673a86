import { type Json, json, whole } from './json';
import type { Behaviour } from './behaviour';

/** What a request asks for. */
export interface Asked {
	readonly limit?: number;
	readonly offset?: number;
}

/** The size of a page when the request does not say. */
const PAGE_SIZE = 50;

/** Reads `limit` and `offset` out of an object; whatever is no whole number counts as not sent. */
export function readAsked(value: unknown): Asked {
	const members = json(value);
	return { limit: whole(members['limit']), offset: whole(members['offset']) };
}

/** Returns the page a request asks for, with every flaw the behaviour has. */
export function pageOf(rows: readonly Json[], asked: Asked, behaviour: Behaviour) {
	const size = Math.max((behaviour.ignoreLimit ? undefined : asked.limit) ?? PAGE_SIZE, 0);
	const limit = Math.min(size, behaviour.pageCap ?? size);
	const offset = behaviour.ignoreOffset ? 0 : Math.max(asked.offset ?? 0, 0);
	const total = { exact: rows.length, none: undefined, tooHigh: rows.length + 37 }[behaviour.total];
	return { data: rows.slice(offset, offset + limit), limit, offset, total };
}
