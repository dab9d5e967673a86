import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isIdName, isObject } from '../base';
import { flattenRecords, isPlain, leavesIn, STEP } from './flatten';

/** The most characters of a text where a record is to be short. */
const LONGEST_TEXT = 300;

/** The start of a text, with an ellipsis if there is more. No character is cut in half. */
export function excerpt(text: string, length = LONGEST_TEXT): string {
	if (text.length <= length) return text;
	const start = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}

/**
 * Records as rows that are short, whatever is in them: nested objects become columns, lists of
 * objects their number (`answers_count`), lists of plain values text, and long texts excerpts. If a
 * record has a field of such a name itself, the column gets a number: `answers_count_2`.
 *
 * @param length the most characters of a text
 */
export function condenseRecords(
	records: readonly JsonObject[],
	length = LONGEST_TEXT,
): JsonObject[] {
	const counted = new Set<string>();
	for (const record of records) {
		for (const [path, value] of leavesIn(record)) {
			if (Array.isArray(value) && !isPlain(value)) counted.add(path);
		}
	}
	return flattenRecords(records, ([path, value]) => {
		const isCounted = counted.has(path) && (value === null || Array.isArray(value));
		if (isCounted) return [`${path}${STEP}count`, value?.length ?? null];
		// The start of an ID would be the ID of nothing.
		return [path, typeof value === 'string' && isIdName(path) ? value : shortened(value, length)];
	});
}

function shortened(value: JsonValue, length: number): JsonValue {
	if (typeof value === 'string') return excerpt(value, length);
	if (Array.isArray(value)) return excerpt(joined(value), length);
	return isObject(value) ? '' : value;
}

/** Plain values as text. With a blank after each comma, numbers would take more room than before. */
function joined(values: readonly JsonValue[]): string {
	return values.map(String).join(values.every((value) => typeof value === 'string') ? ', ' : ',');
}
