import { type Advice, joinedAdvice } from './advice';

/**
 * Something that went wrong, told in the user's terms and free of secrets. Every room of this
 * package throws this; only the node turns it into n8n's own error, where the item is known.
 */
export class DescribedError extends Error {
	/**
	 * @param message what happened
	 * @param description what to do about it
	 * @param forModel the same for the model of an AI agent, if it can do something else than people
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly forModel = description,
	) {
		super(message);
		this.name = new.target.name;
	}

	/** The same problem with one more line of what to do, or of where it happened. */
	with(line: Advice | string): DescribedError {
		const { forPeople, forModel } = joinedAdvice([this.advice, line]);
		return new DescribedError(this.message, forPeople, forModel);
	}

	protected get advice(): Advice {
		return { forPeople: this.description, forModel: this.forModel };
	}
}

/** A problem with what the service answered, or with reaching it. */
export class ServiceError extends DescribedError {
	/**
	 * @param message what happened, in the service's own words where it has some
	 * @param description what it means and what to do about it
	 * @param status the HTTP status; none where there was no answer
	 * @param forModel as for a `DescribedError`
	 */
	constructor(
		message: string,
		description: string,
		readonly status?: number,
		forModel = description,
	) {
		super(message, description, forModel);
	}

	override with(line: Advice | string): ServiceError {
		const { forPeople, forModel } = joinedAdvice([this.advice, line]);
		return new ServiceError(this.message, forPeople, this.status, forModel);
	}
}

/** The same error with where it happened. One that is not described stays as it is. */
export function withPlace(error: Error, place: string): Error {
	return error instanceof DescribedError ? error.with(`This happened in ${place}.`) : error;
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
