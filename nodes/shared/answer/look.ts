import type { ApiName } from '../api';

/** Where to look for the list in an answer. */
export interface Look {
	readonly api: ApiName;
	/** The names under which the service may have put the list. */
	readonly names: readonly string[];
	/** The path that the user entered in 'Records At'; empty to find the list. */
	readonly at: string;
	/**
	 * What the endpoint returns: a `list`; one `record`, whatever is in it; or, if that is not known,
	 * `any`: then an object is a record unless it does nothing but hold a list.
	 */
	readonly kind: 'any' | 'list' | 'record';
	/** Whether the request may have changed something. */
	readonly isWrite?: boolean;
	/** The name of the list in the first page, for the pages after it. */
	readonly kept?: string;
	/** The body and the query of the request: the answer may repeat what it asks for. */
	readonly asked?: unknown;
}
