import type { Advice } from './errors';

/** A message about the records, such as a gap or a limit. */
export interface Notice {
	/**
	 * - `gap`: the service says that records may be missing. In a trigger, it makes the poll fail
	 * - `note`: anything else
	 * - `info`: an effect of the user's settings, such as a limit
	 */
	readonly kind: 'gap' | 'info' | 'note';
	/** For the builder of the workflow and for models. With `forReader`, this text comes after it, as the reason. */
	readonly text: string;
	/** The next step for the builder. It may name fields and settings, which a model does not have. */
	readonly advice?: string;
	/** For the reader of a message such as a mail, without names of fields. */
	readonly forReader?: string;
}

export function mayLackRecords({ kind }: Notice): boolean {
	return kind === 'gap';
}

/** Returns all texts for the builder of the workflow. */
export function noticeText({ forReader, text, advice }: Notice): string {
	return [forReader, text, advice].filter((part) => part !== undefined).join(' ');
}

export function noticeTextForModel({ text, forReader }: Notice): string {
	return forReader === undefined ? text : `${forReader} ${text}`;
}

export function adviceOf(notice: Notice): Advice {
	return { forPeople: noticeText(notice), forModel: noticeTextForModel(notice) };
}

export function noticeAbout({ kind, text, advice }: Notice, what: string): Notice {
	return { kind, text: `${text} This is about ${what}.`, advice };
}

/** Tells the reader of a message which data may be missing. A note has no such text. */
export function noticeForReader({ kind, text, advice }: Notice, missing: string): Notice {
	if (kind === 'note') return { kind, text, advice };
	return { kind, text, advice, forReader: `Some ${missing} may be missing.` };
}

/** A set of notices. A text comes once, as a gap if any of its notices is one. */
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
