import type { JsonObject, JsonValue } from 'n8n-workflow';
import {
	changeBetween,
	freeName,
	isIdName,
	isNoNumber,
	isRankName,
	lastWord,
	numberIn,
	percentBetween,
} from '../base';

/** A number that rows have. */
export interface Figure {
	readonly name: string;
	/** The fields that are added for it, in the order of {@link ADDED}. */
	readonly added: readonly string[];
}

/** The name of the mark that says in which periods a row is. */
export const STATUS = '_status';

/** What a comparison adds to the name of a figure. */
export const ADDED = ['_previous', '_change', '_change_percent'] as const;

/** The last words of names whose texts say what something is, even if they look like numbers. */
const NAMING = ['name', 'code', 'key', 'title', 'label', 'url', 'domain'];

/** The last words of names of dates, which may be numbers: `created_at`, `createdAt`, `end_date`. */
const DATE_WORDS = ['at', 'date', 'datetime', 'timestamp'];

/** The other names of dates. As a last word, as in `answers_per_day`, they say nothing. */
const DATES = ['created', 'updated', 'day', 'week', 'month', 'year'];

/**
 * Whether a field holds figures: one that the user has named, or one with numbers that is no ID and no
 * date and does not say what a row is about. If they come as text, all of its values have to be
 * numbers, but for those that say that there is none.
 *
 * @param keys the fields that say what a row is about
 * @param measures the names that the user has entered
 */
export function isFigure(
	name: string,
	rows: readonly JsonObject[],
	keys: readonly string[],
	measures: readonly string[],
): boolean {
	if (measures.includes(name)) return true;
	if (keys.includes(name) || isIdName(name.replace(/s$/i, ''))) return false;
	const values = rows.map((row) => row[name]).filter((value) => !isNoNumber(value));
	const areNumbers = values.length > 0 && values.every((value) => numberIn(value) !== undefined);
	const isNumber =
		values.some((value) => typeof value === 'number') ||
		(areNumbers && !NAMING.includes(lastWord(name)));
	return isNumber && !isDateName(name);
}

/** Whether a field holds a date, by its name. */
export function isDateName(name: string): boolean {
	return DATE_WORDS.includes(lastWord(name)) || DATES.includes(name.toLowerCase());
}

/** The name of the number that a field such as `score_change` or `score_change_2` is added for. */
export function figureNameIn(field: string): string | undefined {
	return /^(.+)_(previous|change(_percent)?)(_\d+)?$/.exec(field)?.[1];
}

/** Whether a field is added for a rank and says how far it moved: a smaller number is a rise. */
export function isRankChange(field: string): boolean {
	return isRankName(figureNameIn(field) ?? '') && !/_previous(_\d+)?$/.test(field);
}

/** A figure with its added fields, under names that the rows do not have themselves. */
export function figureOf(name: string, taken: readonly string[]): Figure {
	return {
		name,
		added: ADDED.map((end) => freeName(name + end, (found) => taken.includes(found))),
	};
}

/**
 * The values of the added fields; `null` where one of the periods has no number.
 *
 * @param now the figure in the period
 * @param before the figure in the period before
 */
export function changeOf(
	{ added }: Figure,
	now: JsonValue | undefined,
	before: JsonValue | undefined,
): Array<[name: string, value: JsonValue]> {
	const [after, from] = [numberIn(now), numberIn(before)];
	const isBoth = after !== undefined && from !== undefined;
	const changes = isBoth ? [changeBetween(from, after), percentBetween(from, after)] : [];
	const values = [from, ...changes];
	return added.map((name, place) => [name, values[place] ?? null]);
}
