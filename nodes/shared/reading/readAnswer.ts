import type { JsonValue } from 'n8n-workflow';
import { MAY_HAVE_RUN, refusedError } from '../api';
import { CONTACT_SUPPORT, isObject, type Notice, ServiceError } from '../base';
import { type ExpectedAnswer, findList, type FoundList, listAt, listPaths } from './findList';
import { hasContent, hasId, isAboutAnswer, isBlank } from './members';
import { refusalIn, reportsError, stateBeside, wordsBeside } from './refusal';
import { readSigns, type Signs } from './signs';

/** No answer is nested as deeply as this, and more would exhaust the stack of what works with it. */
const DEEPEST = 1_000;

/** What an answer holds. */
export interface AnswerContent {
	/** The answer as it came; `null` if it was empty. */
	readonly body: JsonValue;
	/** The records; `undefined` if the answer holds no list. */
	readonly records: JsonValue[] | undefined;
	/** Whether there is neither a list nor a record in the answer. */
	readonly isBlank: boolean;
	/** What it says of the length of the list. */
	readonly signs: Signs;
	/** What it says in words beside the list. */
	readonly words?: string;
	readonly notices: readonly Notice[];
}

/**
 * Reads an answer: its records, what it says about their number, and what the user should know.
 *
 * @throws ServiceError if the service refused the request, whatever the status, if there is no list at
 * the path that the user entered, or if the answer is nested too deeply to work with
 */
export function readAnswer(body: JsonValue, expected: ExpectedAnswer): AnswerContent {
	if (isDeeper(body, DEEPEST)) throw TOO_DEEP;
	const list = listIn(body, expected);
	const refusal = refusalIn(body, list, expected);
	if (refusal !== undefined) throw refusedError(expected.api, body);
	const isEmpty = list === undefined && isBlank(body);
	const isPathLost = list === undefined && expected.at !== '' && !isEmpty;
	if (isPathLost) throw lostPathError(expected, body);
	const envelopes = list?.envelopes ?? (isObject(body) ? [body] : []);
	return {
		body,
		records: list?.records,
		isBlank: isEmpty,
		signs: readSigns(envelopes, list?.records.length ?? 0),
		words: wordsBeside(envelopes, true),
		notices: [...noticesOn(body, list, expected)],
	};
}

function listIn(body: JsonValue, expected: ExpectedAnswer): FoundList | undefined {
	if (expected.at !== '') return listAt(body, expected.at);
	return expected.kind === 'record' ? undefined : findList(body, expected);
}

/** What the user should know about an answer beside its records. */
function* noticesOn(
	body: JsonValue,
	list: FoundList | undefined,
	{ api, at, kind, isWrite }: ExpectedAnswer,
): Generator<Notice> {
	const { envelopes = [] } = list ?? {};
	const hasRecords = hasContent(list?.records);
	const records = hasRecords ? 'records' : 'no records';
	// The error of a record is a part of it.
	const isRecord = !hasRecords && hasId(body);
	if (reportsError(body) && !isRecord) {
		const error = refusedError(api, aboutAnswer(body)).message;
		yield hasRecords
			? { kind: 'gap', message: `The service returned an error along with the records: ${error}` }
			: { kind: 'note', message: `The response contains an error: ${error}` };
	}
	const state = isWrite === true ? undefined : stateBeside(envelopes);
	if (state !== undefined) {
		const message = `The service returned ${records} and says ${state}. If that means that it has not finished, run the node again later.`;
		yield { kind: hasRecords ? 'note' : 'doubt', message };
	}
	const warning = hasRecords ? wordsBeside(envelopes, false) : undefined;
	if (warning !== undefined) yield saidNotice(records, warning);
	const isEmptyList = list !== undefined && !hasRecords && kind === 'list' && at === '';
	if (isEmptyList && listPaths(body).length > 0) {
		yield { kind: 'note', message: `The list in the response is empty. ${adviceOn(body)}` };
	}
}

/** What the service says in words beside records, or where there are none. */
export function saidNotice(what: string, words: string): Notice {
	return { kind: 'note', message: `The service returned ${what} and says: ${words}` };
}

/** What an answer says beside its records. */
function aboutAnswer(body: JsonValue): JsonValue {
	if (!isObject(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([name]) => isAboutAnswer(name)));
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

/** The error for a path in 'Records At' at which there is no list. */
function lostPathError({ at, isWrite }: ExpectedAnswer, body: JsonValue): ServiceError {
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

/** Whether lists and objects lie in each other in more levels than these. */
function isDeeper(value: JsonValue, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

const RUN_AGAIN = `Run the workflow again. If this keeps happening, ${CONTACT_SUPPORT}.`;

/** A page of a list was something else. */
export const NO_LIST_ERROR = new ServiceError(
	'The service returned something other than a list for one of the pages',
	RUN_AGAIN,
);

const TOO_DEEP = new ServiceError(
	`The response is nested more than ${DEEPEST} levels deep, which is too deep to be read`,
	RUN_AGAIN,
);
