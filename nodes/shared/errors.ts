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

	/** The same problem with one more line of what to do. */
	with(advice: string): ServiceError {
		return new ServiceError(this.message, `${this.description}\n${advice}`, this.status);
	}
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
