import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** The one credential of this package. */
export const CREDENTIAL = 'agentsGeoApi';

/** What n8n hands a node that may call the service. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * A function that tells whether the user has cancelled the execution; lists and polls are never
 * cancelled.
 */
export function cancellationOf(caller: Caller): () => boolean {
	const signal =
		'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
	return () => signal?.aborted === true;
}
