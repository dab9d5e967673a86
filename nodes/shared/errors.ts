/**
 * Something that went wrong, told in the user's terms and free of secrets. Every room of this
 * package throws this; only the node turns it into n8n's own error, where the item is known.
 */
export class DescribedError extends Error {
	/**
	 * @param message what happened
	 * @param description what to do about it
	 */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = new.target.name;
	}

	/** The same problem with one more line of what to do, or of where it happened. */
	with(line: string): DescribedError {
		return new DescribedError(this.message, `${this.description}\n${line}`);
	}
}

/** A problem with what the service answered, or with reaching it. */
export class ServiceError extends DescribedError {
	/**
	 * @param message what happened, in the service's own words where it has some
	 * @param description what it means and what to do about it
	 * @param status the HTTP status; none where there was no answer
	 */
	constructor(
		message: string,
		description: string,
		readonly status?: number,
	) {
		super(message, description);
	}

	override with(line: string): ServiceError {
		return new ServiceError(this.message, `${this.description}\n${line}`, this.status);
	}
}

/** The same error with where it happened. One that is not described stays as it is. */
export function withPlace(error: Error, place: string): Error {
	return error instanceof DescribedError ? error.with(`This happened in the ${place}.`) : error;
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
