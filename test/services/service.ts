import type { OnError } from 'n8n-workflow';

/** The lists that are read: GEO → Prompt → Get Many, and Agents → Task → Query, which has no pages. */
export type ListName = 'prompts' | 'tasks';

/** What tells records apart. The first one is the ordinary one, here and in all tables below. */
export const IDS = [
	...['own', 'id', 'number', 'beyond', 'perDay', 'none', 'repeating', 'alike'],
] as const;

/** Where the list is in a response. */
export const ENVELOPES = [
	...['data', 'own', 'array', 'items', 'results', 'records', 'data.items', 'data.own', 'requestId'],
	...['result.rows', 'graphql', 'mapById', 'unusual', 'columns', 'headerRow', 'text'],
] as const;

/** Where the number of records is. A response that is an array only has headers. */
export const TOTALS_AT = [
	...['total', 'total_count', 'meta.total', 'pagination.total', 'X-Total-Count'],
] as const;

/** What the number of records says: the truth, the records of this page, too many, too few. */
export const TOTALS_SAY = ['all', 'page', 'tooMany', 'tooFew'] as const;

/** Where it is said whether more records follow. */
export const MORE_AT = [
	...[
		'has_more',
		'hasNextPage',
		'pagination.has_more',
		'next',
		'links.next',
		'next_cursor',
		'Link',
	],
] as const;

/** Whether what is said of more records is true. */
export const MORE_SAYS = ['right', 'always', 'never'] as const;

/** What comes for a page after the last one. */
export const ENDS = [
	...['empty', 'noContent', 'object', 'dataObject', 'null', '404', '416', '422'],
	...['lastAgain', 'firstAgain'],
] as const;

/** How a service refuses with the status 200, without the list or with an empty one. */
export const REFUSALS = [
	...['success', 'successEmpty', 'ok', 'okEmpty', 'errorText', 'errorTextEmpty', 'errorTextNull'],
	...['errorObject', 'errorObjectEmpty', 'errors', 'errorsEmpty', 'status', 'statusEmpty'],
	'statusCode',
] as const;

/** What says beside records that something failed. */
export const ERRORS_BESIDE = ['errorBeside', 'okBeside'] as const;

/** How a response fails that is no refusal. */
export const FAULTS = ['500', '403', 'cut', 'reset', 'notANumber'] as const;

export const TROUBLES = [...REFUSALS, ...ERRORS_BESIDE, ...FAULTS] as const;

/**
 * What the records are sorted out by before a page is taken; `cursorOnly` has nothing at an offset, and
 * `cursor` does not look at it.
 */
export const PAGES_BY = ['offset', 'nothing', 'page', 'cursor', 'cursorOnly'] as const;

/** What changes in the list while it is read. */
export const MOVES = ['insertFirst', 'deleteFirst', 'insertLast', 'deleteLast', 'replace'] as const;

export type Trouble = (typeof TROUBLES)[number];
export type End = (typeof ENDS)[number];

/** A service with one list, as plain data. */
export interface Service {
	/** Records at the start. */
	readonly size: number;
	readonly ids: (typeof IDS)[number];
	/** What has a time or an ID that is different in every answer. */
	readonly volatile: 'nothing' | 'answer' | 'record';
	readonly envelope: (typeof ENVELOPES)[number];
	/** What else is in every answer: nothing, `success: true` and the like, or other lists. */
	readonly beside: 'nothing' | 'success' | 'lists';
	readonly pagesBy: (typeof PAGES_BY)[number];
	readonly ignoresLimit: boolean;
	/** Most records in an answer, `null` for no maximum. */
	readonly cap: number | null;
	readonly total: {
		readonly at: (typeof TOTALS_AT)[number];
		readonly says: (typeof TOTALS_SAY)[number];
		readonly isText: boolean;
	} | null;
	readonly more: {
		readonly at: (typeof MORE_AT)[number];
		readonly says: (typeof MORE_SAYS)[number];
	} | null;
	readonly end: End;
	/** A page that fails every time it is requested. */
	readonly trouble: { readonly form: Trouble; readonly page: number } | null;
	/** A change after so many answers. */
	readonly move: {
		readonly what: (typeof MOVES)[number];
		readonly after: number;
		readonly count: number;
	} | null;
	readonly order: 'stable' | 'shuffled';
}

/** How the list is read. */
export interface Reading {
	readonly list: ListName;
	/** `null` for Return All. */
	readonly limit: number | null;
	/** `null` for the default of the node. */
	readonly pageSize: number | null;
	readonly onError: OnError;
}

/** A service and a run against it. */
export interface Case {
	readonly service: Service;
	readonly reading: Reading;
}

/** A service without anything odd. */
export const ORDINARY: Service = {
	size: 3,
	ids: 'own',
	volatile: 'nothing',
	envelope: 'data',
	beside: 'nothing',
	pagesBy: 'offset',
	ignoresLimit: false,
	cap: null,
	total: { at: 'total', says: 'all', isText: false },
	more: null,
	end: 'empty',
	trouble: null,
	move: null,
	order: 'stable',
};

/** Return All, as a new node does it. */
export const PLAIN: Reading = {
	list: 'prompts',
	limit: null,
	pageSize: null,
	onError: 'stopWorkflow',
};

/** Returns what a response with trouble is: refused, failed, or with an error beside its records. */
export function kindOf(form: Trouble): 'beside' | 'failed' | 'refused' {
	if (REFUSALS.some((refusal) => refusal === form)) return 'refused';
	return ERRORS_BESIDE.some((beside) => beside === form) ? 'beside' : 'failed';
}

/** Where it is said whether more records follow, if anywhere. */
export function moreAt({ more, pagesBy }: Service): (typeof MORE_AT)[number] | undefined {
	return more?.at ?? (pagesBy.startsWith('cursor') ? 'next_cursor' : undefined);
}

/** Whether what comes after the end has the same form as the pages before. */
export function isListAfterEnd({ end }: Service): boolean {
	return end === 'empty' || end === 'lastAgain' || end === 'firstAgain';
}
