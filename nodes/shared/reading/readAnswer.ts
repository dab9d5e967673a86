import type { JsonObject, JsonValue } from 'n8n-workflow';
import { errorLines, MAY_HAVE_RUN, refusedError, shortened } from '../api';
import { CONTACT_SUPPORT, isObject, type Notice, ServiceError } from '../base';
import { type ExpectedAnswer, findList, type FoundList, listAt, listPaths } from './findList';
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
	/** The answer as it came; `null` if it was empty. */
	readonly body: JsonValue;
	/** The records; `undefined` if the answer holds no list. */
	readonly records: JsonValue[] | undefined;
	/** Whether there is neither a list nor a record in the answer, nor any words: an empty page may be so. */
	readonly isBlank: boolean;
	readonly signs: Signs;
	/** What it says in words beside the list, which may be why there are no records. */
	readonly words?: string;
	readonly notices: readonly Notice[];
}

/**
 * Reads an answer: its records, what it says about their number, and what the user should know.
 *
 * @throws ServiceError if the service refused the request, whatever the status, or if there is no list at
 * the path that the user entered
 */
export function readAnswer(body: JsonValue, expected: ExpectedAnswer): AnswerContent {
	const { api, at } = expected;
	const list = at === '' ? findList(body, expected) : listAt(body, at);
	const refusal = refusalIn(body, list, expected);
	if (refusal !== undefined) throw refusedError(api, refusal);
	const envelopes = list?.envelopes ?? (isObject(body) ? [body] : []);
	const [words] = saidIn(envelopes, WORDS);
	const isEmpty = isObject(body) ? ownMembers(body).length === 0 : !hasContent(body);
	const isBlank = list === undefined && words === undefined && isEmpty;
	if (at !== '' && list === undefined && !isBlank) throw lostPathError(expected, body);
	return {
		body,
		records: list?.records,
		isBlank,
		signs: readSigns(envelopes, list?.records.length ?? 0),
		words: words?.text,
		notices: list === undefined ? [] : [...noticesOn(body, list, expected)],
	};
}

/** Members that say by `false` that the service has not done what it was asked. */
const SUCCESS = plainNames('success ok is_success');

/** Members that say by any content that something went wrong; as a number, `errors` counts them. */
const ERRORS = plainNames('error errors error_message');

/** Members with a status, and what that says if it is that of an error: a word, or a code such as 402 or 40202. */
const STATUS = plainNames('status status_code');
const FAILED = /^(error|fail|failed|failure|[45]\d\d(\d\d)?)$/i;

/**
 * The object that refuses the request, whatever the HTTP status: the answer, or one around the list.
 * Its `success` is false, or it has an `error`, or nothing but a status that is one, and there are no
 * records. A record that has such a member stays a record, and so does what a call has done:
 * `{ created: 5, errors: ['Row 3'] }`.
 */
function refusalIn(
	body: JsonValue,
	list: FoundList | undefined,
	{ kind, isWrite }: ExpectedAnswer,
): JsonObject | undefined {
	if (!isObject(body) || hasContent(list?.records)) return undefined;
	const own = ownMembers(body);
	// Where a list was asked for, an ID is that of the request or of the project.
	const isOfProject = hasContent(body.project_id) && body.success !== false;
	const hasOwn = isOfProject || (isWrite === true ? own.length > 0 : hasId(body));
	if (list === undefined && kind !== 'list' && hasOwn) return undefined;
	const isBare = own.every((name) => WRAPPERS.includes(name));
	if (reportsError(body) || (isBare && hasFailed(body))) return body;
	const inner = list?.envelopes ?? (isBare ? WRAPPERS.map((name) => body[name]) : []);
	return inner
		.filter((object) => isObject(object))
		.filter((object) => ownMembers(object).length === 0)
		.find((object) => reportsError(object) || hasFailed(object));
}

function hasFailed(object: JsonObject): boolean {
	return Object.entries(object).some(([name, value]) => {
		const isCode = typeof value === 'string' || typeof value === 'number';
		return STATUS.has(plainName(name)) && isCode && FAILED.test(String(value));
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

/** Members that say in a word how far the service has come, or how the request went. */
const STATES = plainNames('status state');

/** Members with words about the records that came. */
const WARNINGS = plainNames('warning warnings');

/** What such a word is, and what words beside a list are, if they say no more than that all is well. */
const FINE = /^(ok|okay|success(ful|fully)?|succeeded|completed?|done)\W*$/i;

const LONGEST = 200;

/** What answers say in members of these names, unless it is only that all is well. */
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
	{ at, kind, isWrite }: ExpectedAnswer,
): Generator<Notice> {
	const hasRecords = records.length > 0;
	const failing = envelopes.find(
		(envelope) => (envelope === body || !hasId(envelope)) && reportsError(envelope),
	);
	if (hasRecords && failing !== undefined) {
		const [words = ''] = errorLines('', failing);
		const error = words === '' ? '.' : `: ${words}`;
		yield { kind: 'gap', message: `The service returned an error along with the records${error}` };
	}
	// The state of an object with an ID is its own: the list may be the tasks of a project.
	const objects = envelopes.filter((envelope) => !hasId(envelope));
	const [state] = isWrite === true ? [] : saidIn(objects, STATES);
	if (state !== undefined) {
		const what = hasRecords ? 'records' : 'no records';
		const message = `The service returned ${what} and says ${state.name}: ${state.text}. If that means that it has not finished, run the node again later.`;
		yield { kind: hasRecords ? 'note' : 'doubt', message };
	}
	const [warning] = hasRecords ? saidIn(envelopes, WARNINGS) : [];
	if (warning !== undefined) {
		yield { kind: 'note', message: `The service returned records and says: ${warning.text}` };
	}
	if (!hasRecords && kind === 'list' && at === '' && listPaths(body).length > 0) {
		yield { kind: 'note', message: `The list in the response is empty. ${adviceOn(body)}` };
	}
}

/**
 * A list was expected, or could be meant, and was not recognized.
 *
 * @param isItem whether the answer is the only item in its place
 */
export function noListNotice(
	{ body, words }: AnswerContent,
	kind: ExpectedAnswer['kind'],
	isItem: boolean,
): Notice {
	const said = words === undefined ? '' : `: it says ${words.replace(/\.$/, '')}`;
	const consequence = isItem
		? 'so it returned the response as one item'
		: `so there are no items${said}`;
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

/** A page of a list was something else. */
export const NO_LIST_ERROR = new ServiceError(
	'The service returned something other than a list for one of the pages',
	`Run the workflow again. If this keeps happening, ${CONTACT_SUPPORT}.`,
);
