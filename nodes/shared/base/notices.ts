/** A message about the records, such as a gap or a limit. */
export interface Notice {
	/**
	 * - `gap`: the service says that records are missing. The poll of a trigger fails
	 * - `doubt`: records may be missing, since the list changed while it was read or its signs disagree.
	 *   A trigger goes on, and reads again before it starts
	 * - `note`: all else
	 * - `info`: what the node did, as the user wanted it
	 */
	readonly kind: 'doubt' | 'gap' | 'info' | 'note';
	/** Whether records are missing by the service's own numbers or IDs. A trigger then expects them later. */
	readonly lacks?: true;
	/** For the builder of the workflow: what happened, or if there is `forReader`, why and what to do. */
	readonly text: string;
	/** Set if the reader of a message about these records has to know, too: no fields, no API. */
	readonly forReader?: string;
}

/** Whether records may be missing. */
export function mayLack({ kind }: Notice): boolean {
	return kind === 'gap' || kind === 'doubt';
}

/** Returns all of a notice, for the builder of the workflow and for models. */
export function noticeText({ text, forReader }: Notice): string {
	return forReader === undefined ? text : `${forReader} ${text}`;
}

/** Says which list or period a notice is about. */
export function noticeAbout({ kind, text }: Notice, what: string): Notice {
	return { kind, text: `${text} This is about ${what}.` };
}

/**
 * Adds for readers that something may be missing. A note stays with the builder.
 *
 * @param missing what may be missing, in words for readers
 */
export function noticeFor({ kind, text, lacks }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, text };
	return { kind, lacks, text, forReader: `Some ${missing} may be missing.` };
}

/** The most serious kind comes first. */
const KINDS: ReadonlyArray<Notice['kind']> = ['gap', 'doubt', 'note', 'info'];

/** Keeps each text once, with its most serious kind. */
export class Notices {
	private readonly byText = new Map<string, Notice>();

	add(notice: Notice): void {
		const text = noticeText(notice);
		const known = this.byText.get(text) ?? notice;
		if (KINDS.indexOf(notice.kind) <= KINDS.indexOf(known.kind)) this.byText.set(text, notice);
	}

	addAll(notices: readonly Notice[]): void {
		for (const notice of notices) this.add(notice);
	}

	get all(): Notice[] {
		return [...this.byText.values()];
	}
}
