import { jsonParse, type JsonValue } from 'n8n-workflow';

/** The JSON in a text; `undefined` if there is none. */
export function parse(text: string): JsonValue | undefined {
	try {
		return jsonParse<JsonValue>(text);
	} catch {
		return undefined;
	}
}

/** JSON without needless escapes (`\/`, `\u002d`), behind which a mask would not see the key. */
export function unescaped(text: string): string {
	if (!/\\(\/|u00[2-7])/i.test(text)) return text;
	const body = parse(text);
	return body === undefined ? text : JSON.stringify(body);
}

/** The code of a network error, which n8n wraps into an error of its own. */
export function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const inner = codeOf(error.cause);
	return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}
