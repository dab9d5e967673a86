import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What to do about a problem that can only be the service's own. */
export const CONTACT_SUPPORT = "contact the service's support";

/**
 * What to do about something: one text for people and for models, which names the field and what it
 * takes. Only where the words for people would make a model do harm has it words of its own: where the
 * service asks for fewer requests, and where a call may have been carried out.
 */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/**
 * Something that went wrong, told in the user's terms and free of secrets. Every room of this
 * package throws this; only the node turns it into n8n's own error, where the item is known.
 */
export class DescribedError extends Error {
	/** What could not be read because of it, in words for the reader of a message. */
	missing = 'Some data';

	/** What to do about it, line by line. */
	readonly advice: readonly Advice[];

	/**
	 * @param message what happened
	 * @param advice what to do about it; of several pieces, each has a line of its own
	 */
	constructor(message: string, advice: Advice | readonly Advice[]) {
		super(message);
		this.name = new.target.name;
		this.advice = [advice].flat();
	}

	/** What people can do about it. */
	get description(): string {
		return this.linesFor('forPeople').join('\n');
	}

	/**
	 * What the model of an AI agent can do about it, after where it happened: of a long text, the end may
	 * be cut off.
	 */
	get forModel(): string {
		const lines = this.linesFor('forModel');
		const places = lines.filter((line) => line.startsWith(PLACE));
		return [...places, ...lines.filter((line) => !places.includes(line))].join('\n');
	}

	/** The same problem with one more line of what to do, or of where it happened. */
	with(line: Advice): DescribedError {
		return new DescribedError(this.message, [...this.advice, line]);
	}

	private linesFor(reader: 'forModel' | 'forPeople'): string[] {
		return this.advice.map((line) => (typeof line === 'string' ? line : line[reader]));
	}
}

/** A problem with what the service answered, or with reaching it. */
export class ServiceError extends DescribedError {
	/** How long the service asks to wait before the next request, in milliseconds. */
	retryAfter?: number;

	/**
	 * @param message what happened, in the service's own words where it has some
	 * @param advice what it means and, in the last line, what to do about it
	 * @param status the HTTP status; none where there was no answer
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

	/** The same problem with another last line: what else to do about it. */
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

/**
 * The same error with where it happened. One that is not described stays as it is.
 *
 * @param missing what could not be read because of it, in words for the reader of a message
 */
export function withPlace(error: Error, place: string, missing: string): Error {
	if (!(error instanceof DescribedError)) return error;
	const placed = error.with(`${PLACE}${place}.`);
	placed.missing = missing;
	return placed;
}

/** What could not be read because of an error, in words for the reader of a message. */
export function missingBy(error: Error): string {
	return error instanceof DescribedError ? error.missing : 'Some data';
}

/**
 * What was thrown, if it is a problem that somebody can do something about.
 *
 * @throws anything else: a fault of ours
 */
export function asDescribed(thrown: unknown): DescribedError {
	if (thrown instanceof DescribedError) return thrown;
	throw thrown;
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** What is made, such as a value from a text; `undefined` if that throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/**
 * n8n's error for a problem, made from plain data: n8n hands an error of its own that is wrapped
 * again back unchanged, without item and texts.
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

/**
 * The same for a list that the editor shows: n8n hands the description, which says what to do, to
 * the editor with a NodeApiError only.
 */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	if (!(cause instanceof DescribedError)) return asNodeError(node, cause);
	const { message, description } = cause;
	return new NodeApiError(node, {}, { message, description });
}

/**
 * What happened and what to do. In a tool, that is for the model, which sees only the message (tried):
 * so that has both, and there is no description that says the same again.
 */
function textsOf({ type }: INode, { message, description, forModel }: DescribedError) {
	if (!type.endsWith('Tool') || forModel === '') return { message, description };
	return { message: `${message.replace(/\.?$/, '.')} ${forModel}` };
}
