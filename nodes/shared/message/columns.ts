import type { JsonObject } from 'n8n-workflow';
import {
	capitalized,
	hasValue,
	isIdName,
	isNoNumber,
	isRankName,
	numberedNames,
	numberIn,
	wordsIn,
} from '../base';
import { ADDED, isFigure, STATUS } from '../compare';
import { plain } from './words';

/** A field of the rows as a message shows it. */
export interface Column {
	readonly name: string;
	/** Its name in words. */
	readonly label: string;
	readonly isNumber: boolean;
	/** The fields that a comparison has added for it, in the order of {@link ADDED}; none if it was not compared. */
	readonly added?: readonly string[];
	/** Whether it is drawn as a bar, as long as none is below zero. */
	readonly hasBar: boolean;
}

/** What the fields of the rows are for. */
export interface Columns {
	/** The field that says what a row is about. */
	readonly subject?: Column;
	/** What is said about it: first the numbers. */
	readonly columns: readonly Column[];
	/** The field with what stands above a row: its project, or else its period. */
	readonly group?: string;
}

/** What is known of the rows that decides which fields come first. */
export interface FirstFields {
	/** Whether the rows of all projects are in one order, which headings for each would break up. */
	readonly isRanking?: boolean;
	/** The fields that matter most, and those that the rows are sorted by, which come first. */
	readonly useful?: readonly string[];
	readonly sortedBy?: readonly string[];
}

const MOST = { figures: 4, details: 4 };

/** The fields of a row with its project and its own period in words. */
export const PROJECT = 'project_name';
export const PERIOD = '_period';

/**
 * Finds out what the fields of flat rows are for. Numbers are figures, as in a comparison; the first
 * text says what a row is about, the others are details. IDs are left out unless there is nothing else
 * to tell rows apart.
 */
export function findColumns(
	rows: readonly JsonObject[],
	{ isRanking = false, useful = [], sortedBy = [] }: FirstFields,
): Columns {
	const all = inOrder(Object.keys(rows[0] ?? {}), useful);
	const filled = all.filter((name) => rows.some((row) => hasValue(row[name])));
	const compared = comparedIn(all);
	const added = [...compared.values()].flat();
	const own = all.filter((name) => ![...added, STATUS].includes(name));
	const numbers = own.filter((name) => compared.has(name) || isNumeric(name, rows));
	const figures = inOrder(numbers, sortedBy).slice(0, MOST.figures);
	const bars = barsAmong(figures);
	const texts = own.filter((name) => filled.includes(name) && !numbers.includes(name));
	const project = texts.filter((name) => name === PROJECT);
	const others = texts.filter((name) => name !== PROJECT);
	const [subject = others[0], ...details] = others.filter((name) => !isIdName(name));
	const period = details.filter((name) => name === PERIOD && isShared(name, rows));
	const [group] = isRanking ? [] : [...project, ...period];
	const shown = details.filter((name) => name !== group).slice(0, MOST.details);
	const column = (name: string): Column => ({
		name,
		label: labelOf(name, filled),
		isNumber: figures.includes(name),
		added: compared.get(name),
		hasBar: bars.includes(name),
	});
	return {
		subject: subject === undefined ? undefined : column(subject),
		columns: [...figures, ...(isRanking ? project : []), ...shown].map(column),
		group,
	};
}

/** Names with those in front that come first. */
function inOrder(names: readonly string[], first: readonly string[]): string[] {
	return [...new Set([...first.filter((name) => names.includes(name)), ...names])];
}

/** The fields that were compared, each with those in which a comparison has put how it changed. */
function comparedIn(names: readonly string[]): Map<string, string[]> {
	const addedTo = (name: string) =>
		ADDED.flatMap((end) => numberedNames(name + end, names).slice(-1));
	const fields = names.map((name) => [name, addedTo(name)] as const);
	return new Map(fields.filter(([, added]) => added.length === ADDED.length));
}

/** Whether a field holds numbers and nothing else. */
function isNumeric(name: string, rows: readonly JsonObject[]): boolean {
	const isNumber = (row: JsonObject) => isNoNumber(row[name]) || numberIn(row[name]) !== undefined;
	return isFigure(name, rows, [], []) && rows.every(isNumber);
}

/** Whether several rows have the same in a field. */
function isShared(name: string, rows: readonly JsonObject[]): boolean {
	return new Set(rows.map((row) => row[name])).size < rows.length;
}

const SHARE = /^(shares?|percent(age)?|pct|rates?|ratios?|scores?|visibility)$/;

/** Whether a figure is a part of something, by its name. */
export function isShareName(name: string): boolean {
	return wordsIn(name).some((word) => SHARE.test(word));
}

/** The figures that are drawn as bars: those that are parts of something, else the first amount. */
function barsAmong(figures: readonly string[]): string[] {
	const amounts = figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	return shares.length > 0 ? shares : amounts.slice(0, 1);
}

const CAPITALS = ['id', 'url', 'ai', 'geo', 'seo'];
const LONGEST_LABEL = 40;

/** The name of a field in words: `avg_visibility_score` is `Avg visibility score`. */
function labelOf(name: string, names: readonly string[]): string {
	const stem = name.replace(/_name$/, '');
	// The node calls it by another name than the service.
	if (stem === 'model') return 'AI platform';
	const words = plain(names.includes(stem) ? name : stem, LONGEST_LABEL)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => (CAPITALS.includes(word.toLowerCase()) ? word.toUpperCase() : word));
	return capitalized(words.join(' '));
}
