import type { JsonObject } from 'n8n-workflow';
import {
	capitalized,
	hasValue,
	isIdName,
	isNoNumber,
	isRankName,
	numberedNames,
	numberIn,
} from '../base';
import { ADDED, isFigure, STATUS } from '../compare';
import { plain } from './words';

/** A field of the rows, with its name in words. */
export interface Column {
	readonly name: string;
	readonly label: string;
}

/** The fields in which a comparison has put how a number changed. */
type AddedFields = readonly [previous: string, change: string, percent: string];

/** A number in the rows. */
export interface FigureColumn extends Column {
	/** Left out if it was not compared. */
	readonly added?: AddedFields;
	/** Whether it is drawn as a bar, as long as none is below zero. */
	readonly hasBar: boolean;
}

/** What the fields of the rows are for. */
export interface Columns {
	/** The field that says what a row is about. */
	readonly subject?: Column;
	readonly figures: readonly FigureColumn[];
	readonly details: readonly Column[];
	/** The field with the project of a row, or else with its period. */
	readonly group?: string;
}

/** What is known of the rows that decides which fields come first. */
interface FirstFields {
	readonly isRanking?: boolean;
	readonly useful?: readonly string[];
	readonly sortedBy?: readonly string[];
	readonly period?: string;
}

const MOST = { figures: 4, details: 4 };

/** The fields with the project of a row, the better one first. */
const PROJECT = ['project_name', 'project_id'];

/**
 * Finds out what the fields of flat rows are for. Numbers are figures, as in a comparison; the first
 * text says what a row is about, the others are details. IDs are left out unless there is nothing else
 * to tell rows apart.
 *
 * @param isRanking whether the project of a row is the first of its details, and no heading of several rows
 * @param useful the fields that come first, and `sortedBy` the figures that come before them
 * @param period the field with the period of a row, which several rows of one project may have in common
 */
export function findColumns(
	rows: readonly JsonObject[],
	{ isRanking = false, useful = [], sortedBy = [], period }: FirstFields = {},
): Columns {
	const all = inOrder(Object.keys(rows[0] ?? {}), useful);
	const filled = all.filter((name) => rows.some((row) => hasValue(row[name])));
	const compared = comparedIn(all);
	const added = [...compared.values()].flat();
	const own = all.filter((name) => ![...added, ...PROJECT, STATUS].includes(name));
	const numeric = own.filter((name) => compared.has(name) || isNumeric(name, rows));
	const figures = inOrder(numeric, sortedBy);
	const texts = own.filter((name) => filled.includes(name) && !figures.includes(name));
	const [subject = texts[0], ...details] = texts.filter((name) => !isIdName(name));
	const bars = barsAmong(figures);
	const project = PROJECT.find((name) => filled.includes(name));
	const periods = details.filter((name) => name === period && isShared(name, rows));
	const group = isRanking ? undefined : (project ?? periods[0]);
	const column = (name: string): Column => ({ name, label: labelOf(name, filled) });
	return {
		subject: subject === undefined ? undefined : column(subject),
		figures: figures
			.slice(0, MOST.figures)
			.map((name) => ({ ...column(name), added: compared.get(name), hasBar: bars.includes(name) })),
		details: [
			...(isRanking && project !== undefined ? [{ name: project, label: 'Project' }] : []),
			...details
				.filter((name) => name !== group)
				.slice(0, MOST.details)
				.map(column),
		],
		group,
	};
}

/** Names with those in front that come first. */
function inOrder(names: readonly string[], first: readonly string[]): string[] {
	return [...new Set([...first.filter((name) => names.includes(name)), ...names])];
}

/** The fields that were compared, each with what was added to it. */
function comparedIn(names: readonly string[]): Map<string, AddedFields> {
	const compared = new Map<string, AddedFields>();
	for (const name of names) {
		const [previous, change, percent] = ADDED.map((end) => numberedNames(name + end, names).at(-1));
		if (previous !== undefined && change !== undefined && percent !== undefined) {
			compared.set(name, [previous, change, percent]);
		}
	}
	return compared;
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

const SHARE = /share|percent|pct|rate|ratio|score|visibility/i;

/** Whether a figure is a part of something, by its name. */
export function isShareName(name: string): boolean {
	return SHARE.test(name);
}

/** The figures that are drawn as bars: those that are parts of something, else the first amount. */
function barsAmong(figures: readonly string[]): string[] {
	const amounts = figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	return shares.length > 0 ? shares : amounts.slice(0, 1);
}

/** Fields that go by another name in the node. */
const LABELS = new Map([['model', 'AI platform']]);

const CAPITALS = ['id', 'url', 'ai', 'geo', 'seo'];
const LONGEST_LABEL = 40;

/** The name of a field in words: `avg_visibility_score` is `Avg visibility score`. */
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
