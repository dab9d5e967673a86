import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { type Client, createClient, PICKER_SETTINGS, type Settings } from '../api';
import { Parameters, readConnection } from '../form';

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
