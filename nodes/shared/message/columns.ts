import type { JsonObject, JsonValue } from 'n8n-workflow';
import { capitalized, isIdName, isRankName, lastWord } from '../base';
import { plain } from './plain';

/** A number in the rows, with the fields in which a comparison has put how it changed. */
export interface FigureColumn {
	readonly name: string;
	readonly label: string;
	readonly compared?: {
		readonly previous: string;
		readonly change: string;
		readonly percent: string;
	};
	/** Whether it is an amount, which can be drawn as a bar. */
	readonly hasBar: boolean;
}

/** A field in words. */
export interface TextColumn {
	readonly name: string;
	readonly label: string;
}

/** What the fields of the rows are for. */
export interface Columns {
	/** The field that says what a row is about. */
	readonly subject?: TextColumn;
	readonly figures: readonly FigureColumn[];
	readonly details: readonly TextColumn[];
	/** The field with the project of a row. */
	readonly group?: string;
}

/** The field of a row that says whether it is in both periods. */
export const STATUS = '_status';

const MOST_FIGURES = 4;
const MOST_DETAILS = 4;

/** The last words of names whose texts are no numbers, even if they look like some. */
const NAMING = [
	...['name', 'code', 'key', 'title', 'label', 'url', 'domain'],
	...['date', 'day', 'week', 'month'],
];
const SHARE = /share|percent|pct|rate|ratio|score|visibility/i;
const CAPITALS = new Map(
	['id', 'url', 'ai', 'geo', 'seo'].map((word) => [word, word.toUpperCase()]),
);
const LONGEST_LABEL = 40;

/**
 * Finds out what the fields of flat rows are for. IDs are left out unless there is nothing else to
 * tell rows apart.
 *
 * @param isCompared whether fields such as `score_change` may belong to `score`
 */
export function columnsOf(rows: readonly JsonObject[], isCompared: boolean): Columns {
	const [first = {}] = rows;
	const names = Object.keys(first).filter((name) => rows.some((row) => !isBlank(row[name])));
	const all = Object.keys(first);
	const numeric = all.filter((name) => !isIdName(name) && name !== STATUS && isNumeric(name, rows));
	const added = new Set<string>();
	const compared = new Map<string, FigureColumn['compared']>();
	for (const name of isCompared ? all : []) {
		const fields = comparedFields(name, all);
		if (fields === undefined) continue;
		compared.set(name, fields);
		for (const field of Object.values(fields)) added.add(field);
	}
	const figures = all.filter(
		(name) => !added.has(name) && (compared.has(name) || numeric.includes(name)),
	);
	const group = ['project_name', 'project_id'].find((name) => names.includes(name));
	const texts = names.filter(
		(name) => ![...figures, ...added, 'project_name', 'project_id', STATUS].includes(name),
	);
	const told = texts.filter((name) => !isIdName(name));
	const subject = told[0] ?? texts[0];
	const inWords = (name: string): TextColumn => ({ name, label: headingOf(name, names) });
	const amounts = figures.filter((name) => !isRankName(name) && isAmount(name, rows));
	const shares = amounts.filter((name) => SHARE.test(name));
	const bars = shares.length > 0 ? shares : amounts.slice(0, 1);
	return {
		subject: subject === undefined ? undefined : inWords(subject),
		figures: figures
			.map((name) => ({
				...inWords(name),
				compared: compared.get(name),
				hasBar: bars.includes(name),
			}))
			.slice(0, MOST_FIGURES),
		details: told
			.filter((name) => name !== subject)
			.slice(0, MOST_DETAILS)
			.map(inWords),
		group,
	};
}

/** Whether rows have the fields that a comparison adds to a figure. */
export function areCompared([row = {}]: readonly JsonObject[]): boolean {
	const names = Object.keys(row);
	return names.some((name) => comparedFields(name, names) !== undefined);
}

/** A number, also as text. What starts with more than one zero is a code rather than a number. */
export function numberIn(value: JsonValue | undefined): number | null {
	const isText = typeof value === 'string' && /^\s*[+-]?(0|[1-9]\d*)(\.\d+)?\s*%?\s*$/.test(value);
	const number = isText ? Number(value.replace('%', '')) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Whether there is nothing in a field. */
export function isBlank(value: JsonValue | undefined): boolean {
	return value === undefined || value === null || value === '';
}

/** Fields that go by another name in the node. */
const HEADINGS: Readonly<Record<string, string>> = { model: 'AI platform' };

/** The name of a field in words: `avg_visibility_score` is `Avg visibility score`. */
function headingOf(name: string, names: readonly string[]): string {
	const stem = name.replace(/_name$/, '');
	const known = Object.hasOwn(HEADINGS, stem) ? HEADINGS[stem] : undefined;
	if (known !== undefined) return known;
	const words = plain(names.includes(stem) ? name : stem, LONGEST_LABEL)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => CAPITALS.get(word.toLowerCase()) ?? word)
		.join(' ');
	return capitalized(words);
}

/** The fields of a comparison have a number at the end if the rows have such a field themselves. */
function comparedFields(name: string, names: readonly string[]): FigureColumn['compared'] {
	const ending = (end: string) =>
		names.findLast((other) => {
			const rest = other.startsWith(`${name}_${end}`)
				? other.slice(name.length + end.length + 1)
				: 'none';
			return /^(_\d+)?$/.test(rest);
		});
	const [previous, change, percent] = [
		ending('previous'),
		ending('change'),
		ending('change_percent'),
	];
	if (previous === undefined || change === undefined || percent === undefined) return undefined;
	return { previous, change, percent };
}

function isNumeric(name: string, rows: readonly JsonObject[]): boolean {
	const values = rows.map((row) => row[name]).filter((value) => !isBlank(value));
	const isText = values.every((value) => typeof value === 'string');
	return (
		values.length > 0 &&
		!(isText && NAMING.includes(lastWord(name))) &&
		values.every((value) => numberIn(value) !== null)
	);
}

function isAmount(name: string, rows: readonly JsonObject[]): boolean {
	const values = rows.map((row) => numberIn(row[name]) ?? 0);
	return values.every((value) => value >= 0) && values.some((value) => value > 0);
}
