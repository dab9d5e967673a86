import type { JsonValue } from 'n8n-workflow';
import {
	type Advice,
	CONTACT_SUPPORT,
	forUser,
	joinedAdvice,
	runAgain,
	ServiceError,
} from '../base';
import { type ApiName, APIS } from './apis';
import { truncate, stripMarkup, errorLines } from './errorText';
import { isPage } from './parse';
import { isOfService } from './retry';
import {
	adviceOnPageSize,
	adviceOnRefusal,
	adviceOnStatus,
	ON_REFUSAL,
	REQUEST_LESS,
} from './statusAdvice';

/** An answer as it came over the wire. */
export interface RawAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
}

/** Statuses of a request that is wrong in itself. */
const WRONG_REQUEST = [400, 422];

/** What every error adds about a call that the service has not clearly refused. */
export const MAY_HAVE_RUN: Advice = {
	forPeople:
		'The call may have been carried out all the same. Check that before you make it again.',
	forModel:
		'The call may have been carried out all the same. Do not call the tool again before the user has checked that.',
};

/**
 * The error for an answer whose status is not 2xx.
 *
 * @param api which API answered; its table says what the status means (spec)
 * @param answer as it came
 * @param body the same, parsed, where it is JSON
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function statusError(
	api: ApiName,
	answer: RawAnswer,
	body: JsonValue | undefined,
	isRead = true,
): ServiceError {
	const { title, baseUrlLabel, statusMeaning } = APIS[api];
	const { status } = answer;
	const [first, ...others] = errorLines(answer.text, body);
	const isFirst = (line: string) => bare(line) === bare(first ?? '');
	const rest = others.filter((line) => !isFirst(line));
	const meaning = statusMeaning[status] ?? generalMeaning(status);
	const isWrong = WRONG_REQUEST.includes(status);
	const answered = `The ${title} answered ${status}`;
	const facts = [...rest, isFirst(meaning) ? `${answered}.` : `${answered}: ${meaning}.`];
	const todo = [
		adviceOnStatus(status, baseUrlLabel, isRead),
		...(isWrong ? adviceOnPageSize([first ?? '', ...rest]) : []),
	];
	const message = first ?? `The ${title} refused the request: ${meaning}`;
	return new ServiceError(message, joinedAdvice([...facts, ...todo]), status, facts);
}

/**
 * The error for an answer that refuses the request although its status says success.
 *
 * @param body the answer, in which the service says why
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function refusedError(api: ApiName, body: JsonValue, isRead = true): ServiceError {
	const { title } = APIS[api];
	const [first, ...rest] = errorLines(JSON.stringify(body), body);
	const lines = [
		...rest,
		`The ${title} answered with a success status, but its response says that the request failed.`,
		isRead ? adviceOnRefusal(body, [first ?? '', ...rest]) : ON_REFUSAL,
		...adviceOnPageSize([first ?? '', ...rest]),
	];
	return new ServiceError(first ?? `The ${title} refused the request`, joinedAdvice(lines));
}

/**
 * The error for a read whose answer is not there yet: 202 says that the service still works on it,
 * so what came with it, such as an empty list, is not the answer.
 */
export function notReadyError(api: ApiName, status: number): ServiceError {
	const { title } = APIS[api];
	const fact = `It answered ${status}: it has accepted the request and still works on it.`;
	const lines = joinedAdvice([fact, runAgain(CONTACT_SUPPORT, 'later')]);
	return new ServiceError(`The ${title} has not finished the response yet`, lines, status);
}

function generalMeaning(status: number): string {
	if (isOfService(status)) return 'the service failed to process the request';
	if (status < 400) return 'the redirect cannot be followed';
	return REFUSALS[status] ?? 'the response does not say why';
}

/** What refusals mean that no API has words of its own for (RFC 9110). */
const REFUSALS: Readonly<Record<number, string>> = {
	402: 'the service asks for a payment',
	405: 'the endpoint does not take this method',
	409: 'the request conflicts with something else',
	410: 'what was here is gone',
	413: 'it is too large',
};

/** The error for a 2xx answer that is not JSON, quoting how it starts. */
export function notJsonError(api: ApiName, answer: RawAnswer): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} answered with ${isPage(answer.text) ? 'a web page' : 'text'} instead of JSON${quoteOf(answer.text)}`,
		forUser(
			`check '${baseUrlLabel}' in the credential: it may lead to a website or a login page instead of the API`,
		),
		answer.status,
	);
}

/**
 * The error for a 2xx answer that starts like JSON and whose end is missing.
 *
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function brokenJsonError(api: ApiName, answer: RawAnswer, isRead = true): ServiceError {
	return new ServiceError(
		`The ${APIS[api].title} returned JSON that is cut off or damaged${quoteOf(answer.text)}`,
		isRead ? REQUEST_LESS : 'What the service said about the call is lost.',
		answer.status,
	);
}

/** The error for a 2xx answer that has an end and is JSON but for something in it. */
export function invalidJsonError(api: ApiName, answer: RawAnswer): ServiceError {
	const lines = [
		'The response is complete, but it has something in it that JSON does not allow, such as NaN, a comment or several documents.',
		forUser(CONTACT_SUPPORT),
	];
	return new ServiceError(
		`The ${APIS[api].title} returned invalid JSON${quoteOf(answer.text)}`,
		joinedAdvice(lines, ' '),
		answer.status,
	);
}

/** How an answer starts, without markup. */
function quoteOf(text: string): string {
	const plain = (isPage(text) ? stripMarkup(text) : text).slice(0, 20_000);
	const quote = truncate(plain.replace(/\s+/g, ' ').trim(), 100);
	return quote && `: "${quote}"`;
}

/**
 * The error of a request that was not sent or not waited for, because the execution ended.
 *
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function cancelledError(isRead = true): ServiceError {
	const why = 'The execution was stopped before the response arrived.';
	const advice = isRead ? `${why} Run the workflow again.` : why;
	return new ServiceError('The request was cancelled', advice);
}

/**
 * The error for a redirect that leaves the API: following it would hand over the API key.
 *
 * @param root the address that all requests to the API start with
 * @param mask takes the key out of a text, before it is cut
 */
export function redirectError(
	api: ApiName,
	root: URL,
	target: URL,
	status: number,
	mask: (text: string) => string,
): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const isElsewhere = target.origin !== root.origin;
	const place = truncate(mask(isElsewhere ? target.origin : target.pathname), 100);
	const lines = [
		`The API key is only sent to addresses below ${root.origin}${root.pathname}, so the redirect was not followed.`,
		forUser(`enter it as '${baseUrlLabel}' in the credential`, 'If the new address is right'),
	];
	const message = `The ${title} redirects to another address: ${place}`;
	return new ServiceError(message, joinedAdvice(lines, ' '), status);
}

/** A text without what does not matter where two are compared. */
function bare(text: string): string {
	return text.trim().replace(/\.$/, '').toLowerCase();
}
