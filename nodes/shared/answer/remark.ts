import type { Hint } from '../base';

/** Something that the user should know about a read, beside its records. */
export interface Remark {
	/**
	 * - `gap`: by what the service says, records are missing
	 * - `moved`: the list changed while it was read
	 * - `note`: all else
	 */
	readonly kind: 'gap' | 'moved' | 'note';
	readonly message: string;
}

/** The same remark with what it is about. */
export function remarkAbout({ kind, message }: Remark, what: string): Remark {
	return { kind, message: `${message} This is about ${what}.` };
}

/**
 * A remark as a hint: what may be missing is for readers, too, and why it is not.
 *
 * @param what what may be missing, in words for readers
 */
export function hintOn({ kind, message }: Remark, what: string): Hint {
	if (kind === 'note') return { message };
	return { message: `Some ${what} may be missing.`, details: message, audience: 'reader' };
}
