import { inEditor, joinedAdvice } from './advice';

/** Something that the user should know about a run, beside its records. */
export interface Hint {
	readonly message: string;
	/** The same for the model of an AI agent, if it can do something else than people. */
	readonly forModel?: string;
}

/**
 * A hint with advice on fields that only people have, which a model can pass on.
 *
 * @param what what the user should know, in whole sentences
 * @param todo what to do about it, without a capital and a period
 */
export function hintWithAdvice(what: string, todo: string): Required<Hint> {
	const { forPeople, forModel } = joinedAdvice([what, inEditor(todo)], ' ');
	return { message: forPeople, forModel };
}

/** Hints, each thing once. */
export class Hints {
	private readonly words = new Map<string, string>();

	/** Adds what the user should know, in words for people and for models. */
	add({ message, forModel = message }: Hint): void {
		this.words.set(message, forModel);
	}

	/** Adds all of others. */
	addAll({ words }: Hints): void {
		for (const [message, forModel] of words) this.words.set(message, forModel);
	}

	get forPeople(): string[] {
		return [...this.words.keys()];
	}

	get forModel(): string[] {
		return [...new Set(this.words.values())];
	}
}
