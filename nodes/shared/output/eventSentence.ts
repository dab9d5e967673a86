import type { JsonValue } from 'n8n-workflow';
import { capitalized, fieldText, isRankName, numberIn } from '../base';
import type { Project } from '../table';
import { wordsOf } from './cells';
import type { Sentence } from './language';
import { decimalsFor, type LocaleFormat, plain } from './words';

/** In characters. */
const LONGEST = { name: 120, value: 60 };

/** What an event says, with the values of the sentence. */
export interface EventSentence {
	readonly sentence: Sentence;
	readonly values?: Readonly<Record<string, JsonValue>>;
}

/** Says which way a number went; of a rank, whether that is better. */
export function moveSentence(measure: string, before: number, after: number): EventSentence {
	const isLess = after < before;
	const moved = isLess
		? '{measure} of {name} fell from {before} to {after}'
		: '{measure} of {name} rose from {before} to {after}';
	const ranked = isLess
		? '{measure} of {name} got better, from {before} to {after}'
		: '{measure} of {name} got worse, from {before} to {after}';
	return { sentence: isRankName(measure) ? ranked : moved, values: { measure, before, after } };
}

/**
 * Writes what happened in one sentence, plain enough for Slack, a text message and a subject: no line
 * breaks, and no brackets with which Slack would mention people.
 *
 * @param thing what the record is, as a field is called
 */
export function writeSentence(
	{ sentence, values = {} }: EventSentence,
	{
		thing,
		name,
		project,
	}: { readonly thing: string; readonly name: string | null; readonly project: Project },
	format: LocaleFormat,
): string {
	const { words } = format;
	const called = words.term(thing) ?? wordsOf(thing).toLowerCase();
	const numbers = Object.values(values).flatMap((value) => numberIn(value) ?? []);
	const decimals = decimalsFor(numbers);
	const textOf = (key: string, value: JsonValue): string => {
		// Other numbers may be IDs or years.
		const isFigure = typeof value === 'number' && 'measure' in values;
		if (isFigure) return format.figure(value, { decimals });
		if (key !== 'measure') return format.inWords(value, LONGEST.value);
		const measure = fieldText(value);
		return (words.term(measure) ?? wordsOf(measure)).replace(/ \(.*\)$/, '');
	};
	const texts = Object.entries(values).map(([key, value]) => [key, textOf(key, value)] as const);
	const own = { thing: called, name: name ?? called, ...Object.fromEntries(texts) };
	const what = words.say(sentence, own);
	// The own website is often called like the project.
	const isNamed = project.name !== project.id && project.name !== values.own;
	const whole = isNamed
		? words.say('{who}: {what}', { who: project.name, what })
		: capitalized(what);
	return plain(whole.replaceAll('<', '‹').replaceAll('>', '›'), LONGEST.name * 3);
}
