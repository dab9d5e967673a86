import { ServiceError } from '../errors';
import type { Remark } from './readAnswer';

/** The list changed between two pages. */
export const MOVED: Remark = {
	kind: 'moved',
	message:
		'The list changed while it was read page by page, so some records may be missing. ' +
		'Run the node again to be sure.',
};

/** A full first page came without a cursor, where pages are asked for by one. */
export const NO_CURSOR: Remark = {
	kind: 'gap',
	message:
		"The first page is full and holds no cursor for the next one, so records may be missing. Check 'Next Cursor At'.",
};

/** Records are missing, by what the service says. */
export function gapRemark(count: number, total: number | undefined, isPaged: boolean): Remark {
	const said =
		total !== undefined && total > count
			? `The service says that there are ${total} records, but it has sent ${count}.`
			: `The service says that there are more than the ${count} records that it has sent.`;
	const advice = isPaged
		? 'The others are missing in the output.'
		: "To read the others, too, set 'Pagination' to what the documentation of the endpoint says.";
	return { kind: 'gap', message: `${said} ${advice}` };
}

/** The service has stated a total that cannot be true. */
export function lowTotalRemark(count: number, total: number): Remark {
	const message = `The service says that there are ${total} records, but it has sent ${count}, so it cannot be told whether these are all.`;
	return { kind: 'note', message };
}

/** An empty page comes with words, which may say why it is empty. */
export function emptyPageRemark(count: number, words: string): Remark {
	const which = count === 0 ? 'no records' : `no more than ${count} records`;
	return { kind: 'note', message: `The service sent ${which}, and says: ${words}` };
}

/** The list does not end, or fills the memory. */
export function tooLongError(count: number): ServiceError {
	return new ServiceError(
		`The list is too long to be read whole: ${count} records and still more`,
		"Set a 'Limit', or ask for fewer records, for example with 'Filters' or a shorter 'Date Range'.",
	);
}

/** The service has sent its first page again in place of the second. */
export function repeatedRemark(count: number): Remark {
	const message =
		'The service sent the same records again instead of the next page, so it seems to ignore ' +
		`the offset. The ${count} records that it sent are in the output, each once.`;
	return { kind: 'note', message };
}

/** The service has refused a page, where it may simply have no more. */
export function refusedPageRemark(count: number, { message, status }: ServiceError): Remark {
	const words = `After ${count} records the service answered ${status} (${message}), which the node took for the end of the list.`;
	return { kind: 'note', message: words };
}

/** A page of a list was something else. */
export function noListError(): ServiceError {
	return new ServiceError(
		'The service sent an answer without a list in place of a page',
		'Run the workflow again. If it happens again, ask the support of the service.',
	);
}
