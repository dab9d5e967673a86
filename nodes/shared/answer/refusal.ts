import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import {
	ERRORS,
	hasContent,
	hasId,
	isAboutAnswer,
	isRecordItself,
	ownMembers,
	plainName,
	SUCCESS,
} from './members';

/** Members whose value may be the name or the number of an error. */
const STATUS = ['status', 'code', 'statuscode', 'type'];

/** A member that may be an object with the data, or a word that says how the request went. */
const RESULT = 'result';

/** Values of a code or an error that mean that there was no error, such as `OK`. */
const NO_ERROR = new RegExp(
	`^(?:${[
		'(?:(?:e|http|query|request|response|status)[ _])?(?:0+|20\\d|ok|okay|success(?:ful|fully)?|succeeded|done)(?:[ _](?:ok|20\\d))?',
		'none|null|n/a|-|no[ _]?errors?(?: found)?',
	].join('|')})[.!]?$`,
	'i',
);

/** A code in words, longer than those of countries, languages and currencies. */
const CODE_IN_WORDS = /^[a-z][a-z0-9_. ]{4,}$/i;

/** Codes of a list that is just empty, unlike `NOT_READY`, `NODE_DOWN` and `INCOMPLETE`. */
const NOTHING_FOUND = /^no[ _]?(?!t|de)|empty|not[ _]?found|zero|(?:^|[^n])(?:complete|finished)/i;

/** Members that may be objects with such members, and are about the answer themselves. */
const OUTCOMES = ['meta', 'metadata', 'status'];

/** Members in which the rest of an answer may lie. */
const WRAPPERS = ['data', 'result', 'response'];

/** What a status says that is that of an error. */
const ERROR_WORDS =
	/^(errors?|exception|fault|fail(ed|ure)?|denied|refused|forbidden|unauthori[sz]ed|unsuccessful|ko|nok)$/i;

/**
 * Whether an answer says that the service refused the request, whatever its status: `success` is
 * false, or there is an `error`, and no data. A record that has such a field stays a record, and so
 * does what a call has done: `{ created: 5, errors: 2 }`.
 *
 * @param body an answer without a list, or with an empty one
 */
export function isRefusal(body: JsonValue | undefined): boolean {
	if (!isObject(body) || hasRecords(body)) return false;
	const own = ownMembers(body);
	if (reportsError(body)) return own.length === 0 || !(hasId(body) || isResult(body));
	// A task that failed has an id, and so may a request: its answer has a list, if only an empty one.
	const isRecord = hasId(body) && !Object.values(body).some((value) => Array.isArray(value));
	const isWrapper = own.every((name) => WRAPPERS.includes(name));
	if (isWrapper && !isRecord && namesError(body)) return true;
	const inner = WRAPPERS.map((name) => body[name]).find(isObject);
	return isWrapper && inner !== undefined && isRefusal(inner);
}

/** Whether an answer says that something went wrong, whatever else is in it. */
export function reportsError(body: JsonValue | undefined): boolean {
	return isObject(body) && reportsIn(body).length > 0;
}

/** The members that say that something went wrong. */
function reportsIn(body: JsonObject): Array<[name: string, value: JsonValue]> {
	return Object.entries(body).flatMap(([name, value]) => {
		const plain = plainName(name);
		if (OUTCOMES.includes(plain) && isObject(value)) return reportsIn(value);
		const isReport = SUCCESS.has(plain)
			? isNo(value)
			: ERRORS.has(plain) && hasContent(value) && !isNo(value) && !isNoError(plain, value);
		return isReport ? [[plain, value]] : [];
	});
}

/** Whether an answer with further members says what was done: with success, or errors are counted. */
function isResult(body: JsonObject): boolean {
	const isSuccess = Object.entries(body).some(
		([name, value]) => SUCCESS.has(plainName(name)) && value === true,
	);
	const isCount = ([name, value]: [string, JsonValue]) =>
		name === 'errors' && typeof value === 'number';
	return isSuccess || reportsIn(body).every(isCount);
}

function isNo(value: JsonValue): boolean {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	return [false, 0, 'false', 'no'].some((no) => no === text);
}

/** Whether what is called an error says that there is none, such as `error_code: "OK"`. */
function isNoError(name: string, value: JsonValue): boolean {
	// As a number, `errors` counts them.
	const isCode = typeof value === 'string' || (typeof value === 'number' && name === 'errorcode');
	return isCode && NO_ERROR.test(String(value).trim());
}

/**
 * The code of an answer, such as `QUOTA_EXCEEDED`, if it is in words that name no success: with an
 * empty list, it may be why that is empty.
 */
export function codeOf(body: JsonValue): string | undefined {
	if (!isObject(body) || isRecordItself(body)) return undefined;
	return Object.entries(body)
		.flatMap(([name, value]) =>
			plainName(name) === 'code' && typeof value === 'string' ? [value.trim()] : [],
		)
		.find((code) => CODE_IN_WORDS.test(code) && !NO_ERROR.test(code) && !NOTHING_FOUND.test(code));
}

/** Whether a status in the answer is that of an error: `error`, `fail`, or a number from 400 on. */
function namesError(body: JsonObject): boolean {
	return Object.entries(body).some(([name, value]) => {
		const plain = plainName(name);
		if (OUTCOMES.includes(plain) && isObject(value)) return namesError(value);
		if (plain === RESULT) return typeof value === 'string' && ERROR_WORDS.test(value.trim());
		if (!STATUS.includes(plain) || !isPlain(value)) return false;
		if (typeof value === 'boolean') return plain === 'status' && !value;
		const isNumber = Number(value) >= 400 && Number(value) < 600;
		return isNumber || ERROR_WORDS.test(String(value).trim());
	});
}

/** Whether an object holds a list of objects that is not empty, beside what it says of errors. */
function hasRecords(body: JsonObject): boolean {
	return Object.entries(body).some(([name, value]) => {
		if (isAboutAnswer(name)) return false;
		if (isObject(value)) return hasRecords(value);
		return Array.isArray(value) && value.some((entry) => isObject(entry));
	});
}

function isPlain(value: JsonValue): value is boolean | number | string {
	return ['boolean', 'number', 'string'].includes(typeof value);
}
