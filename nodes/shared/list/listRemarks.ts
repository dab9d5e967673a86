import { CONTACT_SUPPORT, type Notice, runAgain, ServiceError } from '../base';

/** The list changed between two pages. */
export const MOVED: Notice = {
	kind: 'doubt',
	message: 'The list changed while the node was reading it. Run the node again to be sure.',
};

/** Rows of a page are wholly equal to rows of earlier ones, and have no ID that would tell. */
export const EQUAL_ROWS: Notice = {
	kind: 'note',
	message:
		'Some records have no ID and are equal to records of earlier pages. If the service returned them twice, others may be missing.',
};

/** A full first page came without a cursor, where pages are asked for by one. */
export const NO_CURSOR: Notice = {
	kind: 'gap',
	message:
		"The first page is full, but the response has no cursor for the next one. Check 'Path to Cursor'.",
};

const ADD_PAGINATION = "To get the rest, add 'Pagination' under 'Options'.";

/**
 * Records are missing, by what the service says.
 *
 * @param canPage whether the option Pagination is there and has not been added
 */
export function gapRemark(count: number, total: number | undefined, canPage: boolean): Notice {
	const said =
		total !== undefined && total > count
			? `The service reports ${total} records but returned only ${count}.`
			: `The service reports more records than the ${count} that it returned.`;
	return { kind: 'gap', message: canPage ? `${said} ${ADD_PAGINATION}` : said };
}

/**
 * The only page is full, by what it says of its size.
 *
 * @param canPage whether the option Pagination is there and has not been added
 */
export function fullPageRemark(count: number, canPage: boolean): Notice {
	const said = `The service returned a full page of ${count} records and does not say whether more follow.`;
	return { kind: 'gap', message: canPage ? `${said} ${ADD_PAGINATION}` : said };
}

/** The service has stated a total that cannot be true. */
export function lowTotalRemark(count: number, total: number): Notice {
	const message = `The service reports ${total} records but returned ${count}, so the list may be incomplete.`;
	return { kind: 'note', message };
}

/** An empty page comes with words, which may say why it is empty. */
export function emptyPageRemark(count: number, words: string): Notice {
	const which = count === 0 ? 'no records' : `no more than ${count} records`;
	return { kind: 'note', message: `The service returned ${which} and says: ${words}` };
}

/** The list does not end, or fills the memory. */
export function tooLongError(count: number): ServiceError {
	return new ServiceError(
		`The list is too long to read: it has more than ${count} records`,
		"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'.",
	);
}

/**
 * The service has sent its first page again in place of the second.
 *
 * @param isFull whether that page has as many records as requested, so that it hardly is the list
 */
export function repeatedRemark(count: number, isFull: boolean): Notice {
	const message =
		`Instead of a second page, the service returned the first ${count} records again. ` +
		'The output has each of them once. If the list has more records, they are missing.';
	if (!isFull) return { kind: 'note', message };
	const todo = "To get more of them at once, raise 'Page Size' under 'Options'.";
	return { kind: 'gap', message: `${message} ${todo}` };
}

/** The service has said where more records are, then that there are none, and the way led nowhere. */
export function retractedRemark(count: number): Notice {
	const message =
		`After the first ${count} records, the service announced more, and then returned an empty page. ` +
		'If the list has more records, they are missing.';
	return { kind: 'note', message };
}

/** All records came that were requested, but a request failed that would have shown whether there are more. */
export function uncheckedRemark(count: number, { message }: Error): Notice {
	const why = message.replace(/\.$/, '');
	const what = `The service returned ${count} records. The node could not check whether there are more: ${why}.`;
	return { kind: 'gap', message: what };
}

/** Several groups of records each have as many as were requested, so each may have pages of its own. */
export function partsRemark(count: number): Notice {
	const message = `Several groups at the path in 'Records At' have exactly ${count} records each, as many as the node requests at once, so the service may have left out others.`;
	const todo = "To get more of each at once, raise 'Page Size' under 'Options'.";
	return { kind: 'gap', message: `${message} ${todo}` };
}

/** Pages keep coming after one that seemed to be the last, and nothing tells whether they are new. */
export function noEndError(count: number): ServiceError {
	const why = 'The records have no ID, so the node cannot tell whether it has them already.';
	const todo = "if the service returns all records at once, raise 'Page Size' under 'Options'";
	return new ServiceError(
		`The list does not end: after ${count} records, the service still returns more`,
		`${why} Set a 'Limit' or, ${todo}.`,
	);
}

/** The service has refused a page, where it may simply have no more. */
export function refusedPageRemark(count: number, { message, status }: ServiceError): Notice {
	const words = `After ${count} records, the service answered ${status} (${message}). The node took this as the end of the list.`;
	return { kind: 'note', message: words };
}

/** A page of a list was something else. */
export function noListError(): ServiceError {
	return new ServiceError(
		'The service returned something other than a list for one of the pages',
		runAgain(CONTACT_SUPPORT),
	);
}
