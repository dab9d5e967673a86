import { isListAfterEnd, moreAt, type Case, type Service } from './service';

/** Envelopes in which the list is found: the answer, a usual name or an own one, one object deeper, the only list. */
const ENVELOPES: ReadonlyArray<Service['envelope']> = [
	...(['data', 'own', 'array', 'items', 'results', 'data.items', 'data.own'] as const),
	...(['rows', 'records', 'result.rows', 'response.entries', 'requestId'] as const),
];

/** What ends a list of pages: nothing where the next page would be, or no such page. */
const ENDS: ReadonlyArray<Service['end']> = [
	...(['empty', 'noContent', 'object', 'dataObject', 'null', '404', '416'] as const),
];

/** Where what is said of the length of a list is not read. */
const UNREAD = ['X-Total-Count', 'Link', 'links.next'];

/** Records that nothing tells apart: a page may be the same as an earlier one. */
const ALIKE: ReadonlyArray<Service['ids']> = ['alike', 'repeating'];

/**
 * Whether a service keeps to the documented form or the common conventions, by the rule that the nodes
 * go by: `nodes/shared/reading/`. Such a list is read complete.
 */
export function isKnownForm({ service, reading }: Case): boolean {
	const { envelope, pagesBy, order, move, trouble, total, more, end, size, cap, ids } = service;
	const isSteady = order === 'stable' && move === null && trouble === null;
	const isTrue = (total?.says ?? 'all') === 'all' && (more?.says ?? 'right') === 'right';
	const isFound =
		ENVELOPES.includes(envelope) || (envelope === 'unusual' && service.volatile !== 'answer');
	const isThere = size > 0 || isListAfterEnd(service);
	if (!isSteady || !isTrue || !isFound || !isThere || ALIKE.includes(ids)) return false;
	if (reading.list === 'tasks') return cap === null || size <= cap;
	return pagesBy === 'offset' && ENDS.includes(end);
}

/** Whether anything that the nodes read says how long the list is. */
export function isRead(service: Service): boolean {
	const { total, envelope } = service;
	const places = [total?.at, moreAt(service)].filter((at) => at !== undefined);
	return envelope !== 'array' && places.some((at) => !UNREAD.includes(at));
}

/** Whether that is a number of records, which changes with the list. */
export function isCounted({ total, envelope }: Service): boolean {
	const isNumber = total !== null && !total.at.endsWith('pages') && !UNREAD.includes(total.at);
	return isNumber && envelope !== 'array';
}
