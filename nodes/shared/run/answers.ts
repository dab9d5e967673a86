import { type ApiRequest, APIS, MAY_HAVE_RUN } from '../api';
import { DescribedError, ServiceError } from '../base';
import type { ListQuery, ListResult, Lists } from '../reading';
import type { Place } from '../table';

/**
 * Returns a list if it is what the plan needs, with the success of an empty answer to a call.
 *
 * @param noList the error for an answer without a list, where one record makes no sense
 */
export function checkedList(
	list: ListResult,
	{ request, answerKind, paging }: Pick<ListQuery, 'answerKind' | 'paging' | 'request'>,
	noList?: DescribedError,
): ListResult {
	if (list.error !== undefined) return list;
	if (list.pages.length === 0) {
		// If anything may come back, an empty answer means success.
		const isSuccess = answerKind === 'any' && paging === undefined;
		if (!isSuccess) return { ...list, error: emptyError(request) };
		return { ...list, pages: [{ success: true }], records: [{ success: true }] };
	}
	const isMissing = list.isNoList === true && noList !== undefined;
	return isMissing ? { ...list, records: [], pages: [], notices: [], error: noList } : list;
}

function emptyError({ api, effect }: ApiRequest): ServiceError {
	const { title, baseUrlLabel } = APIS[api];
	return new ServiceError(
		`The ${title} returned an empty response`,
		effect === 'read'
			? `Run the workflow again. If this keeps happening, check '${baseUrlLabel}' in the credential.`
			: MAY_HAVE_RUN,
	);
}

const GO_ON =
	"To get the other projects that can be read, set 'On Error' under 'Settings' to 'Continue'.";

/**
 * Returns an error if the other reads go on.
 *
 * @throws the error if they do not
 */
export function throwOrKeep(error: Error, { project }: Place, { continuesOnError }: Lists): Error {
	if (continuesOnError) return error;
	throw project !== undefined && error instanceof DescribedError ? error.with(GO_ON) : error;
}
