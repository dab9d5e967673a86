import type { Advice } from './errors';

/** A message about the records, for example that some may be missing. */
export interface Notice {
	/**
	 * - `gap`: records may be missing. In a trigger, the poll fails
	 * - `note`: any other warning
	 * - `info`: an effect of the user's settings, for example that a limit left records out
	 */
	readonly kind: 'gap' | 'info' | 'note';
	/** The text for the person who builds the workflow, and for AI models. It comes after `forReader`, if there is one. */
	readonly text: string;
	/** What the person who builds the workflow can do. It may name fields of the form, so AI models do not get it. */
	readonly advice?: string;
	/** The text for people who read a message, such as an email. It names no fields of the form. */
	readonly forReader?: string;
}

export function mayLackRecords({ kind }: Notice): boolean {
	return kind === 'gap';
}

/** Joins all texts of a notice, for the person who builds the workflow. */
export function noticeText({ forReader, text, advice }: Notice): string {
	return [forReader, text, advice].filter((part) => part !== undefined).join(' ');
}

export function noticeTextForModel({ text, forReader }: Notice): string {
	return forReader === undefined ? text : `${forReader} ${text}`;
}

export function adviceOf(notice: Notice): Advice {
	return { forPeople: noticeText(notice), forModel: noticeTextForModel(notice) };
}

export function addSubjectToNotice({ kind, text, advice }: Notice, what: string): Notice {
	return { kind, text: `${text} This is about ${what}.`, advice };
}

/** Adds a text for the reader of a message: `Some projects may be missing.` A notice of the kind `note` gets none. */
export function addReaderTextToNotice({ kind, text, advice }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, text, advice };
	return { kind, text, advice, forReader: `Some ${missing} may be missing.` };
}

/** Collects notices, each text once. If the same text comes as a `gap` and as a `note`, the `gap` is kept. */
export class Notices {
	private readonly byText = new Map<string, Notice>();

	add(notice: Notice): void {
		const text = noticeText(notice);
		if (notice.kind === 'gap' || !this.byText.has(text)) this.byText.set(text, notice);
	}

	addAll(notices: readonly Notice[]): void {
		for (const notice of notices) this.add(notice);
	}

	get all(): Notice[] {
		return [...this.byText.values()];
	}
}
