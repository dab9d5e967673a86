import type { Hint } from '../hints';

/** Something that the user should know about a read, beside its records. */
export interface Remark extends Hint {
	/**
	 * - `gap`: by what the service says, records are missing
	 * - `moved`: the list changed while it was read
	 * - `note`: all else
	 */
	readonly kind: 'gap' | 'moved' | 'note';
}

/** The same remark with what it is about. */
export function remarkAbout({ kind, message, forModel = message }: Remark, what: string): Remark {
	const place = ` This is about ${what}.`;
	return { kind, message: message + place, forModel: forModel + place };
}
