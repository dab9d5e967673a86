import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { type Client, createClient, PICKER_SETTINGS, type Settings } from '../api';
import { asListError } from '../base';
import { Parameters, readConnection } from '../form';

/**
 * Finds the entries of a list in the editor.
 *
 * @param typed what the user types to search, without blanks around it; empty at first
 * @throws DescribedError with what the list shows in place of entries
 */
export type FindEntries = (
	context: ILoadOptionsFunctions,
	typed: string,
) => Promise<INodeListSearchItems[]>;

/**
 * The method behind a list in the editor.
 *
 * @throws NodeApiError or NodeOperationError if the entries cannot be found
 */
export function listSearch(find: FindEntries) {
	return async function search(
		this: ILoadOptionsFunctions,
		filter = '',
	): Promise<INodeListSearchResult> {
		try {
			return { results: await find(this, filter.trim()) };
		} catch (error) {
			throw asListError(this.getNode(), error);
		}
	};
}

/** The entries whose name or value holds what the user typed, in capitals or not. */
export function matching(
	entries: readonly INodeListSearchItems[],
	typed: string,
): INodeListSearchItems[] {
	const wanted = typed.toLowerCase();
	return entries.filter(({ name, value }) =>
		[name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
	);
}

/**
 * How a list in the editor sends its requests: as the node would, but without long waits.
 *
 * @throws DescribedError if the proxy of the node is no address
 */
export function pickerSettings(context: ILoadOptionsFunctions): Settings {
	return { ...PICKER_SETTINGS, ...readConnection(Parameters.ofTrigger(context)) };
}

/** A client for a list in the editor. */
export async function pickerClient(context: ILoadOptionsFunctions): Promise<Client> {
	return await createClient(context, pickerSettings(context));
}
