import type { NumberChange, WhereCondition } from '../table';
import { nameInWords } from './cells';
import { LABEL_REMARK } from './headings';
import type { Sentence } from './language';
import { type LocaleFormat, toPlainLine } from './words';

export type ShownFilter = Pick<WhereCondition, 'changed' | 'field' | 'operator' | 'value'>;

/** The maximum length of a condition in characters, and the maximum number of conditions. */
const [MAX_LENGTH, MAX_SHOWN] = [80, 5];

const CHANGED: Readonly<Record<keyof NumberChange, Sentence>> = {
	before: '{measure} before',
	change: '{measure} change',
	percent: '{measure} change in percent',
};

// Users enter the keys. In an object, the key `constructor` would find a function of JavaScript.
const FLAGS = new Map<string, Sentence>([
	['true', 'yes'],
	['false', 'no'],
]);

/** The values of the fields that a comparison adds. */
const RESULTS = new Map<string, Sentence>(
	(['better', 'worse', 'gone', 'kept', 'new'] as const).map((result) => [result, result]),
);

/** Matches the name of a field that holds a number of things. */
const COUNT_NAME = /^(num|total)[_ .-]|[_ .-]count$/i;

/** Writes the filters and conditions. */
export function filtersText(filters: readonly ShownFilter[], format: LocaleFormat): string {
	if (filters.length === 0) return '';
	const said = filters
		.slice(0, MAX_SHOWN)
		.map((filter) => toPlainLine(filterText(filter, format), MAX_LENGTH));
	const count = filters.length - said.length;
	if (count > 0) said.push(format.words.say('and {count} more', { count }));
	return format.words.say('Limited to: {what}', { what: said.join('; ') });
}

/** Writes a condition: `visibility change < 0`, `branded yes`. Values of the service keep their words. */
function filterText(
	{ field, changed, operator, value }: ShownFilter,
	format: LocaleFormat,
): string {
	const { words } = format;
	const { numberField, changeKind } = changed ?? { numberField: field };
	const isAmount = /[<>]/.test(operator);
	// In `tags = New`, the value is one tag. In `mentions_count = 0`, it is the number of mentions.
	const isSeveral = isAmount || COUNT_NAME.test(numberField) ? undefined : false;
	const measure = words.term(numberField, isSeveral) ?? nameInWords(numberField);
	const name =
		changeKind === undefined
			? measure
			: words.say(CHANGED[changeKind], { measure: measure.replace(LABEL_REMARK, '') });
	const isResult = changeKind !== undefined || field === '_status';
	const isPart = operator === 'contains';
	const sentence = isPart ? undefined : (isResult ? RESULTS : FLAGS).get(value.toLowerCase());
	const written = isAmount ? format.writeDecimal(value) : undefined;
	const said = sentence ? words.say(sentence) : (written ?? format.writeValue(value, MAX_LENGTH));
	const sign = isPart ? words.say(operator) : operator;
	return [name, ...(sign === '=' ? [] : [sign]), said].join(' ');
}
