import { type JsonObject, jsonParse, type JsonValue } from 'n8n-workflow';
import { APIS, errorMessagesIn, MAY_HAVE_RUN, plainExcerpt, createRefusalError } from '../api';
import {
	type Advice,
	fieldPaths,
	fieldText,
	findField,
	isIdName,
	isObject,
	type Notice,
	adviceForPeople,
	ownField,
	ServiceError,
	tryOrUndefined,
} from '../base';
import { isWrite, type ListQuery } from './paging';

export interface Page {
	readonly records: readonly JsonValue[];
	readonly metadata: PageMetadata;
	/** The cursor of the next page. `null` means that there is none, and `undefined` that the response does not say. */
	readonly cursor?: JsonValue;
	readonly notices: readonly Notice[];
}

/** What a page says about the list. */
export interface PageMetadata {
	readonly total?: number;
	readonly hasMore?: boolean;
	/** The cursor of the next page, or `null` if its property is empty. */
	readonly next?: JsonValue;
	/** The page size that the service applied. */
	readonly limit?: number;
}

interface FoundList {
	readonly records: readonly JsonValue[];
	/** The objects around the list, the outermost first. They may have metadata such as `total`. */
	readonly envelopes: readonly JsonObject[];
}

/** What a user enters in 'Records At' to get the whole response as one record. */
const WHOLE_RESPONSE = '.';

/**
 * Finds the records of a response. They are:
 *
 * - at the path in 'Records At', if the user entered one
 * - the response itself, if it is an array
 * - the array with a usual name, such as `data` ({@link LIST_NAMES}) or `prompts`
 * - the whole response as one record, if `answerKind` is not `list`
 *
 * @throws ServiceError if the service refused the request
 * @throws ServiceError if the response has no list
 */
export function readPage(body: JsonValue | undefined, query: ListQuery): Page {
	const { answerKind, recordsAt = '', paging } = query;
	if (body === undefined || body === null) return readEmptyResponse(query);
	if (recordsAt.trim() === WHOLE_RESPONSE) return readWholeResponse(body, query);
	const found = recordsAt === '' ? findList(body, query) : findListAtPath(body, recordsAt);
	const failure = findFailure(body, found, query);
	const hasRecords = (found?.records.length ?? 0) > 0;
	if (failure !== undefined && !hasRecords) {
		const error = createRefusalError(query.request.api, failure);
		const mayHaveRun = isWrite(query) && recordFieldsOf(failure).length > 0;
		throw mayHaveRun ? error.withAdvice(MAY_HAVE_RUN) : error;
	}
	const isRecord = answerKind !== 'list' && recordsAt === '';
	if (found === undefined && !isRecord) throw noListError(body, query);
	const list = found ?? { records: [body], envelopes: [] };
	const metadata = readMetadata(list.envelopes);
	return {
		records: list.records,
		metadata,
		cursor: paging?.cursorAt === undefined ? metadata.next : findField(body, paging.cursorAt),
		notices: [...findNotices(body, list, failure, query)],
	};
}

function readWholeResponse(body: JsonValue, query: ListQuery): Page {
	const failure = findFailure(body, undefined, query);
	const notices = failure === undefined ? [] : [errorBesideRecords(failure)];
	return { records: [body], metadata: { hasMore: false }, notices };
}

/** Returns the record `{ success: true }` if `answerKind` is `any`. Otherwise, an empty response is an error. */
function readEmptyResponse({ answerKind, request }: ListQuery): Page {
	const metadata = { hasMore: false };
	if (answerKind === 'any') return { records: [{ success: true }], metadata, notices: [] };
	const { title, baseUrlLabel } = APIS[request.api];
	throw new ServiceError(
		`The ${title} returned an empty response`,
		request.effect === 'safe'
			? `Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`
			: MAY_HAVE_RUN,
	);
}

/** Usual names of the list in a response. The GEO projects are under `data` (public docs). */
const LIST_NAMES = ['data', 'items', 'results', 'records'];

function findList(body: JsonValue, { listNames, answerKind }: ListQuery): FoundList | undefined {
	if (Array.isArray(body)) return { records: body, envelopes: [] };
	if (!isObject(body)) return undefined;
	const places = isObject(body.data) ? [[body], [body, body.data]] : [[body]];
	const lists = places.flatMap((envelopes) =>
		[...listNames, ...LIST_NAMES].flatMap((name): FoundList[] => {
			const records = ownField(envelopes.at(-1) ?? {}, name);
			// If the object also has other fields, it is a record, and the list is one of its fields.
			const isRecord = (object: JsonObject) =>
				recordFieldsOf(object).some((own) => own !== name && own !== 'data');
			const isList = Array.isArray(records) && (answerKind === 'list' || !envelopes.some(isRecord));
			return isList ? [{ records, envelopes }] : [];
		}),
	);
	return lists.find(({ records }) => records.length > 0) ?? lists[0];
}

/**
 * Returns the records at a path that the user entered, such as `result.rows`. The path `data[].tasks` joins the `tasks`
 * of all entries of `data`.
 */
