import { type ApiRequest, APIS, MAY_HAVE_RUN } from '../api';
import { DescribedError, ServiceError } from '../base';
import type { ListQuery, ListResult, Lists } from '../reading';
import type { Place } from '../table';

/** Adds an error to an unusable list, and `success: true` to an empty answer to a call. */
export function checkedList(
	list: ListResult,
	{ request, answerKind, paging }: Pick<ListQuery, 'answerKind' | 'paging' | 'request'>,
	noList?: DescribedError,
): ListResult {
	if (list.error !== undefined) return list;
	if (list.pages.length === 0) {
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

/** Returns the error if other reads go on; otherwise throws it. */
export function throwOrKeep(error: Error, { project }: Place, { continuesOnError }: Lists): Error {
	if (continuesOnError) return error;
	throw project !== undefined && error instanceof DescribedError ? error.with(GO_ON) : error;
}
