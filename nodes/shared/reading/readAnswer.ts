import type { JsonObject, JsonValue } from 'n8n-workflow';
import { errorLines, MAY_HAVE_RUN, refusedError, shortened } from '../api';
import { CONTACT_SUPPORT, isObject, type Notice, ServiceError } from '../base';
import { findList, type FoundList, listAt, listPaths } from './findList';
import { type ExpectedAnswer, isWrite } from './query';
import {
	hasContent,
	hasId,
	ownMembers,
	plainName,
	plainNames,
	readSigns,
	type Signs,
	WORDS,
	WRAPPERS,
} from './signs';

export interface AnswerContent {
	/** `null` if the answer was empty. */
	readonly body: JsonValue;
	/** `undefined` if the answer holds no list. */
	readonly records: JsonValue[] | undefined;
	/** Whether the answer has no list, no record and no words: an empty page may be so. */
	readonly isBlank: boolean;
	readonly signs: Signs;
	/** Words beside the list, which may say why there are no records. */
	readonly words?: string;
	readonly notices: readonly Notice[];
}

/**
 * Reads the records in an answer, the signs of their number, and notices.
 *
 * @throws ServiceError if the service refused the request, whatever the status, or there is no list at
 * the path that the user entered
 */
export function readAnswer(body: JsonValue, expected: ExpectedAnswer): AnswerContent {
	const { request, recordsAt = '' } = expected;
	const list = recordsAt === '' ? findList(body, expected) : listAt(body, recordsAt);
	const refusal = refusalIn(body, list, expected);
	if (refusal !== undefined) throw refusedError(request.api, refusal);
	const envelopes = list?.envelopes ?? (isObject(body) ? [body] : []);
	const [words] = saidIn(envelopes, WORDS);
	const isEmpty = isObject(body) ? ownMembers(body).length === 0 : !hasContent(body);
	const isBlank = list === undefined && words === undefined && isEmpty;
	if (recordsAt !== '' && list === undefined && !isBlank) throw lostPathError(expected, body);
	return {
		body,
		records: list?.records,
		isBlank,
		signs: readSigns(envelopes, list?.records.length ?? 0),
		words: words?.text,
		notices: list === undefined ? [] : [...noticesOn(body, list, expected)],
	};
}

/** `false` in these members says that the service has not done what it was asked. */
const SUCCESS = plainNames('success ok is_success');

/** Any content in these members says that something went wrong; as a number, `errors` counts them. */
const ERRORS = plainNames('error errors error_message');

/** A status that is that of an error: a word, or a code such as 402 or 40202. */
const FAILED = /^(error|fail|failed|failure)$/i;
const FAILED_CODE = /^[45]\d\d(\d\d)?$/;

/**
 * Returns the object that refuses the request, whatever the HTTP status: the answer, or one around the
 * list. It has no records, and `success: false`, an `error`, or nothing but the status of an error. A
 * record with such a member stays a record, and so does the result of a call:
 * `{ created: 5, errors: ['Row 3'] }`.
 */
function refusalIn(
	body: JsonValue,
	list: FoundList | undefined,
	expected: ExpectedAnswer,
): JsonObject | undefined {
	if (!isObject(body) || hasContent(list?.records)) return undefined;
	const own = ownMembers(body);
	// If a list was asked for, the ID is that of the request or of the project.
	const isOfProject = hasContent(body.project_id) && body.success !== false;
	const hasOwn = isOfProject || (isWrite(expected) ? own.length > 0 : hasId(body));
	if (list === undefined && expected.answerKind !== 'list' && hasOwn) return undefined;
	const isBare = own.every((name) => WRAPPERS.includes(name));
	const isList = list !== undefined;
	const saysWhy = (object: JsonObject) => saidIn([object], WORDS).length > 0;
	const isExplained = isList || saysWhy(body);
	if (reportsError(body) || ((isBare || isList) && hasFailed(body, isExplained))) return body;
	if (isList) {
		const around = list.envelopes.filter((object) => !hasId(object));
		return around.find((object) => reportsError(object) || hasFailed(object, true));
	}
	const inner = isBare ? WRAPPERS.map((name) => body[name]) : [];
	return inner
		.filter((object) => isObject(object))
		.filter((object) => ownMembers(object).length === 0)
		.find((object) => reportsError(object) || (saysWhy(object) && hasFailed(object, true)));
}

/** @param isExplained without a list or words, a `status` such as 404 may be what was asked for */
function hasFailed(object: JsonObject, isExplained: boolean): boolean {
	return Object.entries(object).some(([name, value]) => {
		const isStatus = plainName(name) === 'status';
		if (isStatus && typeof value === 'string' && FAILED.test(value)) return true;
		const mayBeCode = plainName(name) === 'statuscode' || (isStatus && isExplained);
		return mayBeCode && FAILED_CODE.test(JSON.stringify(value).replaceAll('"', ''));
	});
}

