import { capitalize, fieldText, isRankName } from '../base';
import {
	type Cell,
	createFigureWriter,
	fieldLabelOf,
	isTimeKey,
	linesIn,
	rowNameOf,
	type MessageSection,
	type ViewContext,
	type ViewRow,
} from './cells';
import { isShareName, PART_FIELD, PROJECT_FIELD } from './columns';
import type { SortBy } from '../table';
import type { Language, Sentence } from './language';
import { type LocaleFormat, NO_VALUE, toPlainLine } from './words';

/** Sentences about the order of rows: in the title of a message, at its end, and about its first row. */
type OrderSentences = readonly [title: Sentence, end: Sentence, first: Sentence];

const ORDER_SENTENCES: Readonly<Record<SortBy['order'] | 'fall' | 'rise', OrderSentences>> = {
	asc: ['last {count} by {measure}', 'the last by {measure}', 'First, with {now}: {name}'],
	desc: ['top {count} by {measure}', 'the first by {measure}', 'First, with {now}: {name}'],
	move: [
		'{count} biggest moves of {measure}',
		'those that moved most',
		'Biggest move, from {before} to {now}: {name}',
	],
	fall: [
		'{count} biggest falls of {measure}',
		'those that fell most',
		'Biggest fall, from {before} to {now}: {name}',
	],
	rise: [
		'{count} biggest rises of {measure}',
		'those that rose most',
		'Biggest rise, from {before} to {now}: {name}',
	],
};

interface DescribedOrder {
	readonly sentences: OrderSentences;
	/** The field by whose number or change the rows are sorted. */
	readonly field: string;
	/** The label of the field by which the rows are sorted. */
	readonly measure: string;
}

/** Returns the sentences about the order of rows if they are true. If all ten rows rose, none of them fell most. */
export function describeOrder(context: ViewContext): DescribedOrder | undefined {
	const { settings, rows, roles } = context;
	const [sort] = settings.selection.sort ?? [];
	if (sort === undefined || settings.total === undefined || settings.isUnsorted === true) {
		return undefined;
	}
	const { changed, order } = sort;
	const field = changed?.numberField ?? sort.field;
	if (changed?.changeKind === 'before' || !roles.figures.includes(field)) return undefined;
	const says =
		changed === undefined
			? sentencesForOrder(field, order)
			: sentencesForChangeOrder(field, order, rows);
	return says && { sentences: says, field, measure: measureLabelOf(field, context) };
}

/** In a top list of a rank, the lowest numbers come first, since they are the best. */
function sentencesForOrder(field: string, order: SortBy['order']): OrderSentences {
	if (order === 'move' || !isRankName(field)) return ORDER_SENTENCES[order];
	return ORDER_SENTENCES[order === 'asc' ? 'desc' : 'asc'];
}

function sentencesForChangeOrder(
	field: string,
	order: SortBy['order'],
	rows: readonly ViewRow[],
): OrderSentences | undefined {
	if (order === 'move') return ORDER_SENTENCES.move;
	const sign = (order === 'asc') === isRankName(field) ? 1 : -1;
	const isTrue = ({ row }: ViewRow) => (row.changes?.get(field)?.change ?? 0) * sign >= 0;
	if (!rows.every(isTrue)) return undefined;
	return ORDER_SENTENCES[order === 'asc' ? 'fall' : 'rise'];
}

/** Matches the remark after a name: `rank (1 is best)`. */
export const LABEL_REMARK = / \(.*\)$/;

function measureLabelOf(name: string, context: ViewContext): string {
	return fieldLabelOf(name, context).replace(LABEL_REMARK, '');
}

/** Writes the title of a message: the project, the figures or records, the dimensions, and the order. */
export function messageTitle(context: ViewContext): string {
	const { settings, all, format } = context;
	const { words } = format;
	const { selection, title, projectName, failedCount = 0 } = settings;
	if (title !== '') return title;
	const { dimensions, measures = [], recordNoun = '' } = selection;
	const subjects = words.term(recordNoun, true) ?? settings.operationTitle;
	const labels = measures.map((name) => measureLabelOf(name, context));
	const figures = dimensions === undefined ? [] : labels;
	const what = figures.length > 0 ? figures.join(', ') : subjects;
	const parts = [
		...(all[0]?.row.part === undefined ? [] : [fieldLabelOf(PART_FIELD, context)]),
		...(dimensions ?? []).map((name) => fieldLabelOf(name, context)),
	];
	const order = describeOrder(context);
	const own = [
		parts.length > 0 ? words.say('{what} by {parts}', { what, parts: parts.join(', ') }) : what,
		...(order
			? [words.say(order.sentences[0], { count: selection.limit, measure: order.measure })]
			: []),
	].join(', ');
	const projects = [
		...new Set(all.flatMap(({ fields }) => fieldText(fields[PROJECT_FIELD]) || [])),
	];
	const count = Math.max(projects.length, settings.projectCount ?? 0);
	const things = words.term('client', true) ?? '';
	const part = { count: count - failedCount, total: count, things };
	const clients =
		failedCount === 0 ? `${count} ${things}` : words.say('{count} of {total} {things}', part);
	const who =
		projectName ?? (count > 1 ? clients : projects.length === 1 ? projects[0] : undefined);
	return who === undefined ? capitalize(own) : words.say('{who}: {what}', { who, what: own });
}

