import type { JsonObject, JsonValue } from 'n8n-workflow';
import { errorMessagesIn, MAY_HAVE_RUN, refusedError, plainExcerpt } from '../api';
import {
	onlyForPeople,
	CONTACT_SUPPORT,
	getField,
	hasField,
	isObject,
	type Notice,
	ownField,
	ServiceError,
} from '../base';
import { type ExpectedAnswer, isWrite } from './paging';
import {
	hasContent,
	hasIdMember,
	isAnswerMember,
	recordMembersOf,
	normalizeMemberName,
	memberNames,
	readLengthSigns,
	type LengthSigns,
	TEXT_MEMBERS,
	WRAPPER_NAMES,
} from './signs';

export interface AnswerContent {
	/** `null` if the answer was empty. */
	readonly body: JsonValue;
	/** `undefined` if the answer has no list. */
	readonly records: JsonValue[] | undefined;
	/** Whether there is no list, no record and no text, as on some empty pages. */
	readonly isBlank: boolean;
	readonly signs: LengthSigns;
	/** A text beside the list, which may explain missing records. */
	readonly serviceText?: string;
	readonly notices: readonly Notice[];
}

/** @throws ServiceError if the service refused the request, or the path in 'Records At' leads to no list */
export function readAnswer(body: JsonValue, expected: ExpectedAnswer): AnswerContent {
	const { request, recordsAt = '' } = expected;
	if (recordsAt === WHOLE_RESPONSE && body !== null) return wholeResponse(body, expected);
	const list = recordsAt === '' ? findList(body, expected) : findListAtPath(body, recordsAt);
	const refusal = findRefusal(body, list, expected);
	if (refusal !== undefined) throw refusedError(request.api, refusal);
	const envelopes = list?.envelopes ?? (isObject(body) ? [body] : []);
	const [words] = memberTexts(envelopes, TEXT_MEMBERS);
	const isEmpty = isObject(body) ? recordMembersOf(body).length === 0 : !hasContent(body);
	const isBlank = list === undefined && words === undefined && isEmpty;
	if (recordsAt !== '' && list === undefined && !isBlank) throw noListAtPathError(expected, body);
	return {
		body,
		records: list?.records,
		isBlank,
		signs: readLengthSigns(envelopes, list?.records.length ?? 0),
		serviceText: words?.text,
		notices: list === undefined ? [] : [...answerNotices(body, list, expected)],
	};
}

/** What a user enters in 'Records At' to get the whole response as one record. */
export const WHOLE_RESPONSE = '.';

function wholeResponse(body: JsonValue, expected: ExpectedAnswer): AnswerContent {
	const list = { records: [body], envelopes: isObject(body) ? [body] : [] };
	const notices = [...answerNotices(body, list, expected)];
	return { body, records: list.records, isBlank: false, signs: { hasMore: false }, notices };
}

/** Members that are `false` if the request failed. */
const SUCCESS_MEMBERS = memberNames('success ok is_success');

/** Members that have content if the request failed. A text such as `ok`, or a number of errors, does not count. */
const ERROR_MEMBERS = memberNames('error errors error_message');

const FAILURE_TEXT = /^(error|fail|failed|failure)$/i;
const FAILURE_CODE = /^[45]\d\d(\d\d)?$/;

/**
 * Returns the object that says that the request failed, although the status is 2xx: the answer, or an object in it.
 *
 * Examples are `{ success: false }`, `{ error: 'No such project' }` and `{ status: 404, message: 'Not found' }`. If a
 * call returns `{ created: 5, errors: ['Row 3'] }`, it has not failed.
 */
