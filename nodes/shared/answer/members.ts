import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';

/** Members that say by `false` that the service has not done what it was asked. */
export const SUCCESS = plainNames('success ok succeeded successful is_success is_successful is_ok');

/** Members that say by any content that something went wrong. */
export const ERRORS = plainNames(
	'error errors err is_error has_error has_errors error_message error_msg error_text error_details ' +
		'exception fault error_code',
);

/** Members that describe a list or the request, and belong to no record. */
const PAGING = plainNames(
	'total total_count total_records total_items total_results total_rows total_hits total_elements ' +
		'num_found num_results records_total records_filtered @odata.count record_count result_count count limit offset page pages size per_page page_size ' +
		'total_pages page_count num_pages last_page has_more has_next has_next_page more ' +
		'more_available is_last is_last_page end_of_list next previous prev next_page next_url ' +
		'next_link @odata.nextLink next_page_url cursor cursors next_cursor next_page_token next_token ' +
		'continuation_token end_cursor pagination paging page_info meta metadata links first last',
);

/** Members that describe how the call went. */
const OUTCOME = plainNames(
	'error_type error_description code status status_code message msg detail details ' +
		'reason title type instance warning warnings request_id trace_id timestamp time took duration ' +
		'version api_version',
);

/** Those of them that no words of an error are in. */
const STATUS = plainNames(
	'status code status_code request_id trace_id timestamp time took duration version api_version',
);

/** Members that say by a word how far the service has come with an answer. */
export const STATES = plainNames('status state job_status query_status');

/** Texts in an answer that make it no record: what it is, and what the service works on. */
const OF_ANSWER = plainNames(
	'object kind query job_id query_id operation_id progress eta retry_after status_url',
);

/** A name without capitals and marks, since `totalCount` and `total_count` mean the same. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether a member is about the list or the request, by its name. */
export function isAboutPaging(name: string): boolean {
	const plain = plainName(name);
	return PAGING.has(plain) || SUCCESS.has(plain);
}

/** Whether a member is about the answer as a whole, and no part of a record, by its name. */
export function isAboutAnswer(name: string): boolean {
	const plain = plainName(name);
	return isAboutPaging(name) || OUTCOME.has(plain) || ERRORS.has(plain);
}

/** Whether a value says anything: it is not `null`, `false`, 0, empty, or made of such values. */
export function hasContent(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (isObject(value)) return Object.values(value).some(hasContent);
	return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

/**
 * Whether an answer holds neither a list nor a record, nor any words: nothing but what is about the
 * list, or an empty member beside its status.
 */
export function isBlank(body: JsonValue): boolean {
	if (!isObject(body)) return !hasContent(body);
	const filled = Object.keys(body).filter((name) => hasContent(body[name]));
	if (filled.every(isAboutPaging)) return true;
	const hasEmptyMember = Object.keys(body).some((name) => !isAboutAnswer(name));
	return hasEmptyMember && filled.every((name) => isAboutPaging(name) || isStatus(name));
}

/** Whether an object has an id, such as `id` or `prompt_id`; one of the request does not count. */
export function hasId(object: JsonObject): boolean {
	return Object.entries(object).some(
		([name, value]) => isIdName(name) && !isAboutAnswer(name) && hasContent(value),
	);
}

/** The members with content that are neither an `id` nor about the answer. */
export function ownMembers(object: JsonObject): string[] {
	return Object.keys(object).filter(
		(name) => name !== 'id' && !isAboutAnswer(name) && hasContent(object[name]),
	);
}

/**
 * Whether an object that holds a list is a record itself, such as a project with its tasks: it has an
 * id, or a text of its own. What it says about its state is then no sign of the list.
 */
export function isRecordItself(object: JsonObject): boolean {
	return Object.entries(object).some(([name, value]) => {
		const plain = plainName(name);
		if (OF_ANSWER.has(plain) || !hasContent(value)) return false;
		if (isIdName(name)) return !isAboutAnswer(name);
		const isOwn = plain === 'title' || !(isAboutAnswer(name) || STATES.has(plain));
		return isOwn && typeof value === 'string' && !isFlag(value);
	});
}

function isFlag(text: string): boolean {
	return ['true', 'false'].includes(text.trim().toLowerCase());
}

function isStatus(name: string): boolean {
	return STATUS.has(plainName(name));
}

/** Names as they are compared, from a text with blanks between them. */
export function plainNames(names: string): ReadonlySet<string> {
	return new Set(names.split(' ').map(plainName));
}
