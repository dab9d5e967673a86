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

/**
 * Reads the credential.
 *
 * @throws DescribedError if the key cannot be sent, n8n's own error if the node has no credential
 */
export async function readAccess(caller: Caller): Promise<Access> {
	const credential = await caller.getCredentials(CREDENTIAL);
	const apiKey = textIn(credential, 'apiKey').trim();
	if (!/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new DescribedError(
			apiKey === ''
				? 'The credential has no API key'
				: 'The API key has blanks, line breaks or letters that a key cannot have',
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
