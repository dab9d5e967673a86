import type { ApiName } from '../api';

/** What the answer to a request is expected to be. */
export interface ExpectedAnswer {
	readonly api: ApiName;
	/** The names under which the service may have put the list, such as `prompts`. */
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
}
