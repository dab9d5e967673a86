import type { ApiRequest } from '../api';
import type { Paging } from './paging';

/** What is known of an answer before it comes. */
export interface ExpectedAnswer {
	/** Without the members for the page. */
	readonly request: ApiRequest;
	/** `any` if it is not known: then an object is a record unless it does nothing but hold a list. */
	readonly answerKind: 'any' | 'list' | 'record';
	/** The service may have put the list under these names, such as `prompts`. */
	readonly listNames: readonly string[];
	/** The path that the user entered in 'Records At'. */
	readonly recordsAt?: string;
}

/** A read of a list, a report or anything else, or a call. */
export interface ListQuery extends ExpectedAnswer {
	/** Without it, there is only one page. */
	readonly paging?: Paging;
	/** Whether the node has the option Pagination. Only then may a notice name it. */
	readonly offersPaging?: boolean;
	/** The most records; `Infinity` for all. */
	readonly limit: number;
	/** The names that the ID of a record may have. */
	readonly idFields: readonly string[];
	/** The most records per page, where the service is known to take no more. */
	readonly maxPageSize?: number;
}

/** Whether the request may change something. */
export function isWrite({ request }: ExpectedAnswer): boolean {
	return request.effect !== 'read';
}
