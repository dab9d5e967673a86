import type { JsonValue } from 'n8n-workflow';
import {
	type Advice,
	CONTACT_SUPPORT,
	forUser,
	inEditor,
	isObject,
	joinedAdvice,
	runAgain,
} from '../base';
import { isOfService } from './retry';

const CORRECT = 'Correct the parameters that the service complains about.';

/** What to do about a status, in the names of the fields that people see. */
const ABOUT_STATUS: Readonly<Record<number, (baseUrlLabel: string) => Advice>> = {
	401: () =>
		forUser(
			"check 'API Key' in the credential: copy it again from the web application (API Dashboard → Reveal API Key)",
		),
	403: () =>
		"If a 'Project' is chosen, check that it still exists in the workspace of the API key. If it belongs to another workspace, use the API key of that one.",
	404: (baseUrlLabel) =>
		`On Endpoint → Call, check 'Path'. Otherwise, check '${baseUrlLabel}' in the credential: the address without the path of the API.`,
	413: () => "Send or request less at once, for example with a lower 'Page Size' under 'Options'.",
	422: () => CORRECT,
	429: () => ({
		forPeople: 'Wait a little before you run the workflow again, or run it less often.',
		forModel: 'Do not call the tool again now. Tell the user to ask again later.',
	}),
};

/**
 * What to do about a status that is not a success.
 *
 * @param baseUrlLabel the field of the credential with the address of the API
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function adviceOnStatus(status: number, baseUrlLabel: string, isRead: boolean): Advice {
	const advice = ABOUT_STATUS[status]?.(baseUrlLabel);
	if (advice !== undefined) return advice;
	if (isOfService(status)) {
		return isRead
			? runAgain(CONTACT_SUPPORT, 'later')
			: forUser(CONTACT_SUPPORT, 'If this keeps happening');
	}
	if (status < 400) {
		return forUser(`check '${baseUrlLabel}' in the credential: the API may have moved`);
	}
	return 'Check the parameters of the node against the documentation of the endpoint.';
}

/** What to do where an answer says that the request failed, whatever its status is. */
export const ON_REFUSAL: Advice = joinedAdvice(
	[CORRECT, forUser(CONTACT_SUPPORT, 'If it names none')],
	' ',
);

/** Words about something that may be over later. */
const PASSING =
	/tim(ed|e)[ -]?out|too many requests|rate[ _-]?limit|(try|retry).*(again|later)|temporar|overload|unavailable/i;

/** The names of members with a status, and the statuses that may be another one later. */
const STATUS_NAME = /^(error_?)?(status_?)?code$|^status$/i;
const PASSING_STATUS = /^(408|429|5\d\d)$/;

/**
 * What to do where an answer to a read says that the request failed.
 *
 * @param body the answer
 * @param words what it says, line by line
 */
export function adviceOnRefusal(body: JsonValue, words: readonly string[]): Advice {
	const inside = isObject(body) ? Object.values(body) : [];
	const isPassing = [body, ...inside].some(
		(holder) => isObject(holder) && hasPassingStatus(holder),
	);
	const mayPass = isPassing || words.some((line) => PASSING.test(line));
	return mayPass ? runAgain(CONTACT_SUPPORT, 'later') : ON_REFUSAL;
}

function hasPassingStatus(holder: Record<string, JsonValue>): boolean {
	return Object.entries(holder).some(([name, value]) => {
		const status = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
		return STATUS_NAME.test(name) && PASSING_STATUS.test(status);
	});
}

/** What to do where an answer of a read is cut off. */
export const REQUEST_LESS = runAgain(
	"request less at once, for example with a lower 'Page Size' under 'Options'",
);

/**
 * What to do where an answer did not come in time.
 *
 * @param isRead whether the request only reads, and so can ask for less
 */
export function onTimeout(host: string, isRead: boolean): Advice {
	const raise = "raise 'Timeout' under 'Options'";
	const connect = `check that this n8n can connect to ${host}`;
	const otherwise = forUser(connect, 'If that does not help');
	if (!isRead) return joinedAdvice([inEditor(raise), otherwise], ' ');
	return `Request less at once, or ${raise}. ${otherwise}`;
}

/** Words about the number of records that is asked for at once; a rate limit is another thing. */
const RECORD_COUNT =
	/page[ _-]?size|per[ _-]?(page|request)|pagination|page (is )?too (big|large|long)|(?<![a-z])size (must|should|is|may|cannot)|\d+ (records|items|rows|results|entries)|(?<![a-z])limits?["'`]?\s*(→|->|[:=<>≤]|must|should|is too|may|can|exceeds|cannot|value|\d)|limit.*(records|items|rows|results)|(records|items|rows|results).*limit/i;

/** Limits of other things. */
const OTHER_LIMIT = /rate[ _-]?limit|plan|usage|quota|month|daily|character|length/i;

/**
 * What to do about a complaint about the number of records; nothing if it is about something else.
 *
 * @param words what the service says, line by line
 */
export function adviceOnPageSize(words: readonly string[]): Advice[] {
	const todo = "enter a lower 'Page Size' under 'Options'";
	const isAboutIt = words.some((line) => RECORD_COUNT.test(line) && !OTHER_LIMIT.test(line));
	if (!isAboutIt) return [];
	return [forUser(todo, 'If it allows fewer records per page')];
}