function findRefusal(
	body: JsonValue,
	list: FoundList | undefined,
	expected: ExpectedAnswer,
): JsonObject | undefined {
	if (!isObject(body) || hasContent(list?.records)) return undefined;
	const own = recordMembersOf(body);
	// In the answer to a request for a list, `project_id` only repeats the request. In others, it belongs to a record.
	const isOfProject = hasContent(body.project_id) && body.success !== false;
	const hasOwn = isOfProject || (isWrite(expected) ? own.length > 0 : hasIdMember(body));
	if (list === undefined && expected.answerKind !== 'list' && hasOwn) return undefined;
	const isBare = own.every((name) => WRAPPER_NAMES.includes(name));
	const isList = list !== undefined;
	const saysWhy = (object: JsonObject) => memberTexts([object], TEXT_MEMBERS).length > 0;
	const isExplained = isList || saysWhy(body);
	if (reportsError(body) || ((isBare || isList) && hasFailed(body, isExplained))) return body;
	if (isList) {
		const around = list.envelopes.filter((object) => !hasIdMember(object));
		return around.find((object) => reportsError(object) || hasFailed(object, true));
	}
	const inner = isBare ? WRAPPER_NAMES.map((name) => body[name]) : [];
	return inner
		.filter((object) => isObject(object))
		.filter((object) => recordMembersOf(object).length === 0)
		.find((object) => reportsError(object) || (saysWhy(object) && hasFailed(object, true)));
}

/** @param isExplained whether the answer has a list or a message. If not, `status: 404` may be a value of a record */
function hasFailed(object: JsonObject, isExplained: boolean): boolean {
	return Object.entries(object).some(([name, value]) => {
		const isStatus = normalizeMemberName(name) === 'status';
		if (isStatus && typeof value === 'string' && FAILURE_TEXT.test(value)) return true;
		const mayBeCode = normalizeMemberName(name) === 'statuscode' || (isStatus && isExplained);
		return mayBeCode && FAILURE_CODE.test(JSON.stringify(value).replaceAll('"', ''));
	});
}

function reportsError(body: JsonValue): boolean {
	if (!isObject(body)) return false;
	return Object.entries(body).some(([name, value]) => {
		const plain = normalizeMemberName(name);
		if (plain === 'meta') return reportsError(value);
		if (SUCCESS_MEMBERS.has(plain)) return value === false;
		const isFine = typeof value === 'string' && SUCCESS_TEXT.test(value);
		const isCount = plain === 'errors' && typeof value === 'number';
		return ERROR_MEMBERS.has(plain) && hasContent(value) && !isFine && !isCount;
	});
}

const STATE_MEMBERS = memberNames('status state');

const WARNING_MEMBERS = memberNames('warning warnings');

const SUCCESS_TEXT = /^(ok|okay|success(ful|fully)?|succeeded|completed?|done)\W*$/i;

const MAX_MEMBER_TEXT_LENGTH = 200;

/** Leaves out texts that only report success. */
function memberTexts(objects: readonly JsonObject[], names: ReadonlySet<string>) {
	return objects
		.flatMap((object) => Object.entries(object))
		.filter(([name]) => names.has(normalizeMemberName(name)))
		.map(([name, value]) => {
			const text = Array.isArray(value) && value.some(hasContent) ? JSON.stringify(value) : '';
			return {
				name,
				text: plainExcerpt(errorMessagesIn(text, value).join(' '), MAX_MEMBER_TEXT_LENGTH),
			};
		})
		.filter(({ text }) => text !== '' && !SUCCESS_TEXT.test(text));
}

