import type { JsonObject } from 'n8n-workflow';
import {
	capitalized,
	hasValue,
	isIdName,
	isNoNumber,
	isRankName,
	numberIn,
	wordsIn,
} from '../base';
import { isNumberField } from '../table';
import { plain } from './words';

export interface Column {
	readonly name: string;
	readonly label: string;
	readonly isNumber: boolean;
	readonly isCompared: boolean;
	/** Whether numbers have a bar. A column with a negative number has none. */
	readonly hasBar: boolean;
}

interface Columns {
	/** The column with the name of the row. */
	readonly subject?: Column;
	/** The other columns, numbers first. */
	readonly columns: readonly Column[];
	/** The field for the heading above rows: their project, or else their period. */
	readonly group?: string;
}

/** Decides which fields come first. */
export interface FirstFields {
	/** Whether all projects share one order, which headings would break up. */
	readonly isRanking?: boolean;
	readonly useful?: readonly string[];
	readonly sortedBy?: readonly string[];
}

const MAX = { figures: 4, details: 4 };

/** Fields for the project and the period of a row. No record has such names. */
export const PROJECT = '\u0000project';
export const PERIOD = '\u0000period';

/**
 * Decides how a message shows the fields of flat rows. Numbers are figures; the first text names the row,
 * the others are details. It omits IDs unless nothing else tells rows apart.
 *
 * @param compared the fields whose numbers were compared
 */
export function findColumns(
	rows: readonly JsonObject[],
	compared: ReadonlySet<string>,
	{ isRanking = false, useful = [], sortedBy = [] }: FirstFields,
): Columns {
	const all = inOrder(Object.keys(rows[0] ?? {}), useful);
	const filled = all.filter((name) => rows.some((row) => hasValue(row[name])));
	const numbers = all
		.filter((name) => name !== PROJECT && name !== PERIOD)
		.filter((name) => compared.has(name) || isNumeric(name, rows));
	const figures = inOrder(numbers, sortedBy).slice(0, MAX.figures);
	const bars = barsAmong(figures);
	const texts = all.filter((name) => filled.includes(name) && !numbers.includes(name));
	const project = texts.filter((name) => name === PROJECT);
	const others = texts.filter((name) => name !== PROJECT);
	const [subject = others[0], ...details] = others.filter((name) => !isIdName(name));
	const period = details.filter((name) => name === PERIOD && isShared(name, rows));
	const [group] = isRanking ? [] : [...project, ...period];
	const shown = details.filter((name) => name !== group).slice(0, MAX.details);
	const column = (name: string): Column => ({
		name,
		label: labelOf(name, filled),
		isNumber: figures.includes(name),
		isCompared: compared.has(name),
		hasBar: bars.includes(name),
	});
	return {
		subject: subject === undefined ? undefined : column(subject),
		columns: [...figures, ...(isRanking ? project : []), ...shown].map(column),
		group,
	};
}

function inOrder(names: readonly string[], first: readonly string[]): string[] {
	return [...new Set([...first.filter((name) => names.includes(name)), ...names])];
}

function isNumeric(name: string, rows: readonly JsonObject[]): boolean {
	const isNumber = (row: JsonObject) => isNoNumber(row[name]) || numberIn(row[name]) !== undefined;
	return isNumberField(name, rows) && rows.every(isNumber);
}

function isShared(name: string, rows: readonly JsonObject[]): boolean {
	return new Set(rows.map((row) => row[name])).size < rows.length;
}

const SHARE = /^(shares?|percent(age)?s?|pct|rates?|ratios?|scores?|visibility)$/;

/** Whether a number is a part of a whole, by its name. */
export function isShareName(name: string): boolean {
	return wordsIn(name).some((word) => SHARE.test(word));
}

/** Returns the figures that get bars: all shares, or else the first amount. */
function barsAmong(figures: readonly string[]): string[] {
	const amounts = figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	return shares.length > 0 ? shares : amounts.slice(0, 1);
}

const LABELS = new Map([
	[PROJECT, 'Project'],
	[PERIOD, 'Period'],
	// The service calls an AI platform a model.
	['model', 'AI platform'],
]);

const CAPITALS = ['id', 'url', 'ai', 'geo', 'seo'];
const LONGEST_LABEL = 40;

/** `avg_visibility_score` → `Avg visibility score`. */
function labelOf(name: string, names: readonly string[]): string {
	const stem = name.replace(/_name$/, '');
	const known = LABELS.get(stem);
	if (known !== undefined) return known;
	const words = plain(names.includes(stem) ? name : stem, LONGEST_LABEL)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => (CAPITALS.includes(word.toLowerCase()) ? word.toUpperCase() : word));
	return capitalized(words.join(' '));
}
