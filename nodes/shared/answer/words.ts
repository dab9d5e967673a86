import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../base';
import { plainName } from './members';

/** Members in which an answer says something in words. */
const WORDS = ['message', 'msg', 'detail', 'details', 'reason'];

/** Those that a service has for what is wrong with the records that it sends. */
const WARNINGS = ['warning', 'warnings', 'notice', 'notices'];

/** Objects that are about the answer, and may say it in its place. */
const HOLDERS = ['meta', 'metadata', 'status'];

/** Words that say no more than that all is well. */
const PRAISE = /(^|\s)(ok|okay|done|success|successful(ly)?)\W*$/i;

/** The most characters of what is said. */
const LONGEST = 200;

/** What an answer without records says in words, if that is more than that all is well. */
export function wordsOf(body: JsonValue): string | undefined {
	return wordsUnder(body, [...WORDS, ...WARNINGS]);
}

/** What an answer warns of, whether or not there are records. */
export function warningOf(body: JsonValue): string | undefined {
	return wordsUnder(body, WARNINGS);
}

function wordsUnder(body: JsonValue, names: readonly string[]): string | undefined {
	if (!isObject(body)) return undefined;
	for (const [name, value] of Object.entries(body)) {
		const plain = plainName(name);
		const inside = HOLDERS.includes(plain) ? wordsUnder(value, names) : undefined;
		const words = inside ?? (names.includes(plain) ? textIn(value) : '');
		const isPraise = PRAISE.test(words) && !/\bnot\b/i.test(words);
		if (words !== '' && !isPraise) return words.slice(0, LONGEST);
	}
	return undefined;
}

/** A text, or those in a list, which may be in objects. */
function textIn(value: JsonValue): string {
	if (typeof value === 'string') return value.trim();
	if (!Array.isArray(value)) return '';
	const texts = value.map((entry) => (isObject(entry) ? (wordsOf(entry) ?? '') : textIn(entry)));
	return texts.filter((text) => text !== '').join(' ');
}
