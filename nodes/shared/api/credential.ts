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
	/** The decrypted credential. Blanks and invisible characters around its key are removed. */
	readonly credential: ICredentialDataDecryptedObject;
	/** The hosts to which n8n may send a request. `undefined` if all hosts are allowed. */
	readonly allowedDomains?: string;
	readonly mask: (text: string) => string;
}

/**
 * Matches blanks around a key, and characters that n8n's HTTP client removes from headers, such as a zero-width space.
 */
export const CHARACTERS_REMOVED_FROM_KEY =
	/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$|[^\x20-\x7e\xa0-\xff]/gu;

/** The minimum length of a secret to mask. A shorter one may also be an ordinary word in a response. */
const MIN_SECRET_LENGTH = 8;

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
 * @param itemIndex `undefined` for triggers and for lists in the editor, which have no input item
 * @throws n8n's own error if there is no credential
 * @throws n8n's own error if an expression fails
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

/** Reads a text field and trims it. Returns `''` if the field has no value. */
export function credentialText(credential: ICredentialDataDecryptedObject, field: string): string {
	const value = credential[field];
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * @throws DescribedError if the API key is missing or not valid
 * @throws DescribedError if the user allows only some domains, but names none
 */
export function prepareCredential(
	credential: ICredentialDataDecryptedObject,
	proxyPassword = '',
): CredentialAccess {
	const { apiKey: key } = credential;
	// An expression may take a key of digits from a sheet as a number.
	const text = typeof key === 'number' ? String(key) : credentialText(credential, 'apiKey');
	const apiKey = text.replace(CHARACTERS_REMOVED_FROM_KEY, '');
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
		mask: createMask(apiKey, ...(proxyPassword.length < MIN_SECRET_LENGTH ? [] : [proxyPassword])),
	};
}

/**
 * Reads 'Allowed Domains', a field that n8n adds to each credential. Returns `undefined` if all domains are allowed.
 *
 * @throws DescribedError if the user allows only some domains, but names none
 */
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

/**
 * The maximum length of a secret of which escaped forms are masked, too. A longer regular expression could be too
 * large.
 */
const MAX_MASKED_LENGTH = 500;

/**
 * Returns a function that replaces secrets in a text with `*****`. It also finds them in base64, and with characters
 * escaped as in JSON, URLs or HTML.
 */
function createMask(...secrets: readonly string[]): (text: string) => string {
	const forms = secrets.flatMap((secret) => {
		if (secret.length > MAX_MASKED_LENGTH) return [escapeRegExp(secret)];
		return [Array.from(secret, characterPattern).join(''), ...base64Patterns(secret)];
	});
	const pattern = new RegExp(forms.join('|'), 'gi');
	return (text) => text.replace(pattern, MASK);
}

const escapeRegExp = (text: string) => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');

/** Returns a pattern for a character and its escapes: `-`, `\u002d`, `%2D`, `%252d`, `&#45;` and `&#x2d;`. */
function characterPattern(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	const json = String.raw`\\{0,8}(?:${escapeRegExp(character)}|u${hex.padStart(4, '0')})`;
	const bytes = [...Buffer.from(character)];
	const url = bytes.map((byte) => `%(?:25){0,4}${byte.toString(16)}`).join('');
	return `(?:${json}|${url}|&(?:amp;){0,4}#(?:0{0,8}${code}|x0{0,8}${hex});)`;
}

/**
 * Returns the three forms that a secret can have in a longer text in base64. They depend on where the secret starts.
 */
function base64Patterns(secret: string): string[] {
	return [0, 1, 2].map((shift) => {
		const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
		const [start, end] = [Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		const characters = bytes.toString('base64').slice(start, end);
		return characters.replace(/\+/g, '[+-]').replace(/\//g, String.raw`\\{0,8}[/_]`);
	});
}
