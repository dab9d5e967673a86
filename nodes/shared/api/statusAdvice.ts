import { type Advice, CONTACT_SUPPORT, forPerson, runAgain } from '../advice';

const CORRECT = 'Correct the parameters that the service complains about.';

/** What to do about a status, in the names of the fields that people see. */
const ABOUT_STATUS: Readonly<Record<number, (baseUrlLabel: string) => Advice | string>> = {
	401: () => ({
		forPeople:
			"Check 'API Key' in the credential: copy it again from the web application (API Dashboard → Reveal API Key).",
		forModel: "Tell the user to check 'API Key' in the credential in n8n.",
	}),
	403: () => ({
		forPeople:
			"Choose another 'Project', or use the API key of the workspace that the project belongs to.",
		forModel:
			"If this tool has a 'Project', enter another one. If that does not help, tell the user that the API key has no access.",
	}),
	404: (baseUrlLabel) => ({
		forPeople: `On Endpoint → Call, check 'Path'. Otherwise, check '${baseUrlLabel}' in the credential: the address without the path of the API.`,
		forModel: `Check the IDs and paths that you have entered. If they are right, tell the user to check '${baseUrlLabel}' in the credential in n8n.`,
	}),
	422: () => CORRECT,
	429: () => ({
		forPeople: 'Wait a little before you run the workflow again, or run it less often.',
		forModel: 'Wait a little before you call the tool again.',
	}),
};

/**
 * What to do about a status that is not a success.
 *
 * @param baseUrlLabel the field of the credential with the address of the API
 * @param isRead whether the request only reads, and so may simply be made again
 */
export function adviceOnStatus(
	status: number,
	baseUrlLabel: string,
	isRead: boolean,
): Advice | string {
	const advice = ABOUT_STATUS[status]?.(baseUrlLabel);
	if (advice !== undefined) return advice;
	if (status >= 500) return isRead ? runAgain(CONTACT_SUPPORT, ' later') : IF_AGAIN;
	return {
		forPeople: 'Check the parameters of the node against the documentation of the endpoint.',
		forModel: 'Check the values that you have entered.',
	};
}

const IF_AGAIN: Advice = {
	forPeople: `If this keeps happening, ${CONTACT_SUPPORT}.`,
	forModel: `If this keeps happening, tell the user to ${CONTACT_SUPPORT}.`,
};

/** What to do where an answer says that the request failed, whatever its status is. */
export const ON_REFUSAL: Advice = {
	forPeople: `${CORRECT} If it names none, ${CONTACT_SUPPORT}.`,
	forModel: `${CORRECT} If it names none, tell the user to ${CONTACT_SUPPORT}.`,
};

/** What to do where an answer of a read is cut off. */
export const REQUEST_LESS: Advice = {
	forPeople:
		"Run the workflow again. If this keeps happening, request less at once, for example with a lower 'Page Size' under 'Options'.",
	forModel: 'Call the tool again. If this keeps happening, request less at once.',
};

/** What to do where an answer did not come in time. */
export function onTimeout(host: string): Advice {
	const check = `check that this n8n can connect to ${host}`;
	return {
		forPeople: `Request less at once, or raise 'Timeout' under 'Options'. If that does not help, ${check}.`,
		forModel: `Request less at once. If that does not help, tell the user to raise 'Timeout' under 'Options', and to ${check}.`,
	};
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
	const forPeople = `If it allows fewer records per page, ${todo}.`;
	return [
		{ forPeople, forModel: forPerson(`if the service allows fewer records per page, ${todo}`) },
	];
}
