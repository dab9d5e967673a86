import type { JsonValue } from 'n8n-workflow';
import { parseWithTexts } from '../base';

/**
 * The JSON in a text; `undefined` if there is none. Numbers that JavaScript cannot hold, such as
 * integers beyond 2^53, are texts with all their digits.
 */
export function parse(text: string): JsonValue | undefined {
	try {
		return parseWithTexts(text);
	} catch {
		return undefined;
	}
}

/** Whether a text that is no JSON starts like an object or a list. */
export function isLikeJson(text: string): boolean {
	return /^\s*[{[]/.test(text);
}

/** What decides in JSON whether all that was opened is closed again. */
const BRACKETS = /\\[^]|["{}[\]]/g;

/** Whether the end of a text that starts like JSON is missing: a bracket or a quote is still open. */
export function isCutShort(text: string): boolean {
	let depth = 0;
	let isInText = false;
	for (const [sign] of text.matchAll(BRACKETS)) {
		if (sign === '"') isInText = !isInText;
		else if (!isInText && sign.length === 1) depth += '{['.includes(sign) ? 1 : -1;
	}
	return isLikeJson(text) && (isInText || depth > 0);
}

/** Whether a text is a web page, or starts like one. */
export function isPage(text: string): boolean {
	return /^\s*</.test(text);
}

/** Any escape in JSON, with the code of the character if that is plain ASCII. */
const ESCAPES = /\\(?:u00([2-7][0-9a-f])|[^])/gi;

/**
 * JSON without needless escapes (`\/`, `\u002d`), behind which a mask would not see the key. Nothing
 * else in it changes, not even if it is cut short.
 */
export function unescaped(text: string): string {
	// Quick: most answers have no escape at all.
	if (!text.includes('\\')) return text;
	return text.replace(ESCAPES, (escape: string, code?: string) => {
		if (code === undefined) return escape === '\\/' ? '/' : escape;
		return JSON.stringify(String.fromCharCode(parseInt(code, 16))).slice(1, -1);
	});
}

/** The code of a network error, which n8n wraps into an error of its own. */
export function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = codeOf(error.cause);
	return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}
