import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { DescribedError } from '../errors';
import { type ApiName, APIS } from './apis';
import { type Caller, CREDENTIAL } from './caller';
import { masking } from './masking';

/** What the credential holds, ready to use. */
export interface Access {
	/** As n8n decrypted it, with the key as it is sent. */
	readonly credential: ICredentialDataDecryptedObject;
	readonly baseUrls: Readonly<Record<ApiName, string>>;
	/** Takes the key out of any text. */
	readonly mask: (text: string) => string;
}

/** Shorter ones are no keys, and to take them out of answers would spoil whatever has them in it. */
const SHORTEST_KEY = 8;

/** Why a key cannot be one. */
const PROBLEMS: ReadonlyArray<{ found: (apiKey: string) => boolean; message: string }> = [
	{ found: (apiKey) => apiKey === '', message: 'The credential has no API key' },
	{
		found: (apiKey) => !/^[\x21-\x7e]+$/.test(apiKey),
		message: 'The API key has blanks, line breaks or letters that a key cannot have',
	},
	{
		found: (apiKey) => apiKey.length < SHORTEST_KEY,
		message: `The API key is not complete: it has fewer than ${SHORTEST_KEY} characters`,
	},
];

/**
 * Reads the credential.
 *
 * @throws DescribedError if the key cannot be one, n8n's own error if the node has no credential
 */
export async function readAccess(caller: Caller): Promise<Access> {
	const credential = await caller.getCredentials(CREDENTIAL);
	const apiKey = textIn(credential, 'apiKey').trim();
	const problem = PROBLEMS.find(({ found }) => found(apiKey));
	if (problem !== undefined) {
		throw new DescribedError(
			problem.message,
			"Open the credential and enter the 'API Key' again: API Dashboard → Reveal API Key.",
		);
	}
	return {
		credential: { ...credential, apiKey },
		baseUrls: {
			agents: textIn(credential, APIS.agents.baseUrlField),
			geo: textIn(credential, APIS.geo.baseUrlField),
		},
		mask: masking(apiKey),
	};
}

function textIn(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value : '';
}
