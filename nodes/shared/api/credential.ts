import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { DescribedError } from '../base';

export const CREDENTIAL_NAME = 'agentsGeoApi';

export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface CredentialAccess {
	/** The decrypted credential. Its key has no blanks or invisible characters around it. */
	readonly credential: ICredentialDataDecryptedObject;
	/** The hosts to which n8n may send a request. `undefined` without a restriction. */
	readonly allowedDomains?: string;
	readonly mask: (text: string) => string;
}

/** Blanks around a key, and characters that n8n's HTTP client removes from headers, such as a zero-width space. */
export const CHARACTERS_REMOVED_FROM_KEY =
	/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$|[^\x20-\x7e\xa0-\xff]/gu;

/** A key under 8 characters is unusable, because masking such a short text would damage answers. */
const KEY_PROBLEMS: ReadonlyArray<readonly [pattern: RegExp, message: string]> = [
	[/^$/, 'The credential has no API key, or its expression gives none here'],
	[/[^\x21-\x7e]/, 'The API key has blanks or letters that a key cannot have'],
	[/^.{0,7}$/, 'The API key is not complete: it has fewer than 8 characters'],
];

/** A hidden field of the credential. It is `false` if the credential is the same for all input items. */
export const DEPENDS_ON_ITEM_FIELD = 'dependsOnItem';

export const IGNORE_SSL_FIELD = 'allowUnauthorizedCerts';

/**
 * Reads the credential. Each call queries n8n's database.
 *
 * @param itemIndex missing for triggers and for lists in the editor, which have no input item
 * @throws n8n's own error if there is no credential or an expression fails
 * @throws DescribedError if an expression needs an input item and there is none
 */
export async function readCredential(
	caller: Caller,
	itemIndex?: number,
): Promise<ICredentialDataDecryptedObject> {
	return await caller.getCredentials(CREDENTIAL_NAME, itemIndex).catch((error: unknown) => {
		throw itemIndex === undefined && error instanceof ExpressionError ? NO_INPUT_ITEM_ERROR : error;
	});
}

export function dependsOnItem(credential: ICredentialDataDecryptedObject): boolean {
	return credential[DEPENDS_ON_ITEM_FIELD] !== false;
}

/** Returns a trimmed text, empty if the field has no value. */
export function credentialText(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * @throws DescribedError if the API key is missing, too short, or has characters that cannot be sent, or if the
 * credential restricts the hosts and names none
 */
export function prepareCredential(credential: ICredentialDataDecryptedObject): CredentialAccess {
	const apiKey = credentialText(credential, 'apiKey').replace(CHARACTERS_REMOVED_FROM_KEY, '');
	const [, problem] = KEY_PROBLEMS.find(([pattern]) => pattern.test(apiKey)) ?? [];
	if (problem !== undefined) {
		throw new DescribedError(
			problem,
			"Open the credential and enter the 'API Key' again: API Dashboard → Reveal API Key. If it is an expression, check the field that it takes from the input item instead: triggers, and lists in the editor, have no input item.",
		);
	}
	return {
		credential: { ...credential, apiKey },
		allowedDomains: readAllowedDomains(credential),
		mask: createMask(apiKey),
	};
}

/** Reads the fields that n8n adds to each credential. They also hold for the test of the credential. */
function readAllowedDomains(credential: ICredentialDataDecryptedObject): string | undefined {
	if (credential.allowedHttpRequestDomains !== 'domains') return undefined;
	const domains = credentialText(credential, 'allowedDomains');
	if (domains !== '') return domains;
	throw new DescribedError(
		"The credential has no 'Allowed Domains', so no request may be sent",
		"Open the credential and fill in 'Allowed Domains', or set 'Allowed HTTP Request Domains' to All.",
	);
}

const NO_INPUT_ITEM_ERROR = new DescribedError(
	'The credential has an expression that needs an input item',
	'Triggers, and lists in the editor, have no input item. Choose a credential with fixed values, or enter IDs instead of choosing from a list.',
);

const MASK = '*****';

/** Returns a function that masks a secret, whether it is plain, percent-encoded or JSON-escaped. */
export function createMask(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret);
	const lowerCaseEncoded = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const json = JSON.stringify(secret).slice(1, -1);
	const forms = new Set([secret, encoded, lowerCaseEncoded, json]);
	return (text) => {
		let masked = text;
		for (const form of forms) masked = masked.replaceAll(form, MASK);
		return masked;
	};
}
