import { capitalized, fieldText, isRankName } from '../base';
import {
	type Cell,
	type MessageDescription,
	nameOf,
	type Section,
	type ViewContext,
	type ViewRow,
} from './cells';
import { isShareName, PART, PROJECT } from './columns';
import type { Language, Sentence } from './language';
import { type LocaleFormat, NONE } from './words';

/** What an order says of the first rows, in a title and below the rows. */
const ORDERS: Readonly<Record<string, readonly [title: Sentence, end: Sentence]>> = {
	'change asc': ['{count} biggest falls of {measure}', 'those that fell most'],
	'change desc': ['{count} biggest rises of {measure}', 'those that rose most'],
	'change move': ['{count} biggest moves of {measure}', 'those that moved most'],
	asc: ['last {count} by {measure}', 'the last by {measure}'],
	desc: ['top {count} by {measure}', 'the first by {measure}'],
};

/** Returns what the order says of the rows, if it is true: of ten that rose, none fell most. */
export function orderIn({ about, rows }: ViewContext): (typeof ORDERS)[string] | undefined {
	const [sort] = about.asked.sort ?? [];
	if (sort === undefined || about.total === undefined) return undefined;
	const { field, changed, order } = sort;
	if (changed === undefined || changed.what === 'before') {
		return ORDERS[isRankName(field) && order === 'asc' ? 'desc' : order];
	}
	const sign = order === 'move' ? 0 : (order === 'asc') === isRankName(changed.of) ? 1 : -1;
	const isTrue = ({ row }: ViewRow) => (row.changes?.get(changed.of)?.change ?? 0) * sign >= 0;
	return rows.every(isTrue) ? ORDERS[`change ${order}`] : undefined;
}

/** Names whom a message is about, what it shows, by what, and what Sort and Limit made of it. */
export function titleOf(context: ViewContext): string {
	const { about, all, labelOf, format } = context;
	const { words } = format;
	const { asked, title, projectName } = about;
	if (title !== '') return title;
	const { dimensions, measures = [], sort: [sort] = [], subject = '' } = asked;
	const things = words.term(subject, true) ?? about.about;
	const figures = dimensions === undefined ? [] : measures.map(withoutRemark(labelOf));
	const what = figures.length > 0 ? figures.join(', ') : things;
	const part = all[0]?.row.part;
	const parts = [
		...(part === undefined ? [] : [labelOf(PART)]),
		...(dimensions ?? []).map(labelOf),
	];
	const measure = sort === undefined ? '' : withoutRemark(labelOf)(sort.changed?.of ?? sort.field);
	const order = orderIn(context)?.[0];
	const own = [
		parts.length > 0 ? words.say('{what} by {parts}', { what, parts: parts.join(', ') }) : what,
		...(order === undefined ? [] : [words.say(order, { count: asked.limit, measure })]),
	].join(', ');
	const projects = [...new Set(all.flatMap(({ fields }) => fieldText(fields[PROJECT]) || []))];
	const count = Math.max(projects.length, about.projectCount ?? 0);
	const clients = `${count} ${words.term('client', true)}`;
	const who =
		projectName ?? (count > 1 ? clients : projects.length === 1 ? projects[0] : undefined);
	return who === undefined ? capitalized(own) : words.say('{who}: {what}', { who, what: own });
}

/** Drops what follows the name: `rank (1 is best)` → `rank`. */
function withoutRemark(labelOf: (name: string) => string) {
	return (name: string) => labelOf(name).replace(/ \(.*\)$/, '');
}

/** Writes both periods, the other one by name if each part has its own, and what all rows share. */
export function periodOf({ about, all, format }: ViewContext): string {
	const { words } = format;
	const {
		comparedWith,
		asked: { period = {} },
	} = about;
	const days = format.range(period.start, period.end);
	if (comparedWith === undefined) return days;
	const isSplit = isSplitInTime(all);
	const other = otherDays(about, isSplit, format);
	if (days === '') return words.say('compared with {other}', { other });
	const sentence = isSplit ? '{days}, each compared with {other}' : '{days}, compared with {other}';
	return words.say(sentence, { days, other });
}

function isSplitInTime(rows: readonly ViewRow[]): boolean {
	return rows.length > 0 && rows.every(({ row }) => row.part?.period !== undefined);
}

function otherDays(
	{ comparedWith }: MessageDescription,
	isSplit: boolean,
	format: LocaleFormat,
): string {
	if (comparedWith === undefined) return '';
	const { called, otherDays: days } = comparedWith;
	return isSplit ? format.words.translated(called) : format.range(days.start, days.end);
}

