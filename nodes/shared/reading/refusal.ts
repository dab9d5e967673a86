import type { JsonObject, JsonValue } from 'n8n-workflow';
import { errorLines, shortened } from '../api';
import { isIdName, isObject } from '../base';
import type { ExpectedAnswer, FoundList } from './findList';
import { hasContent, hasId, ownMembers, plainName, plainNames, WRAPPERS } from './members';

/** Members that say by `false` that the service has not done what it was asked. */
const SUCCESS = plainNames('success ok is_success');

/** Members that say by any content that something went wrong. */
const ERRORS = plainNames('error errors error_message');

/** Members that say in a word how far the service has come, or how the request went. */
const STATES = plainNames('status state');

/** Members in which an answer says something in words, and those for what is wrong with its records. */
const WORDS = plainNames('message msg detail details reason code error_code warning warnings');
const WARNINGS = plainNames('warning warnings');

/** What a word says, or the last one of a sentence, if all is well. */
const FINE =
	/^(?:ok|okay|success(?:ful|fully)?|succeeded|completed?|done|none|null|no errors?|0|20\d)\W*$/i;
const ENDS_WELL = /\s(?:ok|okay|done|success(?:ful|fully)?)\W*$/i;

/** The most characters of what is said. */
const LONGEST = 200;

/** What a status says that is that of an error. */
const FAILED = /^(?:error|fail|failed|failure)$/i;

/**
 * The part of an answer that refuses the request, whatever its HTTP status: `success` is false, or
 * there is an `error`, and there are no records. A record that has such a member stays a record, and
 * so does what a call has done: `{ created: 5, errors: 2 }`.
 *
 * @param list the list in the answer, if there is one
 * @returns `undefined` if it refuses nothing
 */
export function refusalIn(
	body: JsonValue,
	list: FoundList | undefined,
	{ kind, isWrite }: ExpectedAnswer,
): JsonObject | undefined {
	if (!isObject(body) || hasContent(list?.records)) return undefined;
	// Where a list was asked for, an ID is that of the request or of the project.
	const isResult = (object: JsonObject) =>
		list === undefined &&
		((kind !== 'list' && hasId(object)) || (isWrite === true && ownMembers(object).length > 0));
	const inner = ownMembers(body).every(isWrapper)
		? WRAPPERS.map((name) => body[name]).filter((value) => isObject(value))
		: [];
	return [body, ...inner].find(
		(object) => !isResult(object) && (reportsError(object) || isFailure(object)),
	);
}

/** Whether an answer says that something went wrong, whatever else is in it. */
export function reportsError(body: JsonValue): boolean {
	if (!isObject(body)) return false;
	return Object.entries(body).some(([name, value]) => {
		const plain = plainName(name);
		if (plain === 'meta') return reportsError(value);
		if (SUCCESS.has(plain)) return value === false || value === 'false';
		return ERRORS.has(plain) && isError(plain, value);
	});
}

/** Whether a member holds an error. As a number, `errors` counts them. */
function isError(name: string, value: JsonValue): boolean {
	if (typeof value === 'string') return value.trim() !== '' && value !== 'false' && !isFine(value);
	return hasContent(value) && !(typeof value === 'number' && name === 'errors');
}

/** Whether an object says in its status that the request failed, and nothing of its own but an ID. */
function isFailure(object: JsonObject): boolean {
	const isFailed = ([name, value]: [string, JsonValue]) =>
		plainName(name) === 'status' && typeof value === 'string' && FAILED.test(value.trim());
	const own = ownMembers(object);
	return (
		Object.entries(object).some(isFailed) && own.every((name) => isWrapper(name) || isIdName(name))
	);
}

function isWrapper(name: string): boolean {
	return WRAPPERS.includes(name);
}

/** Whether a text says no more than that all is well. */
function isFine(text: string): boolean {
	return FINE.test(text.trim()) || (ENDS_WELL.test(text) && !/\bnot\b/i.test(text));
}

/**
 * The state that stands beside a list, such as `status: processing`, unless it says that all is well.
 * That of an object with an ID is its own: the list may be the tasks of a project.
 */
export function stateBeside(envelopes: readonly JsonObject[]): string | undefined {
	return envelopes
		.filter((envelope) => !hasId({ ...envelope, project_id: null }))
		.flatMap((envelope) => Object.entries(envelope))
		.flatMap(([name, value]) => {
			const isState = STATES.has(plainName(name)) && typeof value === 'string';
			return isState && value.trim() !== '' && !isFine(value) ? [`${name}: ${value}`] : [];
		})
		.at(0);
}

/**
 * What stands beside a list in words, if that is more than that all is well.
 *
 * @param isEmpty whether there are no records: without them, any words may say why
 */
export function wordsBeside(
	envelopes: readonly JsonObject[],
	isEmpty: boolean,
): string | undefined {
	const names = isEmpty ? WORDS : WARNINGS;
	return envelopes
		.flatMap((envelope) => Object.entries(envelope))
		.filter(([name]) => names.has(plainName(name)))
		.map(([, value]) => {
			const text = Array.isArray(value) && value.some(hasContent) ? JSON.stringify(value) : '';
			return shortened(errorLines(text, value).join(' '), LONGEST);
		})
		.find((words) => words !== '' && !isFine(words));
}
