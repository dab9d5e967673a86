import type { JsonValue } from 'n8n-workflow';
import { type Advice, CONTACT_SUPPORT, joinedAdvice, ServiceError } from '../base';
import { type ApiName, APIS } from './apis';
import { CORRECT, meaningOf, statusName, type Way } from './failures';
import { errorLines, isPage, shortened } from './words';

/** An answer as it came over the wire. */
export interface RawAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
}

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
 * @param answer as it came
 * @param body the same, parsed, where it is JSON
 */
export function statusError(
	way: Way,
	{ status, text }: RawAnswer,
	body: JsonValue | undefined,
): ServiceError {
	const { title } = APIS[way.api];
	const { what, todo } = meaningOf(statusName(way.api, status, isPage(text)), way);
	const [first, ...rest] = errorLines(text, body);
	const facts = [...rest, `The ${title} answered ${status}: ${what}.`];
	const message = first ?? `The ${title} refused the request: ${what}`;
	return new ServiceError(message, joinedAdvice([...facts, todo]), status, facts);
}

/**
 * The error for a request that got no answer, or one that cannot be used in spite of its status.
 *
 * @param code what is wrong
 * @param status of the answer
 * @param text of the answer, to quote how it starts
 */
export function codeError(way: Way, code: string, status?: number, text = ''): ServiceError {
	const { what, todo } = meaningOf(code, way);
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
		`${CORRECT} If it names none, ${CONTACT_SUPPORT}.`,
	];
	return new ServiceError(first ?? `The ${title} refused the request`, lines.join('\n'));
}

/**
 * The error for a redirect, which names the new address: to follow it could hand over the API key, or
 * make a call a second time.
 *
 * @param mask takes the key out of a text, before it is cut
 */
export function redirectError(
	{ api, url }: Way,
	target: URL,
	status: number,
	mask: (text: string) => string,
): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	const isElsewhere = target.origin !== new URL(url).origin;
	const place = shortened(mask(isElsewhere ? target.origin : target.pathname), 100);
	const todo = isElsewhere
		? `If the new address is right, enter it as '${baseUrlLabel}' in the credential.`
		: `On Endpoint → Call, check 'Path'. Otherwise, check '${baseUrlLabel}' in the credential.`;
	return new ServiceError(
		`The ${title} redirects to another address: ${place}`,
		`The API key is only sent to the address in the credential, so the redirect was not followed. ${todo}`,
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
