import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { excerpt } from './fields';

export const CONTACT_SUPPORT = "contact the service's support";

/** What the user should do next. An AI model cannot change fields and settings, so it may get a different text. */
export type Advice = string | { readonly forPeople: string; readonly forModel: string };

/** Returns advice that an AI model does not get, such as to change a setting. */
export function adviceForPeople(text: string): Advice {
	return { forPeople: text, forModel: '' };
}

/** An error with advice for the user. Its texts contain no secrets. The node turns it into an n8n error. */
export class DescribedError extends Error {
	/** What a message calls the data that could not be read: `Acme` in "Acme could not be read". */
	missingData = 'Some data';

	readonly advice: readonly Advice[];

	/** Where the error happened, the smallest place first: `the week Nov 16 – 22`, `the project Acme (a1)`. */
	readonly places: readonly string[];

	constructor(message: string, advice: Advice | readonly Advice[], places: readonly string[] = []) {
		// The service may end its message with a full stop. Other texts add one.
		super(message.replace(/(?<!\.)\.$/, ''));
		this.name = new.target.name;
		this.advice = [advice].flat();
		this.places = places;
	}

	get description(): string {
		return [...this.adviceFor('forPeople'), ...this.placeLines].join('\n');
	}

	/** Returns the advice for an AI model. The project comes first, because the end of a long text may be cut. */
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
	 * Returns a copy of the error that also says where it happened: `the project Acme (a1)`.
	 *
	 * @param missing the name of the data that could not be read, such as `Acme`
	 */
	copyWithPlace(place: string, missing: string): DescribedError {
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

/** An error of the service, or of the connection to it. */
export class ServiceError extends DescribedError {
	/** The wait that the service asks for, in milliseconds. */
	retryAfter?: number;

	/** @param advice first what the error means, then what to do */
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

	/** Returns a copy in which the last line of advice is replaced. */
	replaceLastAdvice(todo: Advice): ServiceError {
		return this.copyWith([...this.advice.slice(0, -1), todo]);
	}

	protected override copyWith(advice: readonly Advice[], places = this.places): ServiceError {
		const copy = new ServiceError(this.message, advice, this.status, places);
		copy.retryAfter = this.retryAfter;
		return copy;
	}
}

export function getMissingDataName(error: Error): string {
	return error instanceof DescribedError ? error.missingData : 'Some data';
}

/** @throws the value itself if it is no DescribedError. Then it is a bug of this package */
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

/** Turns an error into an n8n error. Returns n8n errors as they are, because n8n would ignore a wrapper around them. */
export function asNodeError(
	node: INode,
	cause: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	const error = asError(cause);
	if (!(error instanceof DescribedError)) return new NodeOperationError(node, error, { itemIndex });
	// An AI model sees only the message of an error (tried). So the message contains the advice, too.
	const isTool = node.type.endsWith('Tool');
	const message = isTool ? errorTextForModel(error) : error.message;
	const description = isTool ? undefined : error.description;
	if (!(error instanceof ServiceError)) {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const httpCode = error.status?.toString();
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}

const REOPEN = 'Open the list again later, or enter the name or ID instead.';

/** Returns an error for a list in the editor. The editor shows a description only if the error is a NodeApiError. */
export function asListError(node: INode, cause: unknown): NodeApiError | NodeOperationError {
	if (!(cause instanceof DescribedError)) return asNodeError(node, cause);
	// A list has a 'Timeout' and a 'Max Wait' of its own.
	const isTooSlow =
		cause instanceof ServiceError && /'(?:Timeout|Max Wait)'/.test(cause.description);
	const { message, description } = isTooSlow ? cause.replaceLastAdvice(REOPEN) : cause;
	return new NodeApiError(node, {}, { message, description });
}

/** The maximum length of an error for an AI model, in characters. This is also the minimum of 'Max Output Size'. */
const MAX_ERROR_LENGTH = 1000;

export function errorTextForModel(error: Error): string {
	const advice = error instanceof DescribedError ? error.forModel : '';
	const text = advice === '' ? error.message : `${error.message.replace(/\.?$/, '.')} ${advice}`;
	return excerpt(text, MAX_ERROR_LENGTH);
}
