/** Something to know about a run, beside its records. */
export interface Hint {
	/** What it is. Where readers see it, in words that say nothing of fields or of the API. */
	readonly message: string;
	/** Why it is so and what to do about it, which only who builds the workflow needs. */
	readonly details?: string;
	/** Who has to know, beside who builds the workflow: the reader of a message about these records. */
	readonly audience?: 'reader';
}

/** All of a hint: for who builds the workflow, and for the model of an AI agent. */
export function textOf({ message, details }: Hint): string {
	return details === undefined ? message : `${message} ${details}`;
}

/** Hints, each thing once. */
export class Hints {
	private readonly byText = new Map<string, Hint>();

	add(hint: Hint): void {
		this.byText.set(textOf(hint), hint);
	}

	addAll(hints: readonly Hint[]): void {
		for (const hint of hints) this.add(hint);
	}

	get all(): Hint[] {
		return [...this.byText.values()];
	}

	get texts(): string[] {
		return [...this.byText.keys()];
	}
}
