import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import {
	ERRORS,
	hasContent,
	hasId,
	isAboutAnswer,
	ownMembers,
	plainName,
	SUCCESS,
} from './members';

/** Members whose value may be the name or the number of an error. */
const STATUS = ['status', 'code', 'statuscode', 'errorcode', 'type'];

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
			: ERRORS.has(plain) && hasContent(value) && !isNo(value);
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

/** Whether a status in the answer is that of an error: `error`, `fail`, or a number from 400 on. */
function namesError(body: JsonObject): boolean {
	return Object.entries(body).some(([name, value]) => {
		const plain = plainName(name);
		if (OUTCOMES.includes(plain) && isObject(value)) return namesError(value);
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
