/** What to do about something, in words for people and for a model. */
export interface Advice {
	readonly forPeople: string;
	/** For the model of an AI agent, which gives values and sees neither lists nor switches. */
	readonly forModel: string;
}

/** Advice line by line; a line without words of its own for models is the same for both. */
export function joinedAdvice(lines: ReadonlyArray<Advice | string>): Advice {
	const inWords = (kind: keyof Advice) =>
		lines.map((line) => (typeof line === 'string' ? line : line[kind])).join('\n');
	return { forPeople: inWords('forPeople'), forModel: inWords('forModel') };
}

/** What a model is told to do about something where it has no field for it itself. */
export function forPerson(todo: string): string {
	return `A person can change the tool in n8n: ${todo}.`;
}

/**
 * Advice to check something that only people can.
 *
 * @param what what to check, in the words after "check"
 * @param why a reason without a capital and a period, if there is one to give
 */
export function check(what: string, why = ''): Advice {
	const rest = why === '' ? '.' : `: ${why}.`;
	return { forPeople: `Check ${what}${rest}`, forModel: `Tell the user to check ${what}${rest}` };
}

/**
 * Advice to try once more.
 *
 * @param todo what a person can do if that does not help, without a capital and a period
 * @param when when to try, with a space in front; empty for at once
 */
export function runAgain(todo: string, when = ''): Advice {
	return {
		forPeople: `Run the workflow again${when}. If this keeps happening, ${todo}.`,
		forModel: `Call the tool again${when}. If this keeps happening, tell the user to ${todo}.`,
	};
}

/** What is left to do where the service itself fails. */
export const CONTACT_SUPPORT = "contact the service's support";
