import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** Members with a text about the request. */
export const TEXT_MEMBERS = memberNames(
	'message msg status_message detail details reason code error_code warning warnings',
);

/** Members about the list or the request, which do not make an object a record. */
const ANSWER_MEMBERS = memberNames(
	'total total_count count total_pages pages limit offset page size page_size per_page ' +
		'has_more has_next has_next_page next next_cursor next_page previous prev cursor cursors ' +
		'pagination paging page_info meta metadata links first last ' +
		'success ok is_success error errors error_message status status_code request_id project_id trace_id ' +
		'timestamp generated_at time took duration version api_version',
);

/** Objects that often wrap the whole answer. */
export const WRAPPER_NAMES = ['data', 'result', 'response'];

/** `totalCount` and `total_count` → `totalcount` */
export function normalizeMemberName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function memberNames(names: string): ReadonlySet<string> {
	return new Set(names.split(' ').map(normalizeMemberName));
}

/** `null`, `false`, 0, empty values, and objects of such values have no content. */
export function hasContent(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.values(value).some(hasContent);
	return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

/** Whether an answer has content beside texts such as a message. */
export function hasMoreThanTexts(body: JsonValue): boolean {
	if (!isObject(body)) return hasContent(body);
	return Object.entries(body).some(
		([name, value]) => !TEXT_MEMBERS.has(normalizeMemberName(name)) && hasContent(value),
	);
}

export function isAnswerMember(name: string): boolean {
	const plain = normalizeMemberName(name);
	return ANSWER_MEMBERS.has(plain) || TEXT_MEMBERS.has(plain);
}

/** Returns the members with content that are about a record, not about the answer. */
export function recordMembersOf(object: JsonObject): string[] {
	return Object.keys(object).filter((name) => !isAnswerMember(name) && hasContent(object[name]));
}

/** Whether a value has a field such as `prompt_id`, which makes it a record. */
export function hasIdMember(value: JsonValue): boolean {
	return isObject(value) && recordMembersOf(value).some(isIdName);
}

/** The signs of a list's length in an answer. Each may be wrong or missing. */
export interface LengthSigns {
	readonly total?: number;
	readonly totalPages?: number;
	/** A flag such as `has_more`. */
	readonly hasMore?: boolean;
	/** Whether a member such as `next_cursor` has content. */
	readonly hasNext?: boolean;
	readonly next?: number | string;
	/** The page size that the service applied. */
	readonly limit?: number;
}

const NESTED_SIGN_OBJECTS = memberNames('meta pagination paging page');

const TOTAL_MEMBERS = memberNames('total total_count');
const COUNT_MEMBERS = memberNames('count');
const TOTAL_PAGES_MEMBERS = memberNames('total_pages');
const HAS_MORE_MEMBERS = memberNames('has_more has_next has_next_page');
const NEXT_MEMBERS = memberNames('next next_cursor next_page');
const LIMIT_MEMBERS = memberNames('limit');

/** A text that starts like a URL, a path or a query is no cursor. */
const URL_START = /^(https?:\/\/|\/|\?)/i;

/** @param count the number of records on the page. A member `count` is a total only if it is higher */
export function readLengthSigns(envelopes: readonly JsonObject[], count: number): LengthSigns {
	const members = envelopes
		.flatMap(withNestedObjects)
		.flatMap((object) => Object.entries(object))
		.map(([name, value]) => [normalizeMemberName(name), value] as const);
	const under = (names: ReadonlySet<string>) =>
		members.filter(([name]) => names.has(name)).map(([, value]) => value);
	const numbers = (names: ReadonlySet<string>) =>
		under(names).flatMap((value) => parseCount(value) ?? []);
	const totals = [
		...numbers(TOTAL_MEMBERS),
		...numbers(COUNT_MEMBERS).filter((number) => number > count),
	];
	const nexts = under(NEXT_MEMBERS);
	return {
		total: maxOf(totals),
		totalPages: maxOf(numbers(TOTAL_PAGES_MEMBERS)),
		hasMore: anyTrue(under(HAS_MORE_MEMBERS).filter((value) => typeof value === 'boolean')),
		hasNext: anyTrue(nexts.map(hasContent)),
		next: nexts.find(isCursor),
		limit: numbers(LIMIT_MEMBERS)[0],
	};
}

export function saysMoreFollow({ hasMore, hasNext }: LengthSigns): boolean | undefined {
	return hasMore ?? hasNext;
}

export function isCursor(value: JsonValue): value is number | string {
	if (typeof value === 'string') return value.trim() !== '' && !URL_START.test(value);
	return typeof value === 'number';
}

function withNestedObjects(object: JsonObject): JsonObject[] {
	const nested = Object.entries(object).filter(([name]) =>
		NESTED_SIGN_OBJECTS.has(normalizeMemberName(name)),
	);
	return [object, ...nested.map(([, value]) => value).filter((value) => isObject(value))];
}

function parseCount(value: JsonValue): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
}

function anyTrue(flags: readonly boolean[]): boolean | undefined {
	return flags.length === 0 ? undefined : flags.includes(true);
}

function maxOf(numbers: readonly number[]): number | undefined {
	return numbers.length === 0 ? undefined : Math.max(...numbers);
}