/** Says in one sentence what all rows that were read say of the first figure; empty if some were not read. */
export function headlineOf(context: ViewContext): string {
	const { about, rows, roles, labelOf, format, figureOf } = context;
	const {
		keys,
		figures: [figure, ...others],
	} = roles;
	const [first] = rows;
	if (figure === undefined || first === undefined || rows.length < 2) return '';
	const { words } = format;
	const nameIn = (row: ViewRow) => keys.map((key) => nameOf(row, key, format)).join(', ');
	const cellOf = figureOf(figure);
	const isRank = isRankName(figure);
	const cells = rows
		.map((row) => ({ name: nameIn(row), status: row.row.status, ...cellOf(row) }))
		// The best rank is 1, so 0 means no rank.
		.filter(({ now }) => !isRank || now === undefined || now >= 1);
	const said = isCut(about)
		? firstOf(cells, about, words)
		: compared(cells, context) || extremesOf(cells, isRank, words);
	const what = capitalized(withoutRemark(labelOf)(figure));
	return said === '' || others.length === 0 || isCut(about) ? said : `${what} – ${said}`;
}

interface NamedCell extends Cell {
	readonly name: string;
	readonly status: ViewRow['row']['status'];
}

function isCut({ total, isTotalMinimum }: MessageDescription): boolean {
	return total !== undefined || isTotalMinimum === true;
}

/** With a sorted list that goes on, only its first row is certain. */
function firstOf(
	[first]: readonly NamedCell[],
	{ asked: { sort = [] } }: MessageDescription,
	words: Language,
): string {
	if (first?.now === undefined || sort.length === 0) return '';
	const { name, value: now, before = '', moved = 0 } = first;
	return words.say(
		moved === 0 ? 'First: {name}, {now}.' : 'First: {name}, from {before} to {now}.',
		{ name, now, before },
	);
}

/** Counts how many rose and fell, and names the biggest move; empty if nothing was compared. */
function compared(cells: readonly NamedCell[], { roles, format: { words } }: ViewContext): string {
	const {
		keys,
		figures: [figure = ''],
	} = roles;
	const isRank = isRankName(figure);
	const counts: ReadonlyArray<readonly [Sentence, (cell: NamedCell) => boolean]> = [
		[
			isRank ? '{count} got better' : '{count} rose',
			({ moved = 0 }) => (isRank ? moved < 0 : moved > 0),
		],
		[
			isRank ? '{count} got worse' : '{count} fell',
			({ moved = 0 }) => (isRank ? moved > 0 : moved < 0),
		],
		['{count} unchanged', ({ moved }) => moved === 0],
		['{count} new', ({ status }) => status === 'new'],
		['{count} gone', ({ status }) => status === 'gone'],
	];
	const parts = counts.flatMap(([sentence, isSo]) => {
		const count = cells.filter(isSo).length;
		return count === 0 ? [] : [words.say(sentence, { count })];
	});
	if (parts.length === 0) return '';
	const key = keys.length > 1 ? 'number' : (keys[0] ?? '');
	const things =
		words.term(key === PROJECT ? 'client' : key, true) ?? words.term('record', true) ?? '';
	const who = `${cells.length} ${things}`;
	const moved = cells.filter(({ moved: by = 0, before }) => by !== 0 && before !== undefined);
	moved.sort((one, other) => Math.abs(other.moved ?? 0) - Math.abs(one.moved ?? 0));
	const said = `${words.say('{who}: {what}', { who, what: parts.join(', ') })}.`;
	const [most] = moved;
	if (most === undefined) return said;
	const { name, before = '', value: now } = most;
	return `${said} ${words.say('Biggest move: {name}, from {before} to {now}.', { name, before, now })}`;
}

function extremesOf(cells: readonly NamedCell[], isRank: boolean, words: Language): string {
	const inOrder = cells.filter(({ now }) => now !== undefined);
	inOrder.sort((one, other) => (other.now ?? 0) - (one.now ?? 0));
	const [most, least] = isRank ? [inOrder.at(-1), inOrder[0]] : [inOrder[0], inOrder.at(-1)];
	if (most === undefined || least === undefined || most.now === least.now) return '';
	const sentence = isRank
		? 'Best: {name}, {now}. Weakest: {other}, {least}.'
		: 'Highest: {name}, {now}. Lowest: {other}, {least}.';
	return words.say(sentence, {
		name: most.name,
		now: most.value,
		other: least.name,
		least: least.value,
	});
}

