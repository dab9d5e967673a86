import { capitalized } from './names';

/** What to do about something, in words for people and for a model. */
export interface Advice {
	readonly forPeople: string;
	/** For the model of an AI agent, which gives values and sees neither lists nor switches. */
	readonly forModel: string;
}

/**
 * Several pieces of advice as one.
 *
 * @param parts what to do; a text is the same for both
 * @param glue what stands between two parts
 */
export function joinedAdvice(parts: ReadonlyArray<Advice | string>, glue = '\n'): Advice {
	const inWords = (reader: keyof Advice) =>
		parts.map((part) => (typeof part === 'string' ? part : part[reader])).join(glue);
	return { forPeople: inWords('forPeople'), forModel: inWords('forModel') };
}

/**
 * Advice that only people can follow; a model passes it on.
 *
 * @param todo what to do, without a capital and a period
 * @param when the clause that it depends on, such as "If this keeps happening"; none if it always holds
 */
export function forUser(todo: string, when?: string): Advice {
	return when === undefined
		? { forPeople: `${capitalized(todo)}.`, forModel: `Tell the user to ${todo}.` }
		: { forPeople: `${when}, ${todo}.`, forModel: `${when}, tell the user to ${todo}.` };
}

/** Advice on a field that people see in the editor; a model passes it on. */
export function inEditor(todo: string): Advice {
	return {
		forPeople: `${capitalized(todo)}.`,
		forModel: `A person can change the tool in n8n: ${todo}.`,
	};
}

/**
 * Advice to try once more. People can do so later; a model cannot wait.
 *
 * @param todo what a person can do if that does not help, without a capital and a period
 * @param later whether it helps to wait
 */
export function runAgain(todo: string, later?: 'later'): Advice {
	const again = later === undefined ? 'again' : `again ${later}`;
	return {
		forPeople: `Run the workflow ${again}. If this keeps happening, ${todo}.`,
		forModel: `Call the tool once more. If that fails, too, tell the user to ${todo}.`,
	};
}

/** What is left to do where the service itself fails. */
export const CONTACT_SUPPORT = "contact the service's support";