/** Writes the period of a message and the period to compare with. Without dates, writes the day of the run. */
export function messagePeriod(context: ViewContext): string {
	const { settings, all, roles, format } = context;
	const { comparedWith, selection, now } = settings;
	const days = format.writePeriod(selection.period?.start, selection.period?.end);
	if (comparedWith === undefined && days === '') {
		const isUnknown = selection.period !== undefined && roles.figures.length > 0;
		const sentence = isUnknown
			? 'As of {day}. The source does not say which days it counts.'
			: 'As of {day}';
		return format.words.say(sentence, { day: format.writeDay(now) });
	}
	if (comparedWith === undefined) return days;
	const other = otherPeriodLabel(context);
	if (days === '') return format.words.say('compared with {other}', { other });
	const sentence = isSplitInTime(all)
		? '{days}, each compared with {other}'
		: '{days}, compared with {other}';
	return format.words.say(sentence, { days, other });
}

function isSplitInTime(rows: readonly ViewRow[]): boolean {
	return rows.length > 0 && isTimeKey(PART_FIELD, rows);
}

function otherPeriodLabel({ settings, all, format }: ViewContext): string {
	const { otherPeriodName = '', otherDays: days } = settings.comparedWith ?? {};
	return isSplitInTime(all)
		? format.words.translate(otherPeriodName)
		: format.writePeriod(days?.start, days?.end);
}

/** Sums up the first figure of all rows in a sentence. Empty if nothing is certain, as after a limit. */
export function messageHeadline(context: ViewContext): string {
	const { settings, rows, roles, format } = context;
	const [figure, ...others] = roles.figures;
	if (figure === undefined || rows.length < 2) return '';
	const nameIn = (row: ViewRow) => roles.keys.map((key) => rowNameOf(row, key, format)).join(', ');
	const cellOf = createFigureWriter(figure, context);
	const isRank = isRankName(figure);
	const cells = rows
		.map((row) => ({ name: nameIn(row), status: row.row.status, ...cellOf(row) }))
		// The best rank is 1, so 0 means no rank.
		.filter(({ now }) => !isRank || now === undefined || now >= 1);
	const isCut = settings.total !== undefined || settings.isTotalMinimum === true;
	const said = isCut
		? sentenceAboutFirst(cells, context)
		: sentenceAboutMoves(cells, context, isRank) ||
			sentenceAboutExtremes(cells, isRank, format.words);
	const isInTitle = settings.selection.dimensions !== undefined && others.length === 0;
	const what = capitalize(measureLabelOf(figure, context));
	return said === '' || isInTitle ? said : `${what} – ${said}`;
}

interface NamedCell extends Cell {
	readonly name: string;
	readonly status: ViewRow['row']['status'];
}

/** Returns a sentence about the first row of a sorted list. If the limit has cut off rows, only this row is certain. */
function sentenceAboutFirst([first, second]: readonly NamedCell[], context: ViewContext): string {
	const { sentences, field } = describeOrder(context) ?? {};
	const isTie = (first?.change || first?.value) === (second?.change || second?.value);
	if (
		first?.now === undefined ||
		isTie ||
		sentences === undefined ||
		field !== context.roles.figures[0]
	) {
		return '';
	}
	const { name, value: now, before = NO_VALUE } = first;
	return context.format.words.say(sentences[2], { name, now, before });
}

/** Sentences that count the changes of numbers and of ranks, by the sign of the change. */
const MOVE_SENTENCES: ReadonlyArray<readonly [number: Sentence, rank: Sentence, sign: number]> = [
	['{count} rose', '{count} got worse', 1],
	['{count} fell', '{count} got better', -1],
	['{count} unchanged', '{count} unchanged', 0],
];

