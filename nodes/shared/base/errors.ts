import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Ends the advice on a problem that can only be the service's own. */
export const CONTACT_SUPPORT = "contact the service's support";

/**
 * The next step: one text for people and models, which names the field and what it takes. A model has
 * its own text only where the text for people would make it do harm: where the service asks for fewer
 * requests, and where a call may have been carried out.
 */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/**
 * A problem in the user's terms, free of secrets. Every room throws this; only the node turns it into
 * n8n's own error, where the item is known.
 */
export class DescribedError extends Error {
	/** Names what could not be read, for the reader of a message. */
	missing = 'Some data';

	readonly advice: readonly Advice[];

	/** @param advice what to do about it, each piece on its own line */
	constructor(message: string, advice: Advice | readonly Advice[]) {
		super(message);
		this.name = new.target.name;
		this.advice = [advice].flat();
	}

	get description(): string {
		return this.linesFor('forPeople').join('\n');
	}

	/** Starts with where it happened, since the end of a long text may be cut off. */
	get forModel(): string {
		const lines = this.linesFor('forModel');
		const places = lines.filter((line) => line.startsWith(PLACE));
		return [...places, ...lines.filter((line) => !places.includes(line))].join('\n');
	}

	/** Returns the same problem with one more line of advice, or with where it happened. */
	with(line: Advice): DescribedError {
		return new DescribedError(this.message, [...this.advice, line]);
	}

	private linesFor(reader: 'forModel' | 'forPeople'): string[] {
		return this.advice.map((line) => (typeof line === 'string' ? line : line[reader]));
	}
}

/** A problem with what the service answered, or with reaching it. */
export class ServiceError extends DescribedError {
	/** In milliseconds, if the service asks to wait. */
	retryAfter?: number;

	/**
	 * @param message in the service's own words where it has some
	 * @param advice what it means and, in the last line, what to do about it
	 */
	constructor(
		message: string,
		advice: Advice | readonly Advice[],
		readonly status?: number,
	) {
		super(message, advice);
	}

	override with(line: Advice): ServiceError {
		return this.advising([...this.advice, line]);
	}

	/** Returns the same problem with another last line. */
	instead(todo: Advice): ServiceError {
		return this.advising([...this.advice.slice(0, -1), todo]);
	}

	private advising(advice: readonly Advice[]): ServiceError {
		const copy = new ServiceError(this.message, advice, this.status);
		copy.retryAfter = this.retryAfter;
		return copy;
	}
}

const PLACE = 'This happened in ';

/** Returns a described error with where it happened; any other error stays as it is. */
export function withPlace(error: Error, place: string, missing: string): Error {
	if (!(error instanceof DescribedError)) return error;
	const placed = error.with(`${PLACE}${place}.`);
	placed.missing = missing;
	return placed;
}

/** Names what could not be read because of an error, for the reader of a message. */
export function missingBy(error: Error): string {
	return error instanceof DescribedError ? error.missing : 'Some data';
}

/**
 * Returns a problem that somebody can do something about.
 *
 * @throws anything else: a fault of ours
 */
export function asDescribed(thrown: unknown): DescribedError {
	if (thrown instanceof DescribedError) return thrown;
	throw thrown;
}

/** Wraps a thrown value that is no error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns the result of a function; `undefined` if it throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/**
 * Makes n8n's error from plain data: n8n returns a wrapped error of its own unchanged, without item and
 * texts.
 */
export function asNodeError(
	node: INode,
	cause: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	const error = asError(cause);
	if (!(error instanceof DescribedError)) return new NodeOperationError(node, error, { itemIndex });
	const { message, description } = textsOf(node, error);
	if (!(error instanceof ServiceError)) {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const httpCode = error.status?.toString();
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}

/** Makes the error for a list in the editor, which gets the description with a NodeApiError only. */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	if (!(cause instanceof DescribedError)) return asNodeError(node, cause);
	const { message, description } = cause;
	return new NodeApiError(node, {}, { message, description });
}

/** In a tool, the message has the advice, too: a model sees only the message (tried). */
function textsOf({ type }: INode, { message, description, forModel }: DescribedError) {
	if (!type.endsWith('Tool') || forModel === '') return { message, description };
	return { message: `${message.replace(/\.?$/, '.')} ${forModel}` };
}