function* answerNotices(
	body: JsonValue,
	{ records, envelopes }: FoundList,
	expected: ExpectedAnswer,
): Generator<Notice> {
	const { recordsAt = '', answerKind } = expected;
	const hasRecords = records.length > 0;
	const failing = envelopes.find(
		(envelope) => (envelope === body || !hasIdMember(envelope)) && reportsError(envelope),
	);
	if (hasRecords && failing !== undefined) {
		const [words = ''] = errorMessagesIn('', failing);
		const error = words === '' ? '.' : `: ${words}`;
		yield { kind: 'gap', text: `The service returned an error along with the records${error}` };
	}
	// An object with an ID, such as the project around its tasks, has its own status, not that of the answer.
	const objects = envelopes.filter((envelope) => !hasIdMember(envelope));
	const [state] = isWrite(expected) ? [] : memberTexts(objects, STATE_MEMBERS);
	if (state !== undefined) {
		const what = hasRecords ? 'records' : 'no records';
		const text = `The service returned ${what} and says ${state.name}: ${state.text}. If that means that it has not finished, run the node again later.`;
		yield { kind: hasRecords ? 'note' : 'doubt', text };
	}
	const [warning] = hasRecords ? memberTexts(envelopes, WARNING_MEMBERS) : [];
	if (warning !== undefined) {
		yield { kind: 'note', text: `The service returned records and says: ${warning.text}` };
	}
	if (!hasRecords && answerKind === 'list' && recordsAt === '' && listPaths(body).length > 0) {
		yield {
			kind: 'note',
			text: 'The list in the response is empty.',
			advice: recordsAtAdvice(body),
		};
	}
}

/** @param isItem whether the answer itself becomes the only item */
export function noListNotice(
	{ body, serviceText }: AnswerContent,
	kind: ExpectedAnswer['answerKind'],
	isItem: boolean,
): Notice {
	const said = serviceText === undefined ? '' : `: it says ${serviceText.replace(/\.$/, '')}`;
	const consequence = isItem
		? 'so it returned the response as one item'
		: `so there are no items${said}`;
	const hasAdvice = !isItem || listPaths(body).length > 0;
	return {
		// If the answer itself is the record, as in a report without dimensions, nothing is missing.
		kind: kind === 'list' && !isItem ? 'gap' : 'note',
		text: `The node found no list of records in the response, ${consequence}.`,
		advice: hasAdvice ? recordsAtAdvice(body) : undefined,
	};
}

function noListAtPathError(expected: ExpectedAnswer, body: JsonValue): ServiceError {
	const { recordsAt = '' } = expected;
	const advice = onlyForPeople(recordsAtAdvice(body));
	const error = new ServiceError(`The response has no list at ${recordsAt}`, advice);
	return isWrite(expected) ? error.withAdvice(MAY_HAVE_RUN) : error;
}

function recordsAtAdvice(body: JsonValue): string {
	const paths = listPaths(body).slice(0, 10).join(', ');
	return paths === ''
		? "To see the whole response, enter . in 'Records At' under 'Options' → 'API Details'."
		: `It has lists at: ${paths}. Enter the right one in 'Records At' under 'Options' → 'API Details'.`;
}

export const NO_LIST_ERROR = new ServiceError(
	'The service returned something other than a list for one of the pages',
	`Run the workflow again. If this keeps happening, ${CONTACT_SUPPORT}.`,
);

/** Usual names of the list in an answer. The GEO projects are under `data` (public docs). */
const COMMON_LIST_NAMES = ['data', 'items', 'results', 'records', 'rows'];

/** Advice names only lists down to this depth in an answer. */
const MAX_PATH_DEPTH = 6;

export interface FoundList {
	readonly records: JsonValue[];
	/** The objects around the list, the outermost first. They may say how many records there are. */
	readonly envelopes: readonly JsonObject[];
}

/**
 * Finds the list in an answer, in this order:
 *
 * 1. the answer itself;
 * 2. a list under an expected or usual name, in the answer or one object deeper;
 * 3. an empty list if `null` is under such a name, because services in Go write an empty list as `null`;
 * 4. if a list is expected, the only list of objects.
 *
 * With the answer kind `any`, an object with members beside the list is a record.
 */