function findListAtPath(body: JsonValue, path: string): FoundList | undefined {
	const steps = path
		.replace(/\[\]$/, '')
		.split('[]')
		.map((step) => step.replace(/^\./, '').trim());
	let places: JsonValue[] = [body];
	for (const [index, step] of steps.entries()) {
		const values = places.map((place) =>
			step === '' ? (place ?? undefined) : findField(place, step),
		);
		// With the path `edges[].node`, each entry of `edges` may have one object `node`. Then each object is a record.
		const found = values.flatMap((value) =>
			Array.isArray(value) || (index > 0 && isObject(value)) ? [value] : [],
		);
		// With `data[].tasks`, some entries of `data` may have no `tasks`. The path is only wrong if all lack them.
		const isThere = found.length > 0 || values.includes(null);
		if (!isThere && places.length > 0) return undefined;
		places = found.flat();
	}
	return { records: places, envelopes: listObjectsAlongPath(body, steps[0] ?? '') };
}

function listObjectsAlongPath(body: JsonValue, step: string): JsonObject[] {
	const names = step.split('.');
	const inner = names
		.slice(0, -1)
		.map((_, at) => findField(body, names.slice(0, at + 1).join('.')));
	return [body, ...inner].filter((value) => isObject(value));
}

/** `totalCount` and `total_count` → `totalcount` */
function normalizeFieldName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function readMetadata(envelopes: readonly JsonObject[]): PageMetadata {
	const members = envelopes
		.flatMap((object) => [object, object.meta, object.pagination, object.paging])
		.flatMap((object) => (isObject(object) ? Object.entries(object) : []));
	const under = (...names: string[]) =>
		members.flatMap(([name, value]) => (names.includes(normalizeFieldName(name)) ? [value] : []));
	const totals = under('total', 'totalcount').flatMap(parseCounts);
	const flags = under('hasmore', 'hasnext', 'hasnextpage').filter(
		(flag) => typeof flag === 'boolean',
	);
	const nexts = under('next', 'nextcursor', 'nextpage');
	return {
		total: totals.length === 0 ? undefined : Math.max(...totals),
		hasMore: flags.length === 0 ? undefined : flags.includes(true),
		next: nexts.find(hasContent) ?? (nexts.length === 0 ? undefined : null),
		limit: under('limit').flatMap(parseCounts)[0],
	};
}

function parseCounts(value: JsonValue): number[] {
	const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? [number] : [];
}

const TEXT_NAMES =
	'message msg statusmessage detail details reason code errorcode warning warnings';

/** Names of properties that say something about the response, such as `total`. An object with only these is no record. */
const RESPONSE_NAMES = new Set(
	`${TEXT_NAMES} total totalcount count totalpages pages limit offset page pagesize perpage hasmore hasnext hasnextpage
	next nextcursor nextpage previous prev cursor pagination paging meta links success ok issuccess error errors
	errormessage status statuscode requestid projectid traceid timestamp took version`.split(/\s+/),
);

