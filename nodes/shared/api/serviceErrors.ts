import type { JsonValue } from 'n8n-workflow';
import { type Advice, CONTACT_SUPPORT, excerpt, isObject, ServiceError } from '../base';
import { type ApiName, APIS } from './apis';
import { explainFailure, type ErrorContext, failureKeyOfStatus } from './failures';

/** Advice after a failed call that the service may have carried out. */
export const MAY_HAVE_RUN: Advice = {
	forPeople:
		'The call may have been carried out all the same. Check that before you make it again.',
	forModel:
		'The call may have been carried out all the same. Do not call the tool again before the user has checked that.',
};

/** @param body the parsed text, if it is JSON */
export function errorForStatus(
	context: ErrorContext,
	status: number,
	text: string,
	body: JsonValue | undefined,
): ServiceError {
	const { title } = APIS[context.api];
	const [first, ...rest] = errorMessagesIn(text, body);
	const key = failureKeyOfStatus(context.api, status, isWebPage(text));
	const { what, advice } = explainFailure(key, context);
	const facts = [...rest, `The ${title} answered ${status}: ${what}.`];
	const message = first ?? `The ${title} refused the request: ${what}`;
	return new ServiceError(message, [...facts, advice], status);
}

/** @param text the error quotes its first 100 characters */
export function errorForCode(
	context: ErrorContext,
	code: string,
	status?: number,
	text = '',
): ServiceError {
	const { what, advice } = explainFailure(code, context);
	const quote = plainExcerpt(text, 100);
	return new ServiceError(quote === '' ? what : `${what}: "${quote}"`, advice, status);
}

/** Returns the error for a 2xx response whose body says that the request failed. */
export function createRefusalError(api: ApiName, body: JsonValue): ServiceError {
	const { title } = APIS[api];
	const [first, ...rest] = errorMessagesIn(JSON.stringify(body), body);
	return new ServiceError(first ?? `The ${title} refused the request`, [
		...rest,
		`The ${title} answered with a success status, but its response says that the request failed.`,
		`If the service complains about a parameter, correct it. If what it says is temporary, wait before you run the workflow again. Otherwise, ${CONTACT_SUPPORT}.`,
	]);
}

export function cancelledError(): ServiceError {
	return new ServiceError(
		'The request was cancelled',
		'The execution was stopped before the response arrived.',
	);
}

/** The maximum length of an error's title. A longer one would push other texts out of n8n's error panel. */
const MAX_TITLE_LENGTH = 200;

/** The maximum number of messages in an error. In a list, only so many entries are searched for messages. */
const MAX_ERROR_LINES = 10;

/**
 * Names of properties with error messages, the most specific first. The service's older API has `detail` (public docs).
 */
const MESSAGE_MEMBERS = [
	...['detail', 'message', 'msg', 'error', 'errors', 'error_message', 'status_message', 'meta'],
];

const MAX_MESSAGE_DEPTH = 5;

/**
 * Returns the error messages in a response, such as `filters.date: must be a day`. The format of errors is not
 * documented, so this searches properties with common names. If there are none, it returns the start of the text.
 */
export function errorMessagesIn(text: string, body: JsonValue | undefined): string[] {
	const found = body === undefined ? [text] : messagesIn(body).slice(0, MAX_ERROR_LINES);
	const lines = found.map((message) => plainExcerpt(message, MAX_TITLE_LENGTH));
	const isFilled = typeof body === 'object' && body !== null && Object.keys(body).length > 0;
	const start = isFilled ? plainExcerpt(text, MAX_TITLE_LENGTH) : '';
	const filled = new Set(lines.filter((line) => line !== ''));
	return filled.size > 0 || start === '' ? [...filled] : [start];
}

/** Finds the messages in a body. A path in `loc` comes before its message: `filters.date: must be a day`. */
function messagesIn(value: unknown, depth = 0): string[] {
	if (typeof value === 'string') return [value];
	if (depth > MAX_MESSAGE_DEPTH) return [];
	if (Array.isArray(value)) {
		return value.slice(0, MAX_ERROR_LINES).flatMap((entry) => messagesIn(entry, depth + 1));
	}
	if (!isObject(value)) return [];
	const field = Array.isArray(value.loc) ? `${formatErrorLocation(value.loc)}: ` : '';
	const found = MESSAGE_MEMBERS.flatMap((member) => messagesIn(value[member], depth + 1));
	return found.filter((message) => message.trim() !== '').map((message) => field + message);
}

/** Writes the path in `loc` (public docs): `['body', 'order_by', 0, 'field']` → `order_by.0.field` */
function formatErrorLocation(loc: readonly unknown[]): string {
	const isInRequest = ['body', 'query'].includes(String(loc[0])) && typeof loc[1] === 'string';
	return isInRequest ? loc.slice(1).join('.') : loc.join(' → ');
}

export function isWebPage(text: string): boolean {
	return /^\s*</.test(text);
}

/** Returns the start of a text in one line, without HTML tags, scripts and styles. */
export function plainExcerpt(text: string, longest: number): string {
	const line = text
		.slice(0, 20_000)
		.replace(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)\s*>|$)/gi, ' ')
		.replace(/<[/!?]?[a-z-][^>]*(>|$)/gi, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return excerpt(line, longest);
}
