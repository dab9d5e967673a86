import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** Members in which an answer says something in words. */
export const WORDS = plainNames(
	'message msg detail details reason code error_code warning warnings',
);

/** Members that describe the list or how the request went, and belong to no record. */
const ABOUT_ANSWER = plainNames(
	'total total_count count total_pages pages limit offset page size page_size per_page ' +
		'has_more has_next has_next_page next next_cursor next_page previous prev cursor cursors ' +
		'pagination paging page_info meta metadata links first last ' +
		'success ok is_success error errors error_message status status_code request_id project_id trace_id ' +
		'timestamp generated_at time took duration version api_version',
);

/** Names of objects that often wrap the whole answer. */
export const WRAPPERS = ['data', 'result', 'response'];

/** A name without capitals and marks, since `totalCount` and `total_count` mean the same. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Names as they are compared, from a text with blanks between them. */
export function plainNames(names: string): ReadonlySet<string> {
	return new Set(names.split(' ').map(plainName));
}

/** Whether a value says anything: it is not `null`, `false`, 0, empty, or made of such values. */
export function hasContent(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.values(value).some(hasContent);
	return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

/** Whether a member is about the answer as a whole, and no part of a record, by its name. */
export function isAboutAnswer(name: string): boolean {
	const plain = plainName(name);
	return ABOUT_ANSWER.has(plain) || WORDS.has(plain);
}

/** The members with content that are not about the answer: those of a record, and the list. */
export function ownMembers(object: JsonObject): string[] {
	return Object.keys(object).filter((name) => !isAboutAnswer(name) && hasContent(object[name]));
}

/** Whether a value has an ID, such as `id` or `prompt_id`, and so is a record itself. */
export function hasId(value: JsonValue): boolean {
	return isObject(value) && ownMembers(value).some(isIdName);
}
