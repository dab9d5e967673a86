import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../json';
import { plainName } from './members';

/** Members in which an answer says something in words. */
const WORDS = ['message', 'msg', 'detail', 'details', 'reason', 'warning'];

/** Objects that are about the answer, and may say it in its place. */
const HOLDERS = ['meta', 'metadata', 'status'];

/** Words that say no more than that all is well. */
const PRAISE = /(^|\s)(ok|okay|done|success|successful(ly)?)\W*$/i;

/** The most characters of what is said. */
const LONGEST = 200;

/** What an answer without records says in words, if that is more than that all is well. */
export function wordsOf(body: JsonValue): string | undefined {
	if (!isObject(body)) return undefined;
	for (const [name, value] of Object.entries(body)) {
		const plain = plainName(name);
		const words = HOLDERS.includes(plain) ? wordsOf(value) : value;
		if (typeof words !== 'string' || ![...WORDS, ...HOLDERS].includes(plain)) continue;
		const isPraise = PRAISE.test(words) && !/\bnot\b/i.test(words);
		if (words.trim() !== '' && !isPraise) return words.trim().slice(0, LONGEST);
	}
	return undefined;
}