/** Counts the rows that rose and fell, and names the biggest move. Returns an empty text if nothing was compared. */
function sentenceAboutMoves(
	cells: readonly NamedCell[],
	{ roles: { keys }, format: { words } }: ViewContext,
	isRank: boolean,
): string {
	const counted = (sentence: Sentence, isSo: (cell: NamedCell) => boolean) => {
		const count = cells.filter(isSo).length;
		return count === 0 ? [] : [words.say(sentence, { count })];
	};
	const parts = [
		...MOVE_SENTENCES.flatMap(([number, rank, sign]) =>
			counted(isRank ? rank : number, ({ changeNumber = NaN }) => Math.sign(changeNumber) === sign),
		),
		...counted('{count} new', ({ status }) => status === 'new'),
		...counted('{count} gone', ({ status }) => status === 'gone'),
	];
	if (parts.length === 0) return '';
	const who = `${cells.length} ${pluralTermOf(keys.length > 1 ? ['number'] : keys, words)}`;
	const said = `${words.say('{who}: {what}', { who, what: parts.join(', ') })}.`;
	const sizeOf = ({ changeNumber = 0 }: NamedCell) => Math.abs(changeNumber);
	const [most, next] = [...cells].sort((one, other) => sizeOf(other) - sizeOf(one));
	const isTie = most?.change === next?.change;
	if (most?.before === undefined || sizeOf(most) === 0 || isTie) return said;
	const { name, before, value: now } = most;
	return `${said} ${words.say('Biggest move, from {before} to {now}: {name}', { name, before, now })}`;
}

/** Returns the plural of the first name that has a term: `prompt` → `prompts`. */
export function pluralTermOf(names: ReadonlyArray<string | undefined>, words: Language): string {
	const known = [...names, 'record'].map((name) => (name === PROJECT_FIELD ? 'client' : name));
	return known.flatMap((name = '') => words.term(name, true) ?? [])[0] ?? '';
}

function sentenceAboutExtremes(
	cells: readonly NamedCell[],
	isRank: boolean,
	words: Language,
): string {
	const inOrder = cells.filter(({ now }) => now !== undefined);
	inOrder.sort((one, other) => (other.now ?? 0) - (one.now ?? 0));
	const [most, least] = [inOrder.at(isRank ? -1 : 0), inOrder.at(isRank ? 0 : -1)];
	if (most === undefined || least === undefined || most.now === least.now) return '';
	const values = { name: most.name, now: most.value, other: least.name, least: least.value };
	return isRank
		? words.say('Best: {name}, {now}. Weakest: {other}, {least}.', values)
		: words.say('Highest: {name}, {now}. Lowest: {other}, {least}.', values);
}

/** All lines of a message before some are dropped, and facts about them for the sentences below them. */
export interface MessageExtent {
	readonly sections: readonly MessageSection[];
	/** The number of rows, including rows that the limit has cut off. */
	readonly total?: number;
	readonly isTotalMinimum: boolean;
	/** The plural for the things that lines stand for, such as prompts. */
	readonly things: string;
	readonly isInOrderOfTime: boolean;
	/** Whether the message names the lines that it does not show. Otherwise, it counts them. */
	readonly isNamed: boolean;
	readonly order?: DescribedOrder;
	/** Whether no data is missing. `false` after a comparison, since the headline already counts the lines. */
	readonly isComplete: boolean;
	/** Whether the lines are in the order of the service. */
	readonly isAsListed: boolean;
	readonly emptyProjects: readonly string[];
}

/** Writes the sentences below the rows about lines that the message does not show. */
export function closingLines(
	extent: MessageExtent,
	shown: readonly MessageSection[],
	{ words }: LocaleFormat,
): string[] {
	const { sections, isNamed, isInOrderOfTime, emptyProjects, total = 0 } = extent;
	const [all, own] = [linesIn(sections), linesIn(shown)];
	const groupsOf = (all: readonly MessageSection[]) => all.map(({ group }) => group);
	const lacking = (from: readonly string[], those: readonly string[]) => {
		const there = new Set(those);
		return [...new Set(from)].filter((name) => !there.has(name));
	};
	const groups = lacking(groupsOf(sections), groupsOf(shown));
	const partly = sections.filter(({ group }) => !groups.includes(group));
	const hidden = [
		groups,
		isNamed && !isInOrderOfTime ? lacking(namesInOrder(all), namesInOrder(own)) : [],
		lacking(namesInOrder(partly), namesInOrder(shown)),
	];
	const isEmpty = all.length === 0 && total === 0;
	return [
		isEmpty ? words.say('There is nothing to show.') : sentenceAboutCount(extent, shown, words),
		extent.isTotalMinimum && total <= own.length ? words.say('There may be more.') : '',
		...hidden.map((names) =>
			names.length > 0 ? words.say('Not shown here: {names}.', { names: namesText(names) }) : '',
		),
		emptyProjects.length > 0
			? words.say('None of these belongs to {names}.', { names: namesText(emptyProjects) })
			: '',
	].filter((line) => line !== '');
}

