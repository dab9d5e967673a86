import type { JsonValue } from 'n8n-workflow';
import { MAY_HAVE_RUN } from '../api';
import { CONTACT_SUPPORT, type Notice, ServiceError } from '../base';
import { type ExpectedAnswer, listPaths } from './findList';
import { hasContent } from './members';

/*
 * What is said of an answer or a list. A gap fails the polls of a trigger, so it is one only where
 * records are hardly there: they were promised, and not even tried to be had in another way, or the
 * service says itself that something went wrong. A doubt makes a trigger read again before it starts. A
 * note is for who builds the workflow, and changes nothing.
 */

/** The list changed between two pages. */
export const MOVED: Notice = {
	kind: 'doubt',
	message: 'The list changed while the node was reading it. Run the node again to be sure.',
};

/** A cursor is needed for the next page, and the answer has none. */
export const NO_CURSOR: Notice = {
	kind: 'gap',
	message:
		"More records may follow, but the response has no cursor for the next page. Check 'Path to Cursor'.",
};

/** What to do about records that are missing, for lists of which the user can say how to get them. */
export const SET_PAGING =
	" To get the rest, set 'Pagination' under 'Options' to the way in which the service pages.";
export const SET_CURSOR = " To get the rest, set 'Pagination' under 'Options' to Cursor.";

/**
 * Records are missing, by what the service says.
 *
 * @param kind a doubt if an empty or missing page answers the request for the rest; a gap if the rest was
 * not asked for, or an earlier page came in its place
 */
export function missingNotice(
	kind: 'doubt' | 'gap',
	count: number,
	total: number | undefined,
	remedy = '',
): Notice {
	const said =
		total !== undefined && total > count
			? `The service reports ${total} records but returned only ${count}.`
			: `The service reports more records than the ${count} that it returned.`;
	return { kind, message: said + remedy };
}

/** The only page is full, by what it says of its size, and nothing says how long the list is. */
export function fullPageNotice(count: number, remedy: string): Notice {
	const said = `The service returned a full page of ${count} records and does not say whether more follow.`;
	return { kind: 'doubt', message: said + remedy };
}

/**
 * A page that came before has ended the list.
 *
 * @param isFull whether the page before it is as long as was requested, so that it hardly is the last
 */
export function repeatedNotice(count: number, isFull: boolean, remedy: string): Notice {
	const message =
		`After the first ${count} records, the service returned a page of them again. ` +
		'The output has each of them once. If the list has more records, they are missing.';
	if (!isFull) return { kind: 'note', message };
	const todo = "To get more of them at once, raise 'Page Size' under 'Options'.";
	return { kind: 'gap', message: `${message} ${todo}${remedy}` };
}

/** Two signs disagreed, or fewer records were promised than came. */
export function disagreeNotice(count: number): Notice {
	const message = `What the service says about the number of records does not fit the ${count} that it returned, so the list may be incomplete.`;
	return { kind: 'note', message };
}

/** What the service says in words beside records, or where there are none. */
export function saidNotice(what: string, words: string): Notice {
	return { kind: 'note', message: `The service returned ${what} and says: ${words}` };
}

/** A state that is not known to mean that all is well stands beside a list; beside an empty one, it is a doubt. */
export function stateNotice(state: string, hasRecords: boolean): Notice {
	const what = hasRecords ? 'records' : 'no records';
	const message = `The service returned ${what} and says ${state}. If that means that it has not finished, run the node again later.`;
	return { kind: hasRecords ? 'note' : 'doubt', message };
}

/** The answer has an error in it, and is no refusal: there are records, or something was done. */
export function errorNotice(error: string, hasRecords: boolean): Notice {
	const what = hasRecords
		? 'The service returned an error along with the records'
		: 'The response contains an error';
	return { kind: hasRecords ? 'gap' : 'note', message: `${what}: ${error}` };
}

/** A list was expected, or could be meant, and was not recognized. */
export function noListNotice(body: JsonValue, kind: ExpectedAnswer['kind']): Notice {
	const isItem = hasContent(body);
	const consequence = isItem ? 'so it returned the response as one item' : 'so there are no items';
	const hasAdvice = !isItem || listPaths(body).length > 0;
	const message = `The node found no list of records in the response, ${consequence}.`;
	return {
		// A report without dimensions may be one record.
		kind: kind === 'list' && !isItem ? 'gap' : 'note',
		message: hasAdvice ? `${message} ${adviceOn(body)}` : message,
	};
}

/** The list is empty, and the answer has others, one of which may be meant. */
export function otherListsNotice(body: JsonValue): Notice {
	return { kind: 'note', message: `The list in the response is empty. ${adviceOn(body)}` };
}

/** The error for a path in 'Records At' at which there is no list. */
export function lostPathError({ at, isWrite }: ExpectedAnswer, body: JsonValue): ServiceError {
	const error = new ServiceError(`The response has no list at ${at}`, adviceOn(body));
	return isWrite === true ? error.with(MAY_HAVE_RUN) : error;
}

/** The lists in an answer, and what to do to get one of them. */
function adviceOn(body: JsonValue): string {
	const paths = listPaths(body).slice(0, 10).join(', ');
	return paths === ''
		? "To see the whole response, set 'Output' to 'Raw Response'."
		: `It has lists at: ${paths}. Enter the right one in 'Records At' under 'Options'.`;
}

/** The list fills the memory. */
export function tooLongError(count: number): ServiceError {
	return new ServiceError(
		`The list is too long to read: it has more than ${count} records`,
		"Set a 'Limit', or request fewer records, for example with 'Filters' or a shorter 'Date Range'.",
	);
}

/** Pages keep coming, and nothing says how many there are. */
export function noEndError(count: number, pages: number): ServiceError {
	const what = `The list does not end: after ${pages} pages with ${count} records, the service still returns more`;
	return new ServiceError(
		what,
		"Set a 'Limit' or, if the same records come again and again, enter how the service pages in 'Pagination' under 'Options'.",
	);
}

const RUN_AGAIN = `Run the workflow again. If this keeps happening, ${CONTACT_SUPPORT}.`;

/** A page of a list was something else. */
export const NO_LIST_ERROR = new ServiceError(
	'The service returned something other than a list for one of the pages',
	RUN_AGAIN,
);

/** Nothing can work with an answer in which so many lists and objects lie in each other. */
export function tooDeepError(levels: number): ServiceError {
	return new ServiceError(
		`The response is nested more than ${levels} levels deep, which is too deep to be read`,
		RUN_AGAIN,
	);
}
