import { type Change, type Condition } from '../table';
import { wordsOf } from './cells';
import { REMARK } from './headings';
import type { Sentence } from './language';
import { type LocaleFormat, plain } from './words';

export type Limit = Pick<Condition, 'changed' | 'field' | 'operator' | 'value'>;

/** The maximum length of a condition in characters, and the maximum number of conditions. */
const [LONGEST, MOST] = [80, 5];

const CHANGED: Readonly<Record<keyof Change, Sentence>> = {
	before: '{measure} before',
	change: '{measure} change',
	percent: '{measure} change in percent',
};

const FLAGS: Readonly<Record<string, Sentence>> = { true: 'yes', false: 'no' };

/** The values of the fields that a comparison adds. */
const RESULTS: Readonly<Record<string, Sentence>> = {
	...{ better: 'better', worse: 'worse' },
	...{ gone: 'gone', kept: 'kept', new: 'new' },
};

/** Writes the filters and conditions. */
export function limitsText(limits: readonly Limit[], format: LocaleFormat): string {
	if (limits.length === 0) return '';
	const said = limits.slice(0, MOST).map((limit) => plain(limitText(limit, format), LONGEST));
	const count = limits.length - said.length;
	if (count > 0) said.push(format.words.say('and {count} more', { count }));
	return format.words.say('Limited to: {what}', { what: said.join('; ') });
}

/** Writes a condition: `visibility change < 0`, `branded yes`. Values of the service keep their words. */
function limitText({ field, changed, operator, value }: Limit, format: LocaleFormat): string {
	const { words } = format;
	const { of, what } = changed ?? { of: field };
	const isAmount = /[<>]/.test(operator);
	const measure = words.term(of, isAmount ? undefined : false) ?? wordsOf(of);
	const name =
		what === undefined
			? measure
			: words.say(CHANGED[what], { measure: measure.replace(REMARK, '') });
	const isResult = what !== undefined || field === '_status';
	const sentence = (isResult ? RESULTS : FLAGS)[value.toLowerCase()];
	const written = isAmount ? format.decimal(value) : undefined;
	const said = sentence ? words.say(sentence) : (written ?? format.inWords(value, LONGEST));
	const sign = operator === 'contains' ? words.say(operator) : operator;
	return [name, sign, said].filter((text) => text !== '=').join(' ');
}
