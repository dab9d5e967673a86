import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { hasContent, hasId, isAboutAnswer, ownMembers, plainName } from './members';

/** Members that say by `false` that the service has not done what it was asked. */
const SUCCESS = ['success', 'ok', 'succeeded'];

/** Members that say by any content that something went wrong. */
const ERRORS = ['error', 'errors', 'iserror', 'haserror'];

/** Members whose value may be the name or the number of an error. */
const STATUS = ['status', 'code', 'statuscode', 'errorcode'];

/** Members in which the rest of an answer may lie. */
const WRAPPERS = ['data', 'result', 'response'];

/**
 * Whether an answer says that the service refused the request, whatever its status: `success` is
 * false, or there is an `error`, and no data. A record that has such a field stays a record.
 *
 * @param body an answer without a list, or with an empty one
 */
export function isRefusal(body: JsonValue | undefined): boolean {
	if (!isObject(body) || hasRecords(body)) return false;
	const own = ownMembers(body);
	if (reportsError(body)) return own.length === 0 || !hasId(body);
	// A task that failed has an id, and so may a request: its answer has a list, if only an empty one.
	const isRecord = hasId(body) && !Object.values(body).some((value) => Array.isArray(value));
	const isWrapper = own.every((name) => WRAPPERS.includes(name));
	if (isWrapper && !isRecord && namesError(body)) return true;
	const inner = WRAPPERS.map((name) => body[name]).find(isObject);
	return isWrapper && inner !== undefined && isRefusal(inner);
}

/** Whether an answer says that something went wrong, whatever else is in it. */
export function reportsError(body: JsonValue | undefined): boolean {
	return (
		isObject(body) &&
		Object.entries(body).some(([name, value]) => {
			const plain = plainName(name);
			if (SUCCESS.includes(plain))
				return [false, 0, 'false', 'no'].includes(isPlain(value) ? value : true);
			return ERRORS.includes(plain) && hasContent(value) && value !== 'false';
		})
	);
}

/** Whether a status in the answer is that of an error: `error`, `fail`, or a number from 400 on. */
function namesError(body: JsonObject): boolean {
	return Object.entries(body).some(([name, value]) => {
		if (!STATUS.includes(plainName(name))) return false;
		if (!isPlain(value)) return false;
		const isNumber = Number(value) >= 400 && Number(value) < 600;
		return isNumber || /^(error|fail(ed|ure)?|denied|refused)$/i.test(String(value));
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
