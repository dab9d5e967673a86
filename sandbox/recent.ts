/** Returns what is known under a key, and makes it on first use. */
export function madeOnce<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
	let value = known.get(key);
	if (value === undefined) known.set(key, (value = make()));
	return value;
}

/** How many results are kept. */
const MOST = 24;

/** Keeps the latest results of what takes long. */
export class Recent<Result> {
	private readonly results = new Map<string, Result>();

	/** Returns what is kept under a key, and makes it on first use. */
	getOrMake(key: string, make: () => Result): Result {
		const result = this.results.get(key) ?? make();
		this.results.delete(key);
		this.results.set(key, result);
		const [oldest] = this.results.keys();
		if (this.results.size > MOST && oldest !== undefined) this.results.delete(oldest);
		return result;
	}
}
