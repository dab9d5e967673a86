import { sentencesForModel } from './errors';

/** A message about the records, such as a gap or a limit. */
export interface Notice {
	/**
	 * - `gap`: records are missing. The poll of a trigger fails
	 * - `doubt`: records may be missing. A new watch reads them again
	 * - `note`: anything else
	 * - `info`: a result that the user asked for
	 */
	readonly kind: 'doubt' | 'gap' | 'info' | 'note';
	/** Set if the service's own numbers or IDs say so. A trigger then expects the records later. */
	readonly lacks?: true;
	/** For the builder of the workflow. With `forReader`, it adds the reason and the next step. */
	readonly text: string;
	/** For the reader of a message, in words without fields or API. */
	readonly forReader?: string;
}

export function mayLack({ kind }: Notice): boolean {
	return kind === 'gap' || kind === 'doubt';
}

/** Returns the whole notice, for the builder of the workflow and for models. */
export function noticeText({ text, forReader }: Notice): string {
	return forReader === undefined ? text : `${forReader} ${text}`;
}

/** Returns what happened, without the sentences that are for people. */
export function noticeForModel(notice: Notice): string {
	const text = noticeText(notice);
	return sentencesForModel(text) || text;
}

export function noticeAbout({ kind, text }: Notice, what: string): Notice {
	return { kind, text: `${text} This is about ${what}.` };
}

/** Tells the reader what may be missing. A note stays with the builder. */
export function noticeFor({ kind, text, lacks }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, text };
	return { kind, lacks, text, forReader: `Some ${missing} may be missing.` };
}

/** The most serious one first. */
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
