/** The most characters of a text where a record is to be short. */
export const LONGEST_TEXT = 300;

/** The start of a text, with an ellipsis if there is more. No character is cut in half. */
export function excerpt(text: string, length = LONGEST_TEXT): string {
	if (text.length <= length) return text;
	const start = text.slice(0, Math.max(0, length - 1)).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}
