/** The ways a list can be wrapped; only `projects` of the GEO API has a known one (public). */
export const ENVELOPES = [
	'data',
	'items',
	'results',
	'array',
	'resource',
	'nested',
	'object',
	'empty',
	'text',
	'html',
] as const;
/** The ways the total of a list can be right, wrong or missing. */
export const TOTALS = ['exact', 'none', 'zero', 'tooHigh', 'tooLow'] as const;
/**
 * The forms `projects` of whoami can take; an array whose entries have an `id` is the known one
 * (spec).
 */
export const PROJECT_FORMS = ['named', 'unnamed', 'numeric', 'object', 'none'] as const;
/** The forms error bodies can take; the real one is unknown. */
export const ERROR_SHAPES = [
	'detail',
	'message',
	'error',
	'errorMessage',
	'errors',
	'html',
	'text',
] as const;
/** The forms of the Retry-After header; whether the service sends one is unknown. */
export const RETRY_AFTER_FORMS = ['seconds', 'date', 'none'] as const;

export type Envelope = (typeof ENVELOPES)[number];
export type TotalForm = (typeof TOTALS)[number];
export type ProjectForm = (typeof PROJECT_FORMS)[number];
export type ErrorShape = (typeof ERROR_SHAPES)[number];
export type RetryAfterForm = (typeof RETRY_AFTER_FORMS)[number];

/** At most `requests` requests in every window of `perMs` milliseconds, over all keys together. */
export interface RateLimit {
	requests: number;
	perMs: number;
	/** Default `seconds`. */
	retryAfter?: RetryAfterForm;
}

/**
 * Everything about the stand-in that can be changed while it runs. For optional members, null means
 * off.
 */
export interface Behaviour {
	/** Milliseconds every answer waits. */
	latencyMs: number;
	rateLimit?: RateLimit | null;
	envelope: Envelope;
	total: TotalForm;
	/** The most records of one page, whatever the request asks for. */
	pageCap?: number | null;
	/** Pages always have `defaultPageSize` records. */
	ignoreLimit: boolean;
	/** Every page is the first one. */
	ignoreOffset: boolean;
	/** Records that leave the front of a list after each of its pages. */
	shrinkWhileRead?: number | null;
	/** Records that join the front of a list after each of its pages. */
	growWhileRead?: number | null;
	/** Filters, dates or the order that a request asks for make no difference, and nothing of them is refused. */
	ignoreFilters: boolean;
	ignoreDates: boolean;
	ignoreSort: boolean;
	/** Names of metrics, dimensions and measures that it does not know make no difference either. */
	ignoreUnknown: boolean;
	/** Only what is documented is there: no totals, no report without a dimension, no other measures. */
	documentedOnly: boolean;
	/** The size of a page when the request does not say. */
	defaultPageSize: number;
	projects: ProjectForm;
	errorShape: ErrorShape;
	/** Error answers repeat the key they received, to test that nobody passes it on. */
	echoKey: boolean;
	/** Share of requests, 0 to 1, that fail at random (repeatable: drawn from the seed). */
	failRate: number;
	/** Whether every request is checked against the strict contract. */
	contract: boolean;
}

/** A service without flaws. */
export const DEFAULT_BEHAVIOUR: Readonly<Behaviour> = {
	latencyMs: 0,
	envelope: 'data',
	total: 'exact',
	ignoreLimit: false,
	ignoreOffset: false,
	ignoreFilters: false,
	ignoreDates: false,
	ignoreSort: false,
	ignoreUnknown: false,
	documentedOnly: false,
	defaultPageSize: 50,
	projects: 'named',
	errorShape: 'detail',
	echoKey: false,
	failRate: 0,
	contract: true,
};
