import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { excerpt } from './fields';

export const CONTACT_SUPPORT = "contact the service's support";

/** The next step for the user. A model cannot change fields and settings, so it may get another text. */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/** Returns advice on fields and settings, which a model does not have. */
export function onlyForPeople(text: string): Advice {
	return { forPeople: text, forModel: '' };
}

/** A problem in the user's terms, without secrets. The node turns it into n8n's error. */
export class DescribedError extends Error {
	/** What a message calls the data that could not be read: `Acme` in "Acme could not be read". */
	missingData = 'Some data';

	readonly advice: readonly Advice[];

	/** Where it happened, the innermost first: `the project Acme (a1)`. */
	readonly places: readonly string[];

	constructor(message: string, advice: Advice | readonly Advice[], places: readonly string[] = []) {
		super(message);
		this.name = new.target.name;
		this.advice = [advice].flat();
		this.places = places;
	}

	get description(): string {
		return [...this.adviceFor('forPeople'), ...this.placeLines].join('\n');
	}

	/** Returns the advice for an AI model. Starts with the project and the week, since the end of a long text may be cut. */
	get forModel(): string {
		const advice = this.adviceFor('forModel').filter((line) => line !== '');
		return [...this.placeLines, ...advice].join('\n');
	}

	private get placeLines(): string[] {
		return this.places.map((place) => `This happened in ${place}.`);
	}

	withAdvice(line: Advice): DescribedError {
		return this.copyWith([...this.advice, line]);
	}

	/**
	 * Returns an error that also says where it happened, such as in which project.
	 *
	 * @param missing the data that the error left out, as {@link missingDataOf} returns them
	 */
	withPlace(place: string, missing: string): DescribedError {
		const placed = this.copyWith(this.advice, [...this.places, place]);
		placed.missingData = missing;
		return placed;
	}

	protected copyWith(advice: readonly Advice[], places = this.places): DescribedError {
		return new DescribedError(this.message, advice, places);
	}

	private adviceFor(reader: 'forModel' | 'forPeople'): string[] {
		return this.advice.map((line) => (typeof line === 'string' ? line : line[reader]));
	}
}

/** A problem with the service, or on the way to it. */
export class ServiceError extends DescribedError {
	/** In milliseconds. */
	retryAfter?: number;

	/** @param advice what the error means, then the next step */
	constructor(
		message: string,
		advice: Advice | readonly Advice[],
		readonly status?: number,
		places?: readonly string[],
	) {
		super(message, advice, places);
	}

	override withAdvice(line: Advice): ServiceError {
		return this.copyWith([...this.advice, line]);
	}

	/** Returns a copy with another next step. */
	withLastAdvice(todo: Advice): ServiceError {
		return this.copyWith([...this.advice.slice(0, -1), todo]);
	}

	protected override copyWith(advice: readonly Advice[], places = this.places): ServiceError {
		const copy = new ServiceError(this.message, advice, this.status, places);
		copy.retryAfter = this.retryAfter;
		return copy;
	}
}

/** Returns the unread data: `Acme` in "Acme could not be read". */
export function missingDataOf(error: Error): string {
	return error instanceof DescribedError ? error.missingData : 'Some data';
}

/** @throws any value that is no DescribedError: a fault of this package */
export function asDescribedError(thrown: unknown): DescribedError {
	if (thrown instanceof DescribedError) return thrown;
	throw thrown;
}

export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

export function tryOrUndefined<Value>(make: () => Value): Value | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

/** Makes n8n's error from texts. If it wrapped another n8n error, n8n would drop the item and the advice. */
export function asNodeError(
	node: INode,
	cause: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	const error = asError(cause);
	if (!(error instanceof DescribedError)) return new NodeOperationError(node, error, { itemIndex });
	// A model sees only the message of an error (tried).
	const isTool = node.type.endsWith('Tool');
	const message = isTool ? errorTextForModel(error) : error.message;
	const description = isTool ? undefined : error.description;
	if (!(error instanceof ServiceError)) {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const httpCode = error.status?.toString();
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}

/** Returns the error for a list in the editor, which shows the description only of a NodeApiError. */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	if (!(cause instanceof DescribedError)) return asNodeError(node, cause);
	const { message, description } = cause;
	return new NodeApiError(node, {}, { message, description });
}

/** The maximum length of an error for an AI model, in characters. The user can set no smaller Max Output Size. */
const MAX_ERROR_LENGTH = 1000;

export function errorTextForModel(error: Error): string {
	const advice = error instanceof DescribedError ? error.forModel : '';
	const text = advice === '' ? error.message : `${error.message.replace(/\.?$/, '.')} ${advice}`;
	return excerpt(text, MAX_ERROR_LENGTH);
}