const namesInOrder = (all: ReadonlyArray<Readonly<Record<'name', string>>>) =>
	all.map(({ name }) => name);

/** The maximum length of all names together in characters, and the maximum number of names. */
const MAX_LISTED_NAMES = { length: 700, count: 50 };

/** Writes names with commas between them. Shortens many names, so that each name has room. */
function namesText(names: readonly string[]): string {
	const first = names.slice(0, MAX_LISTED_NAMES.count);
	const room = Math.floor(MAX_LISTED_NAMES.length / first.length) - 2;
	const short = first.map((name) => toPlainLine(name, Math.max(room, 10))).join(', ');
	return names.length > first.length ? `${short}, … (+${names.length - first.length})` : short;
}

/** Writes `10 of 240 prompts, those that fell most.` Empty if all lines are shown, or the others are named. */
function sentenceAboutCount(
	extent: MessageExtent,
	shown: readonly MessageSection[],
	words: Language,
): string {
	const {
		sections,
		total = 0,
		isTotalMinimum,
		things,
		isInOrderOfTime,
		isNamed,
		isComplete,
	} = extent;
	const sizeOf = (all: readonly MessageSection[]) => {
		const names = namesInOrder(linesIn(all));
		return isInOrderOfTime ? new Set(names).size : names.length;
	};
	const [count, all] = [sizeOf(shown), Math.max(sizeOf(sections), total)];
	if (count >= all) {
		const isClear = isComplete && count > 1 && sections.length === 1;
		const sentence = isNamed
			? 'Shown: all {count} {things} with data.'
			: 'Shown: all {count} {things}.';
		return isClear ? words.say(sentence, { count, things }) : '';
	}
	if (isNamed && !isInOrderOfTime && sections.length === 1 && total <= count) return '';
	const sentence = isTotalMinimum
		? '{count} of at least {total} {things}'
		: '{count} of {total} {things}';
	const each = Math.max(...shown.map(({ lines }) => lines.length));
	const parts = [
		words.say(sentence, { count, total: all, things }),
		phraseAboutOrder(extent, words),
		sections.length > 1 && !isInOrderOfTime
			? words.say('up to {count} of each', { count: each })
			: '',
	];
	return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** Says which of all rows are shown. If a limit has cut off rows of days, the newest ones may be missing. */
function phraseAboutOrder(extent: MessageExtent, words: Language): string {
	const { sections, isInOrderOfTime, total, order, isAsListed } = extent;
	if (isInOrderOfTime) return total === undefined ? words.say('the newest') : '';
	if (order !== undefined) return words.say(order.sentences[1], { measure: order.measure });
	return isAsListed && sections.length === 1 ? words.say('as the source lists them') : '';
}

/** Explains the signs and numbers in the lines of a message. */
export function legendLines(sections: readonly MessageSection[], context: ViewContext): string[] {
	const { all, roles, format } = context;
	const { words } = format;
	const cells = linesIn(sections).flatMap((line) => line.cells);
	const amounts = roles.figures.filter((name) => !isRankName(name));
	const shares = amounts.filter(isShareName);
	const isPercent = shares.length > 0 && cells.some(({ value }) => value.includes('%'));
	const isMoved = amounts.length > 0 && cells.some(({ changeNumber = 0 }) => changeNumber !== 0);
	const days = otherPeriodLabel(context);
	const measure = capitalize(shares.map((name) => fieldLabelOf(name, context)).join(', '));
	const short = all.filter(({ row }) => row.part?.isShort === true);
	const shortParts = [...new Set(short.map((row) => rowNameOf(row, PART_FIELD, format)))];
	const values = {
		days,
		measure,
		part: fieldLabelOf(PART_FIELD, context),
		names: shortParts.join('; '),
	};
	const signs: ReadonlyArray<readonly [boolean, Sentence]> = [
		[isMoved && !isPercent, '▲ and ▼: change since {days}.'],
		[isMoved && isPercent, '▲ and ▼: change since {days}, in percentage points (pts).'],
		[
			shares.length > 0 && !isPercent,
			'{measure}: as reported. The source does not say whether this is a percentage.',
		],
		[shortParts.length > 0, 'Not a whole {part}: {names}.'],
		[cells.some(({ value }) => value === NO_VALUE), '–: the source has no value for this.'],
	];
	return signs.flatMap(([isSo, sentence]) => (isSo ? [words.say(sentence, values)] : []));
}
