import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';

/** Longest title taken from an answer; more would push the rest of n8n's error panel away. */
const LONGEST_TITLE = 200;

/** Most lines taken from an answer, and most entries of a list in which they are looked for. */
const MOST_LINES = 10;

/** The members with the words of an error, the one that says most first; `msg` is in entries of `detail`. */
const PLACES = ['detail', 'message', 'msg', 'error', 'errors'];

/** How deep they are in each other, as in a list of `errors` in an `error`. */
const DEEPEST = 5;

/**
 * The service's own words about a failure, as lines, each once, with the name of the field that it is
 * about. The form of its error bodies is not known: this reads `detail` as its older API has it
 * (public), `message`, `error` and `errors`. Where there are none, it is the start of the text.
 *
 * @param text the body as it came
 * @param body the same, parsed, where it is JSON
 */
export function errorLines(text: string, body: JsonValue | undefined): string[] {
	const lines = new Set<string>();
	for (const words of body === undefined ? [text] : wordsIn(body)) {
		const line = shortened(words, LONGEST_TITLE);
		if (line !== '') lines.add(line);
		if (lines.size === MOST_LINES) break;
	}
	const isFilled = typeof body === 'object' && body !== null && Object.keys(body).length > 0;
	return lines.size === 0 && isFilled ? [shortened(text, LONGEST_TITLE)] : [...lines];
}

/** The texts of an error, each with the way to the field that it is about (`loc`). */
function* wordsIn(value: unknown, depth = 0): Generator<string> {
	if (typeof value === 'string') yield value;
	if (depth > DEEPEST) return;
	if (Array.isArray(value)) {
		for (const entry of value.slice(0, MOST_LINES)) yield* wordsIn(entry, depth + 1);
	}
	if (!isObject(value)) return;
	const field = Array.isArray(value.loc) ? `${value.loc.join(' → ')}: ` : '';
	for (const place of PLACES) {
		for (const words of wordsIn(value[place], depth + 1)) {
			if (words.trim() !== '') yield field + words;
		}
	}
}

/** Whether a text is a web page, or starts like one. */
export function isPage(text: string): boolean {
	return /^\s*</.test(text);
}

/** How a text starts, in one line, without the tags, scripts and styles of a web page. */
export function shortened(text: string, longest: number): string {
	const line = text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[/!?]?[a-z-][^>]*(>|$)/gi, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	if (line.length <= longest) return line;
	return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