/** Returns `false` for `null`, `false`, 0, `''`, `[]` and `{}`, and for objects with only such values. */
export function hasContent(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.values(value).some(hasContent);
	return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

function recordFieldsOf(object: JsonObject): string[] {
	return Object.keys(object).filter(
		(name) => !RESPONSE_NAMES.has(normalizeFieldName(name)) && hasContent(object[name]),
	);
}

function hasId(object: JsonObject): boolean {
	return recordFieldsOf(object).some(isIdName);
}

/**
 * Finds an error in a response with a status of 2xx, and returns the object that reports it. Examples are
 * `{ success: false }`, `{ error: 'No such project' }` and `{ status: 404, message: 'Not found' }`.
 *
 * If a call returns `{ created: 5, errors: ['Row 3'] }`, it has not failed.
 */
function findFailure(
	body: JsonValue,
	list: FoundList | undefined,
	query: ListQuery,
): JsonObject | undefined {
	if (!isObject(body)) return undefined;
	const isList = list !== undefined || query.answerKind === 'list';
	const own = recordFieldsOf(body);
	// A response with `project_id` is a record. Its `status: 'failed'` may be about the record, not the request.
	const isOk = body.success !== false;
	const isOfProject = hasContent(body.project_id) && isOk;
	const isRecord = isOfProject || (isWrite(query) ? own.length > 0 && isOk : hasId(body));
	if (!isList && isRecord) return undefined;
	const isExplained = (object: JsonObject) => list !== undefined || findMessageText(object) !== '';
	const isBare = own.every((name) => ['data', 'result'].includes(name));
	// A record with an ID may have a status of its own. But an empty list with a failed status may lack records.
	const isEmptyList = query.answerKind === 'list' && list?.records.length === 0;
	const mayHaveFailed = isEmptyList || ((isList || isBare) && !hasId(body));
	const hasFailed = mayHaveFailed && hasFailedStatus(body, isExplained(body));
	if (reportsError(body) || hasFailed) return body;
	return [body.data, body.result, ...(list?.envelopes ?? [])]
		.filter((object) => isObject(object))
		.filter((object) => object !== body && (isEmptyList || !hasId(object)))
		.filter((object) => isList || (isBare && recordFieldsOf(object).length === 0))
		.find((object) => {
			return reportsError(object) || (isExplained(object) && hasFailedStatus(object, true));
		});
}

/** Matches a text that only reports success, such as `OK`. */
const SUCCESS_TEXT = /^(ok|okay|success(ful|fully)?|succeeded|completed?|done)\W*$/i;

function reportsError(object: JsonObject): boolean {
	return Object.entries(object).some(([name, value]) => {
		const plain = normalizeFieldName(name);
		if (plain === 'meta') return isObject(value) && reportsError(value);
		if (['success', 'ok', 'issuccess'].includes(plain)) return value === false;
		if (!['error', 'errors', 'errormessage'].includes(plain) || !hasContent(value)) return false;
		// `errors: 2` is a count, for example of rows that failed.
		const isCount = plain === 'errors' && typeof value === 'number';
		return !isCount && !(typeof value === 'string' && SUCCESS_TEXT.test(value));
	});
}

/** @param isExplained whether there is a list or a message. Otherwise, `status: 404` may be a field of a record */
function hasFailedStatus(object: JsonObject, isExplained: boolean): boolean {
	return Object.entries(object).some(([name, value]) => {
		const plain = normalizeFieldName(name);
		const text = fieldText(value);
		if (plain === 'status' && /^(error|fail|failed|failure)$/i.test(text)) return true;
		const mayBeCode = plain === 'statuscode' || (plain === 'status' && isExplained);
		return mayBeCode && /^[45]\d\d(\d\d)?$/.test(text);
	});
}

/** Returns the first text in a property such as `message` or `detail`, or an empty text if there is none. */
function findMessageText(object: JsonObject, names: string = TEXT_NAMES): string {
	const texts = Object.entries(object).flatMap(([name, value]) =>
		names.split(' ').includes(normalizeFieldName(name)) ? [extractPlainText(value)] : [],
	);
	return texts.find((text) => text !== '' && !SUCCESS_TEXT.test(text)) ?? '';
}

const MAX_TEXT_LENGTH = 200;

function extractPlainText(value: JsonValue): string {
	const text = Array.isArray(value) && value.some(hasContent) ? JSON.stringify(value) : '';
	return plainExcerpt(errorMessagesIn(text, value).join(' '), MAX_TEXT_LENGTH);
}

function errorBesideRecords(failure: JsonObject): Notice {
	const [words = ''] = errorMessagesIn('', failure);
	const error = words === '' ? '.' : `: ${words}`;
	return { kind: 'gap', text: `The service returned an error along with the records${error}` };
}

function* findNotices(
	body: JsonValue,
	{ records, envelopes }: FoundList,
	failure: JsonObject | undefined,
	query: ListQuery,
): Generator<Notice> {
	// Skips an object with an ID, such as the project around its tasks. Its status is not that of the response.
	const objects = envelopes.filter((object) => !hasId(object));
	const said = (names: string, what = ''): Notice[] => {
		const text = objects.map((object) => findMessageText(object, names)).find((one) => one !== '');
		return text === undefined ? [] : [{ kind: 'note', text: `The service says${what}: ${text}` }];
	};
	if (failure === undefined) {
		yield* said(records.length > 0 ? 'warning warnings' : TEXT_NAMES);
		if (!isWrite(query)) yield* [...said('status', ' status'), ...said('state', ' state')];
	} else {
		yield errorBesideRecords(failure);
	}
	if (records.some(isNoRecord)) {
		const text = 'The list in the response has lists, or texts with JSON, in place of records.';
		yield { kind: 'gap', text, advice: createRecordsPathAdvice(body) };
	}
}

/** Whether an entry of a list is itself a list, or is JSON in a text. */
function isNoRecord(entry: JsonValue): boolean {
	const isJson = typeof entry === 'string' && /^[{[]/.test(entry);
	return Array.isArray(entry) || (isJson && tryOrUndefined(() => jsonParse(entry)) !== undefined);
}

function noListError(body: JsonValue, query: ListQuery): Error {
	const { recordsAt = '', noListError: own } = query;
	if (recordsAt === '' && own !== undefined) return own;
	const what = recordsAt === '' ? 'no list of records' : `no list at ${recordsAt}`;
	const advice: Advice[] = [adviceForPeople(createRecordsPathAdvice(body))];
	const text = isObject(body) ? findMessageText(body) : '';
	if (text !== '') advice.unshift(`It says: ${text}`);
	if (isWrite(query)) advice.push(MAY_HAVE_RUN);
	return new ServiceError(`The response has ${what}`, advice);
}

function createRecordsPathAdvice(body: JsonValue): string {
	const paths = isObject(body) ? fieldPaths(body).slice(0, 10).join(', ') : '';
	const has = paths === '' ? '' : `It has: ${paths}. `;
	return `${has}Enter the path to the records in 'Records At' under 'Options' → 'API Details', or a dot for the whole response.`;
}