/** Whether an answer says that something went wrong, whatever else is in it. */
function reportsError(body: JsonValue): boolean {
	if (!isObject(body)) return false;
	return Object.entries(body).some(([name, value]) => {
		const plain = plainName(name);
		if (plain === 'meta') return reportsError(value);
		if (SUCCESS.has(plain)) return value === false;
		const isFine = typeof value === 'string' && FINE.test(value);
		const isCount = plain === 'errors' && typeof value === 'number';
		return ERRORS.has(plain) && hasContent(value) && !isFine && !isCount;
	});
}

/** These members say in a word how far the service has come, or how the request went. */
const STATES = plainNames('status state');

const WARNINGS = plainNames('warning warnings');

/** Words that say no more than that all is well. */
const FINE = /^(ok|okay|success(ful|fully)?|succeeded|completed?|done)\W*$/i;

const LONGEST = 200;

/** Returns the words in members of these names, unless they only say that all is well. */
function saidIn(objects: readonly JsonObject[], names: ReadonlySet<string>) {
	return objects
		.flatMap((object) => Object.entries(object))
		.filter(([name]) => names.has(plainName(name)))
		.map(([name, value]) => {
			const text = Array.isArray(value) && value.some(hasContent) ? JSON.stringify(value) : '';
			return { name, text: shortened(errorLines(text, value).join(' '), LONGEST) };
		})
		.filter(({ text }) => text !== '' && !FINE.test(text));
}

function* noticesOn(
	body: JsonValue,
	{ records, envelopes }: FoundList,
	expected: ExpectedAnswer,
): Generator<Notice> {
	const { recordsAt = '', answerKind } = expected;
	const hasRecords = records.length > 0;
	const failing = envelopes.find(
		(envelope) => (envelope === body || !hasId(envelope)) && reportsError(envelope),
	);
	if (hasRecords && failing !== undefined) {
		const [words = ''] = errorLines('', failing);
		const error = words === '' ? '.' : `: ${words}`;
		yield { kind: 'gap', text: `The service returned an error along with the records${error}` };
	}
	// The status of an object with an ID is not that of the answer: the list may be the tasks of a project.
	const objects = envelopes.filter((envelope) => !hasId(envelope));
	const [state] = isWrite(expected) ? [] : saidIn(objects, STATES);
	if (state !== undefined) {
		const what = hasRecords ? 'records' : 'no records';
		const text = `The service returned ${what} and says ${state.name}: ${state.text}. If that means that it has not finished, run the node again later.`;
		yield { kind: hasRecords ? 'note' : 'doubt', text };
	}
	const [warning] = hasRecords ? saidIn(envelopes, WARNINGS) : [];
	if (warning !== undefined) {
		yield { kind: 'note', text: `The service returned records and says: ${warning.text}` };
	}
	if (!hasRecords && answerKind === 'list' && recordsAt === '' && listPaths(body).length > 0) {
		yield { kind: 'note', text: `The list in the response is empty. ${adviceOn(body)}` };
	}
}

/**
 * Says that the node did not recognize a list that was expected, or could be meant.
 *
 * @param isItem whether the answer itself becomes the only item
 */
export function noListNotice(
	{ body, words }: AnswerContent,
	kind: ExpectedAnswer['answerKind'],
	isItem: boolean,
): Notice {
	const said = words === undefined ? '' : `: it says ${words.replace(/\.$/, '')}`;
	const consequence = isItem
		? 'so it returned the response as one item'
		: `so there are no items${said}`;
	const hasAdvice = !isItem || listPaths(body).length > 0;
	const text = `The node found no list of records in the response, ${consequence}.`;
	return {
		// A report without dimensions may be one record.
		kind: kind === 'list' && !isItem ? 'gap' : 'note',
		text: hasAdvice ? `${text} ${adviceOn(body)}` : text,
	};
}

function lostPathError(expected: ExpectedAnswer, body: JsonValue): ServiceError {
	const { recordsAt = '' } = expected;
	const error = new ServiceError(`The response has no list at ${recordsAt}`, adviceOn(body));
	return isWrite(expected) ? error.with(MAY_HAVE_RUN) : error;
}

/** Names the lists in an answer, and how to get one of them. */
function adviceOn(body: JsonValue): string {
	const paths = listPaths(body).slice(0, 10).join(', ');
	return paths === ''
		? "To see the whole response, set 'Output' to 'Raw Response'."
		: `It has lists at: ${paths}. Enter the right one in 'Records At' under 'Options'.`;
}

export const NO_LIST_ERROR = new ServiceError(
	'The service returned something other than a list for one of the pages',
	`Run the workflow again. If this keeps happening, ${CONTACT_SUPPORT}.`,
);
