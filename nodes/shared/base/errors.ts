import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What to do about a problem that can only be the service's own. */
export const CONTACT_SUPPORT = "contact the service's support";

/**
 * What to do about something: one text for people and for models, which names the field and what it
 * takes. Only where the words for people would make a model do harm has it words of its own: where the
 * service asks for fewer requests, and where a call may have been carried out.
 */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/** What to do, in the words for one of the two. */
export function adviceFor(reader: 'forModel' | 'forPeople', advice: Advice): string {
	return typeof advice === 'string' ? advice : advice[reader];
}

/** Several pieces of advice as one, each in a line of its own. */
export function joinedAdvice(parts: readonly Advice[]): Advice {
	const joined = (reader: 'forModel' | 'forPeople') =>
		parts.map((part) => adviceFor(reader, part)).join('\n');
	return { forPeople: joined('forPeople'), forModel: joined('forModel') };
}

/**
 * Something that went wrong, told in the user's terms and free of secrets. Every room of this
 * package throws this; only the node turns it into n8n's own error, where the item is known.
 */
export class DescribedError extends Error {
	/** What could not be read because of it, in words for the reader of a message. */
	missing = 'Some data';

	/**
	 * @param message what happened
	 * @param advice what to do about it
	 */
	constructor(
		message: string,
		readonly advice: Advice,
	) {
		super(message);
		this.name = new.target.name;
	}

	/** What people can do about it. */
	get description(): string {
		return adviceFor('forPeople', this.advice);
	}

	/** What the model of an AI agent can do about it. */
	get forModel(): string {
		return adviceFor('forModel', this.advice);
	}

	/** The same problem with one more line of what to do, or of where it happened. */
	with(line: Advice): DescribedError {
		return new DescribedError(this.message, joinedAdvice([this.advice, line]));
	}
}

/** A problem with what the service answered, or with reaching it. */
export class ServiceError extends DescribedError {
	/**
	 * @param message what happened, in the service's own words where it has some
	 * @param advice what it means and what to do about it
	 * @param status the HTTP status; none where there was no answer
	 * @param facts the lines of the advice that say what it means
	 */
	constructor(
		message: string,
		advice: Advice,
		readonly status?: number,
		private readonly facts: readonly string[] = [],
	) {
		super(message, advice);
	}

	override with(line: Advice): ServiceError {
		const { message, advice, status, facts } = this;
		return new ServiceError(message, joinedAdvice([advice, line]), status, facts);
	}

	/** The same problem with other words on what to do. */
	instead(todo: Advice): ServiceError {
		const { message, status, facts } = this;
		return new ServiceError(message, joinedAdvice([...facts, todo]), status, facts);
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

/** Whether a line of advice says where an error happened. */
export function isPlace(line: string): boolean {
	return line.startsWith(PLACE);
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
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
	if (isOverflow(cause)) return asNodeError(node, TOO_DEEP, itemIndex);
	if (cause instanceof DescribedError) {
		const { message, description } = textsOf(node, cause);
		if (cause instanceof ServiceError) {
			return apiError(node, { message, description, status: cause.status }, itemIndex);
		}
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return new NodeOperationError(node, cause instanceof Error ? cause : String(cause), {
		itemIndex,
	});
}

/** Whether something was nested too deeply for JavaScript to go through. */
function isOverflow(cause: unknown): boolean {
	return cause instanceof RangeError && cause.message.includes('call stack');
}

const TOO_DEEP = new DescribedError(
	'What was sent or received is nested too deeply',
	"If it is the response, contact the service's support.",
);

/**
 * The same for a list that the editor shows: n8n hands the description, which says what to do, to
 * the editor with a NodeApiError only.
 */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	return cause instanceof DescribedError ? apiError(node, cause) : asNodeError(node, cause);
}

/**
 * What happened and what to do. In a tool, that is for the model, which sees only the message: so it
 * has both (tried).
 */
function textsOf({ type }: INode, { message, description, forModel }: DescribedError) {
	if (!type.endsWith('Tool') || forModel === '') return { message, description };
	return { message: `${message.replace(/\.?$/, '.')} ${forModel}`, description: forModel };
}

function apiError(
	node: INode,
	{ message, description, status }: { message: string; description: string; status?: number },
	itemIndex?: number,
): NodeApiError {
	const httpCode = status === undefined ? undefined : String(status);
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}
