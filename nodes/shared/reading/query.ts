import type { ApiRequest } from '../api';
import type { Paging } from './paging';

/** What the node knows about an answer before the request. */
export interface ExpectedAnswer {
	/** Without the fields for the page. */
	readonly request: ApiRequest;
	/** With `any`, an object is a record unless it only wraps a list. */
	readonly answerKind: 'any' | 'list' | 'record';
	/** Names that the list may have in the answer, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The path that the user entered in 'Records At'. */
	readonly recordsAt?: string;
}

export interface ListQuery extends ExpectedAnswer {
	/** Without it, the node requests one page. */
	readonly paging?: Paging;
	/** Whether the node has the option Pagination, so that a notice may name it. */
	readonly offersPaging?: boolean;
	/** The most records; `Infinity` for all. */
	readonly limit: number;
	/** The names that the ID of a record may have. */
	readonly idFields: readonly string[];
	/** The documented maximum of the service. */
	readonly maxPageSize?: number;
}

/** Whether the request may change data. */
export function isWrite({ request }: ExpectedAnswer): boolean {
	return request.effect !== 'read';
}
