import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** The one credential of this package. */
export const CREDENTIAL = 'agentsGeoApi';

/** What n8n hands a node that may call the service. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The signal that the user has cancelled the execution; lists and polls are never cancelled. */
export function cancelSignalOf(caller: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in caller ? caller.getExecutionCancelSignal() : undefined;
}
