import type { JsonObject, JsonValue } from 'n8n-workflow';
import { capitalize, excerpt, fieldText, isRankField, parseNumber } from '../base';
import { nameTextsOf, type Project } from '../table';
import { LABEL_REMARK, termOf } from './cells';
import { webAddressOf } from './columns';
import type { OutputQuery } from './records';
import {
	decimalsFor,
	type LocaleFormat,
	MAX_DECIMALS,
	NO_VALUE,
	shortenMidnightsToDates,
	toPlainLine,
} from './words';

const MAX_LENGTHS = { name: 120, value: 60 };

export interface EventSentence {
	/**
	 * A text such as `{measure} {of} fell from {before} to {after}`. The braces have names of `values`, or one of these:
	 *
	 * - `{name}`: the name of the record
	 * - `{thing}`: the kind of the record, such as `prompt`
	 * - `{of}`: the result of {@link placeText}
	 */
	readonly sentence: string;
	readonly values?: Readonly<Record<string, JsonValue>>;
}

export function describeMove(measure: string, before: number, after: number): EventSentence {
	const isLess = after < before;
	const [fewer, more] = isRankField(measure) ? ['improved', 'got worse'] : ['fell', 'rose'];
	const sentence = `{measure} {of} ${isLess ? fewer : more} from {before} to {after}`;
	return { sentence, values: { measure, before, after } };
}

/** Returns the web address in a record, if it has exactly one. */
export function addressIn(record: JsonObject): string | undefined {
	const addresses = Object.values(record).flatMap((value) => webAddressOf(value) ?? []);
	const [first, ...others] = new Set(addresses);
	return others.length === 0 ? first : undefined;
}

const PREPOSITIONS = new Map([
	['model', 'on'],
	['market', 'in'],
	['date', 'on'],
]);

interface EventSubject extends Pick<OutputQuery, 'key' | 'selection'> {
	readonly name: string | null;
	readonly record: JsonObject;
	readonly project: Project;
}

/** Returns where a number was counted: `on ChatGPT in Germany` in a report, `of best crm` in a list. */
function placeText(subject: EventSubject, called: string, format: LocaleFormat): string {
	const { key, record, selection } = subject;
	const { dimensions } = selection;
	if (dimensions === undefined) return `of ${called}`;
	const texts = shortenMidnightsToDates([record]).flatMap((one) => nameTextsOf(one, key));
	const places = dimensions.flatMap((dimension, at) => {
		const text = format.writeValue(texts[at], MAX_LENGTHS.name);
		const word = PREPOSITIONS.get(dimension.toLowerCase()) ?? 'for';
		return text === undefined ? [] : `${word} ${text}`;
	});
	return places.join(' ');
}

type Values = NonNullable<EventSentence['values']>;

/** Whether numbers are rounded. In other sentences, a number may be an ID or a year. */
const isMeasured = (values: Values) => 'measure' in values;

/** Writes the values. If two that differ would look the same, adds decimals to numbers and the time to dates. */
function valueTexts(values: Values, format: LocaleFormat, extra = 0): Record<string, string> {
	const entries = Object.entries(values);
	const cells = shortenMidnightsToDates(entries.map(([, value]) => ({ value })));
	const numbers = entries.flatMap(([, value]) => parseNumber(value) ?? []);
	const decimals = decimalsFor(numbers) + extra;
	const textOf = (key: string, value: JsonValue = null): string => {
		if (typeof value === 'number' && isMeasured(values)) {
			return format.writeNumber(value, { decimals });
		}
		const isStatus = values.field === 'status' && typeof value === 'string';
		const words = isStatus ? value.replaceAll('_', ' ') : value;
		if (key === 'measure') return termOf(fieldText(value)).replace(LABEL_REMARK, '');
		return format.writeValue(words, MAX_LENGTHS.value, extra > 0) ?? NO_VALUE;
	};
	const texts = entries.map(([key], at) => [key, textOf(key, cells[at]?.value)] as const);
	const areAlike =
		new Set(texts.map(([, text]) => text)).size < new Set(Object.values(values)).size;
	if (areAlike && decimals < MAX_DECIMALS) return valueTexts(values, format, extra + 1);
	return Object.fromEntries(texts);
}

/**
 * Writes a sentence for Slack, a text message or the subject of a mail. It has no line breaks, and no `<` and `>`, with
 * which Slack would mention people. It ends with the days of its numbers and the address of the record.
 */
export function writeEventSentence(
	{ sentence, values = {} }: EventSentence,
	subject: EventSubject,
	format: LocaleFormat,
): string {
	const { name, project, record, selection } = subject;
	const { recordNoun = 'record' } = selection;
	const thing = termOf(recordNoun);
	const called = excerpt(name ?? thing, MAX_LENGTHS.name);
	const own: Readonly<Record<string, string>> = {
		...{ thing, name: called, of: placeText(subject, called, format) },
		...valueTexts(values, format),
	};
	const { start, end } = selection.period ?? {};
	const days = isMeasured(values) ? format.writePeriod(start, end) : '';
	const said = sentence.replace(/\{(\w+)\}/g, (_, key: string) => own[key] ?? '');
	const what = days === '' ? said : `${said} (${days})`;
	// The project often has the name of the user's website. Writes such a name only once.
	const isNamed = project.name !== project.id && project.name !== values.own;
	const whole = isNamed ? `${project.name}: ${what}` : capitalize(what);
	const line = toPlainLine(whole.replaceAll('<', '‹').replaceAll('>', '›'), MAX_LENGTHS.name * 3);
	// The sentence about a competitor has `own`. The competitor's address would be of no use.
	const address = 'own' in values ? undefined : addressIn(record);
	return address === undefined || address === called ? line : `${line} ${address}`;
}
