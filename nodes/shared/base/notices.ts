/** A message about the records, such as a gap or a limit. */
export interface Notice {
	/**
	 * A note if it is not set.
	 *
	 * - `gap`: the service says that records are missing. The poll of a trigger fails
	 * - `doubt`: records may be missing, since the list changed while it was read or its signs disagree.
	 *   A trigger goes on, and reads again before it starts
	 * - `note`: all else
	 * - `info`: what the node did, as the user wanted it
	 */
	readonly kind?: 'doubt' | 'gap' | 'info' | 'note';
	/** Whether records are missing by the service's own numbers or IDs. A trigger then expects them later. */
	readonly lacks?: true;
	/** If readers see it, it says nothing of fields or of the API. */
	readonly message: string;
	/** The reason and the next step, which only the builder of the workflow needs. */
	readonly details?: string;
	/** Set if the reader of a message about these records has to know, too. */
	readonly audience?: 'reader';
}

export function isLack({ kind }: Notice): boolean {
	return kind === 'gap' || kind === 'doubt';
}

/** Returns all of a notice, for the builder of the workflow and for models. */
export function textOf({ message, details }: Notice): string {
	return details === undefined ? message : `${message} ${details}`;
}

export function noticeAbout({ kind, message }: Notice, what: string): Notice {
	return { kind, message: `${message} This is about ${what}.` };
}

/**
 * Tells readers that something may be missing, and the builder why. A note stays with the builder.
 *
 * @param missing what may be missing, in words for readers
 */
export function noticeFor({ kind = 'note', message, lacks }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, message };
	const words = `Some ${missing} may be missing.`;
	return { kind, lacks, message: words, details: message, audience: 'reader' };
}

/** The most serious kind comes first. */
const KINDS = ['gap', 'doubt', 'note', 'info'];

/** Keeps each text once, with its most serious kind. */
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