/** All that a message could show, and how to speak of it. */
export interface Extent {
	readonly sections: readonly Section[];
	/** Also of rows that the limit has cut off. */
	readonly total?: number;
	readonly isTotalMinimum: boolean;
	/** What a line is, in the plural. */
	readonly things: string;
	readonly isTime: boolean;
	/** Whether lines that are not shown are named rather than counted. */
	readonly isNamed: boolean;
	readonly order: ReturnType<typeof orderIn>;
	/** The label of the first figure. */
	readonly measure: string;
	readonly emptyProjects: readonly string[];
}

/** Says what of the extent is not shown. */
export function endOf(
	extent: Extent,
	shown: readonly Section[],
	{ words }: LocaleFormat,
): string[] {
	const { sections, isNamed, isTotalMinimum, emptyProjects } = extent;
	const linesOf = (all: readonly Section[]) => all.flatMap(({ lines }) => lines);
	const [all, own] = [linesOf(sections), linesOf(shown)];
	const names = new Set(shown.map(({ name }) => name));
	const hidden = sections.filter(({ name }) => !names.has(name)).map(({ name }) => name);
	const ownNames = new Set(own.map(({ name }) => name));
	if (isNamed && !extent.isTime) {
		hidden.push(...new Set(all.map(({ name }) => name).filter((name) => !ownNames.has(name))));
	}
	const namesIn = (list: readonly string[], sentence: Sentence) =>
		list.length === 0 ? [] : [words.say(sentence, { names: list.join(', ') })];
	const isEmpty = all.length === 0 && (extent.total ?? 0) === 0;
	return [
		...(isEmpty ? [words.say('There is nothing to show.')] : countOf(extent, shown, words)),
		...(isTotalMinimum && (extent.total ?? 0) <= own.length
			? [words.say('There may be more.')]
			: []),
		...namesIn(hidden, 'Not shown here: {names}.'),
		...namesIn(emptyProjects, 'No data: {names}.'),
	];
}

/** `10 of 240 prompts, those that fell most.`; nothing if all are shown, or the others are named. */
function countOf(
	{ sections, total = 0, isTotalMinimum, things, isTime, isNamed, order, measure }: Extent,
	shown: readonly Section[],
	words: Language,
): string[] {
	const sizeOf = (all: readonly Section[]) => {
		const lines = all.flatMap(({ lines: own }) => own);
		return isTime ? new Set(lines.map(({ name }) => name)).size : lines.length;
	};
	const [count, all] = [sizeOf(shown), Math.max(sizeOf(sections), total)];
	if (count >= all || (isNamed && !isTime && sections.length === 1 && total <= count)) return [];
	const first = order?.[1];
	const each = Math.max(...shown.map(({ lines }) => lines.length));
	const parts = [
		words.say(
			isTotalMinimum ? '{count} of at least {total} {things}' : '{count} of {total} {things}',
			{ count, total: all, things },
		),
		...(isTime
			? [words.say('the newest')]
			: first === undefined
				? []
				: [words.say(first, { measure })]),
		...(sections.length > 1 && !isTime
			? [words.say('up to {count} of each', { count: each })]
			: []),
	];
	return [`${parts.join(', ')}.`];
}

/** Explains the signs in the lines. */
export function legendOf(sections: readonly Section[], context: ViewContext): string[] {
	const { about, all, labelOf, roles, format } = context;
	const { words } = format;
	const cells = sections.flatMap(({ lines }) => lines.flatMap((line) => line.cells));
	const amounts = roles.figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	const isPercent = shares.length > 0 && cells.some(({ value }) => value.includes('%'));
	const isMoved = amounts.length > 0 && cells.some(({ moved = 0 }) => moved !== 0);
	const days = otherDays(about, isSplitInTime(all), format);
	const measure = capitalized(shares.map(labelOf).join(', '));
	return [
		...(isMoved
			? [
					words.say(
						isPercent
							? '▲ and ▼: change since {days}, in percentage points (pts).'
							: '▲ and ▼: change since {days}.',
						{ days },
					),
				]
			: []),
		...(shares.length > 0 && !isPercent
			? [words.say('{measure}: as measured, without a unit.', { measure })]
			: []),
		...(cells.some(({ value }) => value === NONE) ? [words.say('– means no value.')] : []),
	];
}
