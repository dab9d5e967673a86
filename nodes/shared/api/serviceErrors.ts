import type { JsonValue } from 'n8n-workflow';
import { type Advice, CONTACT_SUPPORT, excerpt, isObject, ServiceError } from '../base';
import { type ApiName, APIS, type BodyFields } from './apis';
import { meaningOf, statusName, type Route } from './failures';

/** What every error adds about a call that the service has not clearly refused. */
export const MAY_HAVE_RUN: Advice = {
	forPeople:
		'The call may have been carried out all the same. Check that before you make it again.',
	forModel:
		'The call may have been carried out all the same. Do not call the tool again before the user has checked that.',
};

/** Words with which a service may mean the size of pages. */
const PAGES = /(?<![a-z])(limit|pages?|page_?size|pagination|per_page)(?![a-z])/i;

/**
 * The error for an answer whose status is not 2xx.
 *
 * @param text the body as it came
 * @param body the same, parsed, where it is JSON
 */
export function statusError(
	route: Route,
	status: number,
	text: string,
	body: JsonValue | undefined,
): ServiceError {
	const { title } = APIS[route.api];
	const [first, ...rest] = errorLines(text, body, route.fields);
	const mayBePageSize = first === undefined || [first, ...rest].some((line) => PAGES.test(line));
	const name = statusName(route.api, status, isPage(text));
	const { what, todo } = meaningOf(name, { ...route, mayBePageSize });
	const facts = [...rest, `The ${title} answered ${status}: ${what}.`];
	const message = first ?? `The ${title} refused the request: ${what}`;
	return new ServiceError(message, [...facts, todo], status);
}

/**
 * The error for a request that got no answer, or one that cannot be used in spite of its status.
 *
 * @param code what is wrong
 * @param status of the answer
 * @param text of the answer, to quote how it starts
 */
export function codeError(route: Route, code: string, status?: number, text = ''): ServiceError {
	const { what, todo } = meaningOf(code, route);
	const quote = shortened(text, 100);
	return new ServiceError(quote === '' ? what : `${what}: "${quote}"`, todo, status);
}

/**
 * The error for an answer that refuses the request although its status says success.
 *
 * @param body the answer, in which the service says why
 */
export function refusedError(api: ApiName, body: JsonValue): ServiceError {
	const { title } = APIS[api];
	const [first, ...rest] = errorLines(JSON.stringify(body), body);
	const lines = [
		...rest,
		`The ${title} answered with a success status, but its response says that the request failed.`,
		`If the service complains about a parameter, correct it. If what it says is temporary, wait before you run the workflow again. Otherwise, ${CONTACT_SUPPORT}.`,
	];
	return new ServiceError(first ?? `The ${title} refused the request`, lines.join('\n'));
}

/**
 * The error for a redirect, which names the new address: to follow it could hand over the API key, or
 * make a call a second time.
 *
 * @param target the new address, without the key
 */
export function redirectError({ api }: Route, target: URL, status: number): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const place = shortened(target.origin + target.pathname, 100);
	return new ServiceError(
		`The ${title} redirects to another address: ${place}`,
		`The API key is only sent to the address in the credential, so the redirect was not followed. If the new address is right, correct '${baseUrlLabel}' in the credential, without the path of the API, or, on Endpoint → Call, 'Path'.`,
		status,
	);
}

/** The error of a request that was not sent or not waited for, because the execution ended. */
export function cancelledError(): ServiceError {
	return new ServiceError(
		'The request was cancelled',
		'The execution was stopped before the response arrived.',
	);
}

/** Longest title taken from an answer; more would push the rest of n8n's error panel away. */
const LONGEST_TITLE = 200;

/** Most lines taken from an answer, and most entries of a list in which they are looked for. */
const MOST_LINES = 10;

/** The members with the words of an error, the one that says most first; `msg` is in entries of `detail`. */
const PLACES = [
	...['detail', 'message', 'msg', 'error', 'errors', 'error_message', 'status_message', 'meta'],
];

/** How deep they are in each other, as in a list of `errors` in an `error`. */
const DEEPEST = 5;

/**
 * The service's own words about a failure, as lines, each once, with the name of the field that it is
 * about. The form of its error bodies is not known: this reads `detail` as its older API has it
 * (public), `message`, `error` and `errors`. Where there are none, it is the start of the text.
 *
 * @param text the body as it came
 * @param body the same, parsed, where it is JSON
 * @param fields what the form calls the members of the request
 */
export function errorLines(
	text: string,
	body: JsonValue | undefined,
	fields: BodyFields = {},
): string[] {
	const lines = new Set<string>();
	for (const words of body === undefined ? [text] : wordsIn(body, fields)) {
		const line = shortened(words, LONGEST_TITLE);
		if (line !== '') lines.add(line);
		if (lines.size === MOST_LINES) break;
	}
	const isFilled = typeof body === 'object' && body !== null && Object.keys(body).length > 0;
	return lines.size === 0 && isFilled ? [shortened(text, LONGEST_TITLE)] : [...lines];
}

/** The texts of an error, each with the way to the field that it is about (`loc`). */
function* wordsIn(value: unknown, fields: BodyFields, depth = 0): Generator<string> {
	if (typeof value === 'string') yield value;
	if (depth > DEEPEST) return;
	if (Array.isArray(value)) {
		for (const entry of value.slice(0, MOST_LINES)) yield* wordsIn(entry, fields, depth + 1);
	}
	if (!isObject(value)) return;
	const field = Array.isArray(value.loc) ? `${placeOf(value.loc, fields)}: ` : '';
	for (const place of PLACES) {
		for (const words of wordsIn(value[place], fields, depth + 1)) {
			if (words.trim() !== '') yield field + words;
		}
	}
}

/** The way to a field (public: `body`, its name, then places in it), after what the form calls it. */
function placeOf(loc: readonly unknown[], fields: BodyFields): string {
	const [, member, at] = loc.map(String);
	const found = Object.entries(fields).flatMap(([name, own]) => (name === member ? own : []));
	const field = found[Number(at ?? 0)] ?? found[0];
	return field === undefined ? loc.join(' → ') : `'${field}' (${loc.join(' → ')})`;
}

/** Whether a text is a web page, or starts like one. */
export function isPage(text: string): boolean {
	return /^\s*</.test(text);
}

/** How a text starts, in one line, without the tags, scripts and styles of a web page. */
export function shortened(text: string, longest: number): string {
	const line = text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[/!?]?[a-z-][^>]*(>|$)/gi, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return excerpt(line, longest);
}
