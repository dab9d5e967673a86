import { jsonParse, type JsonValue } from 'n8n-workflow';
import { Problem } from '../problem';

/** Deepest nesting that is sent. Nothing real comes near; beyond lies a loop or an attack. */
const DEEPEST = 64;

/**
 * JSON from a text.
 *
 * @param label the display name of the field, for the error
 * @throws Problem if the text is not JSON or nested too deep
 */
export function parseJson(text: string, label: string): JsonValue {
	return usable(
		attempt(() => jsonParse<JsonValue>(text)),
		label,
	);
}

/**
 * JSON from what an expression gave: dates become ISO text, `undefined` members go.
 *
 * @param label the display name of the field, for the error
 * @throws Problem if the value cannot be JSON or is nested too deep
 */
export function plainJson(value: unknown, label: string): JsonValue {
	return usable(
		attempt(() => jsonParse<JsonValue>(JSON.stringify(value))),
		label,
	);
}

function attempt(make: () => JsonValue): JsonValue | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}

function usable(value: JsonValue | undefined, label: string): JsonValue {
	if (value !== undefined && withinDepth(value, DEEPEST)) return value;
	throw new Problem(
		`'${label}' is not valid JSON`,
		`Correct '${label}': double quotes around names and texts, no comma after the last entry, ` +
			`no more than ${DEEPEST} levels.`,
	);
}

function withinDepth(value: JsonValue, left: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return left > 0 && Object.values(value).every((member) => withinDepth(member, left - 1));
}
