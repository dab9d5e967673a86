import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';

/** Longest title taken from an answer; more would push the rest of n8n's error panel away. */
const LONGEST_TITLE = 200;

/** Most lines taken from an answer. */
const MOST_LINES = 10;

/** How deep words are looked for. */
const DEEPEST = 10;

/** How many values are looked through: more than errors have, and done in a moment. */
const MOST_VALUES = 10_000;

/**
 * The service's own words about a failure, as lines, each once, with the name of the field that it is
 * about.
 *
 * The shape of error bodies is unknown; this reads the one that is known of the vendor's older API
 * (`detail` as text or as a list, public) and whatever else services use. Where there is no text at
 * all, it is the JSON itself.
 *
 * @param text the body as it came
 * @param body the same, parsed, where it is JSON
 */
export function errorLines(text: string, body: JsonValue | undefined): string[] {
	const lines = new Set<string>();
	const search = { left: MOST_VALUES };
	for (const words of body === undefined ? [text] : wordsIn(body, search)) {
		const line = tidy(words);
		if (line !== '') lines.add(line);
		if (lines.size === MOST_LINES) break;
	}
	if (lines.size > 0 || !isFilled(body)) return [...lines];
	return [tidy(text)];
}

/** Whether a body is an object or a list with something in it. */
function isFilled(body: JsonValue | undefined): boolean {
	return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/**
 * The names of members with words, the one that says most first. They are compared in small letters
 * and without signs, so that `error_message` and `errorMessage` are the same.
 */
const PLACES = [
	/^detail$/,
	/(message|msg|description|reason)s?$/,
	/^(error|err|fault|faultstring|exception|failure)s?$/,
	/(details|errors|violations|issues|params|fields|problems|causes?)$/,
	/^(title|text|summary|hint)$/,
];

/** The names of members that hold an answer, and so also its words. */
const ENVELOPES = [/^(data|results?|response|body|payload|content|meta(data)?|status)$/];

/** The names of members whose own members are fields with what is wrong with them. */
const FIELD_MAPS = /(errors|violations|issues|params|fields)$/;

/** The names of members that say which field an entry is about. */
const FIELD_NAMES = /^(loc|field|fieldname|param|parameter|property|attribute|pointer|path|name)$/;

/** The names of members with a text that is no words. */
const CODES = /(code|status|type|id|timestamp|path|instance)$/;

/** A name as it is compared. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The texts in a value, each with its label.
 *
 * @param search how many values are still to be looked through in the whole body
 * @param label the fields that led here
 * @param isFieldMap whether each member of an object is a field with what is wrong with it
 */
function* wordsIn(
	value: JsonValue,
	search: { left: number },
	label = '',
	isFieldMap = false,
	depth = 0,
): Generator<string> {
	search.left -= 1;
	if (search.left < 0) return;
	if (typeof value === 'string' && value.trim() !== '') yield withLabel(label, value);
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
	if (Array.isArray(value)) {
		for (const entry of value.slice(0, search.left)) {
			yield* wordsIn(entry, search, label, false, depth + 1);
		}
		return;
	}
	const isMap = isFieldMap || hasFieldsOnly(value);
	const own = depth === 0 || isMap ? label : joined(label, fieldOf(value));
	for (const members of isMap ? [fieldMembers(value)] : memberGroups(value)) {
		let hasWords = false;
		for (const { name, member, isNamed } of members) {
			const way = isNamed ? own : joined(own, name);
			for (const words of wordsIn(member, search, way, FIELD_MAPS.test(plain(name)), depth + 1)) {
				hasWords = true;
				yield words;
			}
		}
		if (hasWords) return;
	}
}

/** A member of an object, and whether its name only says that there are words in it. */
interface Member {
	readonly name: string;
	readonly member: JsonValue;
	readonly isNamed: boolean;
}

/** The members of an object that may have words, in groups: the first one that has some counts. */
function* memberGroups(object: Record<string, JsonValue>): Generator<Member[]> {
	let members = Object.entries(object);
	for (const places of [PLACES, ENVELOPES]) {
		const rankOf = (name: string) => places.findIndex((place) => place.test(plain(name)));
		const ranked = members.map(([name, member]) => ({ name, member, rank: rankOf(name) }));
		yield ranked
			.filter(({ name, member, rank }) => rank >= 0 && !isCode(name, member))
			.sort((one, other) => one.rank - other.rank)
			.map(({ name, member }) => ({ name, member, isNamed: true }));
		members = members.filter(([name]) => rankOf(name) < 0);
	}
	yield members
		.filter(([name, member]) => !isCode(name, member))
		.map(([name, member]) => ({ name, member, isNamed: false }));
}

function isCode(name: string, member: JsonValue): boolean {
	return typeof member === 'string' && CODES.test(plain(name));
}

/** Whether each member is a list of texts, not all under the names of places: `{ name: [''], title: [''] }`. */
function hasFieldsOnly(object: Record<string, JsonValue>): boolean {
	const isText = (entry: JsonValue) => typeof entry === 'string';
	const hasTexts = (member: JsonValue) => Array.isArray(member) && member.every(isText);
	const isPlace = (name: string) =>
		[...PLACES, ...ENVELOPES].some((place) => place.test(plain(name)));
	const names = Object.keys(object);
	return !names.every(isPlace) && Object.values(object).every(hasTexts);
}

/** The members of a map of fields; `message` with a text is still only where words are. */
function fieldMembers(object: Record<string, JsonValue>): Member[] {
	return Object.entries(object).map(([name, member]) => {
		const isNamed = typeof member === 'string' && PLACES.some((place) => place.test(plain(name)));
		return { name, member, isNamed };
	});
}

/** The field that an entry is about; a way to it (`loc`) with arrows. */
function fieldOf(object: Record<string, JsonValue>): string {
	const [, source = object] = Object.entries(object).find(([name]) => name === 'source') ?? [];
	const fields = [object, source].flatMap((holder) => (isObject(holder) ? fieldsIn(holder) : []));
	return fields[0] ?? '';
}

function fieldsIn(object: Record<string, JsonValue>): string[] {
	return Object.entries(object)
		.filter(([name]) => FIELD_NAMES.test(plain(name)))
		.map(([, value]) => (Array.isArray(value) ? value : [value]).map(stepOf).join(' → '))
		.filter((field) => field !== '');
}

function stepOf(step: JsonValue): string {
	return typeof step === 'string' || typeof step === 'number' ? String(step).trim() : '';
}

function joined(label: string, name: string): string {
	return [label, name].filter((part) => part !== '').join(' → ');
}

function withLabel(label: string, words: string): string {
	return label === '' ? words : `${label}: ${words}`;
}

/** The text of an HTML page without tags, scripts and styles. */
export function stripMarkup(text: string): string {
	return text
		.slice(0, 20_000)
		.replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[/!?]?[a-z-][^>]*(>|$)/gi, ' ');
}

function tidy(text: string): string {
	return truncate(stripMarkup(text).replace(/\s+/g, ' ').trim(), LONGEST_TITLE);
}

/** The text, or as much of it as fits with an ellipsis, cut between two characters. */
export function truncate(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
