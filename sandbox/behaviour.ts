/** At most `requests` requests in every window of `perMs` milliseconds, over all keys together. */
export interface RateLimit {
	readonly requests: number;
	readonly perMs: number;
}

/** Everything about the sandbox that can be changed while it runs. */
export interface Behaviour {
	/** Milliseconds every answer waits. */
	readonly latencyMs: number;
	readonly rateLimit: RateLimit | null;
	/** Whether the total of a list is right, missing, or higher than the number of records. */
	readonly total: 'exact' | 'none' | 'tooHigh';
	/** The most records of one page, whatever the request asks for. */
	readonly pageCap: number | null;
	/** Pages always have 50 records. */
	readonly ignoreLimit: boolean;
	/** Every page is the first one. */
	readonly ignoreOffset: boolean;
	/** Filters, dates or the order that a request asks for make no difference, and nothing of them is refused. */
	readonly ignoreFilters: boolean;
	readonly ignoreDates: boolean;
	readonly ignoreSort: boolean;
	/** Names of metrics, dimensions and measures that it does not know make no difference either. */
	readonly ignoreUnknown: boolean;
	/** Error answers repeat the key they received, to test that nobody passes it on. */
	readonly echoKey: boolean;
	/** Whether every request is checked against the strict contract. */
	readonly contract: boolean;
}

/** A service without flaws. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
	latencyMs: 0,
	rateLimit: null,
	total: 'exact',
	pageCap: null,
	ignoreLimit: false,
	ignoreOffset: false,
	ignoreFilters: false,
	ignoreDates: false,
	ignoreSort: false,
	ignoreUnknown: false,
	echoKey: false,
	contract: true,
};
