import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';

/** Longest title taken from an answer; more would push the rest of n8n's error panel away. */
const LONGEST_TITLE = 200;

/** Most lines taken from a list of errors. */
const MOST_LINES = 10;

/**
 * The service's own words about a failure, as lines.
 *
 * The shape of error bodies is unknown; this reads the ones that are known of the vendor's older
 * API (`detail` as text or as a list, public) and the usual ones (`message`, `error`,
 * `error.message`, `errors[]`), then falls back to the text itself without markup.
 *
 * @param text the body as it came
 * @param body the same, parsed, where it is JSON
 */
export function errorLines(text: string, body: JsonValue | undefined): string[] {
	const lines = tidyAll(body === undefined ? [text] : wordsIn(body));
	return lines.length === 0 && hasMore(body) ? tidyAll([text]) : lines.slice(0, MOST_LINES);
}

/** Where the words of a service lie, in the order in which they are looked for. */
const PLACES = ['detail', 'message', 'error', 'errors'];

/** Whether the body says something in a place that is not known. */
function hasMore(body: JsonValue | undefined): boolean {
	return isObject(body) && Object.keys(body).some((name) => !PLACES.includes(name));
}

function wordsIn(body: JsonValue): string[] {
	if (typeof body === 'string') return [body];
	if (Array.isArray(body)) return body.flatMap(lineOf);
	if (!isObject(body)) return [];
	const found = PLACES.map((place) => tidyAll(linesOf(body[place])));
	return found.find((lines) => lines.length > 0) ?? [];
}

function linesOf(value: JsonValue | undefined): string[] {
	if (value === undefined || value === null) return [];
	return Array.isArray(value) ? value.flatMap(lineOf) : lineOf(value);
}

/** One entry: a text, or an object with `msg` (and `loc`, the way to the field) or `message`. */
function lineOf(entry: JsonValue): string[] {
	if (typeof entry === 'string') return [entry];
	if (!isObject(entry)) return [];
	const words = entry.msg ?? entry.message ?? entry.detail ?? entry.error;
	if (typeof words !== 'string') return [];
	return [Array.isArray(entry.loc) ? `${entry.loc.map(stepOf).join(' → ')}: ${words}` : words];
}

function stepOf(step: JsonValue): string {
	return typeof step === 'string' ? step : JSON.stringify(step);
}

/** The text of an HTML page without tags, scripts and styles. */
export function stripMarkup(text: string): string {
	return text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[/!?]?[a-z-][^>]*(>|$)/gi, ' ');
}

function tidyAll(texts: string[]): string[] {
	return texts
		.map((text) => truncate(stripMarkup(text).replace(/\s+/g, ' ').trim(), LONGEST_TITLE))
		.filter((line) => line !== '');
}

/** The text, or as much of it as fits with an ellipsis, cut between two characters. */
export function truncate(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
