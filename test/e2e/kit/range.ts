import { NEWEST, OLDEST } from '../../../dev/paths';

/** Whether this is the nightly run, which takes everything. */
export const IS_NIGHTLY = process.env.NIGHTLY !== undefined;

/** A version of n8n: where it is installed, and the settings that it needs. */
export interface Version {
	readonly title?: string;
	readonly folder?: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** Both ends of the range of versions that the README names, and what differs between them. */
export const VERSIONS = [
	{
		title: 'the oldest n8n',
		folder: OLDEST,
		// n8n refuses to start when this names a module that it does not have.
		env: { N8N_DISABLED_MODULES: 'insights' },
		wrongKey: 'check your credentials',
		agentVersion: 3,
		// A tool that fails ends the run, unless it is told to continue.
		onError: { goesOn: 'continueRegularOutput', ends: undefined },
	},
	{
		title: 'the newest n8n',
		folder: NEWEST,
		env: {},
		wrongKey: 'API key is missing or invalid',
		agentVersion: 3.1,
		// The other way round.
		onError: { goesOn: undefined, ends: 'stopWorkflow' },
	},
] as const;

/** Both of them in the nightly run, only the newest at every push. */
export const RANGE = VERSIONS.filter(({ folder }) => IS_NIGHTLY || folder === NEWEST);
