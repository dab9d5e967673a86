import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { DescribedError } from '../base';

/** The one credential of this package. */
export const CREDENTIAL = 'agentsGeoApi';

/** What n8n hands a node that may call the service. */
export type Caller = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What the credential holds, ready to use. */
export interface Access {
	/** As n8n decrypted it, with the key as it is sent. */
	readonly credential: ICredentialDataDecryptedObject;
	/** Takes the key out of any text. */
	readonly mask: (text: string) => string;
}

/**
 * What a key cannot have, such as a zero-width space that was copied along. Requests go out without it,
 * that of the credential's test, too: n8n's HTTP client would take some of these characters out there.
 */
export const NOT_IN_A_KEY = /[^\x21-\x7e]/g;

/**
 * The fewest characters of a key. A shorter one is not complete, and to take it out of answers would
 * spoil whatever has it in it.
 */
const SHORTEST_KEY = 8;

/** The field of the credential that says whether it may be another one for another input item. */
export const DEPENDS_ON_ITEM = 'dependsOnItem';

/**
 * Reads the credential: a query to n8n's database.
 *
 * @param itemIndex the input item that expressions in it are about; triggers and lists have none
 * @throws n8n's own error if the node has no credential or an expression in it fails, DescribedError
 * if one needs an item and there is none
 */
export async function readCredential(
	caller: Caller,
	itemIndex?: number,
): Promise<ICredentialDataDecryptedObject> {
	return await caller.getCredentials(CREDENTIAL, itemIndex).catch((error: unknown) => {
		throw itemIndex === undefined && error instanceof ExpressionError ? NO_ITEM : error;
	});
}

/** Whether expressions in the credential may give something else for another input item. */
export function dependsOnItem(credential: ICredentialDataDecryptedObject): boolean {
	return credential[DEPENDS_ON_ITEM] !== false;
}

/** The text in a field of the credential, without blanks around it; empty if there is none. */
export function textIn(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * Makes a credential ready to use.
 *
 * @throws DescribedError if the key cannot be sent
 */
export function accessWith(credential: ICredentialDataDecryptedObject): Access {
	const apiKey = textIn(credential, 'apiKey').replace(NOT_IN_A_KEY, '');
	if (apiKey.length < SHORTEST_KEY) {
		throw new DescribedError(
			apiKey === ''
				? 'The credential has no API key, or its expression gives none here'
				: `The API key is not complete: it has fewer than ${SHORTEST_KEY} characters`,
			"Open the credential and enter the 'API Key' again: API Dashboard → Reveal API Key. If it is an expression, check the field that it takes from the input item instead: triggers, and lists in the editor, have no input item.",
		);
	}
	return { credential: { ...credential, apiKey }, mask: masking(apiKey) };
}

const NO_ITEM = new DescribedError(
	'The credential has an expression that needs an input item',
	'Triggers, and lists in the editor, have no input item. Choose a credential with fixed values, or enter IDs instead of choosing from a list.',
);

/** What stands where a secret was. */
const MASK = '*****';

/**
 * A function that takes the secret out of any text: as it is, percent-encoded and JSON-escaped. Other
 * encodings stay, since nobody has seen a service write a key back in them.
 *
 * @param secret the API key, which has at least eight plain characters
 */
export function masking(secret: string): (text: string) => string {
	const encoded = encodeURIComponent(secret);
	const inSmallLetters = encoded.replace(/%../g, (escape) => escape.toLowerCase());
	const json = JSON.stringify(secret).slice(1, -1);
	const forms = new Set([secret, encoded, inSmallLetters, json]);
	return (text) => {
		let masked = text;
		for (const form of forms) masked = masked.replaceAll(form, MASK);
		return masked;
	};
}
