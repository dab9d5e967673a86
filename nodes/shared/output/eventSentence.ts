import type { JsonValue } from 'n8n-workflow';
import { capitalize, fieldText, isRankName, parseNumber } from '../base';
import type { Project } from '../table';
import { nameInWords } from './cells';
import { findTerm } from './terms';
import { decimalsFor, fillTemplate, type LocaleFormat, NO_VALUE, toPlainLine } from './words';

const MAX_LENGTHS = { name: 120, value: 60 };

export interface EventSentence {
	/** The braces stand for `values`, `{name}` for the record, and `{thing}` for what it is. */
	readonly sentence: string;
	readonly values?: Readonly<Record<string, JsonValue>>;
}

export function sentenceAboutMove(measure: string, before: number, after: number): EventSentence {
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
 * Writes a sentence for Slack, a text message or the subject of a mail: without line breaks, and without brackets with
 * which Slack would mention people.
 *
 * @param recordNoun the name of one record, as in field names: `prompt`
 */
export function writeEventSentence(
	{ sentence, values = {} }: EventSentence,
	{
		recordNoun,
		name,
		project,
	}: { readonly recordNoun: string; readonly name: string | null; readonly project: Project },
	format: LocaleFormat,
): string {
	const called = findTerm(recordNoun) ?? nameInWords(recordNoun).toLowerCase();
	const numbers = Object.values(values).flatMap((value) => parseNumber(value) ?? []);
	const decimals = decimalsFor(numbers);
	const textOf = (key: string, value: JsonValue): string => {
		// Without a measure in the sentence, a number may be an ID or a year.
		const isFigure = typeof value === 'number' && 'measure' in values;
		if (isFigure) return format.writeNumber(value, { decimals });
		if (key !== 'measure') return format.writeValue(value, MAX_LENGTHS.value) ?? NO_VALUE;
		const measure = fieldText(value);
		return (findTerm(measure) ?? nameInWords(measure)).replace(/ \([^(]*\)$/, '');
	};
	const texts = Object.entries(values).map(([key, value]) => [key, textOf(key, value)] as const);
	const own = { thing: called, name: name ?? called, ...Object.fromEntries(texts) };
	const what = fillTemplate(sentence, own);
	// The own website often has the name of the project.
	const isNamed = project.name !== project.id && project.name !== values.own;
	const whole = isNamed ? `${project.name}: ${what}` : capitalize(what);
	return toPlainLine(whole.replaceAll('<', '‹').replaceAll('>', '›'), MAX_LENGTHS.name * 3);
}
