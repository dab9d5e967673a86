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
function isRead(service: Service): boolean {
	const { total, envelope } = service;
	const places = [total?.at, moreAt(service)].filter((at) => at !== undefined);
	return envelope !== 'array' && places.some((at) => !UNREAD.includes(at));
}

/** Whether that is a number of records, which changes with the list. */
function isCounted({ total, envelope }: Service): boolean {
	const isNumber = total !== null && !total.at.endsWith('pages') && !UNREAD.includes(total.at);
	return isNumber && envelope !== 'array';
}

/**
 * Everything that no client of such a service can know, so that a silent run is nobody's fault, each
 * with why nobody can know it. Everything else that is wrong with a run has to be told.
 */
export const UNKNOWABLE: Readonly<Record<string, (one: Case) => boolean>> = {
	// It is just the number of records that came, or lower: a page of 12 with a total of 12 is a list.
	'a total that lies': ({ service: { total } }) =>
		total?.says === 'page' || total?.says === 'tooFew',
	// It says that no more records follow, and nothing says otherwise.
	'a flag that lies': ({ service: { more } }) => more?.says === 'never',
	// It is cut off, and what would say so is nowhere, or in headers and links, which the node does not read.
	'a list without pages that says nothing of its length': ({ service, reading }) =>
		reading.list === 'tasks' && !isRead(service),
	// So does a service that sends its whole list, whatever is requested.
	'a page longer than was requested, which comes again': ({ service, reading }) =>
		service.ignoresLimit &&
		service.pagesBy !== 'offset' &&
		!isRead(service) &&
		(service.cap ?? Infinity) > (reading.pageSize ?? 100),
	// A record goes while another comes, or while no total falls with it, and others move into its place.
	'a list that changes while it is read': ({ service }) =>
		service.move !== null && (service.move.what === 'replace' || !isCounted(service)),
	// There is nothing at the offset, as after the end of a list, and no total and no cursor; or there is
	// the last page, which says that it is the last.
	'pages by something else, which the service does not show': ({ service }) =>
		service.pagesBy === 'cursorOnly' &&
		(!isRead(service) || (service.end === 'lastAgain' && !isCounted(service))),
};