export function findList(body: JsonValue, expected: ExpectedAnswer): FoundList | undefined {
	const { listNames, answerKind } = expected;
	if (answerKind === 'record') return undefined;
	if (Array.isArray(body)) return { records: body, envelopes: [] };
	if (!isObject(body)) return undefined;
	const under = (object: JsonObject, among: readonly string[]) =>
		among
			.filter(
				(name) => answerKind === 'list' || recordMembersOf(object).every((own) => own === name),
			)
			.map((name) => ownField(object, name));
	const candidates = (object: JsonObject) => under(object, [...listNames, ...COMMON_LIST_NAMES]);
	const inner = under(body, WRAPPER_NAMES).filter((value) => isObject(value));
	const places = [[body], ...inner.map((object) => [body, object])];
	const finders = [
		(object: JsonObject) => preferredList(candidates(object)),
		(object: JsonObject) =>
			!isWrite(expected) && candidates(object).includes(null) ? [] : undefined,
		(object: JsonObject) => (answerKind === 'list' ? onlyListOfObjects(object) : undefined),
	];
	for (const find of finders) {
		for (const envelopes of places) {
			const records = find(envelopes.at(-1) ?? {});
			if (records !== undefined) return { records, envelopes };
		}
	}
	return undefined;
}

function preferredList(values: ReadonlyArray<JsonValue | undefined>): JsonValue[] | undefined {
	const lists = values.filter((value) => Array.isArray(value));
	return lists.find((list) => list.some(isObject)) ?? lists[0];
}

/** Returns the only list in an object without other content. Any other object is a record. */
function onlyListOfObjects(object: JsonObject): JsonValue[] | undefined {
	const own = Object.entries(object).filter(([name]) => !isAnswerMember(name));
	if (own.some(([, value]) => !Array.isArray(value) && hasContent(value))) return undefined;
	const lists = own.flatMap(([, list]) =>
		Array.isArray(list) && list.every((entry) => isObject(entry)) ? [list] : [],
	);
	const full = lists.filter(hasContent);
	return full.length > 1 ? undefined : (full[0] ?? lists[0]);
}

/** Returns the paths of all lists of objects, for example `result.rows` and `data[].tasks`. */
export function listPaths(
	value: JsonValue | undefined,
	path = '',
	depth = MAX_PATH_DEPTH,
): string[] {
	if (depth < 0) return [];
	if (Array.isArray(value)) {
		const objects = value.filter((entry) => isObject(entry));
		if (objects.length === 0) return [];
		const inner = objects.slice(0, 3).flatMap((entry) => listPaths(entry, `${path}[]`, depth - 1));
		return [...new Set(path === '' ? inner : [path, ...inner])];
	}
	if (!isObject(value)) return [];
	const inner = Object.entries(value).flatMap(([name, member]) =>
		listPaths(member, path === '' ? name : `${path}.${name}`, depth - 1),
	);
	return [...new Set(inner)];
}

/**
 * Returns the list at a path that the user entered: `result.rows`, `data[].tasks` for the tasks in all entries, or
 * `edges[].node` for one object in each entry.
 */
export function findListAtPath(body: JsonValue, path: string): FoundList | undefined {
	const steps = path
		.replace(/\[\]$/, '')
		.split('[]')
		.map((step) => step.replace(/^\./, '').trim());
	let places: JsonValue[] = [body];
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) => valueAtStep(place, step));
		// A path such as `edges[].node` may lead to one object in each entry. Then each object is a record.
		const found = values.flatMap((value) =>
			Array.isArray(value) || (index > 0 && isObject(value)) ? [value] : [],
		);
		// Some entries of `data[].tasks` may lack tasks or have `null`.
		const isThere = found.length > 0 || values.includes(null);
		if (!isThere && places.length > 0) return undefined;
		places = found.flat();
	}
	const envelopes = isObject(body) ? envelopesAlongPath(body, steps[0] ?? '') : [];
	return { records: places, envelopes };
}

function envelopesAlongPath(body: JsonObject, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names.slice(0, -1).map((_, at) => getField(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner.filter((value) => isObject(value))];
}

function valueAtStep(place: JsonValue, step: string): JsonValue | undefined {
	if (step === '') return place ?? undefined;
	return isObject(place) && hasField(place, step) ? getField(place, step) : undefined;
}
