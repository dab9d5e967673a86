import { capitalized } from './names';

/**
 * What to do about something: one text for people and for models, which names the field and what it
 * takes. Only where the words for people would make a model do harm has it words of its own: where the
 * service asks for fewer requests, and where a call may have been carried out.
 */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/** What to do, in the words for one of the two. */
export function adviceFor(reader: 'forModel' | 'forPeople', advice: Advice): string {
	return typeof advice === 'string' ? advice : advice[reader];
}

/**
 * Several pieces of advice as one.
 *
 * @param glue what stands between two parts
 */
export function joinedAdvice(parts: readonly Advice[], glue = '\n'): Advice {
	const joined = (reader: 'forModel' | 'forPeople') =>
		parts.map((part) => adviceFor(reader, part)).join(glue);
	return { forPeople: joined('forPeople'), forModel: joined('forModel') };
}

/**
 * Advice on what lies outside of the node.
 *
 * @param todo what to do, without a capital and a period
 * @param when the clause that it depends on, such as "If this keeps happening"; none if it always holds
 */
export function forUser(todo: string, when?: string): string {
	return when === undefined ? `${capitalized(todo)}.` : `${when}, ${todo}.`;
}

/** Advice on a field of the node. */
export function inEditor(todo: string): string {
	return `${capitalized(todo)}.`;
}

/**
 * Advice to try once more. Where it helps to wait, a model, which cannot, would call again and again.
 *
 * @param todo what to do if that does not help, without a capital and a period
 * @param later whether it helps to wait
 */
export function runAgain(todo: string, later?: 'later'): Advice {
	if (later === undefined) return `Run the workflow again. If this keeps happening, ${todo}.`;
	return {
		forPeople: `Run the workflow again later. If this keeps happening, ${todo}.`,
		forModel: `Call the tool once more. If that fails, too, tell the user to ${todo}.`,
	};
}

/** What is left to do where the service itself fails. */
export const CONTACT_SUPPORT = "contact the service's support";
