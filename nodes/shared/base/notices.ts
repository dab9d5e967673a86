/** Something that the user should know about a run, beside its records. */
export interface Notice {
	/**
	 * What it means for the records; a note where nothing is said.
	 *
	 * - `gap`: by what the service says, records are missing. A trigger's poll fails
	 * - `doubt`: records may be missing, since the list changed while it was read or its signs disagree.
	 *   A trigger goes on, and reads again before it starts
	 * - `note`: all else
	 * - `info`: what was done, as the user wanted it
	 */
	readonly kind?: 'doubt' | 'gap' | 'info' | 'note';
	/** What it is. Where readers see it, in words that say nothing of fields or of the API. */
	readonly message: string;
	/** Why it is so and what to do about it, which only who builds the workflow needs. */
	readonly details?: string;
	/** Who has to know, beside who builds the workflow: the reader of a message about these records. */
	readonly audience?: 'reader';
}

export function isLack({ kind }: Notice): boolean {
	return kind === 'gap' || kind === 'doubt';
}

/** All of a notice: for who builds the workflow, and for the model of an AI agent. */
export function textOf({ message, details }: Notice): string {
	return details === undefined ? message : `${message} ${details}`;
}

export function noticeAbout({ kind, message }: Notice, what: string): Notice {
	return { kind, message: `${message} This is about ${what}.` };
}

/**
 * A notice on what the service sent, for all who have to know: what may be missing is for readers, too,
 * and why it is not.
 *
 * @param missing what may be missing, in words for readers
 */
export function noticeFor({ kind = 'note', message }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, message };
	const words = `Some ${missing} may be missing.`;
	return { kind, message: words, details: message, audience: 'reader' };
}

/** The kinds of notices, the most serious one first. */
const KINDS = ['gap', 'doubt', 'note', 'info'];

/** Notices, each text once, with its most serious kind. */
export class Notices {
	private readonly byText = new Map<string, Notice>();

	add(notice: Notice): void {
		const text = textOf(notice);
		const { kind = 'note' } = notice;
		const { kind: known = 'note' } = this.byText.get(text) ?? notice;
		if (KINDS.indexOf(kind) <= KINDS.indexOf(known)) this.byText.set(text, notice);
	}

	addAll(notices: readonly Notice[]): void {
		for (const notice of notices) this.add(notice);
	}

	get all(): Notice[] {
		return [...this.byText.values()];
	}
}
